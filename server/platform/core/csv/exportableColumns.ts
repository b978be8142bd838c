import { columnsOf, fieldOf } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** The columns that a file may have; of secrets there are none. */
export const exportableColumns = (resource: Resource): string[] =>
  ['id', ...columnsOf(resource), ...(resource.also ?? [])].filter(
    (name) => fieldOf(resource, name)?.kind !== 'secret',
  )
