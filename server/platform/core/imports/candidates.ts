import { sql } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { ReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { isEmail, normalizeAccountEmail, normalizeEmail } from '#shared/engine/emailAddress.ts'
import { toComparableText } from '#shared/engine/normalizeText.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { messages } from '#shared/messages.ts'
import { normalizeHeading } from '#shared/engine/imports/importFields.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { describeInvalidEmail } from './quoteCells.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import type { StoreIds } from '../auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Finds the records that a text may mean, by label, unique code, or address. */
export type FindCandidates = (text: string, storeId: unknown) => number[]

/**
 * Returns the fields that may identify a record: its label, and text fields that are unique, at
 * least within its store.
 */
function getNameFields({
  name,
  relations: { label, scope },
}: Pick<ReferenceTarget, 'name' | 'relations'>): string[] {
  const { fields = {}, api } = getResource(name) ?? {}
  const own = (api?.unique ?? [])
    .map((names) => names.filter((one) => one !== scope))
    .flatMap(([one = '', another]) =>
      another === undefined && fields[one]?.kind === 'text' ? [one] : [],
    )
  return [...new Set([label, ...own])]
}

/** Quotes a text that can only be a misspelled email address; null if it may be a name. */
export function describeMisspelledEmail(
  field: Field,
  text: string,
  heading: string | undefined,
): string | null {
  const target = getReferenceTarget(field)
  const fields = target && getResource(target.name)?.fields
  const emails =
    target && fields ? getNameFields(target).filter((name) => fields[name]?.pattern?.email) : []
  const isHead = (name: string) =>
    normalizeHeading(heading ?? '').endsWith(normalizeHeading(fields?.[name]?.label ?? name))
  const [email] = emails.filter((name) => text.includes('@') || isHead(name))
  return email === undefined ? null : describeInvalidEmail(text)
}

/**
 * Returns the possible results of the database's `lower`, which knows only A to Z, for spellings
 * that differ in case.
 */
const getLowerCaseForms = (text: string): string[] => {
  const lowercaseAscii = (one: string) => one.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const email = isEmail(normalizeEmail(text)) ? [normalizeAccountEmail(text)] : []
  return [text.toLowerCase(), lowercaseAscii(text), lowercaseAscii(text.toUpperCase()), ...email]
}

/** Looks up all these texts at once among the records that the caller can see. */
export async function loadReferenceCandidates(
  db: Connection,
  target: ReferenceTarget,
  texts: readonly string[],
  storeIds: StoreIds,
): Promise<FindCandidates> {
  const uniqueTexts = [...new Set(texts)]
  if (uniqueTexts.length === 0) return () => []
  const lowerCaseForms = uniqueTexts.flatMap(getLowerCaseForms)
  const { scope } = target.relations
  const store = scope === undefined ? sql`null::integer` : sql.ref(scope)
  const queries = getNameFields(target).map((name) => {
    const column = sql.ref(name)
    // Must match the index that lists sort by.
    return sql`select id, ${column} as text, ${store} as store from ${getVisibleRows(target, storeIds)}
      where lower(${column}) = any(${lowerCaseForms}::text[])`
  })
  const { rows } = await sql<{ id: number; text: string; store: number | null }>`
    ${sql.join(queries, sql` union all `)}`.execute(db)
  const byText = Map.groupBy(rows, ({ text }) => toComparableText(text))
  return (text, storeId) => {
    const matches = byText.get(toComparableText(text)) ?? []
    const exactMatches = matches.filter((one) => one.text === text)
    // Both "xl" and "XL" may exist. An exact match wins.
    const candidates = exactMatches.length > 0 ? exactMatches : matches
    const inStore =
      typeof storeId === 'number'
        ? candidates.filter(
            ({ store: candidateStore }) => candidateStore === null || candidateStore === storeId,
          )
        : candidates
    return [...new Set(inStore.map(({ id }) => id))]
  }
}

export const splitCell = (field: Field, cell: string): string[] => {
  const values = getKind(field).csv?.in(cell, field, {})
  return Array.isArray(values) ? values.map(String) : [cell]
}

/**
 * Returns the matching record. If several match, returns the one that the record already has, or
 * else an error.
 */
export function resolveCell(
  field: Field,
  text: string,
  candidates: readonly number[],
  currentValue: unknown,
): number | { error: string } {
  const [first] = candidates
  if (first !== undefined && candidates.length === 1) return first
  const current = candidates.find((id) =>
    Array.isArray(currentValue) ? currentValue.includes(id) : currentValue === id,
  )
  return current ?? { error: messages.validation.notOne(field.label, text, candidates.length) }
}
