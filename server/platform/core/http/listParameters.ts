import {
  getColumnFilterOps,
  getFilterableColumns,
  getFilterKind,
} from '#shared/engine/list/filterColumns.ts'
import { getFilterParam } from '#shared/engine/list/filterGroups.ts'
import { getSortableColumns } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { arraySchema, integerSchema, stringSchema, toComponentName } from './schema.ts'
import type { Parameter } from './schema.ts'
import { openapiMessages } from './openapiMessages.ts'
import { badRequest } from '../platform/httpError.ts'
import { auditMessages } from '../audit/messages.ts'

export const pageParameters: readonly Parameter[] = [
  {
    name: 'limit',
    component: 'limit',
    description: 'Records per page',
    schema: { type: 'integer', minimum: 1, maximum: Math.max(...limits.pageSizes), default: 50 },
  },
  {
    name: 'after',
    component: 'after',
    description: 'Where the page starts: use page.next or page.previous from another response',
    schema: stringSchema,
  },
]

/** Returns the parameters of a resource's list (shared/engine/list/listQuery.ts). */
export function buildListParameters(resource: Resource): Parameter[] {
  const component = toComponentName(resource.title.one)
  const ids: Parameter = {
    name: getFilterParam({ field: 'id', op: 'in' }),
    description: openapiMessages.filters.in,
    filterOf: component,
    filterSchema: 'IdFilter',
    schema: stringSchema,
  }
  const filters = getFilterableColumns(resource).flatMap((column) => {
    const kind = toComponentName(getFilterKind(resource, column) ?? '')
    const filterSchema = `${kind}Filter`
    return getColumnFilterOps(resource, column).map((op) => ({
      name: getFilterParam({ field: column, op }),
      description: openapiMessages.filters[op],
      filterOf: component,
      filterSchema,
      schema: stringSchema,
    }))
  })
  return [
    {
      name: 'search',
      component: `${component}Search`,
      description: `Text to find in ${resource.list.search.join(', ')}`,
      schema: stringSchema,
    },
    {
      name: 'sort',
      component: `${component}Sort`,
      description:
        'Columns to sort by, separated by commas, each with a leading - for descending order',
      explode: false,
      schema: {
        ...arraySchema({
          type: 'string',
          enum: getSortableColumns(resource).flatMap((column) => [column, `-${column}`]),
        }),
        maxItems: limits.sortColumns,
        default: [resource.list.sort],
      },
    },
    ...pageParameters,
    {
      name: 'closest',
      component: 'closest',
      description:
        'Returns one page, with exact matches first, then values that start with the search text',
      schema: { type: 'string', enum: ['true'] },
    },
    {
      name: 'ids',
      component: 'ids',
      description: `IDs of the records to return, separated by commas (at most ${limits.chosenRecords})`,
      schema: stringSchema,
    },
    {
      name: 'selection',
      component: 'selection',
      description: 'ID of a saved selection that the records must be in',
      schema: integerSchema,
    },
    ...(resource.list.tabs ? [buildCountsParameter(resource.list.tabs)] : []),
    ids,
    ...filters,
  ]
}

const buildCountsParameter = (tabs: string): Parameter => ({
  name: 'counts',
  component: `${tabs}Counts`,
  description: `Also returns the number of records for each ${tabs}, ignoring any filter by ${tabs}`,
  schema: { type: 'string', enum: [tabs] },
})

/** Parses the `limit` of a paged call. Rejects a value that isn't valid with 400. */
export function parsePageLimit(query: URLSearchParams): number {
  const max = Math.max(...limits.pageSizes)
  const limit = Number(query.get('limit') || 50)
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit
  throw badRequest(auditMessages.limitNotValid(max))
}
