import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'

/** What a form holds, by field name, in the order the fields stand on the form. Values are JSON. */
export type FormValues = Record<string, unknown>

type Validate = (values: FormValues, initial: FormValues) => FieldErrors

/** How a form begins; the same on the server and in the browser. */
export interface RecordFormInput {
  /** What the fields show: the record, or what was typed when the server answers a refused submit. */
  values: FormValues
  errors?: FieldErrors
  initial?: FormValues
  /** 0 for a new one. */
  version?: number
  /** Checks all fields, or of a saved record what differs from `initial`; each yields its first failing rule (spec.md section 5). */
  validate: Validate
  conflict?: FormValues | null
}

export interface RecordFormContext {
  initial: FormValues
  values: FormValues
  version: number
  errors: FieldErrors
  /** Kept until something is saved or discarded. */
  conflict: FormValues | null
  /** The operator says whose counts. */
  colliding: string[]
  validate: Validate
  /** Fields the operator has left or changed: only these show an error before the first submit. */
  visited: string[]
  /** What the server refused, each until its field changes or the form is submitted again. */
  refusals: FieldErrors
  /** What is being saved, to tell what was typed since. */
  submitted: FormValues
}

export function only<T>(from: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

type Checked = Pick<RecordFormContext, 'validate' | 'initial' | 'values' | 'visited' | 'refusals'>

/** What changed, and the errors that may show now: of visited fields, and what the server refused. */
export function checked(context: Checked, changed: Partial<Omit<Checked, 'validate'>>) {
  const { validate, initial, values, visited, refusals } = { ...context, ...changed }
  return {
    ...changed,
    visited: [...new Set(visited)],
    errors: { ...refusals, ...only(validate(values, initial), visited) },
  }
}

/** The fields of `mine` and `theirs` that both changed, to different values. */
export const collidingFields = (base: FormValues, mine: FormValues, theirs: FormValues): string[] =>
  Object.keys(mine).filter(
    (field) =>
      field in theirs &&
      !sameValue(mine[field], base[field]) &&
      !sameValue(theirs[field], base[field]) &&
      !sameValue(mine[field], theirs[field]),
  )

/** The form over the record as it now is: what the operator changed stays, everything else becomes theirs. */
export function merged(context: RecordFormContext, current: FormValues) {
  const { initial, values } = context
  const theirs = { ...initial, ...only(current, Object.keys(initial)) }
  const mine = Object.keys(values).filter((field) => !sameValue(values[field], initial[field]))
  return {
    conflict: current,
    colliding: collidingFields(initial, values, theirs),
    initial: theirs,
    values: { ...theirs, ...only(values, mine) },
  }
}

/** The form before anything happened, or as the server answered what was sent. */
export function begun(input: RecordFormInput): RecordFormContext {
  const context: RecordFormContext = {
    initial: input.initial ?? input.values,
    values: input.values,
    version: input.version ?? 0,
    errors: input.errors ?? {},
    conflict: null,
    colliding: [],
    validate: input.validate,
    visited: [],
    refusals: input.errors ?? {},
    submitted: input.values,
  }
  return input.conflict ? { ...context, ...merged(context, input.conflict) } : context
}

/** A clean form that shows `record`. */
export function clean(record: FormValues) {
  return {
    initial: record,
    values: record,
    errors: {},
    refusals: {},
    visited: [],
    conflict: null,
    colliding: [],
  }
}
