import type { FieldErrors } from '#shared/validation.ts'

/** What a form holds, by field name, in the order the fields stand on the form. Values are JSON. */
export type FormValues = Record<string, unknown>

/** What a record's form knows. */
export interface RecordFormContext {
  initial: FormValues
  values: FormValues
  /** What shows under the fields. */
  errors: FieldErrors
  /** The record as it now is after a conflict; kept until something is saved or discarded. */
  conflict: FormValues | null
  validate: (values: FormValues) => FieldErrors
  /** Fields the operator has left or changed: only these show an error before the first submit. */
  visited: string[]
  /** What the server refused, each until its field changes or the form is submitted again. */
  refusals: FieldErrors
  /** What is being saved, to tell what was typed since. */
  submitted: FormValues
}

/** Values are JSON, so equal text means equal value, lists included. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The entries of `from` whose names are among `names`. */
export function only<T>(from: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

/** What changed, and the errors that may show now: of visited fields, and what the server refused. */
export function checked(context: RecordFormContext, changed: Partial<RecordFormContext>) {
  const { validate, values, visited, refusals } = { ...context, ...changed }
  return {
    ...changed,
    visited: [...new Set(visited)],
    errors: { ...refusals, ...only(validate(values), visited) },
  }
}

/** A clean form that shows `record`. */
export function clean(record: FormValues) {
  return { initial: record, values: record, errors: {}, refusals: {}, visited: [], conflict: null }
}
