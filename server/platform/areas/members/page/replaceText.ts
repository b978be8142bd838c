import { sql } from 'kysely'
import { memberPageCallMessages } from './messages.ts'
import type { ErasedMember } from './erasedMember.ts'
import type { Sql } from './timelineSources.ts'

/** What replaces names and email addresses, and the patterns that find them. PostgreSQL reads them. */
export type Replacements = {
  name: string
  email: string
  inText: Patterns
  inJson: Patterns
}

type Patterns = { names: string; emails: string }

const buildErasedEmail = (id: number): string => `erased-${id}@erased.invalid`

const escapePattern = (text: string) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)

const joinPatterns = (patterns: readonly string[]): string => [...new Set(patterns)].join('|')

/** In JSON, a line break before a word is a backslash and a letter, which isn't part of the word. */
const afterJsonEscape = String.raw`(?<=\\[a-z])`

const nameEdges = { before: String.raw`(?<!\w)`, after: String.raw`(?!\w)` }
const emailEdges = { before: '(?<![A-Za-z0-9._%+-])', after: '(?![.]?[A-Za-z0-9-])' }
/** A name of one word could also be a key, a number, or `null`, so it must be a whole text. */
const jsonTextEdges = { before: '(?<=")', after: String.raw`(?="[,}\]])` }

type Edges = { before: string; after: string }

/** Builds the pattern of a whole word, also as it is written in a URL. */
function buildTextPattern(text: string, { before, after }: Edges): string {
  const inUrl = encodeURIComponent(text)
  const spellings = [inUrl, inUrl.replaceAll('%20', '+')].filter((one) => one !== text)
  return joinPatterns([before + escapePattern(text) + after, ...spellings.map(escapePattern)])
}

function buildJsonPattern(text: string, edges: Edges): string {
  const inJson = JSON.stringify(text).slice(1, -1)
  const before = `(?:${edges.before}|${afterJsonEscape})`
  return joinPatterns([buildTextPattern(text, edges), before + escapePattern(inJson) + edges.after])
}

const isOneWord = (name: string) => !/\s/.test(name)

/** Builds what replaces a member's present and earlier names and email addresses. */
export const buildReplacements = ({ id, names, emails }: ErasedMember): Replacements => ({
  name: memberPageCallMessages.erasedName,
  email: buildErasedEmail(id),
  inText: {
    names: joinPatterns(names.map((name) => buildTextPattern(name, nameEdges))),
    emails: joinPatterns(emails.map((email) => buildTextPattern(email, emailEdges))),
  },
  inJson: {
    names: joinPatterns(
      names.map((name) =>
        isOneWord(name)
          ? jsonTextEdges.before + escapePattern(name) + jsonTextEdges.after
          : buildJsonPattern(name, nameEdges),
      ),
    ),
    emails: joinPatterns(emails.map((email) => buildJsonPattern(email, emailEdges))),
  },
})

/** Replaces emails first, because they can contain the name. */
const replacePatterns = (text: Sql, { names, emails }: Patterns, { name, email }: Replacements) =>
  sql`regexp_replace(regexp_replace(${text}, ${emails}, ${email}, 'gi'), ${names}, ${name}, 'gi')`

/** Replaces names and email addresses in a text. */
export const replaceNamesInText = (text: Sql, replacements: Replacements): Sql =>
  replacePatterns(text, replacements.inText, replacements)

/** Replaces names and email addresses in the values of JSON, never in its keys. */
export const replaceNamesInJson = (value: Sql, replacements: Replacements): Sql =>
  sql`${replacePatterns(sql`${value}::text`, replacements.inJson, replacements)}::jsonb`
