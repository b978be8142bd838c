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

const toPathParameter = (name: string) => ({
  component: name,
  name,
  in: 'path',
  required: true,
  schema: name === 'name' ? stringSchema : integerSchema,
})

/** Describes all filters of a list as one `filter` object: columns, and operators in each. */
function toQueryParameters(query: readonly Parameter[]): OperationParameter[] {
  const columns: Record<string, FilterOp[]> = {}
  for (const { name } of query) {
    const [, column, op] = /^filter\[(\w+)\]\[(\w+)\]$/.exec(name) ?? []
    // `buildListParameters` writes no other operators.
    if (column && op) (columns[column] ??= []).push(op as FilterOp)
  }
  const list = query.find(({ filterOf }) => filterOf)?.filterOf
  return [
    ...query.flatMap(({ filterOf, ...parameter }) =>
      filterOf ? [] : [{ ...parameter, in: 'query' }],
    ),
    ...(list ? [createFilterParameter(list, columns)] : []),
  ]
}

const createFilterParameter = (list: string, columns: Record<string, FilterOp[]>) => ({
  component: `${list}Filter`,
  name: 'filter',
  in: 'query',
  style: 'deepObject',
  explode: true,
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(columns).map(([column, ops]) => [column, toFilterSchema(ops)]),
    ),
    additionalProperties: false,
  },
})

const toFilterSchema = (ops: readonly FilterOp[]): Schema =>
  nameSchema(`${ops.map(toComponentName).join('')}Filter`, {
    type: 'object',
    properties: Object.fromEntries(
      ops.map((op) => [op, { ...stringSchema, description: openapiMessages.filters[op] }]),
    ),
    additionalProperties: false,
  })
