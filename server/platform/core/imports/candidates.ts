import { sql } from 'kysely'
import type { Field, ReferenceTarget } from '#shared/engine/fields/fields.ts'
import { isEmail, normalizeAccountEmail, normalizeEmail } from '#shared/engine/emailAddress.ts'
import { toComparableText } from '#shared/engine/normalizeText.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { messages } from '#shared/messages.ts'
import { normalizeHeading } from '#shared/engine/imports/importFields.ts'
import { getResource } from '#shared/areas/index.ts'
import { quoteEmail } from './quoteCells.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import type { StoreIds } from '../records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Which records a text may mean: those that are called so, or have it as a code or an address of their own. */
export type FindCandidates = (text: string, storeId: unknown) => number[]

/** The fields whose text may stand for a record: what it is called, and what tells it from all others, or in its store. */
function getNameFields({ name, label, scope }: ReferenceTarget): string[] {
  const { fields = {}, unique = [] } = getResource(name) ?? {}
  const own = unique
    .map((names) => names.filter((one) => one !== scope))
    .flatMap(([one = '', another]) =>
      another === undefined && fields[one]?.kind === 'text' ? [one] : [],
    )
  return [...new Set([label, ...own])]
}

/** Quotes a text that can only be meant as an email address and isn't one; null if it may be a name. */
export function quoteMisspelledEmail(
  { target: to }: Field,
  text: string,
  head: string | undefined,
): string | null {
  const fields = to && getResource(to.name)?.fields
  const emails =
    to && fields ? getNameFields(to).filter((name) => fields[name]?.pattern?.email) : []
  const isHead = (name: string) =>
    normalizeHeading(head ?? '').endsWith(normalizeHeading(fields?.[name]?.label ?? name))
  const [email] = emails.filter((name) => text.includes('@') || isHead(name))
  return email === undefined ? null : quoteEmail(text)
}

/** What `lower` of the database, which knows A to Z only, makes of texts that differ from this one in case. */
const getLowerCaseForms = (text: string): string[] => {
  const lowerAscii = (one: string) => one.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const email = isEmail(normalizeEmail(text)) ? [normalizeAccountEmail(text)] : []
  return [text.toLowerCase(), lowerAscii(text), lowerAscii(text.toUpperCase()), ...email]
}

/** Looks all of these texts up at once, as far as who asks sees what they mean. */
export async function loadCandidates(
  db: Connection,
  to: ReferenceTarget,
  texts: readonly string[],
  storeIds: StoreIds,
): Promise<FindCandidates> {
  const each = [...new Set(texts)]
  if (each.length === 0) return () => []
  const small = each.flatMap(getLowerCaseForms)
  const store = to.scope === undefined ? sql`null::integer` : sql.ref(to.scope)
  const ways = getNameFields(to).map((name) => {
    const column = sql.ref(name)
    // Written as the index that lists sort by.
    return sql`select id, ${column} as text, ${store} as store from ${getVisibleRows(to, storeIds)}
      where lower(${column}) = any(${small}::text[])`
  })
  const { rows } = await sql<{ id: number; text: string; store: number | null }>`
    ${sql.join(ways, sql` union all `)}`.execute(db)
  const byText = Map.groupBy(rows, ({ text }) => toComparableText(text))
  return (text, storeId) => {
    const alike = byText.get(toComparableText(text)) ?? []
    const exact = alike.filter((one) => one.text === text)
    // "xl" and "XL" may both be there; what is written exactly so is meant.
    const found = exact.length > 0 ? exact : alike
    const here =
      typeof storeId === 'number'
        ? found.filter(({ store: of }) => of === null || of === storeId)
        : found
    return [...new Set(here.map(({ id }) => id))]
  }
}

export const splitCell = (field: Field, cell: string): string[] => {
  const read = getKind(field).csv?.in(cell, field, {})
  return Array.isArray(read) ? read.map(String) : [cell]
}

/** The one record that is meant; of several that are called so the one that the record has already. Else why none is. */
export function resolveCell(
  field: Field,
  text: string,
  found: readonly number[],
  had: unknown,
): number | { error: string } {
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const known = found.find((id) => (Array.isArray(had) ? had.includes(id) : had === id))
  return known ?? { error: messages.validation.notOne(field.label, text, found.length) }
}
