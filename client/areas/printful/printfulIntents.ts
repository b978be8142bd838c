import { toRecordLink } from '#shared/engine/recordLink.ts'
import { optional, reference } from '#shared/engine/fields/fields.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { createUpdateUndo } from '#shared/engine/undo.ts'
import { toJobLink, loadJob } from '#shared/engine/jobs/jobCalls.ts'
import {
  refreshPrintfulAccount,
  saveMatches,
  loadPrintfulAccount,
  fixWebhooks,
  syncPrintfulCatalog,
} from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind, PrintfulStore } from '#shared/areas/printful/printfulCalls.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent, Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseTarget, parseValidForm } from '#client/form/saveChanges.ts'
import { printfulMessages } from './messages.ts'

const getStoreInputName = (theirs: number) => `store-${theirs}`

/** Creates a field per Printful store, which selects our store. */
export const createStoreMapFields = (
  theirs: readonly Pick<PrintfulStore, 'theirs' | 'name'>[],
): Fields =>
  Object.fromEntries(
    theirs.map((one) => [
      getStoreInputName(one.theirs),
      optional(reference(printfulMessages.theirs(one.name, one.theirs), storeReference)),
    ]),
  )

const loadRecordLink = async ({ api, resource, form }: IntentContext) =>
  toRecordLink(resource, await loadRecord(api, resource, parseTarget(form).id))

const refreshAccount: Intent = async (work) => {
  await refreshPrintfulAccount(work.api, parseTarget(work.form).id, work.key)
  return { notice: 'refreshed', of: await loadRecordLink(work) }
}

const repairWebhooksIntent: Intent = async (work) => {
  const reach = String(work.form.get(impactParam) ?? '')
  await fixWebhooks(work.api, { id: parseTarget(work.form).id, reach }, work.key)
  return { notice: 'saved', of: await loadRecordLink(work) }
}

/** Saves the store map, which refers to our stores by code. */
const saveStoreMap: Intent = async ({ api, resource, form, key }) => {
  const { id, version } = parseTarget(form)
  const { stores: theirs } = await loadPrintfulAccount(api, id)
  const { storeMap } = await loadRecord(api, resource, id)
  const chosen = await parseValidForm(api, createStoreMapFields(theirs), form)
  const lines = await Promise.all(
    theirs.map(async (one) => {
      const ours = chosen[getStoreInputName(one.theirs)]
      if (typeof ours !== 'number') return []
      const known = one.ours?.id === ours ? one.ours.code : null
      return [
        `${one.theirs} = ${known ?? String((await loadRecord(api, storeReference, ours))['code'])}`,
      ]
    }),
  )
  const values = { storeMap: lines.flat() }
  const reach = String(form.get(impactParam) ?? '')
  const saved = await updateRecord(api, resource, { id, version }, values, key, reach)
  const undo = createUpdateUndo(resource, { storeMap }, saved)
  return { notice: 'saved', of: toRecordLink(resource, saved), undo }
}

export const accountIntents: Intents = {
  fetch: refreshAccount,
  repair: repairWebhooksIntent,
  map: saveStoreMap,
}

const syncCatalogIntent: Intent = async ({ api, form, key, url }) => {
  const job = await syncPrintfulCatalog(api, parseTarget(form).id, key)
  const { pathname, search } = new URL(url)
  return { notice: 'job-started', of: toJobLink(await loadJob(api, job), pathname + search) }
}

const createMatchIntent =
  (kind: MatchedKind): Intent =>
  async (work) => {
    const { api, form, key } = work
    const matches = [...form].flatMap(([name, value]) => {
      const [, id] = /^match-(\d+)$/.exec(name) ?? []
      const theirs = String(value).trim()
      return id === undefined || theirs === '' ? [] : [{ id: Number(id), theirs }]
    })
    if (matches.length === 0) throw new FormError({ [kind]: printfulMessages.noneGiven })
    await saveMatches(api, { id: parseTarget(form).id, kind, matches }, key)
    return { notice: 'saved', of: await loadRecordLink(work) }
  }

export const matchIntents: Intents = {
  sync: syncCatalogIntent,
  sizes: createMatchIntent('sizes'),
  colors: createMatchIntent('colors'),
}
