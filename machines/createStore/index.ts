import { assign, emit, fromPromise, setup } from 'xstate'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import {
  getAllErrors,
  withVisitedWizardErrors,
  findFirstErrorStep,
  goToStep,
  findStepIndex,
  restartWizard,
  restoreWizardProgress,
  applyOutcome,
  getStepErrors,
  applyInput,
  createWizardContext,
} from './transitions.ts'
import type {
  CreateInput,
  CreateOutcome,
  CreateStoreContext,
  CreateStoreInput,
  ResolvedReferences,
  ResolveInput,
  WizardProgress,
  WizardTemplate,
} from './context.ts'
import {
  applyResolvedReferences,
  applyTemplate,
  getValuesToResolve,
  needsResolving,
} from './resolvedReferences.ts'
import { throwNotProvided } from '../notProvided.ts'

type WizardFieldChange = { field: string; value: unknown }

type CreateStoreEvent =
  | ({ type: 'field.input' | 'field.change' } & WizardFieldChange)
  | { type: 'field.blur'; field: string }
  | ({ type: 'field.refused'; message: string } & WizardFieldChange)
  | { type: 'step.back' | 'store.create' }
  /** `unchecked`: the availability of a value in this step is still being checked. */
  | { type: 'step.next'; unchecked?: boolean }
  | { type: 'step.goTo'; step: string }
  | { type: 'template.read'; template: WizardTemplate }
  | { type: 'draft.restore'; run: WizardProgress }
  | { type: 'wizard.restart'; writeKey: string }

const createStoreSetup = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: CreateStoreContext
    events: CreateStoreEvent
    input: CreateStoreInput
    emitted: { type: 'step.moved' | 'refused' }
    tags: 'settling' | 'creating' | 'created'
  },
  actors: {
    create: fromPromise<CreateOutcome, CreateInput>(async () => throwNotProvided('create')),
    settle: fromPromise<ResolvedReferences | CreateOutcome, ResolveInput>(async () =>
      throwNotProvided('settle'),
    ),
  },
  actions: {
    input: assign(({ context }, { field, value }: WizardFieldChange) =>
      applyInput(context, field, value),
    ),
    change: assign(({ context }, { field, value }: WizardFieldChange) => {
      const { values, serverErrors } = applyInput(context, field, value)
      return withVisitedWizardErrors(context, {
        values,
        serverErrors,
        visited: [...context.visited, field],
      })
    }),
    visit: assign(({ context }, { field }: { field: string }) =>
      withVisitedWizardErrors(context, { visited: [...context.visited, field] }),
    ),
    refuseField: assign(({ context }, { field, message }: { field: string; message: string }) =>
      withVisitedWizardErrors(context, {
        serverErrors: { ...context.serverErrors, [field]: message },
      }),
    ),
    showStepErrors: assign(({ context }) => {
      const fields = context.steps[context.stepIndex]?.fields ?? []
      return withVisitedWizardErrors(context, { visited: [...context.visited, ...fields] })
    }),
    showAllErrors: assign(({ context }) => {
      const visited = [...context.visited, ...Object.keys(getAllErrors(context))]
      return {
        ...withVisitedWizardErrors(context, { visited }),
        stepIndex: findFirstErrorStep(context),
      }
    }),
    advance: assign(({ context }) => goToStep(context, context.stepIndex + 1)),
    retreat: assign(({ context }) => goToStep(context, context.stepIndex - 1)),
    goTo: assign(({ context }, { step }: { step: string }) =>
      goToStep(context, findStepIndex(context.steps, step)),
    ),
    restore: assign(({ context }, { run }: { run: WizardProgress }) =>
      restoreWizardProgress(context, run),
    ),
    restart: assign(({ context }, { writeKey }: { writeKey: string }) =>
      restartWizard(context, writeKey),
    ),
    forgetFailure: assign({ failure: null, otherErrors: {} }),
    settle: assign(({ context }, outcome: CreateOutcome) => applyOutcome(context, outcome)),
    readTemplate: assign(({ context }, { template }: { template: WizardTemplate }) =>
      applyTemplate(context, template),
    ),
    takeAnswer: assign(({ context }, answer: ResolvedReferences | CreateOutcome) =>
      'kind' in answer ? applyOutcome(context, answer) : applyResolvedReferences(context, answer),
    ),
    announceMove: emit({ type: 'step.moved' }),
    announceRefusal: emit({ type: 'refused' }),
  },
  guards: {
    startsRefused: ({ context }) =>
      Object.keys({ ...context.errors, ...context.otherErrors }).length > 0,
    hasStepErrors: ({ context }) =>
      Object.keys(getStepErrors(context, context.stepIndex)).length > 0,
    hasErrors: ({ context }) => Object.keys(getAllErrors(context)).length > 0,
    hasStepBefore: ({ context }) => context.stepIndex > 0,
    hasStepAfter: ({ context }) => context.stepIndex < context.steps.length - 1,
    isReached: ({ context }, { step }: { step: string }) => {
      const index = findStepIndex(context.steps, step)
      return index >= 0 && index <= context.reachedIndex && index !== context.stepIndex
    },
    needsResolving: ({ context }) => needsResolving(context),
    isUnchecked: (_, { unchecked }: { unchecked?: boolean }) => unchecked === true,
    isLast: ({ context }) => context.stepIndex === context.steps.length - 1,
    isLastWithErrors: ({ context }) =>
      context.stepIndex === context.steps.length - 1 &&
      Object.keys(getAllErrors(context)).length > 0,
    isAnswer: (_, answer: ResolvedReferences | CreateOutcome) => !('kind' in answer),
    isCreated: (_, { kind }: CreateOutcome) => kind === 'created',
    isRefused: (_, { kind }: CreateOutcome) => kind === 'refused',
    // The availability answer comes late, and the value may have changed since.
    isStillThere: ({ context }, { field, value }: WizardFieldChange) =>
      isSameFieldValue(context.values[field], value),
  },
})

const openTransitions = {
  'step.next': [
    { guard: 'needsResolving', target: 'settling' },
    { guard: 'hasStepErrors', target: 'refused', actions: ['showStepErrors', 'announceRefusal'] },
    {
      guard: {
        type: 'isUnchecked',
        params: ({ event }: { event: { unchecked?: boolean } }) => event,
      },
      target: 'settling',
    },
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
      { type: 'restore', params: ({ event }: { event: { run: WizardProgress } }) => event },
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
  'store.create': [
    { guard: 'hasStepAfter' },
    { guard: 'needsResolving', target: 'settling' },
    {
      guard: 'hasErrors',
      target: 'refused',
      actions: ['showAllErrors', 'announceMove', 'announceRefusal'],
    },
    { target: 'creating' },
  ],
} as const

/**
 * Wizard that creates a store (screens.md, Create store). Callers provide `create` and `settle`.
 * Emits `step.moved`, and `refused` to focus the first field with an error.
 */
export const createStoreMachine = createStoreSetup.createMachine({
  id: 'createStore',
  description:
    'The wizard that creates a store: steps, each validated before the next one, and a review.',
  context: ({ input }) => createWizardContext(input),
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
    filling: { on: openTransitions },
    /** The step or the whole form was rejected; focus belongs on the first field with an error. */
    refused: {
      on: {
        ...openTransitions,
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
    /**
     * The platform resolves which records the texts of this step name, loads the template, and
     * checks which values are still available.
     */
    settling: {
      tags: 'settling',
      entry: 'forgetFailure',
      invoke: {
        id: 'settle',
        src: 'settle',
        input: ({ context }) => ({
          values: getValuesToResolve(context),
          template: context.template,
        }),
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
    created: { tags: 'created' },
  },
})
