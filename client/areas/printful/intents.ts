import { recordLink } from '#shared/engine/recordLink.ts'
import { optional, reference } from '#shared/engine/fields/fields.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { readRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { undoOf } from '#shared/engine/undo.ts'
import { jobLink, readJob } from '#shared/engine/jobs/jobCalls.ts'
import {
  fetchAccount,
  match,
  readAccount,
  repairWebhooks,
  syncCatalogue,
} from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind, PrintfulStore } from '#shared/areas/printful/printfulCalls.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent, Intents, Work } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { printfulWords as say } from './words.ts'

const inputOf = (theirs: number) => `store-${theirs}`

/** A field for each store of theirs: which of ours it is. */
export const storeFields = (theirs: readonly Pick<PrintfulStore, 'theirs' | 'name'>[]): Fields =>
  Object.fromEntries(
    theirs.map((one) => [
      inputOf(one.theirs),
      optional(reference(say.theirs(one.name, one.theirs), storeReference)),
    ]),
  )

const recordNow = async ({ api, resource, form }: Work) =>
  recordLink(resource, await readRecord(api, resource, target(form).id))

const fetch: Intent = async (work) => {
  await fetchAccount(work.api, target(work.form).id, work.key)
  return { notice: 'refreshed', of: await recordNow(work) }
}

const repair: Intent = async (work) => {
  const reach = String(work.form.get(reachParam) ?? '')
  await repairWebhooks(work.api, { id: target(work.form).id, reach }, work.key)
  return { notice: 'saved', of: await recordNow(work) }
}

/** The map is kept by the codes of our stores. */
const map: Intent = async ({ api, resource, form, key }) => {
  const { id, version } = target(form)
  const { stores: theirs } = await readAccount(api, id)
  const { storeMap } = await readRecord(api, resource, id)
  const chosen = await writtenIn(api, storeFields(theirs), form)
  const lines = await Promise.all(
    theirs.map(async (one) => {
      const ours = chosen[inputOf(one.theirs)]
      if (typeof ours !== 'number') return []
      const known = one.ours?.id === ours ? one.ours.code : null
      return [
        `${one.theirs} = ${known ?? String((await readRecord(api, storeReference, ours))['code'])}`,
      ]
    }),
  )
  const values = { storeMap: lines.flat() }
  const reach = String(form.get(reachParam) ?? '')
  const saved = await updateRecord(api, resource, { id, version }, values, key, reach)
  const undo = undoOf(resource, { storeMap }, saved)
  return { notice: 'saved', of: recordLink(resource, saved), undo }
}

export const accountIntents: Intents = { fetch, repair, map }

const sync: Intent = async ({ api, form, key, url }) => {
  const job = await syncCatalogue(api, target(form).id, key)
  const { pathname, search } = new URL(url)
  return { notice: 'job-started', of: jobLink(await readJob(api, job), pathname + search) }
}

const matching =
  (kind: MatchedKind): Intent =>
  async (work) => {
    const { api, form, key } = work
    const matches = [...form].flatMap(([name, value]) => {
      const [, id] = /^match-(\d+)$/.exec(name) ?? []
      const theirs = String(value).trim()
      return id === undefined || theirs === '' ? [] : [{ id: Number(id), theirs }]
    })
    if (matches.length === 0) throw new Refusal({ [kind]: say.noneGiven })
    await match(api, { id: target(form).id, kind, matches }, key)
    return { notice: 'saved', of: await recordNow(work) }
  }

export const matchIntents: Intents = {
  sync,
  sizes: matching('sizes'),
  colors: matching('colors'),
}
