import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type {
  WizardStep,
  CreateOutcome,
  WizardProgress,
  CreateStoreInput,
  CreateStoreContext,
} from './context.ts'
import { withVisitedErrors, pickFields } from '../recordForm/values.ts'

const omitFields = <T>(values: Record<string, T>, names: string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** Returns the index of the step with this name, or -1. */
export const findStepIndex = (steps: readonly WizardStep[], name: string): number =>
  steps.findIndex((step) => step.name === name)

/** Returns the change and the errors that may show, validated with the template in `context`. */
export const withVisitedWizardErrors = (
  context: Pick<
    CreateStoreContext,
    'validate' | 'values' | 'visited' | 'serverErrors' | 'template'
  >,
  changes: Partial<Pick<CreateStoreContext, 'values' | 'visited' | 'serverErrors'>>,
) =>
  withVisitedErrors(
    { ...context, initial: {}, validate: (values) => context.validate(values, context.template) },
    changes,
  )

/** Creates the context of a new wizard, or of one that the server rendered after a submit. */
export function createWizardContext(input: CreateStoreInput): CreateStoreContext {
  const {
    step,
    reached,
    errors = {},
    choices = {},
    failure = null,
    template = null,
    ...rest
  } = input
  const stepIndex = Math.max(0, findStepIndex(rest.steps, step))
  // Errors that our own rules find go away once they're fixed, in whichever field; all others came
  // from the platform.
  const ownErrors = rest.validate(rest.values, template)
  const serverFields = Object.keys(errors).filter((name) => errors[name] !== ownErrors[name])
  const { refusals: serverErrors, elsewhere: otherErrors } = splitErrors(
    rest.steps,
    pickFields(errors, serverFields),
  )
  return {
    ...rest,
    ...withVisitedWizardErrors(
      { ...rest, template, visited: Object.keys(errors), serverErrors },
      {},
    ),
    serverErrors,
    template,
    choices,
    filledFields: [],
    stepIndex,
    reachedIndex: Math.max(stepIndex, findStepIndex(rest.steps, reached)),
    otherErrors,
    failure,
    restored: false,
    id: null,
  }
}

/** Splits the platform's errors into those of fields in a step and those of fields in no step. */
function splitErrors(steps: readonly WizardStep[], errors: ValidationErrors) {
  const names = steps.flatMap(({ fields }) => [...fields])
  return { refusals: pickFields(errors, names), elsewhere: omitFields(errors, names) }
}

/**
 * Returns the values after one was typed, including derived ones, without the server's errors for
 * changed values.
 */
export function applyInput(context: CreateStoreContext, field: string, value: unknown) {
  const values = context.deriveValues(context.values, field, value, context.template)
  const changed = Object.keys(values).filter(
    (name) => !isSameFieldValue(values[name], context.values[name]),
  )
  const outdatedFields = Object.keys(context.serverErrors).filter((name) => changed.includes(name))
  return {
    values,
    serverErrors: omitFields(context.serverErrors, outdatedFields),
    errors: omitFields(context.errors, outdatedFields),
  }
}

/** Returns every error that prevents creating the store now. */
export const getAllErrors = (context: CreateStoreContext): ValidationErrors => ({
  ...context.validate(context.values, context.template),
  ...context.serverErrors,
})

export const getStepErrors = (context: CreateStoreContext, stepIndex: number): ValidationErrors =>
  pickFields(getAllErrors(context), [...(context.steps[stepIndex]?.fields ?? [])])

/** Returns the index of the first step with an error, or of the current step if there is none. */
export function findFirstErrorStep(context: CreateStoreContext): number {
  const errorIndex = context.steps.findIndex(
    (_, index) => Object.keys(getStepErrors(context, index)).length > 0,
  )
  return errorIndex < 0 ? context.stepIndex : errorIndex
}

/**
 * Moves to another step: the furthest step stays open, the input is validated, and the last failure
 * is cleared.
 */
export const goToStep = (context: CreateStoreContext, stepIndex: number) => ({
  ...withVisitedWizardErrors(context, {}),
  otherErrors: {},
  failure: null,
  stepIndex,
  reachedIndex: Math.max(context.reachedIndex, stepIndex),
})

/** Applies the outcome of a creation; rejected fields show the first step with an error. */
export function applyOutcome(context: CreateStoreContext, outcome: CreateOutcome) {
  if (outcome.kind === 'created') return { id: outcome.id }
  if (outcome.kind === 'failed') return { failure: outcome.failure }
  const { refusals: serverErrors, elsewhere: otherErrors } = splitErrors(
    context.steps,
    outcome.errors,
  )
  const stepIndex = findFirstErrorStep({ ...context, serverErrors })
  return {
    ...withVisitedWizardErrors(context, { serverErrors }),
    otherErrors,
    stepIndex,
  }
}

export const restartWizard = (context: CreateStoreContext, writeKey: string): CreateStoreContext =>
  createWizardContext({
    ...context,
    values: context.initial,
    template: null,
    errors: {},
    choices: {},
    step: '',
    reached: '',
    writeKey,
  })

/** Restores an earlier run in place of this one, without fields and steps that no longer exist. */
export const restoreWizardProgress = (
  context: CreateStoreContext,
  run: WizardProgress,
): CreateStoreContext => ({
  ...createWizardContext({
    ...context,
    template: null,
    ...run,
    errors: {},
    choices: {},
    failure: null,
  }),
  values: { ...context.initial, ...pickFields(run.values, Object.keys(context.initial)) },
  restored: true,
})
