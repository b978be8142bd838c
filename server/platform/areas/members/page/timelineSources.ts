import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { TimelineKind, TimelineSource } from '#shared/areas/members/memberTimeline.ts'
import { members } from '#shared/areas/members/members.ts'
import { memberEmailKinds } from '#server/platform/areas/email/index.ts'

/** The member whose entries are read. Gift cards and emails only have an address and a store. */
export type TimelineMember = { id: number; email: string; storeId: number | null }

export type Sql = RawBuilder<unknown>

/** The columns of an entry. A column that a source doesn't have is null. */
type EntryColumns = {
  recordId?: Sql
  title?: Sql
  status?: Sql
  amount?: Sql
  unit?: Sql
  balance?: Sql
  reason?: Sql
  actor?: Sql
  details?: Sql
}

type SourceDefinition = {
  kind: TimelineKind
  table: string
  /** The time by which an index sorts the member's rows, together with the ID. */
  at: string
  /** Must match the index of the table (0027_memberPages.ts, 0036_comments.ts). */
  isOfMember: (member: TimelineMember) => Sql
  columns: EntryColumns
}

const byId = ({ id }: TimelineMember) => sql`member_id = ${id}`
const byEmail = ({ storeId, email }: TimelineMember) =>
  sql`store_id = ${storeId} and lower(recipient) = lower(${email})`

// Text, not parameters: PostgreSQL must recognize the conditions of the partial indexes.
const signInEvents = sql`('members.signedIn', 'members.signInRefused')`
const eventsShownOtherwise = sql`('members.signedIn', 'members.signInRefused',
  'members.noteAdded', 'members.noteChanged', 'members.noteDeleted',
  'members.commentAdded', 'members.commentChanged', 'members.commentDeleted')`

/** Selects a column of a log entry as the log shows it: without the data of erased members. */
const selectReadable = (column: 'cause' | 'changes') => sql`case
  when exists (select from erased_log_entries as erased where erased.entry_id = entry.id)
  then (select ${sql.ref(`erased.${column}`)} from erased_log_entries as erased
    where erased.entry_id = entry.id)
  else ${sql.ref(`entry.${column}`)} end`

/**
 * How each source reads its entries. Each reads only as many rows as a page has. The columns are
 * selected from those rows, called `entry`, so that PostgreSQL plans them once and not for each
 * partition.
 */
export const sourceDefinitions: Record<TimelineSource, SourceDefinition> = {
  order: {
    kind: 'orders',
    table: 'orders',
    at: 'placedAt',
    isOfMember: byId,
    columns: {
      recordId: sql`id`,
      title: sql`number`,
      status: sql`status`,
      amount: sql`amount`,
      unit: sql`currency`,
    },
  },
  attempt: {
    kind: 'payments',
    table: 'paymentAttempts',
    at: 'attemptedAt',
    isOfMember: byId,
    columns: {
      recordId: sql`order_id`,
      title: sql`order_number`,
      status: sql`status`,
      amount: sql`amount`,
      unit: sql`currency`,
      reason: sql`reason`,
      details: sql`jsonb_build_object('gateway', gateway, 'code', raw_code, 'cardBrand', card_brand,
        'cardLast4', card_last4)`,
    },
  },
  charge: {
    kind: 'payments',
    table: 'paymentCharges',
    at: 'startedAt',
    isOfMember: byId,
    columns: {
      recordId: sql`order_id`,
      title: sql`(select number from orders where orders.id = order_id)`,
      status: sql`state`,
      amount: sql`amount`,
      unit: sql`currency`,
      actor: sql`started_by`,
      details: sql`jsonb_build_object('gateway', gateway, 'reference', reference)`,
    },
  },
  paymentLink: {
    kind: 'payments',
    table: 'payLinks',
    at: 'createdAt',
    isOfMember: byId,
    columns: {
      recordId: sql`order_id`,
      title: sql`(select number from orders where orders.id = order_id)`,
      details: sql`jsonb_build_object('expiresAt', expires_at)`,
    },
  },
  refund: {
    kind: 'payments',
    table: 'paymentRefunds',
    at: 'createdAt',
    isOfMember: byId,
    columns: {
      recordId: sql`id`,
      title: sql`(select number from orders where orders.id = order_id)`,
      status: sql`state`,
      amount: sql`amount`,
      unit: sql`currency`,
      reason: sql`reason`,
      actor: sql`created_by`,
      details: sql`jsonb_build_object('asCredits', as_credits)`,
    },
  },
  dispute: {
    kind: 'payments',
    table: 'disputes',
    at: 'openedAt',
    isOfMember: byId,
    columns: {
      recordId: sql`id`,
      title: sql`order_number`,
      status: sql`status`,
      amount: sql`amount`,
      unit: sql`currency`,
      reason: sql`reason`,
    },
  },
  credit: {
    kind: 'credits',
    table: 'creditEntries',
    at: 'enteredAt',
    isOfMember: byId,
    columns: {
      recordId: sql`id`,
      status: sql`type`,
      amount: sql`amount`,
      unit: sql`unit`,
      balance: sql`balance`,
      reason: sql`coalesce((select erased.reason from erased_credit_entries as erased
        where erased.entry_id = entry.id), entry.reason)`,
      actor: sql`issued_by`,
      details: sql`jsonb_build_object('expiresAt', expires_at)`,
    },
  },
  giftCard: {
    kind: 'giftCards',
    table: 'giftCards',
    at: 'sentAt',
    isOfMember: byEmail,
    columns: {
      recordId: sql`id`,
      status: sql`status`,
      amount: sql`amount`,
      unit: sql`currency`,
      reason: sql`problem`,
    },
  },
  email: {
    kind: 'emails',
    table: 'mails',
    at: 'time',
    isOfMember: byEmail,
    columns: {
      recordId: sql`id`,
      title: sql`subject`,
      status: sql`status`,
      reason: sql`problem`,
      details: sql`jsonb_build_object('kind', kind, 'endedAt', ended_at,
        'hasText', content_sealed is not null and kind = any(${[...memberEmailKinds]}::text[]))`,
    },
  },
  signIn: {
    kind: 'signIns',
    table: 'audit',
    at: 'time',
    isOfMember: ({ id }) =>
      sql`target_type = 'members' and target_id = ${id} and event in ${signInEvents}`,
    columns: {
      recordId: sql`id`,
      status: sql`result`,
      reason: selectReadable('cause'),
      details: sql`jsonb_build_object('method', (${selectReadable('changes')}) #> '{method,after}')`,
    },
  },
  groupChange: {
    kind: 'groups',
    table: 'memberGroupChanges',
    at: 'movedAt',
    isOfMember: byId,
    columns: {
      recordId: sql`group_id`,
      title: sql`group_name`,
      actor: sql`moved_by`,
      details: sql`jsonb_build_object('from', from_name, 'byRules', by_rules)`,
    },
  },
  change: {
    kind: 'changes',
    table: 'audit',
    at: 'time',
    isOfMember: ({ id }) =>
      sql`target_type = 'members' and target_id = ${id} and event not in ${eventsShownOtherwise}`,
    columns: {
      recordId: sql`id`,
      title: sql`event`,
      status: sql`result`,
      actor: sql`actor`,
      details: selectReadable('changes'),
    },
  },
  comment: {
    kind: 'comments',
    table: 'comments',
    at: 'createdAt',
    isOfMember: ({ id }) => sql`resource = ${members.name} and record_id = ${id}`,
    columns: {
      recordId: sql`id`,
      title: sql`body`,
      actor: sql`created_by`,
      details: sql`jsonb_build_object('authorId', author_id, 'updatedAt', updated_at)`,
    },
  },
}

const columnTypes = {
  recordId: sql`bigint`,
  title: sql`text`,
  status: sql`text`,
  amount: sql`bigint`,
  unit: sql`text`,
  balance: sql`bigint`,
  reason: sql`text`,
  actor: sql`text`,
} as const

/** Builds the columns of a source's entries, the same in every source. */
export const buildEntryColumns = (
  source: TimelineSource,
  { at, columns }: SourceDefinition,
): RawBuilder<unknown> =>
  sql.join([
    sql`${sql.lit(source)} as source`,
    sql`id::bigint as id`,
    sql`${sql.ref(at)} as at`,
    ...Object.entries(columnTypes).map(
      ([name, type]) =>
        sql`(${columns[name as keyof typeof columnTypes] ?? sql`null`})::${type} as ${sql.ref(name)}`,
    ),
    sql`${columns.details ?? sql`'{}'::jsonb`} as details`,
  ])
