import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import { memberPageCallMessages } from './messages.ts'
import { personalTables } from './personalTables.ts'
import type { ErasedMember, Erasure } from './personalTables.ts'
import type { Sql } from './timelineSources.ts'

/** What replaces a name and an email address, and the patterns that find them in a text. */
type Replacements = {
  name: string
  email: string
  namePattern: string
  emailPattern: string
}

const buildErasedEmail = (id: number): string => `erased-${id}@erased.invalid`

const escapePattern = (text: string) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)

/**
 * Builds a pattern for a text as a whole word, also as it is written in JSON and URLs. PostgreSQL
 * reads it.
 */
function buildPattern(text: string, { before, after }: { before: string; after: string }): string {
  const inJson = JSON.stringify(text).slice(1, -1)
  const inUrl = encodeURIComponent(text)
  const spellings = [inUrl, inUrl.replaceAll('%20', '+')].filter((one) => one !== text)
  const words = [text, inJson].map((one) => `(?<!${before})${escapePattern(one)}(?!${after})`)
  return [...new Set([...words, ...spellings.map(escapePattern)])].join('|')
}

const buildReplacements = ({ id, name, email }: ErasedMember): Replacements => ({
  name: memberPageCallMessages.erasedName,
  email: buildErasedEmail(id),
  namePattern: buildPattern(name, { before: String.raw`\w`, after: String.raw`\w` }),
  emailPattern: buildPattern(email, { before: '[A-Za-z0-9._%+-]', after: '[.]?[A-Za-z0-9-]' }),
})

/** Replaces the email first: it can contain the name. */
const replaceInText = (text: Sql, { name, email, namePattern, emailPattern }: Replacements) =>
  sql`regexp_replace(regexp_replace(${text}, ${emailPattern}, ${email}, 'gi'), ${namePattern},
    ${name}, 'gi')`

/** How each kind of column is erased. Complete by type. */
const erasures: Record<Erasure, (column: Sql, replacements: Replacements) => Sql> = {
  name: (_column, { name }) => sql`${name}`,
  email: (_column, { email }) => sql`${email}`,
  content: () => sql`null`,
  text: replaceInText,
  texts: (column, replacements) =>
    sql`case when ${column} is not null then array(
      select ${replaceInText(sql`cell`, replacements)}
      from unnest(${column}) with ordinality as cells (cell, at) order by at) end`,
  json: (column, replacements) => sql`${replaceInText(sql`${column}::text`, replacements)}::jsonb`,
}

/** Replaces the name and email of a member in every table that has them (personalTables.ts). */
export async function erasePersonalData(trx: Connection, member: ErasedMember): Promise<void> {
  const replacements = buildReplacements(member)
  for (const { table, isAbout, columns } of personalTables) {
    const changes = Object.entries(columns).map(
      ([column, erasure]) =>
        sql`${sql.ref(column)} = ${erasures[erasure](sql.ref(column), replacements)}`,
    )
    await sql`update ${sql.table(table)} set ${sql.join(changes)}
      where ${isAbout(member)}`.execute(trx)
  }
}
