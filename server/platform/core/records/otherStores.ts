import { requireResource } from '#shared/engine/resourceRegistry.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { getField } from '#shared/engine/resource.ts'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getVisibleRows } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'

type RecordRow = Record<string, unknown>

/** By resource: lists whose lines contain a store's code, and how to read it from a line. */
const storeCodeLists: Record<string, Record<string, (line: unknown) => string>> = {
  printfulSetup: { storeMap: (line) => parsePrintfulStorePairs([line])[0]?.ours ?? '' },
}

const getCodeLists = ({ name }: Pick<ScopedResource, 'name'>) =>
  Object.entries(storeCodeLists[name] ?? {})

/** Returns the fields that hold store IDs. */
const getStoreFields = (resource: ScopedResource): string[] =>
  Object.keys({ ...resource.fields, ...resource.derived }).filter((name) => {
    const field = getField(resource, name)
    return field?.kind === 'references' && field.target?.name === 'stores'
  })

/**
 * Removes stores that the reader can't see from these records. Must come last, since authorization
 * depends on all of a record's stores.
 */
export async function redactOtherStores<Record extends RecordRow>(
  connection: Connection,
  resource: ScopedResource,
  records: readonly Record[],
): Promise<Record[]> {
  const { storeIds } = resource
  if (storeIds === null) return [...records]
  const [ids, codes] = [getStoreFields(resource), getCodeLists(resource)]
  if (ids.length + codes.length === 0) return [...records]
  const visibleCodes =
    codes.length > 0 ? await findVisibleCodes(connection, resource, records) : null
  return records.map((record) => ({
    ...record,
    ...hideListItems(record, ids, (id) => storeIds.includes(Number(id))),
    ...Object.assign(
      {},
      ...codes.map(([name, getCode]) =>
        hideListItems(record, [name], (line) => visibleCodes?.has(getCode(line)) ?? false),
      ),
    ),
  }))
}

/** An empty list of stores may mean all of them, so a list without visible stores keeps its IDs. */
function hideListItems(
  record: RecordRow,
  names: readonly string[],
  isVisible: (value: unknown) => boolean,
): RecordRow {
  return Object.fromEntries(
    names.flatMap((name) => {
      const list = record[name]
      if (!Array.isArray(list)) return []
      const visible = list.filter(isVisible)
      const meansAll = visible.length === 0 && list.every((value) => typeof value === 'number')
      return [[name, meansAll ? list : visible]]
    }),
  )
}

async function findVisibleCodes(
  connection: Connection,
  resource: ScopedResource,
  records: readonly RecordRow[],
): Promise<Set<string>> {
  const codes = getCodeLists(resource).flatMap(([name, getCode]) =>
    records.flatMap((record) => [record[name]].flat().map(getCode)),
  )
  const { rows } = await sql<{ code: string }>`
    select code from ${getVisibleRows(requireResource('stores'), resource.storeIds)} where code = any(${[...new Set(codes)]}::text[])`.execute(
    connection,
  )
  return new Set(rows.map(({ code }) => code))
}

/** Whether values of this field are stores, some of which the reader can't see. */
export const mayHideStores = (resource: ScopedResource, name: string): boolean =>
  resource.storeIds !== null &&
  (getStoreFields(resource).includes(name) || isStoreCodeList(resource, name))

/** Whether this field's lines contain store codes. */
export const isStoreCodeList = (resource: ScopedResource, name: string): boolean =>
  getCodeLists(resource).some(([list]) => list === name)

/**
 * Matches the rows that a filter on a store the reader can't see would reveal; null if the filter
 * is harmless.
 */
export function buildOtherStoreCondition(
  resource: ScopedResource,
  { field, op, value }: ListFilter,
): RawBuilder<boolean> | null {
  const { storeIds } = resource
  if (storeIds === null) return null
  if (op === 'eq' && getStoreFields(resource).includes(field))
    return storeIds.includes(Number(value)) ? null : sql<boolean>`true`
  const [, getCode] = getCodeLists(resource).find(([name]) => name === field) ?? []
  if (!getCode) return null
  return sql<boolean>`not exists (select from ${getVisibleRows(requireResource('stores'), storeIds)} where code = ${getCode(value)})`
}
