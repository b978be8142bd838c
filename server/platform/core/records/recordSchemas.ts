import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { limits } from '#shared/limits.ts'
import type { stampColumns } from '#shared/engine/messages.ts'
import type { Fields, Resource } from '#shared/engine/resource.ts'
import { getFieldStorage } from './fieldStorage.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '../http/schema.ts'
import type { Schema } from '../http/schema.ts'
import { openapiMessages } from '../http/openapiMessages.ts'
import { objectSchema, pageSchema } from '../http/schema.ts'

const countsSchema = {
  type: 'object',
  additionalProperties: objectSchema({ total: integerSchema, totalIsCapped: { type: 'boolean' } }),
}

const userSchema = objectSchema(
  {
    id: integerSchema,
    storeId: integerSchema,
    sIdentifier: integerSchema,
    name: stringSchema,
    email: stringSchema,
    timeZone: nullableSchema(stringSchema),
    allStores: { type: 'boolean' },
    jobsUnderWay: integerSchema,
    attention: integerSchema,
    groups: arraySchema(stringSchema),
    storeNames: arraySchema(stringSchema),
    storeCount: integerSchema,
  },
  ['id', 'storeId', 'sIdentifier', 'name', 'email'],
)
const userDetailsSchema = objectSchema({ user: userSchema, permissions: arraySchema(stringSchema) })
const fieldErrorsSchema = { type: 'object', additionalProperties: stringSchema }
const useSchema = objectSchema(
  {
    kind: stringSchema,
    count: integerSchema,
    examples: arraySchema(stringSchema),
    to: stringSchema,
  },
  ['kind', 'count', 'examples'],
)
const impactItemSchema = objectSchema({
  what: stringSchema,
  count: integerSchema,
  examples: arraySchema(stringSchema),
})

const rowErrorsSchema = arraySchema(
  objectSchema({ index: integerSchema, fields: fieldErrorsSchema }),
)

/**
 * Schemas of calls that no resource defines (shared/engine/platformCalls.ts,
 * shared/engine/problem.ts).
 */
export const callSchemas = {
  credentials: objectSchema(
    { email: stringSchema, password: stringSchema, devices: arraySchema(stringSchema) },
    ['email', 'password'],
  ),
  signIn: objectSchema({
    status: integerSchema,
    token: stringSchema,
    user: userSchema,
    permissions: arraySchema(stringSchema),
    device: stringSchema,
  }),
  userDetails: userDetailsSchema,
  passwordChange: objectSchema({
    id: { type: ['integer', 'string'] },
    currentPassword: stringSchema,
    new_password: stringSchema,
    confirmPassword: stringSchema,
  }),
  audit: objectSchema({
    data: arraySchema(
      objectSchema({
        id: integerSchema,
        time: instantSchema,
        actor: stringSchema,
        event: stringSchema,
        targetType: nullableSchema(stringSchema),
        targetId: nullableSchema(integerSchema),
        label: nullableSchema(stringSchema),
        requestId: stringSchema,
        ip: nullableSchema(stringSchema),
        changes: { type: 'object' },
      }),
    ),
    page: pageSchema,
  }),
  usesAnswer: objectSchema({ data: arraySchema(useSchema) }),
  rowsAnswer: objectSchema({ rows: rowErrorsSchema }),
  order: objectSchema({ ids: arraySchema(integerSchema), was: arraySchema(integerSchema) }, [
    'ids',
  ]),
  openapi: { type: 'object' },
  problem: objectSchema(
    {
      status: integerSchema,
      title: stringSchema,
      code: stringSchema,
      requestId: stringSchema,
      detail: stringSchema,
      fields: fieldErrorsSchema,
      rows: rowErrorsSchema,
      permission: stringSchema,
      current: { type: 'object' },
      uses: arraySchema(useSchema),
      reach: objectSchema({
        token: stringSchema,
        reaches: integerSchema,
        own: integerSchema,
        worse: arraySchema(impactItemSchema),
      }),
    },
    ['status', 'title', 'code', 'requestId'],
  ),
} as const satisfies Record<string, Schema>

export function buildRecordSchemas(resource: Resource) {
  const { name, fields, derived = {} } = resource
  const { extraColumns = [], extraFields: extra = {}, appendOnly } = resource.api
  const { tabs, totals } = resource.list
  const properties = toSchemaProperties(fields)
  // A missing code is derived from another field, and file facts are read from the file.
  const required = Object.keys(fields).filter(
    (name) => fields[name]?.required && !fields[name].derivedFrom && !fields[name].derivedFromFile,
  )
  const stamp = {
    id: integerSchema,
    version: integerSchema,
    createdAt: instantSchema,
    createdBy: stringSchema,
    updatedAt: instantSchema,
    updatedBy: stringSchema,
  } satisfies Record<keyof typeof stampColumns | 'id' | 'version', Schema>
  const closed = { additionalProperties: false }
  const values = {
    title: openapiMessages.newRecord(name),
    ...objectSchema(properties, required),
    ...closed,
  }
  const labels = { labels: { type: 'object', additionalProperties: stringSchema } }
  const ownProperties = {
    ...properties,
    ...toSchemaProperties(derived),
    ...Object.fromEntries(extraColumns.map((extra) => [extra, {}])),
    ...(appendOnly ? { id: stamp.id } : stamp),
  }
  const record = {
    title: openapiMessages.record(name),
    ...objectSchema(
      { ...ownProperties, ...toSchemaProperties(extra), ...labels },
      Object.keys(ownProperties),
    ),
  }
  const pickProperties = (names: readonly string[]) =>
    Object.fromEntries(names.map((one) => [one, properties[one] ?? {}]))
  const snapshot = objectSchema({ ...properties, ...toSchemaProperties(derived), ...labels }, [])
  const entry = objectSchema({
    id: integerSchema,
    time: instantSchema,
    actor: stringSchema,
    event: stringSchema,
    before: snapshot,
    after: snapshot,
    hidden: arraySchema(stringSchema),
    reason: nullableSchema(stringSchema),
    says: nullableSchema(stringSchema),
    undo: nullableSchema(integerSchema),
  })
  return {
    values,
    history: objectSchema({ data: arraySchema(entry), page: pageSchema }),
    changes: { title: openapiMessages.change(name), ...objectSchema(properties, []), ...closed },
    record,
    list: objectSchema(
      {
        data: arraySchema(record),
        page: pageSchema,
        ...(tabs && { counts: countsSchema }),
        ...(totals && {
          sums: arraySchema(objectSchema(pickProperties([totals.by, ...totals.of]))),
        }),
      },
      ['data', 'page', ...(totals ? ['sums'] : [])],
    ),
    many: objectSchema({
      records: { ...arraySchema(values), minItems: 1, maxItems: limits.createMany },
    }),
    created: objectSchema({ data: arraySchema(record) }),
  }
}

export const toSchemaProperties = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toFieldSchema(field)]))

function toFieldSchema(field: Field): Schema {
  const schema = { title: field.label, ...getFieldStorage(field).schema(field) }
  return field.required || Array.isArray(getKind(field).emptyValue)
    ? schema
    : nullableSchema(schema)
}
