import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parseListQuery } from '#shared/engine/listQuery.ts'
import type { ListQuery } from '#shared/engine/listQuery.ts'
import type { Counts } from '#shared/engine/platformCalls.ts'
import { badRequest } from '../http/refusal.ts'
import { searchText } from '../migrations/folding.ts'
import type { Connection } from '../schema.ts'
import { answered, columnOf } from './columns.ts'
import { conditionOf, looksInside } from './filters.ts'
import { rowsOf } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import { withLabels } from './labels.ts'
import { totalOf, upToLimit } from './count.ts'
import { readPage } from './page.ts'

/** Refuses parameters that a list does not know, or that are there twice: nothing is ignored silently. */
export function refuseUnknownParameters(params: URLSearchParams, known: readonly string[]): void {
  for (const name of new Set(params.keys())) {
    if (!known.includes(name)) throw badRequest(`There is no parameter named ${name}.`)
    if (params.getAll(name).length > 1) throw badRequest(`${name} may be given once.`)
  }
}

/** What a list asks for; what cannot be used is refused with 400. */
function readListQuery(
  resource: Scoped,
  params: URLSearchParams,
  more: readonly string[],
): ListQuery {
  const plain = new URLSearchParams([...params].filter(([name]) => !name.startsWith('filter[')))
  refuseUnknownParameters(plain, ['search', 'sort', 'limit', 'after', ...more])
  const { query, problems } = parseListQuery(resource, params)
  const [problem] = problems
  if (problem !== undefined) throw badRequest(`${problem}.`)
  return query
}

/** GET /x: one page of a resource's records. */
export async function listRecords(
  connection: Connection,
  resource: Scoped,
  params: URLSearchParams,
) {
  const query = readListQuery(resource, params, ['counts'])
  const counted = params.get('counts')
  if (counted !== null && counted !== resource.tabs)
    throw badRequest(`counts may be ${resource.tabs ?? 'asked for in other lists'}.`)
  const [page, counts] = await Promise.all([
    readPage(connection, {
      ...pageOf(resource, query),
      condition: conditionOf(resource, query),
      looksInside: looksInside(query),
      complete: (records) => withLabels(connection, resource, records),
    }),
    counted === null ? null : countBy(connection, resource, counted, query),
  ])
  return counts ? { ...page, counts } : page
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
  const rest = conditionOf(resource, { ...query, filters })
  const counted = values.map((value, at) => {
    const condition = sql<boolean>`${sql.ref(name)} = ${value} and ${rest}`
    const rows = upToLimit({ table: rowsOf(resource, resource.storeIds), condition })
    return sql`(select count(*) from (${rows}) as counted) as ${sql.id(`n${at}`)}`
  })
  const { rows } = await sql<Row>`select ${sql.join(counted)}`.execute(connection)
  return Object.fromEntries(
    values.map((value, at) => [value, totalOf(Number(rows[0]?.[`n${at}`] ?? 0))]),
  )
}

/** How a list of entries within one record differs from other lists. */
type Within = {
  /** The resource as it stands within the record, and what holds of all that is in it. */
  resource: Scoped
  is: RawBuilder<boolean>
  /** Parameters that this call has besides those of lists. */
  more?: readonly string[]
  /** Columns that it answers besides those of the resource. */
  columns?: readonly string[]
  /** Which of the chosen entries are shown. */
  shown?: (chosen: RawBuilder<boolean>) => RawBuilder<boolean>
  /** Adds to the entries what stands elsewhere. */
  complete?: (data: Row[], chosen: RawBuilder<boolean>) => Promise<Row[]>
}

type Row = Record<string, unknown>

/** One page of the entries within one record. They are few enough to be searched without a text that is kept for it. */
export async function listEntries(
  connection: Connection,
  params: URLSearchParams,
  { resource, is, more = [], columns = [], shown, complete }: Within,
) {
  const query = readListQuery(resource, params, more)
  const text = searchText(resource.search.map((name) => sql.ref(name)))
  const chosen = sql<boolean>`${is} and ${conditionOf(resource, query, text)}`
  const page = pageOf(resource, query)
  return readPage(connection, {
    ...page,
    columns: [...page.columns, ...columns],
    condition: shown ? shown(chosen) : chosen,
    complete: async (records) => {
      const labelled = await withLabels(connection, resource, records)
      return complete ? complete(labelled, chosen) : labelled
    },
  })
}

const pageOf = (resource: Scoped, { sort, limit, after }: ListQuery) => ({
  table: rowsOf(resource, resource.storeIds),
  columns: answered(resource),
  column: columnOf(resource, sort.field),
  sort,
  limit,
  after,
})
