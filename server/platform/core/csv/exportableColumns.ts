import { getColumns, getField } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** The columns that a file may have; of secrets there are none. */
export const getExportableColumns = (resource: Resource): string[] =>
  ['id', ...getColumns(resource), ...(resource.extraColumns ?? [])].filter(
    (name) => getField(resource, name)?.kind !== 'secret',
  )
