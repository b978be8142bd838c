import {
  updateIntegrationState,
  loadIntegrationHistory,
  startIntegrationTest,
} from '#shared/engine/integrations/integrationCalls.ts'
import type { IntegrationStateChange } from '#shared/engine/integrations/integrationCalls.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { createUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { getNextStatus, toIntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import { findUnknownStepsToConfirm } from '#shared/engine/integrations/tests.ts'
import { toJobLink } from '#shared/engine/jobs/jobCalls.ts'
import { recordIntents } from '../list/recordIntents.ts'
import { FormError } from '../form/handleForm.ts'
import type { Intent, Intents, IntentContext } from '../form/handleForm.ts'
import { scheduleAction } from '../form/scheduleChange.ts'
import { parseRecordVersion, parseValidForm } from '../form/saveChanges.ts'
import { addTestAndActivateSteps } from './setupSteps.ts'
import { setupPageMessages } from './setupPageMessages.ts'

/**
 * Creates an integration's intents other than saving and deleting, given the input fields of its
 * test.
 */
export const createActivationIntents = (testInputs: Fields = {}) =>
  ({
    async test({ api, resource, form, key, url }) {
      const input = await parseValidForm(api, testInputs, form)
      const { id } = parseRecordVersion(form)
      const { job } = await startIntegrationTest(api, resource, { id, input }, key)
      const name = getLabel(resource, await loadRecord(api, resource, id))
      // The integration's page shows the steps; on other pages the message links to it.
      const { pathname } = new URL(url)
      return { notice: 'test-started', of: toJobLink({ id: job, title: name }, pathname) }
    },
    activate: createStateIntent('activate'),
    disable: createStateIntent('disable'),
    async schedule(context) {
      const { resource, form } = context
      const event = form.get('event') === 'disable' ? 'disable' : 'activate'
      const { id } = parseRecordVersion(form)
      return scheduleAction(context, { resource: resource.name, action: event, ids: [id] })
    },
  }) satisfies Intents

const createStateIntent =
  (event: IntegrationStateChange): Intent =>
  async (context) => {
    const { api, resource, form, key } = context
    const despite = form.getAll('despite').map(String)
    const impact = String(form.get(impactParam) ?? '')
    const record = await updateIntegrationState(
      api,
      resource,
      { id: parseRecordVersion(form).id, event, despite, reach: impact },
      key,
    )
    return {
      notice: event === 'activate' ? 'activated' : 'disabled',
      of: toRecordLink(resource, record),
      undo: event === 'disable' ? await buildDisableUndo(context, record) : null,
    }
  }

/**
 * Builds the undo that activates the integration again despite the same steps. Null if it was
 * degraded or must pass a test first.
 */
async function buildDisableUndo({ api, resource, key }: IntentContext, record: AnyRecord) {
  if (!getNextStatus(toIntegrationHealth(record), 'activate')) return null
  const history = await loadIntegrationHistory(api, resource, record.id).catch(() => null)
  const lastStateChange = history?.find(({ what }) =>
    ['activated', 'degraded', 'recovered'].includes(what),
  )
  if (!history || lastStateChange?.what === 'degraded') return null
  const path = `/${resource.name}/${record.id}/state`
  const body = {
    event: 'activate',
    despite: findUnknownStepsToConfirm(history).map(({ name }) => name),
  }
  const undo: Undo = createUndo(record, { method: 'POST', path, body })
  // Changing the state creates no version, so each change has its own undo key.
  return { ...undo, idempotencyKey: `undo-${key}` }
}

/** Creates all intents of a setup page. `home` is where deleting leads. */
export const createSetupIntents = (
  testInputs?: Fields,
  more: Intents = {},
  home?: string,
): Intents => ({
  ...addTestAndActivateSteps(
    { create: recordIntents.create, edit: recordIntents.edit },
    {
      testInputs,
      testAt({ url }) {
        const { pathname, search } = new URL(url)
        return `${pathname}${search}#test`
      },
    },
  ),
  async delete(context) {
    const { form } = context
    if (String(form.get('typed') ?? '').trim() !== form.get('called'))
      throw new FormError({ typed: setupPageMessages.notTyped })
    return { ...(await recordIntents.delete(context)), ...(home ? { to: home } : {}) }
  },
  ...createActivationIntents(testInputs),
  ...more,
})
