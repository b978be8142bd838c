import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { createStoreMachine } from '#machines/createStore/index.ts'
import {
  getOtherStepsWithErrors,
  getCurrentStep,
  isDirty,
  isCreated,
  isAwaitingPlatform,
  getReachedSteps,
  toWizardProgress,
} from '#machines/createStore/snapshot.ts'
import type {
  CreateInput,
  CreateOutcome,
  CreateStoreInput,
  ResolveInput,
  ResolvedReferences,
} from '#machines/createStore/context.ts'
import type { FormValues } from '#machines/recordForm/values.ts'
import { expectFullCoverage, PendingPromises, walkEveryEdge } from './walk.ts'

const identity = { name: 'identity', fields: ['name'] }
const review = { name: 'review', fields: [] }
const steps = [identity, { name: 'domain', fields: ['subdomain'] }, review]
const blank: FormValues = { name: null }
const initial: FormValues = { ...blank, subdomain: 'shop' }
const required = 'Name is a required field'
const acme = { id: 1, label: 'Acme' }
const takenMessage = 'This subdomain is already used'

const input: CreateStoreInput = {
  steps,
  initial,
  values: initial,
  step: 'identity',
  reached: 'identity',
  writeKey: 'key',
  validate: ({ name }): Record<string, string> => (name === null ? { name: required } : {}),
  deriveValues: (values, field, value) => ({ ...values, [field]: value }),
}

function startWizard(overrides: Partial<CreateStoreInput> = {}) {
  const promises = new PendingPromises()
  const sent: CreateInput[] = []
  const machine = createStoreMachine.provide({
    actors: {
      create: promises.createLogic<CreateOutcome, CreateInput>((call) => sent.push(call)),
      settle: promises.createLogic<ResolvedReferences | CreateOutcome, ResolveInput>(),
    },
  })
  const actor = createActor(machine, { input: { ...input, ...overrides } }).start()
  const emitted: string[] = []
  actor.on('*', ({ type }) => emitted.push(type))
  return {
    sent,
    emitted,
    send: actor.send.bind(actor),
    change: (field: string, value: unknown) => actor.send({ type: 'field.change', field, value }),
    next: () => actor.send({ type: 'step.next' }),
    settle: (outcome: CreateOutcome) => promises.settle('create', { output: outcome }),
    settleReferences: (output: ResolvedReferences) => promises.settle('settle', { output }),
    fail: () => promises.settle('create', { error: new Error('broken') }),
    step: () => getCurrentStep(actor.getSnapshot()),
    context: () => actor.getSnapshot().context,
    snapshot: () => actor.getSnapshot(),
    is: (state: 'filling' | 'refused' | 'settling' | 'creating' | 'created') =>
      actor.getSnapshot().matches(state),
  }
}

/** Starts a wizard on its review step with complete input. */
function startReview() {
  const run = startWizard()
  run.change('name', 'Acme')
  run.next()
  run.next()
  return run
}

test('the wizard reaches every state and takes every transition', async () => {
  const promises = new PendingPromises()
  const machine = createStoreMachine.provide({
    actors: { create: promises.createLogic(), settle: promises.createLogic() },
  })
  const smallInput = {
    ...input,
    references: ['name'],
    steps: [identity, review],
    initial: blank,
    values: blank,
  }
  const answer: ResolvedReferences = {
    values: { name: acme },
    errors: {},
    choices: {},
    template: null,
  }
  const createResolveEvent = (output: unknown) => ({ type: 'xstate.done.actor.settle', output })
  const coverage = await walkEveryEdge({
    machine,
    inputs: [smallInput, { ...smallInput, values: { name: acme }, errors: { notes: 'No' } }],
    // All events concern one field, which keeps the graph small.
    events: [
      { type: 'field.input', field: 'name', value: 'Acme' },
      { type: 'field.change', field: 'name', value: null },
      { type: 'field.change', field: 'name', value: acme },
      { type: 'template.read', template: { id: 1, values: {} } },
      { type: 'field.blur', field: 'name' },
      { type: 'field.refused', field: 'name', value: acme, message: takenMessage },
      { type: 'step.next' },
      { type: 'step.next', unchecked: true },
      { type: 'step.back' },
      { type: 'step.goTo', step: 'identity' },
      {
        type: 'draft.restore',
        run: { values: { name: acme }, step: 'review', reached: 'review', writeKey: 'key' },
      },
      { type: 'wizard.restart', writeKey: 'key' },
      { type: 'store.create' },
    ],
    outcomes: [
      { type: 'xstate.done.actor.create', output: { kind: 'created', id: 5 } },
      { type: 'xstate.done.actor.create', output: { kind: 'refused', errors: { name: 'No' } } },
      { type: 'xstate.done.actor.create', output: { kind: 'refused', errors: { notes: 'No' } } },
      {
        type: 'xstate.done.actor.create',
        output: { kind: 'failed', failure: { code: 'unreachable' } },
      },
      { type: 'xstate.error.actor.create', error: new Error('broken') },
      createResolveEvent(answer),
      createResolveEvent({ ...answer, values: {}, errors: { name: 'No such' } }),
      createResolveEvent({ kind: 'failed', failure: { code: 'unreachable' } }),
      { type: 'xstate.error.actor.settle', error: new Error('broken') },
    ],
    promises,
    states: {
      filling: (snapshot) => expect(snapshot.hasTag('creating')).toBe(false),
      refused: ({ context: { errors, otherErrors } }) =>
        expect({ ...errors, ...otherErrors }).not.toEqual({}),
      settling: (snapshot) => {
        expect(isAwaitingPlatform(snapshot)).toBe(true)
        expect(snapshot.hasTag('creating')).toBe(false)
      },
      creating: (snapshot) => {
        expect(snapshot.hasTag('creating')).toBe(true)
        expect(getCurrentStep(snapshot)).toBe('review')
      },
      created: (snapshot) => {
        expect(isCreated(snapshot)).toBe(true)
        expect(snapshot.context.id).toBe(5)
      },
    },
  })
  expectFullCoverage(machine, coverage)
})

describe('Steps', () => {
  test('the next step opens only when the current one is valid', () => {
    const { next, change, step, is, context, emitted } = startWizard()
    next()
    expect(step()).toBe('identity')
    expect(is('refused')).toBe(true)
    expect(context().errors).toEqual({ name: required })
    expect(emitted).toEqual(['refused'])
    change('name', 'Acme')
    next()
    expect(step()).toBe('domain')
    expect(emitted).toEqual(['refused', 'step.moved'])
  })

  test('the operator can go back from an invalid step without losing values', () => {
    const { change, next, send, step, context, snapshot } = startReview()
    send({ type: 'step.back' })
    change('subdomain', 'other')
    send({ type: 'step.back' })
    change('name', null)
    expect(step()).toBe('identity')
    send({ type: 'step.goTo', step: 'review' })
    expect(step()).toBe('review')
    expect(context().values).toEqual({ name: null, subdomain: 'other' })
    expect(getOtherStepsWithErrors(snapshot())).toEqual(['identity'])
    next()
    expect(step()).toBe('review')
  })

  test('only reached steps can be opened', () => {
    const { send, step, snapshot } = startWizard()
    send({ type: 'step.goTo', step: 'review' })
    send({ type: 'step.goTo', step: 'nowhere' })
    expect(step()).toBe('identity')
    expect(getReachedSteps(snapshot())).toEqual(['identity'])
  })

  test('no sequence of buttons leaves an invalid step', () => {
    const event = fc.constantFrom(
      { type: 'step.next' } as const,
      { type: 'step.back' } as const,
      { type: 'store.create' } as const,
      ...steps.map(({ name }) => ({ type: 'step.goTo', step: name }) as const),
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { send, step, sent } = startWizard()
        for (const one of events) send(one)
        expect(step()).toBe('identity')
        expect(sent).toEqual([])
      }),
    )
  })

  test('typed values are stored immediately and checked on blur', () => {
    const { send, context } = startWizard({ values: { ...initial, name: 'Acme' } })
    send({ type: 'field.input', field: 'name', value: null })
    expect(context().values['name']).toBeNull()
    expect(context().errors).toEqual({})
    send({ type: 'field.blur', field: 'name' })
    expect(context().errors).toEqual({ name: required })
  })
})

describe("The platform's error for a value", () => {
  test('stays at its field and blocks the next step until the value changes', () => {
    const { change, next, send, step, context } = startWizard()
    change('name', 'Acme')
    next()
    send({ type: 'field.refused', field: 'subdomain', value: 'shop', message: takenMessage })
    next()
    expect(step()).toBe('domain')
    expect(context().errors).toEqual({ subdomain: takenMessage })
    send({ type: 'field.input', field: 'subdomain', value: 'shop-2' })
    expect(context().errors).toEqual({})
    next()
    expect(step()).toBe('review')
  })

  test('delays the next step while the check is pending', async () => {
    const { change, next, send, settleReferences, step, is, context } = startWizard()
    send({ type: 'step.next', unchecked: true })
    expect(is('refused')).toBe(true)
    change('name', 'Acme')
    next()
    const answer: ResolvedReferences = { values: {}, errors: {}, choices: {}, template: null }
    send({ type: 'step.next', unchecked: true })
    expect(is('settling')).toBe(true)
    send({ type: 'field.refused', field: 'subdomain', value: 'shop', message: takenMessage })
    await settleReferences(answer)
    expect(step()).toBe('domain')
    expect(is('refused')).toBe(true)
    expect(context().errors).toEqual({ subdomain: takenMessage })
    change('subdomain', 'shop-2')
    send({ type: 'step.next', unchecked: true })
    await settleReferences(answer)
    expect(step()).toBe('review')
  })

  test('is ignored if it concerns an earlier value', () => {
    const { send, context } = startWizard()
    send({ type: 'field.input', field: 'subdomain', value: 'shop-2' })
    send({ type: 'field.refused', field: 'subdomain', value: 'shop', message: takenMessage })
    expect(context().errors).toEqual({})
  })
})

describe('The name of another record', () => {
  const referenceInput = { references: ['name', 'template'], templateField: 'template' }
  const answer: ResolvedReferences = { values: {}, errors: {}, choices: {}, template: null }
  const startWithValues = (values: FormValues) =>
    startWizard({ ...referenceInput, values: { ...initial, ...values } })

  test('is resolved before the next step opens', async () => {
    const { next, settleReferences, step, is, context } = startWithValues({ name: 'Acme' })
    next()
    expect(is('settling')).toBe(true)
    await settleReferences({ ...answer, values: { name: acme } })
    expect(step()).toBe('domain')
    expect(context().values['name']).toEqual(acme)
  })

  test('gets an error and choices in its step if it is ambiguous', async () => {
    const { next, settleReferences, step, is, context, emitted } = startWithValues({ name: 'Acme' })
    const choices = { name: [{ value: '1', label: 'Acme' }] }
    next()
    await settleReferences({
      ...answer,
      values: { name: 'Acme' },
      errors: { name: 'Several' },
      choices,
    })
    expect(step()).toBe('identity')
    expect(is('refused')).toBe(true)
    expect(context()).toMatchObject({ errors: { name: 'Several' }, choices })
    expect(emitted).toEqual(['refused'])
  })

  test("doesn't replace newer input when it is resolved", async () => {
    const { next, send, settleReferences, context } = startWithValues({ name: 'Acme' })
    next()
    send({ type: 'field.input', field: 'name', value: null })
    await settleReferences({ ...answer, values: { name: acme } })
    expect(context().values['name']).toBeNull()
  })

  test('that is left unresolved marks its step, and is resolved before the store is created', async () => {
    const { change, next, send, settleReferences, snapshot, sent, step } = startWithValues({
      name: acme,
    })
    next()
    next()
    send({ type: 'step.goTo', step: 'identity' })
    change('name', 'Gone')
    send({ type: 'step.goTo', step: 'review' })
    expect(getOtherStepsWithErrors(snapshot())).toEqual(['identity'])
    send({ type: 'store.create' })
    await settleReferences({ ...answer, values: { name: 'Gone' }, errors: { name: 'No such' } })
    expect(step()).toBe('identity')
    expect(sent).toEqual([])
  })

  test('fills empty fields once if it is the selected template', async () => {
    const chosen = { name: acme, template: acme, subdomain: null }
    const overrides = { ...referenceInput, values: chosen, getFieldsToFill: () => ['subdomain'] }
    const { send, context } = startWizard(overrides)
    send({ type: 'template.read', template: { id: 2, values: { subdomain: 'other' } } })
    expect(context()).toMatchObject({ template: null, values: chosen })
    const template = { id: 1, values: { subdomain: 'its' } }
    send({ type: 'template.read', template })
    expect(context()).toMatchObject({
      template,
      filledFields: ['subdomain'],
      values: template.values,
    })
    send({ type: 'field.input', field: 'subdomain', value: null })
    send({ type: 'template.read', template })
    expect(context().values['subdomain']).toBeNull()
  })
})

describe('Creating a store', () => {
  test('sends nothing before the review', () => {
    const { send, sent, change, next } = startWizard()
    send({ type: 'store.create' })
    change('name', 'Acme')
    next()
    send({ type: 'store.create' })
    expect(sent).toEqual([])
  })

  test('sends the input once, under the write key of the run', () => {
    const { send, sent } = startReview()
    send({ type: 'store.create' })
    send({ type: 'store.create' })
    const values = { name: 'Acme', subdomain: 'shop' }
    expect(sent).toEqual([{ values, writeKey: 'key', template: null }])
  })

  test('opens a step with an error instead', () => {
    const { send, step, sent, emitted } = startReview()
    send({ type: 'step.goTo', step: 'identity' })
    send({ type: 'field.change', field: 'name', value: null })
    send({ type: 'step.goTo', step: 'review' })
    send({ type: 'store.create' })
    expect(step()).toBe('identity')
    expect(sent).toEqual([])
    expect(emitted.slice(-2)).toEqual(['step.moved', 'refused'])
  })

  test('opens the step of the first invalid field and keeps all input if the platform rejects it', async () => {
    const { send, settle, step, is, context } = startReview()
    send({ type: 'store.create' })
    await settle({
      kind: 'refused',
      errors: { subdomain: takenMessage, notes: 'Notes is too long' },
    })
    expect(is('refused')).toBe(true)
    expect(step()).toBe('domain')
    expect(context()).toMatchObject({
      values: { name: 'Acme', subdomain: 'shop' },
      errors: { subdomain: takenMessage },
      otherErrors: { notes: 'Notes is too long' },
    })
  })

  test('stays on the review with the reason of a failure, and can be repeated under the same write key', async () => {
    const { send, settle, fail, step, context, sent, emitted } = startReview()
    emitted.length = 0
    send({ type: 'store.create' })
    await settle({ kind: 'failed', failure: { code: 'unreachable' } })
    expect(step()).toBe('review')
    // The reason is at the top of the step, the button at its end.
    expect(emitted).toEqual(['step.moved'])
    expect(context().failure).toEqual({ code: 'unreachable' })
    send({ type: 'store.create' })
    expect(context().failure).toBeNull()
    await fail()
    expect(context().failure).toEqual({ code: 'internal' })
    expect(sent.map(({ writeKey }) => writeKey)).toEqual(['key', 'key'])
  })
})

describe('A restored draft', () => {
  test('keeps its values, its step, and its write key', () => {
    const before = startReview()
    before.send({ type: 'step.back' })
    const { send, step, context, snapshot } = startWizard({ writeKey: 'another' })
    expect(isDirty(snapshot())).toBe(false)
    send({ type: 'draft.restore', run: toWizardProgress(before.snapshot()) })
    expect(step()).toBe('domain')
    expect(getReachedSteps(snapshot())).toEqual(['identity', 'domain', 'review'])
    expect(isDirty(snapshot())).toBe(true)
    expect(context()).toMatchObject({
      values: { name: 'Acme', subdomain: 'shop' },
      writeKey: 'key',
      restored: true,
    })
  })

  test('drops fields and steps that no longer exist', () => {
    const { send, step, context } = startWizard()
    send({
      type: 'draft.restore',
      run: { values: { gone: 'x', name: 'A' }, step: 'gone', reached: 'gone', writeKey: 'old' },
    })
    expect(step()).toBe('identity')
    expect(context().values).toEqual({ name: 'A', subdomain: 'shop' })
  })

  test('can be replaced by a new run under another write key', () => {
    const { send, step, context, snapshot } = startReview()
    send({ type: 'wizard.restart', writeKey: 'new' })
    expect(step()).toBe('identity')
    expect(getReachedSteps(snapshot())).toEqual(['identity'])
    expect(context()).toMatchObject({ values: initial, writeKey: 'new', restored: false })
  })
})
