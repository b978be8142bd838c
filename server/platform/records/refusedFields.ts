import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'

/**
 * What to say at a field when the database refuses values that are taken; any other error is thrown again. The constraint is
 * found by the name PostgreSQL gives it: `sizes_group_code_key`.
 */
export function refusedFields(resource: Resource, error: unknown): FieldErrors {
  const fields = resource.unique.find((names) => isViolated(error, constraintOf(resource, names)))
  if (!fields) throw error
  return takenError(resource, fields)
}

/** What to say at the last of the fields whose values another record has. */
export function takenError(resource: Resource, fields: readonly string[]): FieldErrors {
  const last = fields.at(-1) ?? ''
  const label = (name: string) => resource.fields[name]?.label ?? name
  const within = fields.slice(0, -1).map(label).join(' and ')
  return { [last]: messages.validation.taken(label(last), within) }
}

/** PostgreSQL's code for a value that is taken. */
const uniqueViolation = '23505'

const isViolated = (error: unknown, constraint: string) =>
  error instanceof Error &&
  'code' in error &&
  error.code === uniqueViolation &&
  'constraint' in error &&
  error.constraint === constraint

const constraintOf = (resource: Resource, names: readonly string[]) =>
  [resource.name, ...names, 'key']
    .join('_')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
