import { type } from 'superstruct'
import { is } from '#shared/is.ts'
import type { Resource } from '#shared/resource.ts'
import { errorsIn } from '#shared/validation.ts'
import type { FieldErrors } from '#shared/validation.ts'
import { badRequest, invalid } from '../http/refusal.ts'

/** Values of a resource's fields by name, checked. */
export type Values = Record<string, unknown>

/** What a record is made of: every field, or those alone that a change names. */
export type Extent = 'all' | 'present'

/** A body as values of the resource's fields, or the refusal that says what is wrong with them. */
export function readValues(resource: Resource, body: unknown, extent: Extent): Values {
  const { values, errors } = checkValues(resource, body, extent)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}

/** The same without refusing, for calls that report on many records at once. */
export function checkValues(
  { fields }: Resource,
  body: unknown,
  extent: Extent,
): { values: Values; errors: FieldErrors } {
  if (!isObject(body)) throw badRequest('A record must be a JSON object.')
  const tidied = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, tidy(value)]),
  )
  const errors = errorsIn(fields, tidied, extent)
  const names = Object.keys(fields).filter((name) => extent === 'all' || name in tidied)
  return { values: Object.fromEntries(names.map((name) => [name, tidied[name] ?? null])), errors }
}

const isObject = (body: unknown): body is Record<string, unknown> => is(body, type({}))

/** Texts are kept without blanks around them and as whole characters; nothing left is null. */
function tidy(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().trim() || null : value
}
