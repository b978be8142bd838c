import { normalizeLine } from '../normalizeText.ts'
import type { Api } from '../api.ts'
import { isUpload, list, text } from './fields.ts'
import type { Field } from './fields.ts'
import type { Autofill } from './field.ts'
import type { Option } from './fieldParts.ts'
import { formatValue } from './formValues.ts'
import { getKind } from './kinds.ts'
import { getReferenceTarget } from './referenceTarget.ts'
import type { ReferenceTarget } from './referenceTarget.ts'
import { isReferenceValue } from '../list/referenceValues.ts'
import type { ReferenceValue } from '../list/referenceValues.ts'
import type { ListQuery } from '../list/listQuery.ts'
import { messages } from '#shared/messages.ts'
import { listRecords } from '../recordCalls.ts'
import { getLabel } from '../resource.ts'
import type { AnyRecord, Fields } from '../resource.ts'
import { validateFields } from './validation.ts'
import type { ValidationErrors } from './validation.ts'

const maxLabelLength = 200

type ReferenceFormValues = Record<string, unknown>

export type ReferenceChoices = Record<string, Option[]>

/**
 * Returns the first rule that each value of a form breaks. Only the platform knows whether a typed
 * text names a record.
 */
export const validateForm = (
  fields: Fields,
  values: ReferenceFormValues,
  only?: 'all' | 'present',
): ValidationErrors =>
  validateFields(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toTextField(field)])),
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        fields[name] && isUpload(fields[name]) ? toReferenceId(value) : toLabels(value),
      ]),
    ),
    only,
  )

const toTextField = (field: Field): Field =>
  field.target
    ? {
        ...(Array.isArray(getKind(field).emptyValue) ? list : text)(field.label, {
          max: maxLabelLength,
        }),
        required: field.required,
        ...(field.maxEntries !== undefined && { maxEntries: field.maxEntries }),
        ...(field.requiredWhile && { requiredWhile: field.requiredWhile }),
        ...(field.missingMessage && { missingMessage: field.missingMessage }),
      }
    : field

const toLabels = (value: unknown): unknown => {
  if (Array.isArray(value))
    // Two records with the same label aren't the same entry twice; the platform compares their IDs.
    return value.every((one) => typeof one === 'string') ? value : value.map(toLabelKey)
  return isReferenceValue(value) ? value.label : value
}

const toLabelKey = (entry: unknown) =>
  isReferenceValue(entry) ? `${entry.id} ${entry.label}` : entry

export const toFormValues = (fields: Fields, record: AnyRecord): ReferenceFormValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toFormValue(field, record, name) ?? null]),
  )

function toFormValue(field: Field, record: AnyRecord, name: string): unknown {
  const value = record[name]
  const toReference = (id: unknown, label: string) =>
    typeof id === 'number' ? { id, label: record.labels?.[label] ?? String(id) } : null
  if (!field.target && !isUpload(field)) return sortByOptions(field, value)
  return Array.isArray(value)
    ? value.map((id) => toReference(id, `${name}.${id}`))
    : toReference(value, name)
}

/**
 * Sorts several of a fixed set in the order of the set, as their checkboxes send them, so that
 * another order isn't a change.
 */
function sortByOptions({ options }: Field, value: unknown): unknown {
  if (!options || !Array.isArray(value)) return value
  const getRank = (entry: unknown) => options.findIndex((option) => option.value === entry)
  return value.toSorted((one, other) => getRank(one) - getRank(other))
}

/**
 * Resolves the references that were typed. A text must be the label of exactly one record: none or
 * several are an error, and the first is never taken.
 */
export async function resolveReferences(
  api: Api,
  fields: Fields,
  values: ReferenceFormValues,
  signal?: AbortSignal,
): Promise<{ values: ReferenceFormValues; errors: ValidationErrors; choices: ReferenceChoices }> {
  const errors: ValidationErrors = {}
  const choices: ReferenceChoices = {}
  async function resolveValue(
    name: string,
    typed: unknown,
    siblings: ReferenceFormValues,
  ): Promise<unknown> {
    const field = fields[name] && limitReferenceToStore(fields[name], siblings)
    if (Array.isArray(typed) && field?.target)
      return Promise.all(typed.map((entry: unknown) => resolveValue(name, entry, siblings)))
    if (!field?.target || typeof typed !== 'string') return typed
    const target = getReferenceTarget(field)
    const options = target ? await findOptionsByLabel(api, target, typed, signal) : []
    const [option] = options
    if (option && options.length === 1) return toReferenceValue(option)
    errors[name] = messages.validation.notOne(field.label, typed, options.length)
    if (option) choices[name] = options
    return typed
  }
  const resolveAll = async (
    formValues: ReferenceFormValues,
    siblings: ReferenceFormValues,
  ): Promise<ReferenceFormValues> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(formValues).map(
          async ([name, value]) => [name, await resolveValue(name, value, siblings)] as const,
        ),
      ),
    )
  const isInStore = ([name]: [string, unknown]) => fields[name]?.storeField !== undefined
  const entries = Object.entries(values)
  // Stores are resolved first, because other references are searched in them.
  const outer = await resolveAll(
    Object.fromEntries(entries.filter((one) => !isInStore(one))),
    values,
  )
  const inner = await resolveAll(Object.fromEntries(entries.filter(isInStore)), {
    ...values,
    ...outer,
  })
  return { values: { ...values, ...outer, ...inner }, errors, choices }
}

/** Limits a reference to the store that is selected next to it. */
export function limitReferenceToStore(field: Field, siblings: ReferenceFormValues): Field {
  const { target, storeField } = field
  const store = storeField === undefined ? null : siblings[storeField]
  const { relations, disambiguatingFields = {} } = getReferenceTarget(field) ?? {}
  const scope = relations?.scope
  if (!target || !scope || !isReferenceValue(store)) return field
  return {
    ...field,
    target: {
      ...target,
      disambiguatingFields: Object.keys(disambiguatingFields).filter((name) => name !== scope),
      parentFilter: { field: scope, id: store.id },
    },
  }
}

export const toReferenceValue = ({ value, label }: Option): ReferenceValue => ({
  id: Number(value),
  label,
})

/** Replaces selected records with their IDs, as the API takes them. */
export const toReferenceIds = (values: ReferenceFormValues): ReferenceFormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(toReferenceId) : toReferenceId(value),
    ]),
  )

const toReferenceId = (value: unknown): unknown => (isReferenceValue(value) ? value.id : value)

/** Finds the records with this label, else those that differ only in case and accents. */
export async function findOptionsByLabel(
  api: Api,
  target: ReferenceTarget,
  label: string,
  signal?: AbortSignal,
): Promise<Option[]> {
  // Compares the whole label, because the records that only contain it may be more than a page.
  const eq = { field: target.relations.label, op: 'eq', value: label } as const
  const exact = await loadLabelPage(api, target, { filters: [eq] }, signal)
  const matches = exact.records.filter((record) => getLabel(target, record) === label)
  if (matches.length > 0) return toReferenceOptions(target, matches)
  const { records, page } = await loadLabelPage(api, target, { search: label }, signal)
  const similar = records.filter(
    (record) => foldLabel(getLabel(target, record)) === foldLabel(label),
  )
  // Another page may have one more record with this label.
  return page.next === null || similar.length > 1 ? toReferenceOptions(target, similar) : []
}

const foldLabel = (label: string) =>
  normalizeLine(label)
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** Finds the records that a text may mean, with those whose label begins with it first. */
export async function searchOptions(
  api: Api,
  target: ReferenceTarget,
  typed: string,
  signal?: AbortSignal,
): Promise<Option[]> {
  const { records } = await loadLabelPage(api, target, { search: typed }, signal)
  const getPrefixRank = (record: AnyRecord) =>
    Number(foldLabel(getLabel(target, record)).startsWith(foldLabel(typed)))
  return toReferenceOptions(
    target,
    records.toSorted((one, another) => getPrefixRank(another) - getPrefixRank(one)),
  )
}

/**
 * Converts records to options, each with a detail that distinguishes it from equal labels, or its
 * ID if nothing else does.
 */
export function toReferenceOptions(target: ReferenceTarget, records: AnyRecord[]): Option[] {
  const options = records.map((record) => ({
    value: String(record.id),
    label: getLabel(target, record),
    detail: Object.entries(target.disambiguatingFields ?? {})
      .map(([name, field]) => formatValue(field, record[name], record, name))
      .filter(Boolean)
      .join(' · '),
    ...(target.autofill && { autofill: computeAutofill(target.autofill, record) }),
  }))
  return options.map((option) =>
    options.some((one) => one !== option && isIndistinguishable(one, option))
      ? { ...option, detail: [option.detail, `ID ${option.value}`].filter(Boolean).join(' · ') }
      : option,
  )
}

const computeAutofill = (autofill: Autofill, record: AnyRecord) =>
  Object.fromEntries(Object.entries(autofill).map(([name, read]) => [name, read(record)]))

const isIndistinguishable = (one: Option, other: Option) =>
  one.detail === other.detail && foldLabel(one.label) === foldLabel(other.label)

const loadLabelPage = (
  api: Api,
  target: Pick<ReferenceTarget, 'name' | 'list' | 'relations' | 'parentFilter'>,
  query: Partial<Pick<ListQuery, 'search' | 'filters'>>,
  signal?: AbortSignal,
) =>
  listRecords(
    api,
    target,
    {
      search: '',
      filters: [],
      sort: [{ field: target.relations.label, descending: false }],
      limit: 100,
      after: null,
      ...query,
    },
    signal,
  )
