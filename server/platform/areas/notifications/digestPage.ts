type DigestLine = { text: string; detail: string; url: string }

/** A part of a digest: its lines, or what it says without any. */
export type DigestSection = { title: string; lines: DigestLine[]; more: number; nothing: string }

/** A digest that is ready for its text and its HTML. */
export type DigestPage = {
  title: string
  period: string
  sections: DigestSection[]
  reason: string
  links: { label: string; url: string }[]
}
