import { messages } from '../messages.ts'
import type { Field } from './fields.ts'
import { kindOf } from './kinds.ts'
import type { Fields, Resource } from './resource.ts'
import type { Siblings } from './textRules.ts'

/** Messages by field name; a field that is right has none. */
export type FieldErrors = Record<string, string>

const say = messages.validation

/** The first rule of the field that the value breaks, as a sentence; undefined when there is none (spec.md section 5). */
export function fieldError(
  field: Field,
  value: unknown,
  siblings: Siblings = {},
): string | undefined {
  if (value === undefined || value === null || value === '')
    return field.required ? say.required(field.label) : undefined
  return kindOf(field).rule(value, field, siblings)
}

/** One message per field that is wrong. `only` limits the check to fields that are present: a change, not a new record. */
export function errorsIn(
  fields: Fields,
  values: Record<string, unknown>,
  only: 'all' | 'present' = 'all',
): FieldErrors {
  // A map, because a body may name a field `__proto__`.
  const errors = new Map<string, string>()
  for (const [name, field] of Object.entries(fields)) {
    if (only === 'present' && !Object.hasOwn(values, name)) continue
    const error = fieldError(field, values[name], values)
    if (error) errors.set(name, error)
  }
  for (const name of Object.keys(values))
    if (!Object.hasOwn(fields, name)) errors.set(name, say.unknownField(name))
  return Object.fromEntries(errors)
}

export const initialValues = (resource: Pick<Resource, 'fields'>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, field.initial ?? null]),
  )
