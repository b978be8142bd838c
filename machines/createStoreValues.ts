import { sameValue } from '#shared/engine/formValues.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'
import { checked, only } from './recordFormValues.ts'
import type { FormValues } from './recordFormValues.ts'

/** One step of the wizard: its name and the fields it asks for. The last step reviews, and has none. */
export interface WizardStep {
  name: string
  fields: readonly string[]
}

/** Why a creation failed as a whole: a code to look up a sentence by, and what it speaks of. */
export interface CreateFailure {
  code: string
  requestId?: string | undefined
  permission?: string | undefined
  what?: string
  /** The HTTP status of the answer. */
  status?: number
}

/** How a creation ended: with the new store, refused by field, or failed as a whole. */
export type CreateOutcome =
  | { kind: 'created'; id: number }
  | { kind: 'refused'; errors: FieldErrors }
  | { kind: 'failed'; failure: CreateFailure }

/** Where a run of the wizard stands: what a draft keeps and a form without script sends along. */
export interface WizardRun {
  values: FormValues
  /** The step that shows, and the furthest one that was open, by name. */
  step: string
  reached: string
  /** Makes the creation count once, however often it is sent. */
  writeKey: string
  /** The template whose values the fields hold. */
  template?: WizardTemplate | null | undefined
}

/** A record that fills the fields. */
export interface WizardTemplate {
  id: number
  values: FormValues
}

/** What a text may mean that names several records. */
export type WizardChoices = Record<string, { value: string; label: string; tells?: string }[]>

/** What the platform says of the texts that name other records, and of the template chosen. */
export interface Settled {
  /** The values that were asked about, with each text the record it names. */
  values: FormValues
  errors: FieldErrors
  choices: WizardChoices
  template: WizardTemplate | null
}

/** How the wizard begins; the same on the server and in the browser. */
export interface CreateStoreInput extends WizardRun {
  steps: readonly WizardStep[]
  /** What the fields hold before anything is typed. */
  initial: FormValues
  /** What the server refused. */
  errors?: FieldErrors
  choices?: WizardChoices
  failure?: CreateFailure | null
  /** The fields that name another record: as text until it is known which. */
  references?: readonly string[]
  /** The one of them that names the template. */
  templateField?: string
  /** Checks all fields; each yields its first failing rule (spec.md section 5). */
  validate: (values: FormValues, template: WizardTemplate | null) => FieldErrors
  /** The values after one was typed: others may follow it, as long as nobody typed them. */
  follow: (
    values: FormValues,
    field: string,
    value: unknown,
    template: WizardTemplate | null,
  ) => FormValues
  /** The names of the fields that a template fills once it is known. */
  filledBy?: (values: FormValues, template: WizardTemplate) => string[]
}

/** What the wizard knows. */
export interface CreateStoreContext extends Omit<CreateStoreInput, 'step' | 'reached'> {
  /** Places in `steps`. */
  at: number
  reached: number
  template: WizardTemplate | null
  choices: WizardChoices
  /** The fields that the template filled when it became known. */
  filled: string[]
  /** What shows under the fields. */
  errors: FieldErrors
  visited: string[]
  /** What the platform refused, each until its field changes. */
  refusals: FieldErrors
  /** What the platform refused of fields that no step asks for. */
  elsewhere: FieldErrors
  failure: CreateFailure | null
  /** Whether this run goes on with an earlier one. */
  restored: boolean
  /** The new store. */
  id: number | null
}

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
  checked({ ...context, validate: (values) => context.validate(values, context.template) }, changed)

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

/** The same of one step. */
export const stepErrors = (context: CreateStoreContext, at: number): FieldErrors =>
  only(allErrors(context), [...(context.steps[at]?.fields ?? [])])

/** The place of the first step with an error; where there is none, of the step that shows. */
export function firstBadStep(context: CreateStoreContext): number {
  const bad = context.steps.findIndex((_, at) => Object.keys(stepErrors(context, at)).length > 0)
  return bad < 0 ? context.at : bad
}

/**
 * The wizard on another step; the furthest one stays open. What was typed and not yet checked is, and why nothing could
 * be created is said no longer.
 */
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

/** The wizard anew, with nothing typed. */
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
