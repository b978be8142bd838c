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

/** Where the step of this name stands; -1 where there is none. */
export const findStepIndex = (steps: readonly WizardStep[], name: string): number =>
  steps.findIndex((step) => step.name === name)

/** What changed, and the errors that may show now, by the template that the fields hold. */
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

/** The wizard before anything happened, or as the server answered what was sent. */
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
  // What the rules find by themselves goes when it is mended, wherever that is; the rest was refused by the platform.
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

/** What the platform refused, parted into what a step shows under its field and what no step asks for. */
function splitErrors(steps: readonly WizardStep[], errors: ValidationErrors) {
  const names = steps.flatMap(({ fields }) => [...fields])
  return { refusals: pickFields(errors, names), elsewhere: omitFields(errors, names) }
}

/** The values with one typed, those that follow it, and without refusals of what they replace. */
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

/** Everything that keeps the store from being created now. */
export const getAllErrors = (context: CreateStoreContext): ValidationErrors => ({
  ...context.validate(context.values, context.template),
  ...context.serverErrors,
})

export const getStepErrors = (context: CreateStoreContext, at: number): ValidationErrors =>
  pickFields(getAllErrors(context), [...(context.steps[at]?.fields ?? [])])

/** The place of the first step with an error; where there is none, of the step that shows. */
export function findFirstErrorStep(context: CreateStoreContext): number {
  const bad = context.steps.findIndex((_, at) => Object.keys(getStepErrors(context, at)).length > 0)
  return bad < 0 ? context.stepIndex : bad
}

/** The wizard on another step; the furthest stays open, what was typed is checked, and the last failure is gone. */
export const goToStep = (context: CreateStoreContext, at: number) => ({
  ...validateWizard(context, {}),
  otherErrors: {},
  failure: null,
  stepIndex: at,
  reachedIndex: Math.max(context.reachedIndex, at),
})

/** The wizard after a creation; one that was refused by field shows the step of the first bad one. */
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

/** An earlier run in place of this one. Fields and steps may have gone since; what is left of it counts. */
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
