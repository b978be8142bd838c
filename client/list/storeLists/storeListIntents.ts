import { redirect } from 'react-router'
import { longText, optional, reference, select, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { limits } from '#shared/limits.ts'
import { planParam } from '#shared/engine/bulk/planParams.ts'
import { toJobLink } from '#shared/engine/jobs/jobCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import {
  planStoreListChange,
  startStoreListChange,
} from '#shared/areas/stores/lists/storeListCalls.ts'
import type { StoreSelection } from '#shared/areas/stores/lists/storeListCalls.ts'
import { storeStatuses } from '#shared/areas/stores/status/storeStates.ts'
import { messages } from '#shared/messages.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { storeListMessages } from './messages.ts'
import { buildStoreListPanelUrl } from '#client/form/storeListUrl.ts'

/** The field for a single store to add. */
export const addStoreFields = {
  storeId: reference(storeListMessages.addField, { name: 'stores', canCreate: false }),
}

const toFilter = (field: Field) => ({ ...optional(field), emptyLabel: messages.list.any })

/** Filters of All Stores, under its own names. */
export const storeFilterFields: Readonly<Record<string, Field>> = {
  organisationId: optional(
    reference(stores.fields.organisationId.label, { name: 'organisations', canCreate: false }),
  ),
  status: toFilter(select(storeListMessages.status, storeStatuses)),
  type: toFilter(stores.fields.type),
  plan: toFilter(stores.fields.plan),
  country: toFilter(stores.fields.country),
  tags: optional(text(storeListMessages.tag, { max: 30 })),
}
const filterOps: Readonly<Record<string, string>> = { tags: 'has' }

export const createStoreCodesField = (isMap: boolean) =>
  longText(isMap ? storeListMessages.addPair : storeListMessages.codes, {
    max: 1_000_000,
    hint: isMap ? storeListMessages.pairsHint : storeListMessages.codesHint,
  })

/**
 * Parses the stores that a form of the panel means: one to remove or add, filters, or pasted rows.
 */
async function parseStoreSelection({ api, form }: IntentContext): Promise<StoreSelection> {
  const by = form.get('by')
  if (by === 'id') return { ids: [Number(form.get('store'))] }
  if (by === 'one') {
    const { storeId } = await parseValidForm(api, addStoreFields, form)
    return { ids: [Number(storeId)] }
  }
  if (by === 'codes') {
    const codes = String(form.get('codes') ?? '')
      .split(/\r?\n|[;,\t]/)
      .slice(0, limits.storeReferences)
    if (codes.every((code) => code.trim() === ''))
      throw new FormError({ codes: storeListMessages.noCodes })
    return { codes }
  }
  const values = await parseValidForm(api, storeFilterFields, form)
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== '')
      params.append(`filter[${name}][${filterOps[name] ?? 'eq'}]`, String(value))
  if (params.size === 0) throw new FormError({ organisationId: storeListMessages.noFilter })
  return { query: params.toString() }
}

async function planStoreChange(context: IntentContext): Promise<never> {
  const { api, resource, form, key, url } = context
  const change = form.get('change') === 'remove' ? 'remove' : 'add'
  const selection = await parseStoreSelection(context)
  const { id } = parseRecordVersion(form)
  const plan = await planStoreListChange(api, { resource, id }, { change, ...selection }, key)
  const { pathname, search } = new URL(url)
  // The plan has its own URL, where its rows can be paged through.
  throw redirect(buildStoreListPanelUrl({ pathname, search }, id, { [planParam]: `${plan.id}` }))
}

async function startStoreChange({ api, resource, form, key, url }: IntentContext) {
  const { id } = parseRecordVersion(form)
  const job = await startStoreListChange(api, { resource, id }, Number(form.get('plan')), key)
  const { pathname, search } = new URL(url)
  const to = buildStoreListPanelUrl({ pathname, search }, id)
  return { notice: 'job-started', of: toJobLink(job, to), to } as const
}

async function clearStoreList({ api, resource, form, key, url }: IntentContext) {
  const { id } = parseRecordVersion(form)
  const list = findStoreList(resource)
  if (!list) throw new FormError({ selection: storeListMessages.nothing })
  const { version } = await loadRecord(api, resource, id)
  const impact = String(form.get(impactParam) ?? '')
  const record = await updateRecord(
    api,
    resource,
    { id, version },
    { [list.field]: [] },
    key,
    impact,
  )
  const { pathname, search } = new URL(url)
  return {
    notice: 'saved',
    of: toRecordLink(resource, record),
    to: buildStoreListPanelUrl({ pathname, search }, id),
  } as const
}

export const storeListIntents: Intents = {
  planStores: planStoreChange,
  startStores: startStoreChange,
  useForAllStores: clearStoreList,
}
