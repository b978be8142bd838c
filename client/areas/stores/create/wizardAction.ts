import { data, redirect } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { createActor, fromPromise, waitFor } from 'xstate'
import { createStoreMachine } from '#machines/createStore/index.ts'
import { isWaiting, runOf } from '#machines/createStore/snapshot.ts'
import type { CreateInput, SettleInput } from '#machines/createStore/setup.ts'
import type { CreateOutcome, Settled, WizardRun } from '#machines/createStore/context.ts'
import type { Api } from '#shared/engine/api.ts'
import { createStoreFields, createStoreSteps, withFollowers } from './steps.ts'
import { messages } from '#shared/messages.ts'
import { inputText } from '#shared/engine/fields/formValues.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeAvailability, uniqueStoreFields } from '#shared/areas/stores/storeAvailability.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { apiContext, tellContext } from '#client/runtime/contexts.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { copiedFrom, copiedSections } from './HiddenRun.tsx'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { createdStore, createOutcome, settleReferences } from './outcome.ts'
import { readTemplate } from './template.ts'
import { loadInherited } from './wizardLoader.ts'
import { wizardEvent, wizardInput } from './wizardInput.ts'
import type { WizardAnswer } from './wizardInput.ts'

/** A step sent without script: the wizard's machine takes it from the form one event further; nothing is kept here. */
export async function action({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const { run, typed } = await runFrom(api, form, request.signal)
  const event = wizardEvent(String(form.get('intent')))
  const [inherited, taken] = await Promise.all([
    loadInherited(api, request.signal),
    event.type === 'step.next' ? takenIn(api, run, request.signal) : [],
  ])
  const machine = createStoreMachine.provide({
    actors: {
      create: fromPromise<CreateOutcome, CreateInput>(({ input }) => createOutcome(api, input)),
      settle: fromPromise<Settled | CreateOutcome, SettleInput>(({ input }) =>
        settleReferences(api, input),
      ),
    },
  })
  const actor = createActor(machine, { input: wizardInput(run, inherited) }).start()
  for (const [field, value] of typed) actor.send({ type: 'field.input', field, value })
  for (const one of taken) actor.send(one)
  actor.send(event)
  const snapshot = await waitFor(actor, (now) => !isWaiting(now))
  actor.stop()
  const { id, values, errors, elsewhere, choices, failure } = snapshot.context
  if (id !== null)
    return redirect(context.get(tellContext)(storeAddress(id), createdStore(id, values)))
  const status = failure ? (failure.status ?? 500) : snapshot.matches('refused') ? 422 : 200
  return data<WizardAnswer>(
    { ...runOf(snapshot), errors: { ...errors, ...elsewhere }, failure, choices },
    { status },
  )
}

/** What chooses a template is `typed`: the other fields were filled by the one that was chosen before. */
async function runFrom(api: Api, form: FormData, signal: AbortSignal) {
  const sent = valuesFrom(createStoreFields, form)
  const values = Object.fromEntries(
    Object.keys(createStoreFields).map((name) => [name, sent[name] ?? null]),
  )
  const reached = String(form.get('reached'))
  const id = Number(form.get(copiedFrom))
  const template = id > 0 ? await readTemplate(api, id, signal).catch(() => null) : null
  const before = {
    templateId: template && { id, label: String(id) },
    sections: String(form.get(copiedSections) ?? '')
      .split(',')
      .filter(Boolean),
  }
  const run: WizardRun = {
    values: withFollowers(
      { ...values, ...before },
      createStoreSteps.findIndex(({ name }) => name === reached),
    ),
    step: String(form.get('step')),
    reached,
    writeKey: String(form.get('writeKey') ?? '') || newIdempotencyKey(),
    template,
  }
  const typed = Object.keys(before).map((name) => [name, values[name] ?? null] as const)
  return { run, typed }
}

async function takenIn(api: Api, { values, step }: WizardRun, signal: AbortSignal) {
  const fields = createStoreSteps.find(({ name }) => name === step)?.fields ?? []
  const asked = uniqueStoreFields.filter((name) => (fields as readonly string[]).includes(name))
  const answers = await Promise.all(
    asked.map(async (field) => {
      const value = inputText(values[field])
      if (value === '' || fieldError(stores.fields[field], value)) return []
      const answer = await storeAvailability(api, { field, value }, signal).catch(() => null)
      if (!answer || answer.available) return []
      const message = answer.message ?? messages.validation.taken(stores.fields[field].label, '')
      return [{ type: 'field.refused', field, value, message } as const]
    }),
  )
  return answers.flat()
}
