import { messages } from '#shared/messages.ts'
import type { Field } from './fields.ts'
import { getKind } from './kinds.ts'
import { isSecretState } from '../list/referenceValues.ts'
import type { Fields, Resource } from '../resource.ts'
import type { Siblings } from './textRules.ts'

/** Messages by field name; a valid field has none. */
export type ValidationErrors = Record<string, string>

/** Whether the field is required, given the other values of the form or record. */
export const isRequired = (
  { required, requiredWhile = {} }: Pick<Field, 'required' | 'requiredWhile'>,
  siblings: Siblings,
): boolean => {
  const conditions = Object.entries(requiredWhile)
  return (
    required ||
    (conditions.length > 0 && conditions.every(([name, values]) => values.includes(siblings[name])))
  )
}

function isMissing(field: Field, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  // A record created without a required secret, such as demo data, can still be changed otherwise.
  if (isSecretState(value)) return !value.set && field.requiredWhile !== undefined
  return Array.isArray(value) && value.length === 0 && getKind(field).multiple
}

/**
 * Validates fields that a change leaves empty although other fields now require them, given the
 * record after the change.
 */
export function validateDependentFields(
  fields: Fields,
  changed: readonly string[],
  record: Record<string, unknown>,
): ValidationErrors {
  const errors: ValidationErrors = {}
  for (const [name, field] of Object.entries(fields)) {
    const relatedFields = [name, ...Object.keys(field.requiredWhile ?? {})]
    if (!field.requiredWhile || !relatedFields.some((one) => changed.includes(one))) continue
    const error = isMissing(field, record[name]) && validateField(field, record[name], record)
    if (error) errors[name] = error
  }
  return errors
}

/** Whether an uploaded file provides the value, so that the field can be left blank. */
const isDerivedFromFile = ({ derivedFromFile }: Field, siblings: Siblings): boolean =>
  derivedFromFile !== undefined && typeof siblings[derivedFromFile] === 'number'

/**
 * Returns the first rule of the field that the value breaks, as a sentence; undefined if there is
 * none (spec.md section 5).
 */
export function validateField(
  field: Field,
  value: unknown,
  siblings: Siblings = {},
): string | undefined {
  if (isMissing(field, value))
    return isRequired(field, siblings) && !isDerivedFromFile(field, siblings)
      ? (field.missingMessage ?? messages.validation.required(field.label))
      : undefined
  return getKind(field).rule(value, field, siblings)
}

/**
 * Returns one message per invalid field. `only` limits the check to fields that are present: a
 * change, not a new record.
 */
export function validateFields(
  fields: Fields,
  values: Record<string, unknown>,
  only: 'all' | 'present' = 'all',
): ValidationErrors {
  // A map, because a body may name a field `__proto__`.
  const errors = new Map<string, string>()
  for (const [name, field] of Object.entries(fields)) {
    if (only === 'present' && !Object.hasOwn(values, name)) continue
    const error = validateField(field, values[name], values)
    if (error) errors.set(name, error)
  }
  for (const name of Object.keys(values))
    if (!Object.hasOwn(fields, name)) errors.set(name, messages.validation.unknownField(name))
  return Object.fromEntries(errors)
}

export const getInitialValues = (resource: Pick<Resource, 'fields'>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, field.initial ?? null]),
  )
