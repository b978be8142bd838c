import { normalizeLine } from '../normalizeText.ts'
import type { Api } from '../api.ts'
import { isUpload, list, text } from './fields.ts'
import type { Field, Referred } from './fields.ts'
import type { Fills } from './field.ts'
import type { Option } from './fieldParts.ts'
import { inWords } from './formValues.ts'
import { kindOf } from './kinds.ts'
import { isPicked } from '../list/picked.ts'
import type { Picked } from '../list/picked.ts'
import type { ListQuery } from '../list/listQuery.ts'
import { messages } from '#shared/messages.ts'
import { listRecords } from '../recordCalls.ts'
import { labelOf } from '../resource.ts'
import type { AnyRecord, Fields } from '../resource.ts'
import { errorsIn } from './validation.ts'
import type { FieldErrors } from './validation.ts'

const longestLabel = 200

type Values = Record<string, unknown>

export type Choices = Record<string, Option[]>

/** The first rule that each value of a form breaks. Whether there is a record of the text typed is for the platform to say. */
export const formErrors = (fields: Fields, values: Values, only?: 'all' | 'present'): FieldErrors =>
  errorsIn(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asText(field)])),
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        fields[name] && isUpload(fields[name]) ? idOf(value) : asLabels(value),
      ]),
    ),
    only,
  )

const asText = (field: Field): Field =>
  field.to
    ? {
        ...(Array.isArray(kindOf(field).empty) ? list : text)(field.label, { max: longestLabel }),
        required: field.required,
        ...(field.most !== undefined && { most: field.most }),
        ...(field.requiredWhile && { requiredWhile: field.requiredWhile }),
        ...(field.missing && { missing: field.missing }),
      }
    : field

const asLabels = (value: unknown): unknown => {
  if (Array.isArray(value))
    // Two that are called the same are no entry twice; the platform sees their ids.
    return value.every((one) => typeof one === 'string') ? value : value.map(labelOrId)
  return isPicked(value) ? value.label : value
}

const labelOrId = (entry: unknown) => (isPicked(entry) ? `${entry.id} ${entry.label}` : entry)

export const formValuesOf = (fields: Fields, record: AnyRecord): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, formValue(field, record, name) ?? null]),
  )

function formValue(field: Field, record: AnyRecord, name: string): unknown {
  const value = record[name]
  const picked = (id: unknown, label: string) =>
    typeof id === 'number' ? { id, label: record.labels?.[label] ?? String(id) } : null
  if (!field.to && !isUpload(field)) return inOrder(field, value)
  return Array.isArray(value) ? value.map((id) => picked(id, `${name}.${id}`)) : picked(value, name)
}

/** Several of a fixed set stand in the order of the set, as their boxes send them: another order is no change. */
function inOrder({ options }: Field, value: unknown): unknown {
  if (!options || !Array.isArray(value)) return value
  const rank = (entry: unknown) => options.findIndex((option) => option.value === entry)
  return value.toSorted((one, other) => rank(one) - rank(other))
}

/** A form's values with references picked. Text is the one record of that label: none or several are an error, never the first. */
export async function pickReferences(
  api: Api,
  fields: Fields,
  values: Values,
  signal?: AbortSignal,
): Promise<{ values: Values; errors: FieldErrors; choices: Choices }> {
  const errors: FieldErrors = {}
  const choices: Choices = {}
  async function pick(name: string, typed: unknown, beside: Values): Promise<unknown> {
    const field = fields[name] && withinStore(fields[name], beside)
    if (Array.isArray(typed) && field?.to)
      return Promise.all(typed.map((entry: unknown) => pick(name, entry, beside)))
    if (!field?.to || typeof typed !== 'string') return typed
    const found = await optionsCalled(api, field.to, typed, signal)
    const [only] = found
    if (only && found.length === 1) return pickedOption(only)
    errors[name] = messages.validation.notOne(field.label, typed, found.length)
    if (only) choices[name] = found
    return typed
  }
  const pickAll = async (from: Values, beside: Values): Promise<Values> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(from).map(
          async ([name, value]) => [name, await pick(name, value, beside)] as const,
        ),
      ),
    )
  const isInner = ([name]: [string, unknown]) => fields[name]?.inStoreOf !== undefined
  const all = Object.entries(values)
  // Which store was meant is known before what is looked for in it.
  const outer = await pickAll(Object.fromEntries(all.filter((one) => !isInner(one))), values)
  const inner = await pickAll(Object.fromEntries(all.filter(isInner)), { ...values, ...outer })
  return { values: { ...values, ...outer, ...inner }, errors, choices }
}

/** The field as it is beside these values: what it refers to is found in the store that was picked there. */
export function withinStore(field: Field, beside: Values): Field {
  const { to, inStoreOf } = field
  const store = inStoreOf === undefined ? null : beside[inStoreOf]
  if (!to?.scope || !isPicked(store)) return field
  const { [to.scope]: _store, ...tells } = to.tells ?? {}
  return { ...field, to: { ...to, tells, place: { field: to.scope, id: store.id } } }
}

export const pickedOption = ({ value, label }: Option): Picked => ({ id: Number(value), label })

/** Values as the API takes them: of a picked record its id. */
export const withIds = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(idOf) : idOf(value),
    ]),
  )

const idOf = (value: unknown): unknown => (isPicked(value) ? value.id : value)

/** The records of this label; where none has it, those that differ in case and accents alone. */
export async function optionsCalled(
  api: Api,
  other: Referred,
  label: string,
  signal?: AbortSignal,
): Promise<Option[]> {
  // By the whole label: of those that merely hold it there may be more than a page.
  const eq = { field: other.label, op: 'eq', value: label } as const
  const exact = await labelledPage(api, other, { filters: [eq] }, signal)
  const same = exact.records.filter((record) => labelOf(other, record) === label)
  if (same.length > 0) return optionsOf(other, same)
  const { records, page } = await labelledPage(api, other, { search: label }, signal)
  const alike = records.filter((record) => folded(labelOf(other, record)) === folded(label))
  // Beyond the page there may be another one that is called so.
  return page.next === null || alike.length > 1 ? optionsOf(other, alike) : []
}

const folded = (label: string) =>
  normalizeLine(label)
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** Records that a text may mean, those whose label begins with it first. */
export async function optionsLike(
  api: Api,
  other: Referred,
  typed: string,
  signal?: AbortSignal,
): Promise<Option[]> {
  const { records } = await labelledPage(api, other, { search: typed }, signal)
  const begins = (record: AnyRecord) =>
    Number(folded(labelOf(other, record)).startsWith(folded(typed)))
  return optionsOf(
    other,
    records.toSorted((one, another) => begins(another) - begins(one)),
  )
}

/** Records as choices, each with what tells it from others of its label; where nothing does, its id. */
export function optionsOf(other: Referred, records: AnyRecord[]): Option[] {
  const options = records.map((record) => ({
    value: String(record.id),
    label: labelOf(other, record),
    tells: Object.entries(other.tells ?? {})
      .map(([name, field]) => inWords(field, record[name], record, name))
      .filter(Boolean)
      .join(' · '),
    ...(other.fills && { fills: filledBy(other.fills, record) }),
  }))
  return options.map((option) =>
    options.some((one) => one !== option && looksLike(one, option))
      ? { ...option, tells: [option.tells, `ID ${option.value}`].filter(Boolean).join(' · ') }
      : option,
  )
}

const filledBy = (fills: Fills, record: AnyRecord) =>
  Object.fromEntries(Object.entries(fills).map(([name, read]) => [name, read(record)]))

const looksLike = (one: Option, other: Option) =>
  one.tells === other.tells && folded(one.label) === folded(other.label)

const labelledPage = (
  api: Api,
  other: Pick<Referred, 'name' | 'label' | 'sort' | 'place'>,
  asked: Partial<Pick<ListQuery, 'search' | 'filters'>>,
  signal?: AbortSignal,
) =>
  listRecords(
    api,
    other,
    {
      search: '',
      filters: [],
      sort: { field: other.label, descending: false },
      limit: 100,
      after: null,
      ...asked,
    },
    signal,
  )
