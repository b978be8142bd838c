import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parseListQuery } from '#shared/engine/listQuery.ts'
import type { ListQuery } from '#shared/engine/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { badRequest } from '../http/refusal.ts'
import { searchText } from '../migrations/folding.ts'
import type { Connection } from '../schema.ts'
import { answered, columnOf } from './columns.ts'
import { conditionOf, looksInside } from './filters.ts'
import { withLabels } from './labels.ts'
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
  resource: Resource,
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
  resource: Resource,
  params: URLSearchParams,
) {
  const query = readListQuery(resource, params, [])
  return readPage(connection, {
    ...pageOf(resource, query),
    condition: conditionOf(resource, query),
    looksInside: looksInside(query),
    complete: (records) => withLabels(connection, resource, records),
  })
}

/** How a list of entries within one record differs from other lists. */
type Within = {
  /** The resource as it stands within the record, and what holds of all that is in it. */
  resource: Resource
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

const pageOf = (resource: Resource, { sort, limit, after }: ListQuery) => ({
  table: resource.name,
  columns: answered(resource),
  column: columnOf(resource, sort.field),
  sort,
  limit,
  after,
})
