import { parseListQuery } from '#shared/engine/listQuery.ts'
import type { ListQuery } from '#shared/engine/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { badRequest } from '../http/refusal.ts'
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
function readListQuery(resource: Resource, params: URLSearchParams): ListQuery {
  const plain = new URLSearchParams([...params].filter(([name]) => !name.startsWith('filter[')))
  refuseUnknownParameters(plain, ['search', 'sort', 'limit', 'after'])
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
  const query = readListQuery(resource, params)
  const { sort, limit, after } = query
  return readPage(connection, {
    table: resource.name,
    columns: answered(resource),
    condition: conditionOf(resource, query),
    looksInside: looksInside(query),
    column: columnOf(resource, sort.field),
    sort,
    limit,
    after,
    complete: (records) => withLabels(connection, resource, records),
  })
}
