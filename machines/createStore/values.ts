import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type {
  WizardStep,
  CreateOutcome,
  WizardRun,
  CreateStoreInput,
  CreateStoreContext,
} from './context.ts'
import { checked, only } from '../recordFormValues.ts'

const without = <T>(from: Record<string, T>, names: string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))

/** Where the step of this name stands; -1 where there is none. */
export const placeOf = (steps: readonly WizardStep[], name: string): number =>
  steps.findIndex((step) => step.name === name)

/** What changed, and the errors that may show now, by the template that the fields hold. */
export const check = (
  context: Pick<CreateStoreContext, 'validate' | 'values' | 'visited' | 'refusals' | 'template'>,
  changed: Partial<Pick<CreateStoreContext, 'values' | 'visited' | 'refusals'>>,
) =>
  checked(
    { ...context, initial: {}, validate: (values) => context.validate(values, context.template) },
    changed,
  )

/** The wizard before anything happened, or as the server answered what was sent. */
export function begun(input: CreateStoreInput): CreateStoreContext {
  const {
    step,
    reached,
    errors = {},
    choices = {},
    failure = null,
    template = null,
    ...rest
  } = input
  const at = Math.max(0, placeOf(rest.steps, step))
  // What the rules find by themselves goes when it is mended, wherever that is; the rest was refused by the platform.
  const found = rest.validate(rest.values, template)
  const answered = Object.keys(errors).filter((name) => errors[name] !== found[name])
  const { refusals, elsewhere } = refusedFields(rest.steps, only(errors, answered))
  return {
    ...rest,
    ...check({ ...rest, template, visited: Object.keys(errors), refusals }, {}),
    refusals,
    template,
    choices,
    filled: [],
    at,
    reached: Math.max(at, placeOf(rest.steps, reached)),
    elsewhere,
    failure,
    restored: false,
    id: null,
  }
}

/** What the platform refused, parted into what a step shows under its field and what no step asks for. */
function refusedFields(steps: readonly WizardStep[], errors: FieldErrors) {
  const names = steps.flatMap(({ fields }) => [...fields])
  return { refusals: only(errors, names), elsewhere: without(errors, names) }
}

/** The values with one typed, those that follow it, and without refusals of what they replace. */
export function typed(context: CreateStoreContext, field: string, value: unknown) {
  const values = context.follow(context.values, field, value, context.template)
  const changed = Object.keys(values).filter(
    (name) => !sameValue(values[name], context.values[name]),
  )
  const answered = Object.keys(context.refusals).filter((name) => changed.includes(name))
  return {
    values,
    refusals: without(context.refusals, answered),
    errors: without(context.errors, answered),
  }
}

/** Everything that keeps the store from being created now. */
export const allErrors = (context: CreateStoreContext): FieldErrors => ({
  ...context.validate(context.values, context.template),
  ...context.refusals,
})

export const stepErrors = (context: CreateStoreContext, at: number): FieldErrors =>
  only(allErrors(context), [...(context.steps[at]?.fields ?? [])])

/** The place of the first step with an error; where there is none, of the step that shows. */
export function firstBadStep(context: CreateStoreContext): number {
  const bad = context.steps.findIndex((_, at) => Object.keys(stepErrors(context, at)).length > 0)
  return bad < 0 ? context.at : bad
}

/** The wizard on another step; the furthest stays open, what was typed is checked, and the last failure is gone. */
export const movedTo = (context: CreateStoreContext, at: number) => ({
  ...check(context, {}),
  elsewhere: {},
  failure: null,
  at,
  reached: Math.max(context.reached, at),
})

/** The wizard after a creation; one that was refused by field shows the step of the first bad one. */
export function settled(context: CreateStoreContext, outcome: CreateOutcome) {
  if (outcome.kind === 'created') return { id: outcome.id }
  if (outcome.kind === 'failed') return { failure: outcome.failure }
  const { refusals, elsewhere } = refusedFields(context.steps, outcome.errors)
  const at = firstBadStep({ ...context, refusals })
  return { ...check(context, { refusals }), elsewhere, at }
}

export const restarted = (context: CreateStoreContext, writeKey: string): CreateStoreContext =>
  begun({
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
export const restoredFrom = (context: CreateStoreContext, run: WizardRun): CreateStoreContext => ({
  ...begun({ ...context, template: null, ...run, errors: {}, choices: {}, failure: null }),
  values: { ...context.initial, ...only(run.values, Object.keys(context.initial)) },
  restored: true,
})
