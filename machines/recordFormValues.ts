import { isSameValue } from '#shared/engine/fields/formValues.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'

/** What a form holds, by field name, in the order the fields stand on the form. Values are JSON. */
export type FormValues = Record<string, unknown>

type Validate = (values: FormValues, initial: FormValues) => ValidationErrors

/** How a form begins; the same on the server and in the browser. */
export interface RecordFormInput {
  /** What the fields show: the record, or what was typed when the server answers a refused submit. */
  values: FormValues
  errors?: ValidationErrors
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
  errors: ValidationErrors
  /** Kept until something is saved or discarded. */
  conflict: FormValues | null
  /** The operator says whose counts. */
  conflictingFields: string[]
  validate: Validate
  /** Fields the operator has left or changed: only these show an error before the first submit. */
  visited: string[]
  /** What the server refused, each until its field changes or the form is submitted again. */
  serverErrors: ValidationErrors
  /** What is being saved, to tell what was typed since. */
  submitted: FormValues
}

export function pickFields<T>(from: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

type FormState = Pick<
  RecordFormContext,
  'validate' | 'initial' | 'values' | 'visited' | 'serverErrors'
>

/** What changed, and the errors that may show now: of visited fields, and what the server refused. */
export function validateVisited(context: FormState, changed: Partial<Omit<FormState, 'validate'>>) {
  const { validate, initial, values, visited, serverErrors: refusals } = { ...context, ...changed }
  return {
    ...changed,
    visited: [...new Set(visited)],
    errors: { ...refusals, ...pickFields(validate(values, initial), visited) },
  }
}

/** The fields of `mine` and `theirs` that both changed, to different values. */
export const findConflictingFields = (
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): string[] =>
  Object.keys(mine).filter(
    (field) =>
      field in theirs &&
      !isSameValue(mine[field], base[field]) &&
      !isSameValue(theirs[field], base[field]) &&
      !isSameValue(mine[field], theirs[field]),
  )

/** The form over the record as it now is: what the operator changed stays, everything else becomes theirs. */
export function mergeRecord(context: RecordFormContext, current: FormValues) {
  const { initial, values } = context
  const theirs = { ...initial, ...pickFields(current, Object.keys(initial)) }
  const mine = Object.keys(values).filter((field) => !isSameValue(values[field], initial[field]))
  return {
    conflict: current,
    conflictingFields: findConflictingFields(initial, values, theirs),
    initial: theirs,
    values: { ...theirs, ...pickFields(values, mine) },
  }
}

/** The form before anything happened, or as the server answered what was sent. */
export function createFormContext(input: RecordFormInput): RecordFormContext {
  const context: RecordFormContext = {
    initial: input.initial ?? input.values,
    values: input.values,
    version: input.version ?? 0,
    errors: input.errors ?? {},
    conflict: null,
    conflictingFields: [],
    validate: input.validate,
    visited: [],
    serverErrors: input.errors ?? {},
    submitted: input.values,
  }
  return input.conflict ? { ...context, ...mergeRecord(context, input.conflict) } : context
}

/** A clean form that shows `record`. */
export function createCleanForm(record: FormValues) {
  return {
    initial: record,
    values: record,
    errors: {},
    serverErrors: {},
    visited: [],
    conflict: null,
    conflictingFields: [],
  }
}
