import { filterable, filterKind, filterOps } from '#shared/engine/list/listQuery.ts'
import { sortable } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { text } from './schema.ts'
import type { Parameter } from './schema.ts'

export const pageParameters: readonly Parameter[] = [
  {
    name: 'limit',
    description: 'Records of a page',
    schema: { type: 'integer', minimum: 1, maximum: Math.max(...limits.pageSizes), default: 50 },
  },
  {
    name: 'after',
    description: 'Where the page begins: page.next or page.previous of another answer',
    schema: text,
  },
]

/** The parameters of a resource's list (shared/engine/list/listQuery.ts). */
export function listParameters(resource: Resource): Parameter[] {
  const filters = filterable(resource).flatMap((column) => {
    const kind = filterKind(resource, column)
    return (kind ? filterOps(kind) : []).map((op) => ({
      name: `filter[${column}][${op}]`,
      description: `Only records whose ${column} ${comparisons[op]} this`,
      schema: text,
    }))
  })
  return [
    { name: 'search', description: `Text in ${resource.search.join(', ')}`, schema: text },
    {
      name: 'sort',
      description: 'The column to sort by, with - before it for descending',
      schema: {
        type: 'string',
        enum: sortable(resource).flatMap((column) => [column, `-${column}`]),
        default: resource.sort,
      },
    },
    ...pageParameters,
    {
      name: 'closest',
      description: 'Of what a search found first who is called so, then who begins so: one page',
      schema: { type: 'string', enum: ['true'] },
    },
    {
      name: 'ids',
      description: `Only the records with these IDs, separated by commas, at most ${limits.chosenRecords}`,
      schema: text,
    },
    ...(resource.tabs ? [countsParameter(resource.tabs)] : []),
    ...filters,
  ]
}

const countsParameter = (tabs: string): Parameter => ({
  name: 'counts',
  description: `Answers how many records there are by each ${tabs}, whatever ${tabs} is filtered by`,
  schema: { type: 'string', enum: [tabs] },
})

const comparisons = {
  eq: 'is',
  contains: 'contains',
  has: 'has',
  gte: 'is at least',
  lte: 'is at most',
}
