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
} from './transitions.ts'
import type {
  CreateOutcome,
  CreateStoreContext,
  CreateStoreInput,
  ResolvedReferences,
  WizardProgress,
  WizardTemplate,
} from './context.ts'
import { applyResolvedReferences, needsResolving, applyTemplate } from './resolvedReferences.ts'
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

export type CreateInput = ResolveInput & Pick<WizardProgress, 'writeKey'>
/** Values that the platform resolves before the operator leaves a step. */
export type ResolveInput = Pick<WizardProgress, 'values'> & { template: WizardTemplate | null }

/** Setup of the wizard's machine: its events, actors, actions, and guards. */
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
    isUnsettled: ({ context }) => needsResolving(context),
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
