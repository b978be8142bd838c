import { sql } from 'kysely'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { Counts } from '#shared/engine/platformCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Parameter } from '#server/platform/core/http/schema.ts'
import { answered, columnOf } from './columns.ts'
import type { Condition } from './conditions.ts'
import { conditionOf, looksInside } from './filters.ts'
import { among, rowsOf } from '../inScope.ts'
import type { Scoped } from '../inScope.ts'
import { storedAs } from '../kinds.ts'
import { withLabels } from '../labels.ts'
import { hideOtherStores } from '../otherStores.ts'
import { readClosest } from './closest.ts'
import { totalOf, upToLimit } from './count.ts'
import { readPage } from './page.ts'
import type { PageQuery } from './page.ts'
import { recordMessages } from '../messages.ts'

/** Refuses parameters that a list does not know, or that are there twice: nothing is ignored silently. */
export function refuseUnknownParameters(params: URLSearchParams, known: readonly string[]): void {
  for (const name of new Set(params.keys())) {
    if (!known.includes(name)) throw badRequest(recordMessages.unknownParameter(name))
    if (params.getAll(name).length > 1) throw badRequest(recordMessages.onlyOnce(name))
  }
}

/** What a list asks for; what cannot be used is refused with 400. */
export function readListQuery(
  resource: Scoped,
  params: URLSearchParams,
  more: readonly string[],
): ListQuery {
  const plain = new URLSearchParams([...params].filter(([name]) => !name.startsWith('filter[')))
  refuseUnknownParameters(plain, ['search', 'sort', 'limit', 'after', ...more])
  const { query, problems } = parseListQuery(resource, params)
  const [problem] = problems
  if (problem !== undefined) throw badRequest(problem)
  return query
}

export type Listing = {
  parameters: readonly Parameter[]
  shown?: (chosen: Condition, asked: URLSearchParams) => Condition
  /** Adds to records what stands elsewhere; to one that is read by itself, of which nothing was chosen, too. */
  complete: (
    connection: Connection,
    records: Row[],
    chosen: Condition | null,
    asked: URLSearchParams,
  ) => Promise<Row[]>
}

export const parametersOf = (listing: Listing | null = null): string[] =>
  listing?.parameters.map(({ name }) => name) ?? []

/** GET /x: one page of a resource's records. */
export async function listRecords(
  connection: Connection,
  resource: Scoped<Resource & { listing?: Listing | null }>,
  params: URLSearchParams,
) {
  const { listing } = resource
  const more = ['counts', 'closest', 'ids', ...parametersOf(listing)]
  const query = readListQuery(resource, params, more)
  const counted = params.get('counts')
  if (counted !== null && counted !== resource.tabs)
    throw badRequest(
      resource.tabs ? recordMessages.countsBody(resource.tabs) : recordMessages.noCounts,
    )
  const isMatched = await conditionOf(connection, resource, query)
  const isNamed = conditionOfIds(params.get('ids'))
  const condition = isNamed ? sql<boolean>`${isNamed} and ${isMatched}` : isMatched
  const [page, counts, sums] = await Promise.all([
    readAsked(connection, query, params.get('closest'), {
      ...pageOf(resource, query),
      condition: listing?.shown?.(condition, params) ?? condition,
      looksInside: looksInside(query),
      complete: async (records) => {
        const shown = await hideOtherStores(connection, resource, records)
        const labelled = await withLabels(connection, resource, shown)
        return listing ? listing.complete(connection, labelled, condition, params) : labelled
      },
    }),
    counted === null ? null : countBy(connection, resource, counted, query),
    resource.sums ? sumsOf(connection, resource, resource.sums, condition) : null,
  ])
  return { ...page, ...(counts && { counts }), ...(sums && { sums }) }
}

/** The records with these IDs, separated by commas; null where none are named. */
export function conditionOfIds(given: string | null): Condition | null {
  if (given === null) return null
  const ids = given.split(',').map(Number)
  const isId = (id: number) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31
  if (!ids.every(isId) || ids.length > limits.chosenRecords)
    throw badRequest(recordMessages.idsBody(limits.chosenRecords))
  return among('id', ids)
}

function readAsked(
  connection: Connection,
  { search, after }: ListQuery,
  closest: string | null,
  page: PageQuery,
) {
  if (closest === null) return readPage(connection, page)
  if (closest !== 'true' || search === '' || after !== null)
    throw badRequest(recordMessages.closestBody)
  return readClosest(connection, search, page)
}

/** How many records there are by each choice of this field, in one query; what the list filters by it does not count. */
async function countBy(
  connection: Connection,
  resource: Scoped,
  name: string,
  query: ListQuery,
): Promise<Counts> {
  const filters = query.filters.filter(({ field }) => field !== name)
  const { field } = columnOf(resource, name)
  const values = (field.options ?? []).map(({ value }) => value)
  const rest = await conditionOf(connection, resource, { ...query, filters })
  const counted = values.map((value, at) => {
    const chosen = storedAs(field).condition(sql.ref(name), { field, op: 'eq', value })
    const condition = sql<boolean>`${chosen} and ${rest}`
    const rows = upToLimit({ table: rowsOf(resource, resource.storeIds), condition })
    return sql`(select count(*) from (${rows}) as counted) as ${sql.id(`n${at}`)}`
  })
  const { rows } = await sql<Row>`select ${sql.join(counted)}`.execute(connection)
  return Object.fromEntries(
    values.map((value, at) => [value, totalOf(Number(rows[0]?.[`n${at}`] ?? 0))]),
  )
}

async function sumsOf(
  connection: Connection,
  resource: Scoped,
  { by, of }: NonNullable<Resource['sums']>,
  condition: Condition,
): Promise<Row[]> {
  const sums = of.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  const { rows } = await sql<Row>`select ${sql.ref(by)}, ${sql.join(sums)}
    from ${rowsOf(resource, resource.storeIds)} where ${condition}
    group by ${sql.ref(by)} order by ${sql.ref(by)}`.execute(connection)
  return rows
}

type Row = Record<string, unknown>

const pageOf = (resource: Scoped, { sort, limit, after }: ListQuery) => ({
  table: rowsOf(resource, resource.storeIds),
  columns: answered(resource),
  column: columnOf(resource, sort.field),
  sort,
  limit,
  after,
})
