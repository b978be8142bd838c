import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { fillCodes, findEmptyCodeFields } from '#shared/engine/fields/codes.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import type { Fields, Resource } from '#shared/engine/resource.ts'
import { validateFields } from '#shared/engine/fields/validation.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { badRequest, validationFailed } from '../platform/httpError.ts'
import { getFieldStorage } from './fieldStorage.ts'
import { recordMessages } from './messages.ts'

export type FieldValues = Record<string, unknown>

/** Which fields values cover: all of them, or only those that a change names. */
type FieldCoverage = 'all' | 'present'

/** Parses a body as values of the resource's fields, or rejects it with the errors. */
export function parseValues(
  resource: Pick<Resource, 'fields'>,
  body: unknown,
  coverage: FieldCoverage,
): FieldValues {
  const { values, errors } = checkValues(resource, body, coverage)
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
  return values
}

/** `derived` names codes that were left empty and derived from another text. */
export type CheckedValues = { values: FieldValues; errors: ValidationErrors; derived: string[] }

/**
 * Parses a body like `parseValues` but returns the errors, for calls that report on many records.
 */
export function checkValues(
  { fields }: Pick<Resource, 'fields'>,
  body: unknown,
  coverage: FieldCoverage,
): CheckedValues {
  if (!isRecordBody(body)) throw badRequest(recordMessages.notObject)
  const normalized: FieldValues = Object.fromEntries(
    Object.entries(body)
      .map(([name, value]) => [name, normalizeValue(fields, name, value)] as const)
      .filter(([, value]) => value !== undefined),
  )
  const derived = coverage === 'all' ? findEmptyCodeFields(fields, normalized) : []
  const filled = coverage === 'all' ? fillCodes(fields, normalized) : normalized
  const errors = validateFields(fields, filled, coverage)
  const names = Object.keys(fields).filter((name) => coverage === 'all' || name in filled)
  return {
    values: Object.fromEntries(
      names.map((name) => [name, filled[name] ?? getEmptyValue(fields[name])]),
    ),
    errors,
    derived,
  }
}

const isRecordBody = (body: unknown): body is Record<string, unknown> => is(body, type({}))

function normalizeValue(fields: Fields, name: string, value: unknown): unknown {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field ? getFieldStorage(field).normalize(value, field) : value
}

const getEmptyValue = (field: Field | undefined) => (field ? getKind(field).emptyValue : null)
