import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { fillCodes, listEmptyCodes } from '#shared/engine/fields/codeFrom.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import type { Fields, Resource } from '#shared/engine/resource.ts'
import { errorsIn } from '#shared/engine/fields/validation.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { badRequest, invalid } from '../platform/refusal.ts'
import { storedAs } from './kinds.ts'
import { recordMessages } from './messages.ts'

export type Values = Record<string, unknown>

/** What a record is made of: every field, or those alone that a change names. */
export type Extent = 'all' | 'present'

/** A body as values of the resource's fields, or the refusal that says what is wrong with them. */
export function readValues(
  resource: Pick<Resource, 'fields'>,
  body: unknown,
  extent: Extent,
): Values {
  const { values, errors } = checkValues(resource, body, extent)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}

/** `derived` names the codes that were left empty and are made of another text. */
export type CheckedValues = { values: Values; errors: FieldErrors; derived: string[] }

/** The same without refusing, for calls that report on many records at once. */
export function checkValues(
  { fields }: Pick<Resource, 'fields'>,
  body: unknown,
  extent: Extent,
): CheckedValues {
  if (!isObject(body)) throw badRequest(recordMessages.notObject)
  const given: Values = Object.fromEntries(
    Object.entries(body)
      .map(([name, value]) => [name, tidy(fields, name, value)] as const)
      .filter(([, value]) => value !== undefined),
  )
  const derived = extent === 'all' ? listEmptyCodes(fields, given) : []
  const read = extent === 'all' ? fillCodes(fields, given) : given
  const errors = errorsIn(fields, read, extent)
  const names = Object.keys(fields).filter((name) => extent === 'all' || name in read)
  return {
    values: Object.fromEntries(names.map((name) => [name, read[name] ?? empty(fields[name])])),
    errors,
    derived,
  }
}

const isObject = (body: unknown): body is Record<string, unknown> => is(body, type({}))

function tidy(fields: Fields, name: string, value: unknown): unknown {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field ? storedAs(field).read(value, field) : value
}

const empty = (field: Field | undefined) => (field ? kindOf(field).empty : null)
