import type { LoaderFunctionArgs } from 'react-router'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { loadDifferenceCounts } from '#shared/areas/stores/blueprints/differencesCall.ts'
import type { DifferenceCount } from '#shared/areas/stores/blueprints/differencesCall.ts'
import { loadStoreIntegrations } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { resolveReferences } from '#shared/engine/fields/references.ts'
import { isReferenceValue, parseReferenceValue } from '#shared/engine/list/referenceValues.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { throwAsPageFailure } from '#client/runtime/failures.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { compareMessages } from './messages.ts'

/** The two stores, as fields of the form that chooses them. */
export const chooserFields = {
  store: reference(compareMessages.store, { name: 'stores', canCreate: false }),
  with: reference(compareMessages.other, { name: 'stores', canCreate: false }),
}
export type ChooserField = keyof typeof chooserFields

export type StoreChoice = {
  value: ReferenceValue | string | null
  error?: string | undefined
  choices?: Option[] | undefined
}

export type ComparisonData = {
  selection: Record<ChooserField, StoreChoice>
  store: AnyRecord | null
  /** The other side: a store, or the blueprint. */
  other: AnyRecord | null
  blueprint: AnyRecord | null
  /** Where each integration of the store is set up, by kind. */
  setupUrls: Record<string, string>
  /** Only for a blueprint without a store: how many stores differ in what. */
  counts: DifferenceCount[] | null
  all: boolean
  writeKey: string
  recordName: string
}

/** Loads both sides of a comparison, or a blueprint with the counts of its stores. */
export async function loadComparison({
  request,
  context,
}: LoaderFunctionArgs): Promise<ComparisonData> {
  const api = context.get(apiContext)
  const { signal } = request
  const params = new URL(request.url).searchParams
  try {
    const selection = await resolveStoreChoices(api, params, signal)
    const [store, other] = await Promise.all([
      loadSelectedStore(api, selection.store, signal),
      loadSelectedStore(api, selection.with, signal),
    ])
    const blueprintId = Number(params.get('blueprint') ?? store?.['blueprintId'] ?? 0)
    const blueprint =
      other || !blueprintId ? null : await loadRecord(api, blueprints, blueprintId, signal)
    const [integrations, counts] = await Promise.all([
      store ? loadStoreIntegrations(api, store.id, signal) : [],
      blueprint && !store ? loadDifferenceCounts(api, blueprint.id, signal) : null,
    ])
    return {
      selection: {
        store: withLabel(selection.store, store),
        with: withLabel(selection.with, other),
      },
      store,
      other,
      blueprint,
      setupUrls: Object.fromEntries(
        integrations.flatMap(({ kind, to }) => (to ? [[kind, to]] : [])),
      ),
      counts,
      all: params.has('all'),
      writeKey: createIdempotencyKey(),
      recordName: getComparisonTitle(store, other, blueprint),
    }
  } catch (error) {
    return throwAsPageFailure(error, compareMessages.what)
  }
}

function getComparisonTitle(
  store: AnyRecord | null,
  other: AnyRecord | null,
  blueprint: AnyRecord | null,
): string {
  const right = (other && getLabel(stores, other)) ?? (blueprint && getLabel(blueprints, blueprint))
  if (store && right !== null) return compareMessages.title(getLabel(stores, store), right)
  return blueprint ? compareMessages.bringTitle(getLabel(blueprints, blueprint)) : ''
}

/** Resolves the selected stores, or names that were typed without JavaScript. */
async function resolveStoreChoices(
  api: Api,
  params: URLSearchParams,
  signal: AbortSignal,
): Promise<Record<ChooserField, StoreChoice>> {
  const parse = (name: ChooserField) =>
    parseReferenceValue(name, (input) => params.get(input) ?? undefined) ?? null
  const typed = { store: parse('store'), with: parse('with') }
  const { values, errors, choices } = await resolveReferences(api, chooserFields, typed, signal)
  const toChoice = (name: ChooserField): StoreChoice => ({
    value: isReferenceValue(values[name]) ? values[name] : typed[name],
    error: errors[name],
    choices: choices[name],
  })
  return { store: toChoice('store'), with: toChoice('with') }
}

const loadSelectedStore = (api: Api, { value }: StoreChoice, signal: AbortSignal) =>
  isReferenceValue(value) ? loadRecord(api, stores, value.id, signal) : null

/** The URL has only the ID. */
const withLabel = (selection: StoreChoice, record: AnyRecord | null): StoreChoice =>
  record ? { ...selection, value: { id: record.id, label: getLabel(stores, record) } } : selection
