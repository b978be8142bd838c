import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { members } from '#shared/areas/members/members.ts'
import { disputes } from '#shared/areas/payments/disputes.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { foldText, wordMark } from '#server/platform/core/records/list/foldText.ts'
import {
  isIndexable,
  toContainsPattern,
} from '#server/platform/core/records/list/searchPatterns.ts'
import type { ErasedMember } from './erasedMember.ts'
import { isInStore, isOfMember, isRecipient, selectAttemptIds } from './personalTables.ts'
import { replaceNamesInJson, replaceNamesInText } from './replaceText.ts'
import type { Replacements } from './replaceText.ts'

const resourcesOfMembers = [orders, paymentRefunds, disputes, creditRequests, creditEntries]
const resourcesWithRecipient = [giftCards, mails]

/** Selects the type and ID of every record about the member, as log entries name their target. */
function selectRecords(member: ErasedMember) {
  const select = (name: string, isAbout: RawBuilder<unknown>) =>
    sql`select ${name}::text as type, id from ${sql.table(name)} where ${isAbout}`
  return sql.join(
    [
      select(members.name, sql`id = ${member.id}`),
      sql`select ${paymentAttempts.name}::text as type, id from (${selectAttemptIds(member.id)}) as failed`,
      ...resourcesOfMembers.map(({ name }) => select(name, isOfMember(member))),
      ...resourcesWithRecipient.map(({ name }) => select(name, isRecipient(member))),
    ],
    sql` union all `,
  )
}

/** Finds texts among those that an index of the logs covers (database/migrations/0003_logs.ts). */
const isInSearchText = (texts: readonly string[]) => {
  const words = texts.map((text) => foldText(text).replaceAll(/ +/g, ` ${wordMark}`))
  return sql`search_text like any (${words.map(toContainsPattern)}::text[])`
}
const isInChanges = (texts: readonly string[]) => {
  const values = texts.map((text) => foldText(JSON.stringify(text).slice(1, -1)))
  return sql`folded(log_change_text(event, changes)) like any (${values.map(toContainsPattern)}::text[])`
}

/**
 * Selects the IDs of entries that may name the member, each part by an index: entries about the
 * member's records, entries with their email address, and entries of their store with their name.
 */
function selectEntries(member: ErasedMember) {
  const { emails, names } = member
  // A single word could be any word.
  const fullNames = names.filter((name) => /\s/.test(name.trim()) && isIndexable(foldText(name)))
  const isOther = sql`${isInStore(member)} and target_type is distinct from ${members.name}`
  return sql`
    select entry.id from (${selectRecords(member)}) as record
      join audit as entry on entry.stream in ('audit', 'security')
        and entry.target_type = record.type and entry.target_id = record.id
    union select id from audit where ${isInSearchText(emails)}
    union select id from audit where ${isInChanges(emails)}
    union select id from audit where ${isInStore(member)} and fault is not null
      and lower(cause) like any (${emails.map(toContainsPattern)}::text[])
    union select id from audit where ${isOther} and ${isInSearchText(fullNames)}
    union select id from audit where ${isOther} and ${isInChanges(fullNames)}`
}

/**
 * Copies log entries that name the member, with the name and email address replaced. The view
 * `readable_audit` shows the copies. Entries stay as they are, so that their hashes verify.
 */
export async function eraseFromLogs(
  trx: Connection,
  member: ErasedMember,
  replacements: Replacements,
): Promise<void> {
  const replaced = sql`${replaceNamesInText(sql`label`, replacements)} as new_label,
    ${replaceNamesInJson(sql`changes`, replacements)} as new_changes,
    ${replaceNamesInText(sql`cause`, replacements)} as new_cause`
  await sql`
    with found as materialized (${selectEntries(member)}), read as (
      select *, ${replaced} from readable_audit where id in (select id from found)
    )
    insert into erased_log_entries (entry_id, time, label, changes, cause)
    select id, time, new_label, new_changes, new_cause from read
    where (new_label, new_changes, new_cause) is distinct from (label, changes, cause)
    on conflict (entry_id) do update
      set label = excluded.label, changes = excluded.changes, cause = excluded.cause`.execute(trx)
}

/** Copies the member's ledger entries whose texts name the member (`readable_credit_entries`). */
export async function eraseFromLedger(
  trx: Connection,
  member: ErasedMember,
  replacements: Replacements,
): Promise<void> {
  await sql`
    with read as (
      select *, ${replaceNamesInText(sql`reason`, replacements)} as new_reason,
        ${replaceNamesInText(sql`reference`, replacements)} as new_reference
      from readable_credit_entries where ${isOfMember(member)}
    )
    insert into erased_credit_entries (entry_id, member_id, reason, reference)
    select id, member_id, new_reason, new_reference from read
    where (new_reason, new_reference) is distinct from (reason, reference)
    on conflict (entry_id) do update
      set reason = excluded.reason, reference = excluded.reference`.execute(trx)
}
