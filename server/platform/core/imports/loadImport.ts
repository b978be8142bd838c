import { sql } from 'kysely'
import { nestResource } from '#shared/engine/nestResource.ts'
import { getImportFields } from '#shared/engine/imports/importFields.ts'
import type { ColumnMapping } from '#shared/engine/imports/importFields.ts'
import type { ImportMode } from '#shared/engine/imports/importModes.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { notFound } from '../platform/httpError.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import type { FieldValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

export type StoredImport = {
  id: number
  resource: string
  name: string
  encoding: string
  delimiter: string
  heads: string[]
  samples: string[][]
  /** Values of all records in the file: the parent record of the list that it's imported into. */
  place: Record<string, number>
  mapping: ColumnMapping
  mode: ImportMode
  /** Values that every new record gets. */
  forNew: FieldValues
  lines: number
  checkJob: number | null
  runJob: number | null
}

const importColumns = [
  'id',
  'resource',
  'name',
  'encoding',
  'delimiter',
  'heads',
  'samples',
  'place',
  'mapping',
  'mode',
  'forNew',
  'lines',
  'checkJob',
  'runJob',
] as const satisfies readonly (keyof StoredImport)[]

/**
 * Loads an import of this account. Rejects any other with 404. A null `userId` allows all accounts.
 */
export async function loadImport(
  db: Connection,
  { name }: Pick<ResourceModule, 'name'>,
  id: number,
  userId: number | null,
  lock = sql``,
): Promise<StoredImport> {
  const { rows } = await sql<StoredImport>`
    select ${sql.join(importColumns.map((column) => sql.ref(column)))} from imports
    where id = ${id} and resource = ${name} and ${userId === null ? sql`true` : sql`user_id = ${userId}`} ${lock}`.execute(
    db,
  )
  const [storedImport] = rows
  if (!storedImport) throw notFound('import')
  return storedImport
}

/** Returns the fields that the file can have, without those that the parent record gives. */
export function getMappableFields(
  resource: ResourceModule,
  { place }: Pick<StoredImport, 'place'>,
): Fields {
  const [field, id] = Object.entries(place)[0] ?? []
  const nested =
    field === undefined ? resource : nestResource(resource, { field, id: Number(id), path: '' })
  return getImportFields(nested)
}
