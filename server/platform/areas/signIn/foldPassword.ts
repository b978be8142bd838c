/** A text without case and accents, for comparing only. */
export const foldPassword = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
