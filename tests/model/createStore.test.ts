import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { createStoreMachine } from '#machines/createStore/index.ts'
import {
  getStepsWithErrors,
  getCurrentStep,
  isDirty,
  isCreated,
  isWaiting,
  getReachedSteps,
  toWizardRun,
} from '#machines/createStore/snapshot.ts'
import type { CreateInput, ResolveInput } from '#machines/createStore/setup.ts'
import type {
  CreateOutcome,
  CreateStoreInput,
  ResolvedReferences,
} from '#machines/createStore/context.ts'
import type { FormValues } from '#machines/recordFormValues.ts'
import { expectEverything, HeldPromises, walkEveryEdge } from './walk.ts'

const identity = { name: 'identity', fields: ['name'] }
const review = { name: 'review', fields: [] }
const steps = [identity, { name: 'domain', fields: ['subdomain'] }, review]
const blank: FormValues = { name: null }
const initial: FormValues = { ...blank, subdomain: 'shop' }
const required = 'Name is a required field'
const acme = { id: 1, label: 'Acme' }
const taken = 'This subdomain is already used'

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

function wizard(more: Partial<CreateStoreInput> = {}) {
  const promises = new HeldPromises()
  const sent: CreateInput[] = []
  const machine = createStoreMachine.provide({
    actors: {
      create: promises.logic<CreateOutcome, CreateInput>((call) => sent.push(call)),
      settle: promises.logic<ResolvedReferences | CreateOutcome, ResolveInput>(),
    },
  })
  const actor = createActor(machine, { input: { ...input, ...more } }).start()
  const emitted: string[] = []
  actor.on('*', ({ type }) => emitted.push(type))
  return {
    sent,
    emitted,
    send: actor.send.bind(actor),
    change: (field: string, value: unknown) => actor.send({ type: 'field.change', field, value }),
    next: () => actor.send({ type: 'step.next' }),
    settle: (outcome: CreateOutcome) => promises.settle('create', { output: outcome }),
    answered: (output: ResolvedReferences) => promises.settle('settle', { output }),
    fail: () => promises.settle('create', { error: new Error('broken') }),
    step: () => getCurrentStep(actor.getSnapshot()),
    context: () => actor.getSnapshot().context,
    snapshot: () => actor.getSnapshot(),
    is: (state: 'filling' | 'refused' | 'settling' | 'creating' | 'created') =>
      actor.getSnapshot().matches(state),
  }
}

/** A wizard on its review, with everything typed. */
function reviewing() {
  const it = wizard()
  it.change('name', 'Acme')
  it.next()
  it.next()
  return it
}

test('every state and transition of the wizard', async () => {
  const promises = new HeldPromises()
  const machine = createStoreMachine.provide({
    actors: { create: promises.logic(), settle: promises.logic() },
  })
  const small = {
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
  const settled = (output: unknown) => ({ type: 'xstate.done.actor.settle', output })
  const coverage = await walkEveryEdge({
    machine,
    inputs: [small, { ...small, values: { name: acme }, errors: { notes: 'No' } }],
    // All about one field, so that the graph stays small.
    events: [
      { type: 'field.input', field: 'name', value: 'Acme' },
      { type: 'field.change', field: 'name', value: null },
      { type: 'field.change', field: 'name', value: acme },
      { type: 'template.read', template: { id: 1, values: {} } },
      { type: 'field.blur', field: 'name' },
      { type: 'field.refused', field: 'name', value: acme, message: taken },
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
      settled(answer),
      settled({ ...answer, values: {}, errors: { name: 'No such' } }),
      settled({ kind: 'failed', failure: { code: 'unreachable' } }),
      { type: 'xstate.error.actor.settle', error: new Error('broken') },
    ],
    promises,
    states: {
      filling: (snapshot) => expect(snapshot.hasTag('creating')).toBe(false),
      refused: ({ context: { errors, otherErrors } }) =>
        expect({ ...errors, ...otherErrors }).not.toEqual({}),
      settling: (snapshot) => {
        expect(isWaiting(snapshot)).toBe(true)
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
  expectEverything(machine, coverage)
})

describe('from step to step', () => {
  test('the next step opens when this one is right', () => {
    const { next, change, step, is, context, emitted } = wizard()
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

  test('going back is free and loses nothing', () => {
    const { change, next, send, step, context, snapshot } = reviewing()
    send({ type: 'step.back' })
    change('subdomain', 'other')
    send({ type: 'step.back' })
    change('name', null)
    expect(step()).toBe('identity')
    send({ type: 'step.goTo', step: 'review' })
    expect(step()).toBe('review')
    expect(context().values).toEqual({ name: null, subdomain: 'other' })
    expect(getStepsWithErrors(snapshot())).toEqual(['identity'])
    next()
    expect(step()).toBe('review')
  })

  test('only steps that were open can be gone to', () => {
    const { send, step, snapshot } = wizard()
    send({ type: 'step.goTo', step: 'review' })
    send({ type: 'step.goTo', step: 'nowhere' })
    expect(step()).toBe('identity')
    expect(getReachedSteps(snapshot())).toEqual(['identity'])
  })

  test('whatever is pressed, a step opens only after every step before it was open and right', () => {
    const event = fc.constantFrom(
      { type: 'step.next' } as const,
      { type: 'step.back' } as const,
      { type: 'store.create' } as const,
      ...steps.map(({ name }) => ({ type: 'step.goTo', step: name }) as const),
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { send, step, sent } = wizard()
        for (const one of events) send(one)
        expect(step()).toBe('identity')
        expect(sent).toEqual([])
      }),
    )
  })

  test('typing keeps the value at once, and is checked when it is committed', () => {
    const { send, context } = wizard({ values: { ...initial, name: 'Acme' } })
    send({ type: 'field.input', field: 'name', value: null })
    expect(context().values['name']).toBeNull()
    expect(context().errors).toEqual({})
    send({ type: 'field.blur', field: 'name' })
    expect(context().errors).toEqual({ name: required })
  })
})

describe('what the platform says of a value', () => {
  test('stands at its field and keeps the step shut until the value changes', () => {
    const { change, next, send, step, context } = wizard()
    change('name', 'Acme')
    next()
    send({ type: 'field.refused', field: 'subdomain', value: 'shop', message: taken })
    next()
    expect(step()).toBe('domain')
    expect(context().errors).toEqual({ subdomain: taken })
    send({ type: 'field.input', field: 'subdomain', value: 'shop-2' })
    expect(context().errors).toEqual({})
    next()
    expect(step()).toBe('review')
  })

  test('is waited for on the way to the next step while it is being asked', async () => {
    const { change, next, send, answered, step, is, context } = wizard()
    send({ type: 'step.next', unchecked: true })
    expect(is('refused')).toBe(true)
    change('name', 'Acme')
    next()
    const answer: ResolvedReferences = { values: {}, errors: {}, choices: {}, template: null }
    send({ type: 'step.next', unchecked: true })
    expect(is('settling')).toBe(true)
    send({ type: 'field.refused', field: 'subdomain', value: 'shop', message: taken })
    await answered(answer)
    expect(step()).toBe('domain')
    expect(is('refused')).toBe(true)
    expect(context().errors).toEqual({ subdomain: taken })
    change('subdomain', 'shop-2')
    send({ type: 'step.next', unchecked: true })
    await answered(answer)
    expect(step()).toBe('review')
  })

  test('is forgotten when it comes for a value that is gone', () => {
    const { send, context } = wizard()
    send({ type: 'field.input', field: 'subdomain', value: 'shop-2' })
    send({ type: 'field.refused', field: 'subdomain', value: 'shop', message: taken })
    expect(context().errors).toEqual({})
  })
})

describe('the name of another record', () => {
  const texts = { references: ['name', 'template'], templateField: 'template' }
  const answer: ResolvedReferences = { values: {}, errors: {}, choices: {}, template: null }
  const typedIn = (values: FormValues) => wizard({ ...texts, values: { ...initial, ...values } })

  test('is asked about on the way to the next step, which then opens', async () => {
    const { next, answered, step, is, context } = typedIn({ name: 'Acme' })
    next()
    expect(is('settling')).toBe(true)
    await answered({ ...answer, values: { name: acme } })
    expect(step()).toBe('domain')
    expect(context().values['name']).toEqual(acme)
  })

  test('that nobody has is refused in its step, with what may be meant', async () => {
    const { next, answered, step, is, context, emitted } = typedIn({ name: 'Acme' })
    const choices = { name: [{ value: '1', label: 'Acme' }] }
    next()
    await answered({ ...answer, values: { name: 'Acme' }, errors: { name: 'Several' }, choices })
    expect(step()).toBe('identity')
    expect(is('refused')).toBe(true)
    expect(context()).toMatchObject({ errors: { name: 'Several' }, choices })
    expect(emitted).toEqual(['refused'])
  })

  test('typed anew meanwhile stays as it is typed', async () => {
    const { next, send, answered, context } = typedIn({ name: 'Acme' })
    next()
    send({ type: 'field.input', field: 'name', value: null })
    await answered({ ...answer, values: { name: acme } })
    expect(context().values['name']).toBeNull()
  })

  test('left behind without an answer needs attention, and is asked about before anything is created', async () => {
    const { change, next, send, answered, snapshot, sent, step } = typedIn({ name: acme })
    next()
    next()
    send({ type: 'step.goTo', step: 'identity' })
    change('name', 'Gone')
    send({ type: 'step.goTo', step: 'review' })
    expect(getStepsWithErrors(snapshot())).toEqual(['identity'])
    send({ type: 'store.create' })
    await answered({ ...answer, values: { name: 'Gone' }, errors: { name: 'No such' } })
    expect(step()).toBe('identity')
    expect(sent).toEqual([])
  })

  test('a template fills what is empty once it is known, and only the one that is chosen', async () => {
    const chosen = { name: acme, template: acme, subdomain: null }
    const more = { ...texts, values: chosen, getTemplateFields: () => ['subdomain'] }
    const { send, context } = wizard(more)
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

describe('creating', () => {
  test('nothing is created before the review', () => {
    const { send, sent, change, next } = wizard()
    send({ type: 'store.create' })
    change('name', 'Acme')
    next()
    send({ type: 'store.create' })
    expect(sent).toEqual([])
  })

  test('sends what was typed under the key of this run, once', () => {
    const { send, sent } = reviewing()
    send({ type: 'store.create' })
    send({ type: 'store.create' })
    const values = { name: 'Acme', subdomain: 'shop' }
    expect(sent).toEqual([{ values, writeKey: 'key', template: null }])
  })

  test('a step left with an error is opened instead', () => {
    const { send, step, sent, emitted } = reviewing()
    send({ type: 'step.goTo', step: 'identity' })
    send({ type: 'field.change', field: 'name', value: null })
    send({ type: 'step.goTo', step: 'review' })
    send({ type: 'store.create' })
    expect(step()).toBe('identity')
    expect(sent).toEqual([])
    expect(emitted.slice(-2)).toEqual(['step.moved', 'refused'])
  })

  test('refused by the platform: the step of the first bad field, and nothing typed is lost', async () => {
    const { send, settle, step, is, context } = reviewing()
    send({ type: 'store.create' })
    await settle({ kind: 'refused', errors: { subdomain: taken, notes: 'Notes is too long' } })
    expect(is('refused')).toBe(true)
    expect(step()).toBe('domain')
    expect(context()).toMatchObject({
      values: { name: 'Acme', subdomain: 'shop' },
      errors: { subdomain: taken },
      otherErrors: { notes: 'Notes is too long' },
    })
  })

  test('failed: stays on the review with its reason, and may be sent again under the same key', async () => {
    const { send, settle, fail, step, context, sent, emitted } = reviewing()
    emitted.length = 0
    send({ type: 'store.create' })
    await settle({ kind: 'failed', failure: { code: 'unreachable' } })
    expect(step()).toBe('review')
    // Why it failed stands at the beginning of the step, the button at its end.
    expect(emitted).toEqual(['step.moved'])
    expect(context().failure).toEqual({ code: 'unreachable' })
    send({ type: 'store.create' })
    expect(context().failure).toBeNull()
    await fail()
    expect(context().failure).toEqual({ code: 'internal' })
    expect(sent.map(({ writeKey }) => writeKey)).toEqual(['key', 'key'])
  })
})

describe('a run that goes on', () => {
  test('has the values, the step and the key it had', () => {
    const before = reviewing()
    before.send({ type: 'step.back' })
    const { send, step, context, snapshot } = wizard({ writeKey: 'another' })
    expect(isDirty(snapshot())).toBe(false)
    send({ type: 'draft.restore', run: toWizardRun(before.snapshot()) })
    expect(step()).toBe('domain')
    expect(getReachedSteps(snapshot())).toEqual(['identity', 'domain', 'review'])
    expect(isDirty(snapshot())).toBe(true)
    expect(context()).toMatchObject({
      values: { name: 'Acme', subdomain: 'shop' },
      writeKey: 'key',
      restored: true,
    })
  })

  test('leaves out what the wizard does not know any more', () => {
    const { send, step, context } = wizard()
    send({
      type: 'draft.restore',
      run: { values: { gone: 'x', name: 'A' }, step: 'gone', reached: 'gone', writeKey: 'old' },
    })
    expect(step()).toBe('identity')
    expect(context().values).toEqual({ name: 'A', subdomain: 'shop' })
  })

  test('may be given up for a new one, under a key of its own', () => {
    const { send, step, context, snapshot } = reviewing()
    send({ type: 'wizard.restart', writeKey: 'new' })
    expect(step()).toBe('identity')
    expect(getReachedSteps(snapshot())).toEqual(['identity'])
    expect(context()).toMatchObject({ values: initial, writeKey: 'new', restored: false })
  })
})
