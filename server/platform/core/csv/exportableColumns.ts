import { getColumns, getField } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** Returns the columns that a file can have; secrets can't be exported. */
export const getExportableColumns = (resource: Resource): string[] =>
  ['id', ...getColumns(resource), ...(resource.api.extraColumns ?? [])].filter(
    (name) => getField(resource, name)?.kind !== 'secret',
  )
