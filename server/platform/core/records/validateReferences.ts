import { sql } from 'kysely'
import { isUpload } from '#shared/engine/fields/fields.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import type { RelationOptions } from '#shared/engine/resourceOptions.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getVisibleRows } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import type { StoreIds } from '../auth/storeIds.ts'
import { isInt32 } from './fieldStorage.ts'
import { getLabelSource } from './labels.ts'
import type { FieldValues } from './values.ts'

type ReferencingResource = Pick<ScopedResource, 'name' | 'fields' | 'storeIds' | 'callerId'> & {
  relations: Pick<RelationOptions, 'scope' | 'parent'>
}

/**
 * Validates references: the target must be visible to the writer and in the same store. Locks the
 * targets until the transaction ends.
 */
export async function validateReferences(
  connection: Connection,
  resource: ReferencingResource,
  records: readonly FieldValues[],
  names = Object.keys(resource.fields),
): Promise<ValidationErrors[]> {
  const { fields, storeIds } = resource
  const { scope } = resource.relations
  const errors: ValidationErrors[] = records.map(() => ({}))
  for (const name of names) {
    const field = fields[name]
    const target = field && getLabelSource(field)
    if (!target) continue
    const ids = [...new Set(records.flatMap((values) => toIds(values[name])))]
    if (ids.length === 0) continue
    const usableSql = isUpload(field) ? buildUsableCondition(resource, name) : sql`true`
    const storeColumn =
      scope && target.relations.scope ? sql.ref(target.relations.scope) : sql.lit(null)
    // Rows that are only ever added need no lock, and their views don't allow one.
    const lock = getResource(target.name)?.api.appendOnly ? sql`` : sql`for key share`
    const { rows } = await sql<{ id: number; store: number | null }>`
      select id, ${storeColumn} as store from ${getVisibleRows(target, storeIds)}
      where id = any(${ids}::int[]) and ${usableSql} order by id ${lock}`.execute(connection)
    const storeById = new Map(rows.map(({ id, store }) => [id, store]))
    const formerFiles = isUpload(field)
      ? await findFormerFiles(connection, resource, name, records, storeById)
      : new Set()
    for (const [index, values] of records.entries()) {
      const [ownStore = null, referencedIds] = [scope && values[scope], toIds(values[name])]
      const isElsewhere = (id: number) =>
        ![ownStore, storeById.get(id) ?? null].includes(null) && storeById.get(id) !== ownStore
      if (
        !referencedIds.every((id) => storeById.has(id) || formerFiles.has(`${values['id']} ${id}`))
      )
        errors[index] = { ...errors[index], [name]: platformMessages.gone(field.label) }
      else if (referencedIds.some(isElsewhere))
        errors[index] = { ...errors[index], [name]: platformMessages.otherStore(field.label) }
    }
  }
  return errors
}

/**
 * Matches files uploaded for this field: the account's own uploads, and files of records it can
 * see.
 */
function buildUsableCondition({ callerId, ...resource }: ReferencingResource, name: string) {
  const column = sql.ref(`${resource.name}.${name}`)
  const buildHeldCondition = (storeIds: StoreIds) =>
    sql`exists (select 1 from ${getVisibleRows(resource, storeIds)} where ${column} = files.id)`
  const isUnclaimed =
    callerId === undefined ? sql`not ${buildHeldCondition(null)}` : sql`user_id = ${callerId}`
  return sql`used_for = ${`${resource.name}.${name}`}
    and (${isUnclaimed} or ${buildHeldCondition(resource.storeIds)})`
}

/** Finds files that a record held before, as `RECORD FILE`, so that an undo can restore them. */
async function findFormerFiles(
  connection: Connection,
  resource: ReferencingResource,
  name: string,
  records: readonly FieldValues[],
  usable: ReadonlyMap<number, unknown>,
): Promise<Set<string>> {
  const wanted = records.flatMap(({ id, [name]: value }) =>
    isInt32(id)
      ? toIds(value).flatMap((file) => (usable.has(file) ? [] : [{ record: id, file }]))
      : [],
  )
  if (wanted.length === 0) return new Set()
  const { rows } = await sql<{ record: number; file: number }>`
    select record, file from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (record int, file int)
    where exists (select from files where id = file and used_for = ${`${resource.name}.${name}`})
      and not exists (select from ${sql.table(resource.name)} where ${sql.ref(`${resource.name}.${name}`)} = file)
      and exists (select from audit where target_type = ${resource.name} and target_id = record
        and file::text in (changes -> ${name} ->> 'before', changes -> ${name} ->> 'after'))`.execute(
    connection,
  )
  return new Set(rows.map(({ record, file }) => `${record} ${file}`))
}

const toIds = (value: unknown): number[] => [value].flat().filter(isInt32)
