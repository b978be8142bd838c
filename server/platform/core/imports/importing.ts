import { sql } from 'kysely'
import { within } from '#shared/engine/scope.ts'
import { importFields } from '#shared/engine/imports/importFields.ts'
import type { Mapping } from '#shared/engine/imports/importFields.ts'
import type { ImportMode } from '#shared/engine/imports/importModes.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { notFound } from '../platform/refusal.ts'
import type { Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

export type Importing = {
  id: number
  resource: string
  name: string
  encoding: string
  delimiter: string
  heads: string[]
  samples: string[][]
  /** What all records have that the file makes: the record that its list stands within. */
  place: Record<string, number>
  mapping: Mapping
  mode: ImportMode
  /** Values that every new record is given. */
  forNew: Values
  lines: number
  checkJob: number | null
  runJob: number | null
}

const columns = [
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
] as const satisfies readonly (keyof Importing)[]

/** An import of this account; nobody else's is there. */
export async function readImport(
  db: Connection,
  { name }: Pick<Kept, 'name'>,
  id: number,
  userId: number | null,
  lock = sql``,
): Promise<Importing> {
  const { rows } = await sql<Importing>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from imports
    where id = ${id} and resource = ${name} and ${userId === null ? sql`true` : sql`user_id = ${userId}`} ${lock}`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw notFound('import')
  return found
}

/** The resource as the file sees it: what its place gives is no field of it. */
export function fieldsOf(resource: Kept, { place }: Pick<Importing, 'place'>): Fields {
  const [field, id] = Object.entries(place)[0] ?? []
  const here =
    field === undefined ? resource : within(resource, { field, id: Number(id), path: '' })
  return importFields({ ...here, ...(resource.imports && { imports: resource.imports }) })
}
