import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'

/**
 * What to say at a field when the database refuses values that are taken, or that refer to nothing; any other error is
 * thrown again. The constraint is found by the name PostgreSQL gives it: `sizes_group_code_key`, `stores_theme_id_fkey`.
 */
export function refusedFields(resource: Resource, error: unknown): FieldErrors {
  const dangling = Object.entries(resource.fields).find(
    ([name, { to }]) => to && isViolated(error, foreignKey, constraintOf(resource, [name], 'fkey')),
  )
  if (dangling) return { [dangling[0]]: messages.validation.gone(dangling[1].label) }
  const fields = resource.unique.find((names) =>
    isViolated(error, unique, constraintOf(resource, names, 'key')),
  )
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

/** PostgreSQL's codes for a value that is taken, and for a reference to nothing. */
const unique = '23505'
const foreignKey = '23503'

const isViolated = (error: unknown, code: string, constraint: string) =>
  error instanceof Error &&
  'code' in error &&
  error.code === code &&
  'constraint' in error &&
  error.constraint === constraint

const constraintOf = (resource: Resource, names: readonly string[], kind: 'key' | 'fkey') =>
  [resource.name, ...names, kind]
    .join('_')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
