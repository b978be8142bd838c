import { assign, emit, fromPromise, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { sameValue } from '#shared/engine/formValues.ts'
import {
  allErrors,
  begun,
  check,
  firstBadStep,
  movedTo,
  placeOf,
  restarted,
  restoredFrom,
  settled,
  stepErrors,
  typed,
} from './createStoreValues.ts'
import type {
  CreateOutcome,
  CreateStoreContext,
  CreateStoreInput,
  Settled,
  WizardRun,
  WizardTemplate,
} from './createStoreValues.ts'
import { answered, asked, isUnsettled, read, unknownTexts } from './createStoreSettled.ts'
import { notProvided } from './provided.ts'

type Typed = { field: string; value: unknown }

type CreateStoreEvent =
  | ({ type: 'field.input' | 'field.change' } & Typed)
  | { type: 'field.blur'; field: string }
  | ({ type: 'field.refused'; message: string } & Typed)
  | { type: 'step.next' | 'step.back' | 'store.create' }
  | { type: 'step.goTo'; step: string }
  | { type: 'template.read'; template: WizardTemplate }
  | { type: 'draft.restore'; run: WizardRun }
  | { type: 'wizard.restart'; writeKey: string }

/** What a creation is made of. */
export type CreateInput = SettleInput & Pick<WizardRun, 'writeKey'>
/** What the platform is asked about on the way out of a step. */
export type SettleInput = Pick<WizardRun, 'values'> & { template: WizardTemplate | null }

/** What an operator can do while nothing is being created. */
const whileOpen = {
  'step.next': [
    { guard: 'isUnsettled', target: 'settling' },
    { guard: 'hasStepErrors', target: 'refused', actions: ['showStepErrors', 'announceRefusal'] },
    { guard: 'hasStepAfter', target: 'filling', actions: ['advance', 'announceMove'] },
  ],
  'step.back': {
    guard: 'hasStepBefore',
    target: 'filling',
    actions: ['retreat', 'announceMove'],
  },
  'step.goTo': {
    guard: {
      type: 'isReached',
      params: ({ event }: { event: { step: string } }) => event,
    },
    target: 'filling',
    actions: [
      { type: 'goTo', params: ({ event }: { event: { step: string } }) => event },
      'announceMove',
    ],
  },
  'draft.restore': {
    target: 'filling',
    actions: [
      { type: 'restore', params: ({ event }: { event: { run: WizardRun } }) => event },
      'announceMove',
    ],
  },
  'wizard.restart': {
    target: 'filling',
    actions: [
      { type: 'restart', params: ({ event }: { event: { writeKey: string } }) => event },
      'announceMove',
    ],
  },
  // Nothing is created before the review (screens.md, Create store).
  'store.create': [
    { guard: 'hasStepAfter' },
    { guard: 'isUnsettled', target: 'settling' },
    {
      guard: 'hasErrors',
      target: 'refused',
      actions: ['showAllErrors', 'announceMove', 'announceRefusal'],
    },
    { target: 'creating' },
  ],
} as const

/**
 * The wizard that creates a store (screens.md, Create store). Each step is checked on the way to the next; going back, or
 * to any step that was open before, is always free and loses nothing.
 *
 * To provide: `create` (settles with a `CreateOutcome`), and `settle`, which says which records the texts of a step name.
 * It emits `step.moved` when the beginning of a step is to show, of
 * another one or of this one with what failed, and `refused` when focus belongs on the first bad field.
 */
export const createStoreMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: CreateStoreContext
    events: CreateStoreEvent
    input: CreateStoreInput
    emitted: { type: 'step.moved' | 'refused' }
    tags: 'settling' | 'creating' | 'created'
  },
  actors: {
    create: fromPromise<CreateOutcome, CreateInput>(async () => notProvided('create')),
    settle: fromPromise<Settled | CreateOutcome, SettleInput>(async () => notProvided('settle')),
  },
  actions: {
    input: assign(({ context }, { field, value }: Typed) => typed(context, field, value)),
    change: assign(({ context }, { field, value }: Typed) => {
      const { values, refusals } = typed(context, field, value)
      return check(context, { values, refusals, visited: [...context.visited, field] })
    }),
    visit: assign(({ context }, { field }: { field: string }) =>
      check(context, { visited: [...context.visited, field] }),
    ),
    refuseField: assign(({ context }, { field, message }: { field: string; message: string }) =>
      check(context, { refusals: { ...context.refusals, [field]: message } }),
    ),
    showStepErrors: assign(({ context }) => {
      const fields = context.steps[context.at]?.fields ?? []
      return check(context, { visited: [...context.visited, ...fields] })
    }),
    showAllErrors: assign(({ context }) => {
      const visited = [...context.visited, ...Object.keys(allErrors(context))]
      return { ...check(context, { visited }), at: firstBadStep(context) }
    }),
    advance: assign(({ context }) => movedTo(context, context.at + 1)),
    retreat: assign(({ context }) => movedTo(context, context.at - 1)),
    goTo: assign(({ context }, { step }: { step: string }) =>
      movedTo(context, placeOf(context.steps, step)),
    ),
    restore: assign(({ context }, { run }: { run: WizardRun }) => restoredFrom(context, run)),
    restart: assign(({ context }, { writeKey }: { writeKey: string }) =>
      restarted(context, writeKey),
    ),
    forgetFailure: assign({ failure: null, elsewhere: {} }),
    settle: assign(({ context }, outcome: CreateOutcome) => settled(context, outcome)),
    readTemplate: assign(({ context }, { template }: { template: WizardTemplate }) =>
      read(context, template),
    ),
    takeAnswer: assign(({ context }, answer: Settled | CreateOutcome) =>
      'kind' in answer ? settled(context, answer) : answered(context, answer),
    ),
    announceMove: emit({ type: 'step.moved' }),
    announceRefusal: emit({ type: 'refused' }),
  },
  guards: {
    startsRefused: ({ context }) =>
      Object.keys({ ...context.errors, ...context.elsewhere }).length > 0,
    hasStepErrors: ({ context }) => Object.keys(stepErrors(context, context.at)).length > 0,
    hasErrors: ({ context }) => Object.keys(allErrors(context)).length > 0,
    hasStepBefore: ({ context }) => context.at > 0,
    hasStepAfter: ({ context }) => context.at < context.steps.length - 1,
    isReached: ({ context }, { step }: { step: string }) => {
      const place = placeOf(context.steps, step)
      return place >= 0 && place <= context.reached && place !== context.at
    },
    isUnsettled: ({ context }) => isUnsettled(context),
    isLast: ({ context }) => context.at === context.steps.length - 1,
    isLastWithErrors: ({ context }) =>
      context.at === context.steps.length - 1 && Object.keys(allErrors(context)).length > 0,
    isAnswer: (_, answer: Settled | CreateOutcome) => !('kind' in answer),
    isCreated: (_, { kind }: CreateOutcome) => kind === 'created',
    isRefused: (_, { kind }: CreateOutcome) => kind === 'refused',
    // The answer about a value comes late, and the value may be another one by then.
    isStillThere: ({ context }, { field, value }: Typed) => sameValue(context.values[field], value),
  },
}).createMachine({
  id: 'createStore',
  description:
    'The wizard that creates a store: steps, each checked on the way to the next, and a review.',
  context: ({ input }) => begun(input),
  on: {
    'field.input': { actions: { type: 'input', params: ({ event }) => event } },
    'field.change': { actions: { type: 'change', params: ({ event }) => event } },
    'field.blur': { actions: { type: 'visit', params: ({ event }) => event } },
    'template.read': { actions: { type: 'readTemplate', params: ({ event }) => event } },
    'field.refused': {
      guard: { type: 'isStillThere', params: ({ event }) => event },
      actions: { type: 'refuseField', params: ({ event }) => event },
    },
  },
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'startsRefused', target: 'refused' }, { target: 'filling' }],
    },
    filling: { on: whileOpen },
    /** The step, or the whole, was refused; focus belongs on the first bad field. */
    refused: {
      on: {
        ...whileOpen,
        'field.input': {
          target: 'filling',
          actions: { type: 'input', params: ({ event }) => event },
        },
        'field.change': {
          target: 'filling',
          actions: { type: 'change', params: ({ event }) => event },
        },
      },
    },
    /** The platform is asked which records the texts of this step name, and what the template holds. */
    settling: {
      tags: 'settling',
      entry: 'forgetFailure',
      invoke: {
        id: 'settle',
        src: 'settle',
        input: ({ context }) => ({ values: asked(context), template: context.template }),
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'leaving',
            actions: { type: 'takeAnswer', params: ({ event }) => event.output },
          },
          {
            target: 'filling',
            actions: [{ type: 'takeAnswer', params: ({ event }) => event.output }, 'announceMove'],
          },
        ],
        onError: {
          target: 'filling',
          actions: [
            { type: 'settle', params: { kind: 'failed', failure: { code: 'internal' } } },
            'announceMove',
          ],
        },
      },
    },
    /** The platform has answered: on to what was asked for. */
    leaving: {
      always: [
        {
          guard: 'isLastWithErrors',
          target: 'refused',
          actions: ['showAllErrors', 'announceMove', 'announceRefusal'],
        },
        { guard: 'isLast', target: 'creating' },
        {
          guard: 'hasStepErrors',
          target: 'refused',
          actions: ['showStepErrors', 'announceRefusal'],
        },
        { target: 'filling', actions: ['advance', 'announceMove'] },
      ],
    },
    creating: {
      tags: 'creating',
      entry: 'forgetFailure',
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context: { values, writeKey, template } }) => ({ values, writeKey, template }),
        onDone: [
          {
            guard: { type: 'isCreated', params: ({ event }) => event.output },
            target: 'created',
            actions: { type: 'settle', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'refused',
            actions: [
              { type: 'settle', params: ({ event }) => event.output },
              'announceMove',
              'announceRefusal',
            ],
          },
          {
            target: 'filling',
            actions: [{ type: 'settle', params: ({ event }) => event.output }, 'announceMove'],
          },
        ],
        onError: {
          target: 'filling',
          actions: [
            { type: 'settle', params: { kind: 'failed', failure: { code: 'internal' } } },
            'announceMove',
          ],
        },
      },
    },
    /** The page of the new store takes this one's place. */
    created: { tags: 'created' },
  },
})

type CreateStoreSnapshot = SnapshotFrom<typeof createStoreMachine>

/** The name of the step that shows. */
export const currentStep = ({ context }: CreateStoreSnapshot): string =>
  context.steps[context.at]?.name ?? ''

/** Whether the wizard waits for the platform, on the way out of a step or for the new store. */
export const isWaiting = (snapshot: CreateStoreSnapshot) =>
  snapshot.hasTag('settling') || snapshot.hasTag('creating')

/** Whether the store is being created. */
export const isCreating = (snapshot: CreateStoreSnapshot) => snapshot.hasTag('creating')

/** Whether the store was created; then there is nothing left to keep. */
export const isCreated = (snapshot: CreateStoreSnapshot) => snapshot.hasTag('created')

/** Whether leaving would lose something. */
export const isBegun = ({ context }: CreateStoreSnapshot): boolean =>
  !sameValue(context.values, context.initial)

/** The names of the steps that can be gone to. */
export const reachedSteps = ({ context }: CreateStoreSnapshot): string[] =>
  context.steps.slice(0, context.reached + 1).map(({ name }) => name)

/** The names of the steps that were left behind with something wrong. */
export const badSteps = ({ context }: CreateStoreSnapshot): string[] =>
  context.steps
    .filter((_, at) => at <= context.reached && at !== context.at)
    .filter(
      (step) =>
        Object.keys(stepErrors(context, context.steps.indexOf(step))).length > 0 ||
        unknownTexts(context, step.fields).length > 0,
    )
    .map(({ name }) => name)

/** What a draft keeps of this run. */
export const runOf = (snapshot: CreateStoreSnapshot): WizardRun => {
  const { values, steps, reached, writeKey, template } = snapshot.context
  const step = currentStep(snapshot)
  return { values, step, reached: steps[reached]?.name ?? '', writeKey, template }
}
