import { isSameValue } from '#shared/engine/fields/formValues.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type {
  WizardStep,
  CreateOutcome,
  WizardRun,
  CreateStoreInput,
  CreateStoreContext,
} from './context.ts'
import { validateVisited, pickFields } from '../recordFormValues.ts'

const omitFields = <T>(from: Record<string, T>, names: string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))

/** Returns the index of the step with this name, or -1. */
export const findStepIndex = (steps: readonly WizardStep[], name: string): number =>
  steps.findIndex((step) => step.name === name)

/** Returns the change and the errors that may show, validated with the template in `context`. */
export const validateWizard = (
  context: Pick<
    CreateStoreContext,
    'validate' | 'values' | 'visited' | 'serverErrors' | 'template'
  >,
  changed: Partial<Pick<CreateStoreContext, 'values' | 'visited' | 'serverErrors'>>,
) =>
  validateVisited(
    { ...context, initial: {}, validate: (values) => context.validate(values, context.template) },
    changed,
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
  const at = Math.max(0, findStepIndex(rest.steps, step))
  // Errors that our own rules find go away once they're fixed, in whichever field; all others came
  // from the platform.
  const found = rest.validate(rest.values, template)
  const answered = Object.keys(errors).filter((name) => errors[name] !== found[name])
  const { refusals, elsewhere } = splitErrors(rest.steps, pickFields(errors, answered))
  return {
    ...rest,
    ...validateWizard(
      { ...rest, template, visited: Object.keys(errors), serverErrors: refusals },
      {},
    ),
    serverErrors: refusals,
    template,
    choices,
    filledFields: [],
    stepIndex: at,
    reachedIndex: Math.max(at, findStepIndex(rest.steps, reached)),
    otherErrors: elsewhere,
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
    (name) => !isSameValue(values[name], context.values[name]),
  )
  const answered = Object.keys(context.serverErrors).filter((name) => changed.includes(name))
  return {
    values,
    serverErrors: omitFields(context.serverErrors, answered),
    errors: omitFields(context.errors, answered),
  }
}

/** Returns every error that prevents creating the store now. */
export const getAllErrors = (context: CreateStoreContext): ValidationErrors => ({
  ...context.validate(context.values, context.template),
  ...context.serverErrors,
})

export const getStepErrors = (context: CreateStoreContext, at: number): ValidationErrors =>
  pickFields(getAllErrors(context), [...(context.steps[at]?.fields ?? [])])

/** Returns the index of the first step with an error, or of the current step if there is none. */
export function findFirstErrorStep(context: CreateStoreContext): number {
  const bad = context.steps.findIndex((_, at) => Object.keys(getStepErrors(context, at)).length > 0)
  return bad < 0 ? context.stepIndex : bad
}

/**
 * Moves to another step: the furthest step stays open, the input is validated, and the last failure
 * is cleared.
 */
export const goToStep = (context: CreateStoreContext, at: number) => ({
  ...validateWizard(context, {}),
  otherErrors: {},
  failure: null,
  stepIndex: at,
  reachedIndex: Math.max(context.reachedIndex, at),
})

/** Applies the outcome of a creation; rejected fields show the first step with an error. */
export function applyOutcome(context: CreateStoreContext, outcome: CreateOutcome) {
  if (outcome.kind === 'created') return { id: outcome.id }
  if (outcome.kind === 'failed') return { failure: outcome.failure }
  const { refusals, elsewhere } = splitErrors(context.steps, outcome.errors)
  const at = findFirstErrorStep({ ...context, serverErrors: refusals })
  return {
    ...validateWizard(context, { serverErrors: refusals }),
    otherErrors: elsewhere,
    stepIndex: at,
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
export const restoreRun = (context: CreateStoreContext, run: WizardRun): CreateStoreContext => ({
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
