import { data, redirect } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { createActor, fromPromise, waitFor } from 'xstate'
import { createStoreMachine } from '#machines/createStore/index.ts'
import { isAwaitingPlatform, toWizardProgress } from '#machines/createStore/snapshot.ts'
import type {
  CreateInput,
  CreateOutcome,
  ResolveInput,
  ResolvedReferences,
  WizardProgress,
} from '#machines/createStore/context.ts'
import type { Api } from '#shared/engine/api.ts'
import { createStoreFields, createStoreSteps, withDerivedSubdomain } from './wizardSteps.ts'
import { messages } from '#shared/messages.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  checkStoreValueAvailability,
  uniqueStoreFields,
} from '#shared/areas/stores/storeAvailability.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { apiContext, notifyContext } from '#client/runtime/contexts.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { templateIdInput, templateSectionsInput } from './HiddenWizardState.tsx'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { createStoreFlash, submitStore, resolveWizardReferences } from './submitStore.ts'
import { loadTemplate } from './useTemplateLoading.ts'
import { loadInheritedValues } from './wizardLoader.ts'
import { toWizardEvent, createWizardInput } from './wizardInput.ts'
import type { WizardAnswer } from './wizardInput.ts'

/**
 * Handles a step submitted without JavaScript: the machine processes one event of the form. The
 * server keeps no state.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const { run, typed } = await parseRun(api, form, request.signal)
  const event = toWizardEvent(String(form.get('intent')))
  const [inherited, takenFields] = await Promise.all([
    loadInheritedValues(api, request.signal),
    event.type === 'step.next' ? findTakenFields(api, run, request.signal) : [],
  ])
  const machine = createStoreMachine.provide({
    actors: {
      create: fromPromise<CreateOutcome, CreateInput>(({ input }) => submitStore(api, input)),
      settle: fromPromise<ResolvedReferences | CreateOutcome, ResolveInput>(({ input }) =>
        resolveWizardReferences(api, input),
      ),
    },
  })
  const actor = createActor(machine, { input: createWizardInput(run, inherited) }).start()
  for (const [field, value] of typed) actor.send({ type: 'field.input', field, value })
  for (const one of takenFields) actor.send(one)
  actor.send(event)
  const snapshot = await waitFor(actor, (now) => !isAwaitingPlatform(now))
  actor.stop()
  const { id, values, errors, otherErrors: elsewhere, choices, failure } = snapshot.context
  if (id !== null)
    return redirect(context.get(notifyContext)(buildStoreUrl(id), createStoreFlash(id, values)))
  const status = failure ? (failure.status ?? 500) : snapshot.matches('refused') ? 422 : 200
  return data<WizardAnswer>(
    { ...toWizardProgress(snapshot), errors: { ...errors, ...elsewhere }, failure, choices },
    { status },
  )
}

/**
 * Parses the form. `typed` are the selected template and its sections, which the machine applies as
 * input, because the other fields still contain the previous template's values.
 */
async function parseRun(api: Api, form: FormData, signal: AbortSignal) {
  const sent = parseFormData(createStoreFields, form)
  const values = Object.fromEntries(
    Object.keys(createStoreFields).map((name) => [name, sent[name] ?? null]),
  )
  const reached = String(form.get('reached'))
  const id = Number(form.get(templateIdInput))
  const template = id > 0 ? await loadTemplate(api, id, signal).catch(() => null) : null
  const before = {
    templateId: template && { id, label: String(id) },
    sections: String(form.get(templateSectionsInput) ?? '')
      .split(',')
      .filter(Boolean),
  }
  const run: WizardProgress = {
    values: withDerivedSubdomain(
      { ...values, ...before },
      createStoreSteps.findIndex(({ name }) => name === reached),
    ),
    step: String(form.get('step')),
    reached,
    writeKey: String(form.get('writeKey') ?? '') || createIdempotencyKey(),
    template,
  }
  const typed = Object.keys(before).map((name) => [name, values[name] ?? null] as const)
  return { run, typed }
}

async function findTakenFields(api: Api, { values, step }: WizardProgress, signal: AbortSignal) {
  const fields = createStoreSteps.find(({ name }) => name === step)?.fields ?? []
  const uniqueFields = uniqueStoreFields.filter((name) =>
    (fields as readonly string[]).includes(name),
  )
  const results = await Promise.all(
    uniqueFields.map(async (field) => {
      const value = formatInput(values[field])
      if (value === '' || validateField(stores.fields[field], value)) return []
      const answer = await checkStoreValueAvailability(api, { field, value }, signal).catch(
        () => null,
      )
      if (!answer || answer.available) return []
      const message = answer.message ?? messages.validation.taken(stores.fields[field].label, '')
      return [{ type: 'field.refused', field, value, message } as const]
    }),
  )
  return results.flat()
}
