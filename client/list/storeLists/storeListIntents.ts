import { redirect } from 'react-router'
import { longText, optional, reference, select, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { readRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { limits } from '#shared/limits.ts'
import { planParam } from '#shared/engine/bulk/planParams.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { findStoreList } from '#shared/areas/stores/lists/storeList.ts'
import { planStores, startStores } from '#shared/areas/stores/lists/storeListCalls.ts'
import type { StoreSelection } from '#shared/areas/stores/lists/storeListCalls.ts'
import { storeStatuses } from '#shared/areas/stores/status/storeStates.ts'
import { organisationReference, storeReference } from '#shared/areas/stores/storeReference.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents, Work } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { storeListMessages as say } from './messages.ts'
import { buildStoreListUrl } from './storeListAddress.ts'

/** The field of a single store to add. */
export const addFields = { storeId: reference(say.addField, { ...storeReference, writes: [] }) }

/** Filters of All Stores, by its own names. */
export const filterFields: Readonly<Record<string, Field>> = {
  organisationId: optional(
    reference(stores.fields.organisationId.label, { ...organisationReference, writes: [] }),
  ),
  status: optional(select(say.status, storeStatuses)),
  type: optional(stores.fields.type),
  plan: optional(stores.fields.plan),
  country: optional(stores.fields.country),
  tags: optional(text(say.tag, { max: 30 })),
}
const filterOps: Readonly<Record<string, string>> = { tags: 'has' }

export const codesField = (isMap: boolean) =>
  longText(isMap ? say.addPair : say.codes, {
    max: 1_000_000,
    hint: isMap ? say.pairsHint : say.codesHint,
  })

/** What a form of the panel means by stores: one to remove or add, filters, or pasted rows. */
async function readSelection({ api, form }: Work): Promise<StoreSelection> {
  const by = form.get('by')
  if (by === 'id') return { ids: [Number(form.get('store'))] }
  if (by === 'one') {
    const { storeId } = await writtenIn(api, addFields, form)
    return { ids: [Number(storeId)] }
  }
  if (by === 'codes') {
    const codes = String(form.get('codes') ?? '')
      .split(/\r?\n|[;,\t]/)
      .slice(0, limits.storeReferences)
    if (codes.every((code) => code.trim() === '')) throw new Refusal({ codes: say.noCodes })
    return { codes }
  }
  const values = await writtenIn(api, filterFields, form)
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== '')
      params.append(`filter[${name}][${filterOps[name] ?? 'eq'}]`, String(value))
  if (params.size === 0) throw new Refusal({ organisationId: say.noFilter })
  return { query: params.toString() }
}

async function plan(work: Work): Promise<never> {
  const { api, resource, form, key, url } = work
  const change = form.get('change') === 'remove' ? 'remove' : 'add'
  const selection = await readSelection(work)
  const { id } = target(form)
  const made = await planStores(api, { resource, id }, { change, ...selection }, key)
  const { pathname, search } = new URL(url)
  // The plan has an address of its own, where its rows can be paged through.
  throw redirect(buildStoreListUrl({ pathname, search }, id, { [planParam]: `${made.id}` }))
}

async function start({ api, resource, form, key, url }: Work) {
  const { id } = target(form)
  const job = await startStores(api, { resource, id }, Number(form.get('plan')), key)
  const { pathname, search } = new URL(url)
  const to = buildStoreListUrl({ pathname, search }, id)
  return { notice: 'job-started', of: jobLink(job, to), to } as const
}

async function makeForAll({ api, resource, form, key, url }: Work) {
  const { id } = target(form)
  const list = findStoreList(resource)
  if (!list) throw new Refusal({ selection: say.nothing })
  const { version } = await readRecord(api, resource, id)
  const reach = String(form.get(reachParam) ?? '')
  const saved = await updateRecord(api, resource, { id, version }, { [list.field]: [] }, key, reach)
  const { pathname, search } = new URL(url)
  return {
    notice: 'saved',
    of: recordLink(resource, saved),
    to: buildStoreListUrl({ pathname, search }, id),
  } as const
}

export const storeListIntents: Intents = {
  planStores: plan,
  startStores: start,
  useForAllStores: makeForAll,
}
