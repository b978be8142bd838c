import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'

/**
 * Returns errors for fields whose values are taken, from the constraint's name
 * (`sizes_group_code_key`). Throws any other error again.
 */
export function toUniqueErrors(resource: Resource, error: unknown): ValidationErrors {
  const fields = resource.api.unique.find((names) =>
    ['key', 'same'].some((ending) =>
      isViolationOfConstraint(error, getConstraintName(resource, names, ending)),
    ),
  )
  if (!fields) throw error
  return createTakenError(resource, fields)
}

export function createTakenError(resource: Resource, fields: readonly string[]): ValidationErrors {
  const last = fields.at(-1) ?? ''
  const label = (name: string) => resource.fields[name]?.label ?? name
  const scopeLabels = fields.slice(0, -1).map(label).join(' and ')
  return { [last]: messages.validation.taken(label(last), scopeLabels) }
}

const uniqueViolationCode = '23505'

const isViolationOfConstraint = (error: unknown, constraint: string) =>
  error instanceof Error &&
  'code' in error &&
  error.code === uniqueViolationCode &&
  'constraint' in error &&
  error.constraint === constraint

/**
 * `key` ends the name of a unique constraint, `same` that of the index against texts that look the
 * same.
 */
const getConstraintName = (resource: Resource, names: readonly string[], ending: string) =>
  [resource.name, ...names, ending]
    .join('_')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
