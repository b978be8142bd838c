import {
  changeState,
  integrationHistory,
  startTest,
} from '#shared/engine/integrations/integrationCalls.ts'
import type { StateChange } from '#shared/engine/integrations/integrationCalls.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { undoCall } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { standingAfter, standingIn } from '#shared/engine/integrations/life.ts'
import { stepsToConfirm } from '#shared/engine/integrations/tests.ts'
import { jobLink, readJob } from '#shared/engine/jobs/jobCalls.ts'
import { recordIntents } from '../list/recordIntents.ts'
import { Refusal } from '../form/answerForm.ts'
import type { Intent, Intents, Work } from '../form/answerForm.ts'
import { target, writtenIn } from '../form/saveChanges.ts'
import { addSetupSteps } from './setupSteps.ts'
import { integrationWords as say } from './words.ts'

/** What the forms of an integration ask for besides saving and deleting; `asks` are the fields of its test. */
export const integrationIntents = (asks: Fields = {}) =>
  ({
    async test({ api, resource, form, key, url }) {
      const input = await writtenIn(api, asks, form)
      const { job } = await startTest(api, resource, { id: target(form).id, input }, key)
      // The page shows its steps; the message leads to it from elsewhere.
      const { pathname } = new URL(url)
      return { notice: 'job-started', of: jobLink(await readJob(api, job), pathname) }
    },
    activate: turn('activate'),
    disable: turn('disable'),
  }) satisfies Intents

const turn =
  (event: StateChange): Intent =>
  async (work) => {
    const { api, resource, form, key } = work
    const despite = form.getAll('despite').map(String)
    const reach = String(form.get(reachParam) ?? '')
    const record = await changeState(
      api,
      resource,
      { id: target(form).id, event, despite, reach },
      key,
    )
    return {
      notice: event === 'activate' ? 'activated' : 'disabled',
      of: recordLink(resource, record),
      undo: event === 'disable' ? await undoDisabling(work, record) : null,
    }
  }

/** Has what was active be so again, despite the same steps; null where it was degraded, or takes a test first. */
async function undoDisabling({ api, resource, key }: Work, record: AnyRecord) {
  if (!standingAfter(standingIn(record), 'activate')) return null
  const history = await integrationHistory(api, resource, record.id).catch(() => null)
  const before = history?.find(({ what }) => ['activated', 'degraded', 'recovered'].includes(what))
  if (!history || before?.what === 'degraded') return null
  const path = `/${resource.name}/${record.id}/state`
  const body = { event: 'activate', despite: stepsToConfirm(history).map(({ name }) => name) }
  const undo: Undo = undoCall(record, { method: 'POST', path, body })
  // A change of the state makes no version: each one is undone by itself.
  return { ...undo, idempotencyKey: `undo-${key}` }
}

/** All that the forms of a set-up page may ask for; `home` is where one that was deleted leads. */
export const setupIntents = (asks?: Fields, more: Intents = {}, home?: string): Intents => ({
  ...addSetupSteps(
    { create: recordIntents.create, edit: recordIntents.edit },
    {
      asks,
      testAt({ url }) {
        const { pathname, search } = new URL(url)
        return `${pathname}${search}#test`
      },
    },
  ),
  async delete(work) {
    const { form } = work
    if (String(form.get('typed') ?? '').trim() !== form.get('called'))
      throw new Refusal({ typed: say.notTyped })
    return { ...(await recordIntents.delete(work)), ...(home ? { to: home } : {}) }
  },
  ...integrationIntents(asks),
  ...more,
})
