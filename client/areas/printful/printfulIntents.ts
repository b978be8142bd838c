import { toRecordLink } from '#shared/engine/recordLink.ts'
import { optional, reference } from '#shared/engine/fields/fields.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { createUpdateUndo } from '#shared/engine/undo.ts'
import {
  refreshPrintfulAccount,
  savePrintfulMatches,
  loadPrintfulAccount,
  fixPrintfulWebhooks,
  syncPrintfulCatalog,
} from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind, PrintfulStore } from '#shared/areas/printful/printfulCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { loadJob, toJobLink } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent, Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { printfulMessages } from './messages.ts'

const getStoreInputName = (printfulStoreId: number) => `store-${printfulStoreId}`

/** Creates a field per Printful store, which selects our store. */
export const createStoreMapFields = (
  printfulStores: readonly Pick<PrintfulStore, 'theirs' | 'name'>[],
): Fields =>
  Object.fromEntries(
    printfulStores.map((one) => [
      getStoreInputName(one.theirs),
      optional(reference(printfulMessages.theirs(one.name, one.theirs), 'stores')),
    ]),
  )

const loadRecordLink = async ({ api, resource, form }: IntentContext) =>
  toRecordLink(resource, await loadRecord(api, resource, parseRecordVersion(form).id))

const refreshAccount: Intent = async (context) => {
  await refreshPrintfulAccount(context.api, parseRecordVersion(context.form).id, context.key)
  return { notice: 'refreshed', of: await loadRecordLink(context) }
}

const repairWebhooksIntent: Intent = async (context) => {
  const impact = String(context.form.get(impactParam) ?? '')
  await fixPrintfulWebhooks(
    context.api,
    { id: parseRecordVersion(context.form).id, reach: impact },
    context.key,
  )
  return { notice: 'saved', of: await loadRecordLink(context) }
}

/** Saves the store map, which refers to our stores by code. */
const saveStoreMap: Intent = async ({ api, resource, form, key }) => {
  const { id, version } = parseRecordVersion(form)
  const { stores: printfulStores } = await loadPrintfulAccount(api, id)
  const { storeMap } = await loadRecord(api, resource, id)
  const selectedStores = await parseValidForm(api, createStoreMapFields(printfulStores), form)
  const lines = await Promise.all(
    printfulStores.map(async (one) => {
      const storeId = selectedStores[getStoreInputName(one.theirs)]
      if (typeof storeId !== 'number') return []
      const knownCode = one.ours?.id === storeId ? one.ours.code : null
      return [
        `${one.theirs} = ${knownCode ?? String((await loadRecord(api, stores, storeId))['code'])}`,
      ]
    }),
  )
  const values = { storeMap: lines.flat() }
  const impact = String(form.get(impactParam) ?? '')
  const saved = await updateRecord(api, resource, { id, version }, values, key, impact)
  const undo = createUpdateUndo(resource, { storeMap }, saved)
  return { notice: 'saved', of: toRecordLink(resource, saved), undo }
}

export const accountIntents: Intents = {
  fetch: refreshAccount,
  repair: repairWebhooksIntent,
  map: saveStoreMap,
}

const syncCatalogIntent: Intent = async ({ api, form, key, url }) => {
  const job = await syncPrintfulCatalog(api, parseRecordVersion(form).id, key)
  const { pathname, search } = new URL(url)
  return { notice: 'job-started', of: toJobLink(await loadJob(api, job), pathname + search) }
}

const createMatchIntent =
  (kind: MatchedKind): Intent =>
  async (context) => {
    const { api, form, key } = context
    const matches = [...form].flatMap(([name, value]) => {
      const [, id] = /^match-(\d+)$/.exec(name) ?? []
      const printfulName = String(value).trim()
      return id === undefined || printfulName === ''
        ? []
        : [{ id: Number(id), theirs: printfulName }]
    })
    if (matches.length === 0) throw new FormError({ [kind]: printfulMessages.noneGiven })
    await savePrintfulMatches(api, { id: parseRecordVersion(form).id, kind, matches }, key)
    return { notice: 'saved', of: await loadRecordLink(context) }
  }

export const matchIntents: Intents = {
  sync: syncCatalogIntent,
  sizes: createMatchIntent('sizes'),
  colors: createMatchIntent('colors'),
}
