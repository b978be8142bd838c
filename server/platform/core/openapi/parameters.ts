import type { FilterOp } from '#shared/engine/fields/kind.ts'
import type { Call } from '../http/call.ts'
import { openapiMessages } from '../http/openapiMessages.ts'
import { integerSchema, nameSchema, stringSchema, toComponentName } from '../http/schema.ts'
import type { Parameter, Schema } from '../http/schema.ts'

/** A parameter with the place where it's sent. */
export type OperationParameter = Schema & { name: string; in: string }

const createHeader = (component: string, name: string, required: boolean, description: string) => ({
  component,
  name,
  in: 'header',
  required,
  description,
  schema: stringSchema,
})

const ifMatchHeaders = {
  required: createHeader('requiredIfMatch', 'If-Match', true, openapiMessages.ifMatch),
  optional: createHeader('optionalIfMatch', 'If-Match', false, openapiMessages.ifMatch),
}
const idempotencyKeyHeader = createHeader(
  'idempotencyKey',
  'Idempotency-Key',
  false,
  openapiMessages.idempotencyKey,
)

/** Describes the parameters of a call: path, query, and headers. */
export const toParameters = (call: Call): OperationParameter[] => [
  ...[...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => toPathParameter(name)),
  ...toQueryParameters(call.query ?? []),
  ...(call.ifMatch ? [ifMatchHeaders[call.ifMatch]] : []),
  ...(['write', 'externalWrite', 'upload'].includes(call.kind) ? [idempotencyKeyHeader] : []),
]

/** Path parameters that are text. All others are IDs. */
const textPathParameters: readonly string[] = ['name']

const toPathParameter = (name: string) => ({
  component: name,
  name,
  in: 'path',
  required: true,
  schema: textPathParameters.includes(name) ? stringSchema : integerSchema,
})

/** Describes all filters of a list as one `filter` object: columns, and operators in each. */
function toQueryParameters(query: readonly Parameter[]): OperationParameter[] {
  const columns: Record<string, ColumnFilter> = {}
  for (const { name, filterSchema = '' } of query) {
    const [, column, op] = /^filter\[(\w+)\]\[(\w+)\]$/.exec(name) ?? []
    // `buildListParameters` writes no other operators.
    if (column && op) (columns[column] ??= { filterSchema, ops: [] }).ops.push(op as FilterOp)
  }
  const list = query.find(({ filterOf }) => filterOf)?.filterOf
  return [
    ...query.flatMap(({ filterOf, ...parameter }) =>
      filterOf ? [] : [{ ...parameter, in: 'query' }],
    ),
    ...(list ? [createFilterParameter(list, columns), groupsParameter] : []),
  ]
}

type ColumnFilter = { filterSchema: string; ops: FilterOp[] }

/** Alternatives of filters. OpenAPI can't describe a third level of brackets. */
const groupsParameter = {
  component: 'any',
  name: 'any',
  in: 'query',
  style: 'deepObject',
  explode: true,
  description: openapiMessages.groups,
  schema: { type: 'object' },
}

const createFilterParameter = (list: string, columns: Record<string, ColumnFilter>) => ({
  component: `${list}Filter`,
  name: 'filter',
  in: 'query',
  style: 'deepObject',
  explode: true,
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(columns).map(([column, filter]) => [column, toFilterSchema(filter)]),
    ),
    additionalProperties: false,
  },
})

const toFilterSchema = ({ filterSchema, ops }: ColumnFilter): Schema =>
  nameSchema(filterSchema, {
    type: 'object',
    properties: Object.fromEntries(
      ops.map((op) => [
        op,
        nameSchema(`${toComponentName(op)}Value`, {
          ...stringSchema,
          description: openapiMessages.filters[op],
        }),
      ]),
    ),
    additionalProperties: false,
  })
