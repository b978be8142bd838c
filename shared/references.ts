import type { Api } from './api.ts'
import { text } from './fields.ts'
import type { Field, Referred } from './fields.ts'
import type { Filter } from './listQuery.ts'
import { messages } from './messages.ts'
import { listRecords } from './recordCalls.ts'
import type { RecordPage } from './recordCalls.ts'
import { labelOf } from './resource.ts'
import type { AnyRecord, Fields } from './resource.ts'
import type { FieldErrors } from './validation.ts'

const longestLabel = 200

/** The fields as a form holds them: a reference is the label of the other record, as text. */
export const formFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.kind === 'reference' ? asText(field) : field,
    ]),
  )

const asText = ({ label, required, hint }: Field): Field => ({
  ...text(label, { max: longestLabel, ...(hint ? { hint } : {}) }),
  required,
})

/** A record's values of these fields as a form shows them. */
export const formValuesOf = (fields: Fields, record: AnyRecord): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (field.kind === 'reference' ? record.labels?.[name] : inOrder(field, record[name])) ?? null,
    ]),
  )

/** Several of a fixed set stand in the order of the set, as their boxes send them: another order is no change. */
function inOrder({ kind, options }: Field, value: unknown): unknown {
  if (kind !== 'list' || !options || !Array.isArray(value)) return value
  const rank = (entry: unknown) => options.findIndex((option) => option.value === entry)
  return value.toSorted((one, other) => rank(one) - rank(other))
}

/** A form's values as the API takes them: labels become ids. A label that no record has is an error at its field. */
export async function resolveReferences(
  api: Api,
  fields: Fields,
  values: Record<string, unknown>,
): Promise<{ values: Record<string, unknown>; errors: FieldErrors }> {
  const errors: FieldErrors = {}
  const resolved = await Promise.all(
    Object.entries(values).map(async ([name, value]) => {
      const field = fields[name]
      const other = field?.to
      if (!other || typeof value !== 'string') return [name, value] as const
      const id = await idOf(api, other, value)
      if (id === null) errors[name] = messages.validation.noSuch(field?.label ?? name, value)
      return [name, id] as const
    }),
  )
  return { values: Object.fromEntries(resolved), errors }
}

async function idOf(api: Api, other: Referred, label: string): Promise<number | null> {
  // By the whole label: of those that merely hold it there may be more than a page.
  const { records } = await labelledPage(api, other, [
    { field: other.label, op: 'eq', value: label },
  ])
  const same = records.find((record) => labelOf(other, record) === label)
  return same?.id ?? null
}

/** The first records whose label holds this text: what a form offers while one is typed. */
export const recordsLike = async (
  api: Api,
  other: Referred,
  typed: string,
  signal?: AbortSignal,
): Promise<AnyRecord[]> => (await recordsPage(api, other, typed, signal)).records

/** The same with how many there are: the first hundred in the order of their labels. */
export const recordsPage = (
  api: Api,
  other: Referred,
  typed: string,
  signal?: AbortSignal,
): Promise<RecordPage> => {
  const held: Filter = { field: other.label, op: 'contains', value: typed }
  return labelledPage(api, other, typed ? [held] : [], signal)
}

const labelledPage = (api: Api, other: Referred, filters: Filter[], signal?: AbortSignal) =>
  listRecords(
    api,
    other,
    {
      search: '',
      filters,
      sort: { field: other.label, descending: false },
      limit: 100,
      after: null,
    },
    signal,
  )
