import { sql } from 'kysely'
import type { Sql } from './timelineSources.ts'

/** The member whose personal data is erased, as it was before. */
export type ErasedMember = { id: number; name: string; email: string; storeId: number | null }

/**
 * How a column is erased. `name` and `email` become the placeholder, and `content` becomes null. In
 * the others, only the member's name and email are replaced: in a text, a list of texts, or JSON.
 */
export type Erasure = 'name' | 'email' | 'content' | 'text' | 'texts' | 'json'

export type PersonalTable = {
  table: string
  /** Which rows are about the member. */
  isAbout: (member: ErasedMember) => Sql
  columns: Readonly<Record<string, Erasure>>
}

const byMember = ({ id }: ErasedMember) => sql`member_id = ${id}`
const byRecipient = ({ storeId, email }: ErasedMember) =>
  sql`store_id is not distinct from ${storeId} and lower(recipient) = lower(${email})`

/** Finds the rows that contain the member's email address, also as a part of a URL. */
const byText =
  (...columns: string[]) =>
  ({ email }: ErasedMember) => {
    const texts = columns.map((column) => sql`coalesce(lower(${sql.ref(column)}::text), '')`)
    const whole = sql.join(texts, sql` || ' ' || `)
    return sql`(position(${email.toLowerCase()} in ${whole}) > 0
      or position(${encodeURIComponent(email).toLowerCase()} in ${whole}) > 0)`
  }

const byTextOr =
  (isOfTarget: (member: ErasedMember) => Sql, ...columns: string[]) =>
  (member: ErasedMember) =>
    sql`(${byText(...columns)(member)} or ${isOfTarget(member)})`

/**
 * Every column that can have a member's name or email. The logs and the ledger of credits aren't
 * here, because they never change.
 */
export const personalTables: readonly PersonalTable[] = [
  {
    table: 'members',
    isAbout: ({ id }) => sql`id = ${id}`,
    columns: { name: 'name', email: 'email', suspended_reason: 'text' },
  },
  { table: 'orders', isAbout: byMember, columns: { member: 'name' } },
  {
    table: 'payment_attempts',
    isAbout: byMember,
    columns: { member: 'name', closed_reason: 'text' },
  },
  {
    table: 'payment_refunds',
    isAbout: byMember,
    columns: { reason: 'text', failure: 'text', decision_reason: 'text' },
  },
  {
    table: 'payment_events',
    isAbout: ({ id }) => sql`order_id in (select id from orders where member_id = ${id})`,
    columns: { sentence: 'text', body: 'text' },
  },
  {
    table: 'credit_requests',
    isAbout: byMember,
    columns: { reason: 'text', reference: 'text', decision_reason: 'text' },
  },
  {
    table: 'gift_cards',
    isAbout: byRecipient,
    columns: { recipient: 'email', problem: 'text' },
  },
  {
    table: 'mails',
    isAbout: byRecipient,
    columns: { recipient: 'email', subject: 'text', problem: 'text', content_sealed: 'content' },
  },
  { table: 'member_notes', isAbout: byMember, columns: { body: 'text' } },
  {
    table: 'attention_items',
    isAbout: byText('title', 'detail', 'fix', 'reason'),
    columns: { title: 'text', detail: 'text', fix: 'text', reason: 'text' },
  },
  {
    table: 'idempotency_keys',
    isAbout: byText('answer'),
    columns: { answer: 'json' },
  },
  {
    table: 'imports',
    isAbout: byText('samples'),
    columns: { samples: 'json' },
  },
  {
    table: 'import_lines',
    isAbout: byTextOr(
      ({ id }) => sql`record ->> 'memberId' = ${String(id)} or target_id = ${id}
        and import_id in (select id from imports where resource = 'members')`,
      'cells',
      'key',
      'label',
      'record',
    ),
    columns: { cells: 'texts', key: 'text', label: 'text', record: 'json', reasons: 'texts' },
  },
  {
    table: 'jobs',
    isAbout: byText('title', 'sentence', 'input'),
    columns: { title: 'text', sentence: 'text', input: 'json' },
  },
  {
    table: 'job_rows',
    isAbout: byTextOr(
      ({ id }) => sql`input ->> 'memberId' = ${String(id)} or target_id = ${id}
        and job_id in (select id from jobs where kind like 'members.%')`,
      'label',
      'input',
      'before',
      'sentence',
    ),
    columns: { label: 'text', input: 'json', before: 'json', sentence: 'text' },
  },
  {
    table: 'bulk_plans',
    isAbout: byText('given', 'rows', 'summary'),
    columns: { given: 'json', rows: 'json', summary: 'json' },
  },
  {
    table: 'plan_rows',
    isAbout: byText('label', 'sentence', 'input', 'before', 'becomes', 'warns'),
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
