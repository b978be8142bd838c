import { assign, emit, fromPromise, setup } from 'xstate'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import {
  allErrors,
  check,
  firstBadStep,
  movedTo,
  placeOf,
  restarted,
  restoredFrom,
  settled,
  stepErrors,
  typed,
} from './values.ts'
import type {
  CreateOutcome,
  CreateStoreContext,
  CreateStoreInput,
  Settled,
  WizardRun,
  WizardTemplate,
} from './context.ts'
import { answered, isUnsettled, read } from './settled.ts'
import { notProvided } from '../provided.ts'

type Typed = { field: string; value: unknown }

type CreateStoreEvent =
  | ({ type: 'field.input' | 'field.change' } & Typed)
  | { type: 'field.blur'; field: string }
  | ({ type: 'field.refused'; message: string } & Typed)
  | { type: 'step.back' | 'store.create' }
  /** `unchecked`: whether what it asks for can be had is being asked. */
  | { type: 'step.next'; unchecked?: boolean }
  | { type: 'step.goTo'; step: string }
  | { type: 'template.read'; template: WizardTemplate }
  | { type: 'draft.restore'; run: WizardRun }
  | { type: 'wizard.restart'; writeKey: string }

export type CreateInput = SettleInput & Pick<WizardRun, 'writeKey'>
/** What the platform is asked about on the way out of a step. */
export type SettleInput = Pick<WizardRun, 'values'> & { template: WizardTemplate | null }

/** What the wizard's machine is made of: its events, what it asks of others, what it does and what it looks at. */
export const createStoreSetup = setup({
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
    isUnchecked: (_, { unchecked }: { unchecked?: boolean }) => unchecked === true,
    isLast: ({ context }) => context.at === context.steps.length - 1,
    isLastWithErrors: ({ context }) =>
      context.at === context.steps.length - 1 && Object.keys(allErrors(context)).length > 0,
    isAnswer: (_, answer: Settled | CreateOutcome) => !('kind' in answer),
    isCreated: (_, { kind }: CreateOutcome) => kind === 'created',
    isRefused: (_, { kind }: CreateOutcome) => kind === 'refused',
    // The answer about a value comes late, and the value may be another one by then.
    isStillThere: ({ context }, { field, value }: Typed) => sameValue(context.values[field], value),
  },
})
