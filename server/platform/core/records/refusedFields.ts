import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'

/** What to say at fields whose values are taken, by the constraint's name (`sizes_group_code_key`); throws any other error again. */
export function refusedFields(resource: Resource, error: unknown): FieldErrors {
  const fields = resource.unique.find((names) =>
    ['key', 'same'].some((ending) => isViolated(error, constraintOf(resource, names, ending))),
  )
  if (!fields) throw error
  return takenError(resource, fields)
}

export function takenError(resource: Resource, fields: readonly string[]): FieldErrors {
  const last = fields.at(-1) ?? ''
  const label = (name: string) => resource.fields[name]?.label ?? name
  const within = fields.slice(0, -1).map(label).join(' and ')
  return { [last]: messages.validation.taken(label(last), within) }
}

const uniqueViolation = '23505'

const isViolated = (error: unknown, constraint: string) =>
  error instanceof Error &&
  'code' in error &&
  error.code === uniqueViolation &&
  'constraint' in error &&
  error.constraint === constraint

/** `key` ends the name of a unique constraint, `same` that of the index that keeps out texts that look the same. */
const constraintOf = (resource: Resource, names: readonly string[], ending: string) =>
  [resource.name, ...names, ending]
    .join('_')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
