import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import type { TimelineMember } from './timelineSources.ts'

/** The member whose personal data is erased, as they are and as they were called before. */
export type ErasedMember = TimelineMember & {
  /** All names that the member had, the present one first. */
  names: readonly string[]
  /** All email addresses, in lowercase, but those that another member of the store has now. */
  emails: readonly string[]
}

/** Loads the names and email addresses that the logs have of a member, in addition to these. */
export async function loadErasedMember(
  connection: Connection,
  { id, storeId, name, email }: TimelineMember & { name: string },
): Promise<ErasedMember> {
  const { rows } = await sql<{ name: string | null; email: string | null }>`
    select distinct names.name, lower(emails.email) as email
    from audit
      cross join lateral (values (label), (changes #>> '{name,before}'), (changes #>> '{name,after}'))
        as names (name)
      cross join lateral (values (changes #>> '{email,before}'), (changes #>> '{email,after}'))
        as emails (email)
    where stream in ('audit', 'security') and target_type = 'members' and target_id = ${id}`.execute(
    connection,
  )
  const others = await sql<{ email: string }>`
    select email from members where store_id is not distinct from ${storeId} and id <> ${id}
      and email = any(${rows.flatMap((row) => row.email ?? [])}::text[])`.execute(connection)
  const taken = new Set(others.rows.map((row) => row.email))
  const earlierEmails = rows.flatMap((row) => row.email ?? []).filter((one) => !taken.has(one))
  const earlierNames = rows.flatMap((row) => row.name ?? []).filter((one) => one.trim() !== '')
  return {
    id,
    storeId,
    email,
    names: [...new Set([name, ...earlierNames])],
    emails: [...new Set([email, ...earlierEmails])],
  }
}
