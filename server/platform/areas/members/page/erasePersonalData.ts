import { sql } from 'kysely'
import { replaceNamesInUnsentEmails } from '#server/platform/areas/email/index.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { eraseFromLedger, eraseFromLogs } from './eraseFromLogs.ts'
import type { ErasedMember } from './erasedMember.ts'
import { isMentionAboutMember, personalTables } from './personalTables.ts'
import type { Erasure } from './personalTables.ts'
import { buildReplacements, replaceNamesInJson, replaceNamesInText } from './replaceText.ts'
import type { Replacements } from './replaceText.ts'
import type { Sql } from './timelineSources.ts'

/** How each kind of column is erased. Complete by type. */
const erasures: Record<Erasure, (column: Sql, replacements: Replacements) => Sql> = {
  name: (_column, { name }) => sql`${name}`,
  email: (_column, { email }) => sql`${email}`,
  content: () => sql`null`,
  text: replaceNamesInText,
  texts: (column, replacements) =>
    sql`case when ${column} is not null then array(
      select ${replaceNamesInText(sql`cell`, replacements)}
      from unnest(${column}) with ordinality as cells (cell, at) order by at) end`,
  json: replaceNamesInJson,
}

/**
 * Replaces the names and email addresses of a member in every table that has them
 * (personalTables.ts). Logs and ledger never change, so their entries are copied without them.
 */
export async function erasePersonalData(
  context: Pick<WriteContext, 'trx' | 'platform'>,
  member: ErasedMember,
): Promise<void> {
  const { trx } = context
  const replacements = buildReplacements(member)
  // First, because the logs find the member's gift cards and emails by their recipient.
  await eraseFromLogs(trx, member, replacements)
  await eraseFromLedger(trx, member, replacements)
  await replaceNamesInUnsentEmails(context, {
    isAbout: isMentionAboutMember(member),
    emails: member.emails,
    replace: (text) => replaceNamesInText(text, replacements),
  })
  for (const { table, isAbout, columns } of personalTables) {
    const changes = Object.entries(columns).map(
      ([column, erasure]) =>
        sql`${sql.ref(column)} = ${erasures[erasure](sql.ref(column), replacements)}`,
    )
    await sql`update ${sql.table(table)} set ${sql.join(changes)}
      where ${isAbout(member)}`.execute(trx)
  }
}
