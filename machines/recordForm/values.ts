import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'

/** Values of a form by field name, in form order. Values are JSON. */
export type FormValues = Record<string, unknown>

type Validate = (values: FormValues, initial: FormValues) => ValidationErrors

/** Initial state of a form; the same on the server and in the browser. */
export interface RecordFormInput {
  /** Values to show: the record's, or what was typed if the server renders a rejected submit. */
  values: FormValues
  errors?: ValidationErrors
  initial?: FormValues
  /** 0 for a new record. */
  version?: number
  /**
   * Validates all fields, or those of a saved record that differ from `initial`; each yields its
   * first failing rule (spec.md section 5).
   */
  validate: Validate
  conflict?: FormValues | null
}

export interface RecordFormContext {
  initial: FormValues
  values: FormValues
  version: number
  errors: ValidationErrors
  /** The other user's record, until something is saved or discarded. */
  conflict: FormValues | null
  /** Fields that both users changed; the operator decides whose value counts. */
  conflictingFields: string[]
  validate: Validate
  /** Fields the operator has left or changed: only these show an error before the first submit. */
  visited: string[]
  /** Errors from the server, each until its field changes or the form is submitted again. */
  serverErrors: ValidationErrors
  /** Values being saved, to find what was typed since. */
  submitted: FormValues
}

export function pickFields<T>(values: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

type FormState = Pick<
  RecordFormContext,
  'validate' | 'initial' | 'values' | 'visited' | 'serverErrors'
>

/** Returns the change with the errors that may show: those of visited fields, and the server's. */
export function withVisitedErrors(
  context: FormState,
  changes: Partial<Omit<FormState, 'validate'>>,
) {
  const { validate, initial, values, visited, serverErrors } = { ...context, ...changes }
  return {
    ...changes,
    visited: [...new Set(visited)],
    errors: { ...serverErrors, ...pickFields(validate(values, initial), visited) },
  }
}

/** Returns the fields that `mine` and `theirs` both changed, to different values. */
export const findConflictingFields = (
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): string[] =>
  Object.keys(mine).filter(
    (field) =>
      field in theirs &&
      !isSameFieldValue(mine[field], base[field]) &&
      !isSameFieldValue(theirs[field], base[field]) &&
      !isSameFieldValue(mine[field], theirs[field]),
  )

/** Rebases the form on the current record: keeps the operator's changes, takes everything else. */
export function mergeRecord(context: RecordFormContext, current: FormValues) {
  const { initial, values } = context
  const theirs = { ...initial, ...pickFields(current, Object.keys(initial)) }
  const mine = Object.keys(values).filter(
    (field) => !isSameFieldValue(values[field], initial[field]),
  )
  return {
    conflict: current,
    conflictingFields: findConflictingFields(initial, values, theirs),
    initial: theirs,
    values: { ...theirs, ...pickFields(values, mine) },
  }
}

/** Creates the context of a new form, or of one that the server rendered after a submit. */
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

/** Creates a clean form that shows `record`. */
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
