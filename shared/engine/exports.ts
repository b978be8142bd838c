import { columnsOf, fieldOf } from './resource.ts'
import type { Resource } from './resource.ts'

/** The columns that a file may have; of secrets there are none. */
export const exportableColumns = (resource: Resource): string[] =>
  ['id', ...columnsOf(resource), ...(resource.also ?? [])].filter(
    (name) => fieldOf(resource, name)?.kind !== 'secret',
  )
