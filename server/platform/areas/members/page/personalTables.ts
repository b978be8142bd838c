import { sql } from 'kysely'
import { getColumns, getField } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { getResources } from '#shared/engine/resourceRegistry.ts'
import { members } from '#shared/areas/members/members.ts'
import { toContainsPattern } from '#server/platform/core/records/list/searchPatterns.ts'
import type { ErasedMember } from './erasedMember.ts'
import type { Sql } from './timelineSources.ts'

/**
 * How a column is erased. `name` and `email` become the placeholder, and `content` becomes null. In
 * the others, only the member's name and email are replaced: in a text, a list of texts, or JSON.
 */
export type Erasure = 'name' | 'email' | 'content' | 'text' | 'texts' | 'json'

type IsAbout = (member: ErasedMember) => Sql

export type PersonalTable = {
  table: string
  /** Which rows are about the member. */
  isAbout: IsAbout
  columns: Readonly<Record<string, Erasure>>
}

export const isOfMember = ({ id }: ErasedMember): Sql => sql`member_id = ${id}`

/** Written so that an index finds the rows, also those without a store. */
export const isInStore = ({ storeId }: ErasedMember): Sql =>
  storeId === null ? sql`store_id is null` : sql`store_id = ${storeId}`

/** Finds gift cards and emails, which name a member only by an address. */
export const isRecipient = (member: ErasedMember): Sql =>
  sql`${isInStore(member)} and lower(recipient) = any(${[...member.emails]}::text[])`

/** Finds the rows that contain an email address of the member, also as a part of a URL. */
const byText =
  (...columns: string[]) =>
  ({ emails }: ErasedMember) => {
    const texts = columns.map((column) => sql`coalesce(lower(${sql.ref(column)}::text), '')`)
    const spellings = emails.flatMap((email) => [email, encodeURIComponent(email).toLowerCase()])
    const patterns = spellings.map(toContainsPattern)
    return sql`${sql.join(texts, sql` || ' ' || `)} like any (${patterns}::text[])`
  }

/** Whether records of this resource are about members: by a reference, or by a name or address. */
const hasMemberNames = (resource: Resource): boolean =>
  resource.name === members.name ||
  getColumns(resource).some((name) => {
    const field = getField(resource, name)
    return field?.isPersonal === true || field?.target?.name === members.name
  })

/** Finds the rows of plans, jobs, and imports whose resource is about members. */
const isAboutMembers = (resource: Sql): Sql => {
  const names = getResources()
    .filter(hasMemberNames)
    .map(({ name }) => name)
  return sql`${resource} = any(${names}::text[])`
}
const isJobAboutMembers = () => isAboutMembers(sql`split_part(kind, '.', 1)`)

const joinConditions =
  (operator: Sql, conditions: readonly IsAbout[]): IsAbout =>
  (member) =>
    sql`(${sql.join(
      conditions.map((isAbout) => isAbout(member)),
      operator,
    )})`

/** Selects the IDs of the member's failed payments, also of those that retention deleted. */
export const selectAttemptIds = (memberId: number): Sql =>
  sql`select id from payment_attempt_keys
    where order_id in (select id from orders where member_id = ${memberId})`

/** Builds the condition for rows on a member or on the member's orders, payments, or requests. */
const buildSubjectCondition = ({ id }: ErasedMember, resource: Sql, recordId: Sql) => {
  const isOn = (name: string, table: string) =>
    sql`${resource} = ${name} and ${recordId} in (select id from ${sql.table(table)} where member_id = ${id})`
  const isOnAttempt = sql`${resource} = 'paymentAttempts' and ${recordId} in (${selectAttemptIds(id)})`
  return sql`(${resource} = ${members.name} and ${recordId} = ${id}) or (${isOn('orders', 'orders')})
    or (${isOnAttempt})
    or (${isOn('creditRequests', 'credit_requests')})`
}

const isCommentAboutMember = (member: ErasedMember) =>
  buildSubjectCondition(member, sql`resource`, sql`record_id`)

/** Finds the emails to operators that mention them in a comment about the member. */
export const isMentionAboutMember = (member: ErasedMember): Sql =>
  buildSubjectCondition(member, sql`about_resource`, sql`about_id`)

const matchAll = (...conditions: IsAbout[]) => joinConditions(sql` and `, conditions)
const matchAny = (...conditions: IsAbout[]) => joinConditions(sql` or `, conditions)

/**
 * Every column that can have a member's name or email. The logs and the ledger of credits aren't
 * here, because they never change (eraseFromLogs.ts). Lists of plans, jobs, and imports can be long, so
 * only those about members are read.
 */
export const personalTables: readonly PersonalTable[] = [
  {
    table: 'members',
    isAbout: ({ id }) => sql`id = ${id}`,
    columns: { name: 'name', email: 'email', suspended_reason: 'text', status_reason: 'text' },
  },
  { table: 'orders', isAbout: isOfMember, columns: { member: 'name' } },
  {
    table: 'payment_attempts',
    isAbout: isOfMember,
    columns: { member: 'name', closed_reason: 'text' },
  },
  {
    table: 'payment_refunds',
    isAbout: isOfMember,
    columns: {
      reason: 'text',
      failure: 'text',
      decision_reason: 'text',
      recorded_reason: 'text',
    },
  },
  {
    table: 'payment_events',
    isAbout: ({ id }) => sql`order_id in (select id from orders where member_id = ${id})`,
    columns: { sentence: 'text', body: 'text' },
  },
  {
    table: 'credit_requests',
    isAbout: isOfMember,
    columns: { reason: 'text', reference: 'text', decision_reason: 'text' },
  },
  {
    table: 'gift_cards',
    isAbout: isRecipient,
    columns: { recipient: 'email', problem: 'text' },
  },
  {
    table: 'mails',
    isAbout: isRecipient,
    columns: { recipient: 'email', subject: 'text', problem: 'text', content_sealed: 'content' },
  },
  {
    table: 'comments',
    isAbout: matchAny(isCommentAboutMember, byText('body')),
    columns: { body: 'text' },
  },
  {
    table: 'attention_items',
    isAbout: byText('title', 'detail', 'fix', 'reason'),
    columns: { title: 'text', detail: 'text', fix: 'text', reason: 'text' },
  },
  { table: 'alert_history', isAbout: byText('title'), columns: { title: 'text' } },
  {
    table: 'alert_deliveries',
    isAbout: byText('title', 'detail'),
    columns: { title: 'text', detail: 'text' },
  },
  {
    table: 'idempotency_keys',
    isAbout: byText('answer'),
    columns: { answer: 'json' },
  },
  {
    table: 'imports',
    isAbout: matchAll(() => isAboutMembers(sql`resource`), byText('samples')),
    columns: { samples: 'json' },
  },
  {
    table: 'import_lines',
    isAbout: matchAll(
      () => sql`import_id in (select id from imports where ${isAboutMembers(sql`resource`)})`,
      matchAny(
        byText('cells', 'key', 'label', 'record'),
        ({ id }) => sql`record ->> 'memberId' = ${String(id)} or target_id = ${id}
          and import_id in (select id from imports where resource = ${members.name})`,
      ),
    ),
    columns: { cells: 'texts', key: 'text', label: 'text', record: 'json', reasons: 'texts' },
  },
  {
    table: 'jobs',
    isAbout: matchAll(isJobAboutMembers, byText('title', 'sentence', 'input')),
    columns: { title: 'text', sentence: 'text', input: 'json' },
  },
  {
    table: 'job_rows',
    isAbout: matchAll(
      () => sql`job_id in (select id from jobs where ${isJobAboutMembers()})`,
      matchAny(
        byText('label', 'input', 'before', 'sentence'),
        ({ id }) => sql`input ->> 'memberId' = ${String(id)} or target_id = ${id}
          and job_id in (select id from jobs where kind like 'members.%')`,
      ),
    ),
    columns: { label: 'text', input: 'json', before: 'json', sentence: 'text' },
  },
  {
    table: 'bulk_plans',
    isAbout: matchAll(() => isAboutMembers(sql`resource`), byText('given', 'rows', 'summary')),
    columns: { given: 'json', rows: 'json', summary: 'json' },
  },
  {
    table: 'plan_rows',
    isAbout: matchAll(
      () => sql`plan_id in (select id from bulk_plans where ${isAboutMembers(sql`resource`)})`,
      byText('label', 'sentence', 'input', 'before', 'becomes', 'warns'),
    ),
    columns: {
      label: 'text',
      sentence: 'text',
      input: 'json',
      before: 'json',
      becomes: 'json',
      warns: 'texts',
    },
  },
  {
    table: 'views',
    isAbout: byText('name', 'address'),
    columns: { name: 'text', address: 'text' },
  },
  { table: 'preferences', isAbout: byText('value'), columns: { value: 'json' } },
]
