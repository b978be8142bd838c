import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/resource.ts'
import type { FieldErrors } from '#shared/validation.ts'

/**
 * What to say at a field when the database refuses values that are taken; any other error is thrown again. The
 * constraint is found by the name PostgreSQL gives it: `sizes_group_code_key`.
 */
export function takenFields(resource: Resource, error: unknown): FieldErrors {
  const fields = resource.unique.find((names) => isViolated(error, constraintOf(resource, names)))
  const last = fields?.at(-1)
  if (!fields || last === undefined) throw error
  const labels = fields.map((name) => resource.fields[name]?.label ?? name)
  return { [last]: messages.validation.taken(labels.join(' and ')) }
}

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
