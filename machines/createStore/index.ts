import { createStoreSetup } from './setup.ts'
import type { WizardProgress } from './context.ts'
import { createWizardContext } from './transitions.ts'
import { getValuesToResolve } from './resolvedReferences.ts'

const openTransitions = {
  'step.next': [
    { guard: 'isUnsettled', target: 'settling' },
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
