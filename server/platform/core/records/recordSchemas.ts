import type { Field } from '#shared/engine/fields/fields.ts'
import {
  integrationColumns,
  integrationFields,
} from '#shared/engine/integrations/integrationFields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { limits } from '#shared/limits.ts'
import type { stampColumns } from '#shared/engine/messages.ts'
import type { Fields, Resource } from '#shared/engine/resource.ts'
import { getFieldStorage } from './fieldStorage.ts'
import type { ReadableResource } from './list/readExtension.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '../http/schema.ts'
import type { Schema } from '../http/schema.ts'
import { nameSchema, objectSchema, pageSchema, toComponentName } from '../http/schema.ts'

const countsSchema = nameSchema('TabCounts', {
  type: 'object',
  additionalProperties: objectSchema({ total: integerSchema, totalIsCapped: { type: 'boolean' } }),
})

const userSchema = nameSchema(
  'SignedInUser',
  objectSchema(
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
  ),
)
const userDetailsSchema = objectSchema({ user: userSchema, permissions: arraySchema(stringSchema) })
const fieldErrorsSchema = { type: 'object', additionalProperties: stringSchema }
const useSchema = nameSchema(
  'RecordUse',
  objectSchema(
    {
      kind: stringSchema,
      count: integerSchema,
      examples: arraySchema(stringSchema),
      to: stringSchema,
    },
    ['kind', 'count', 'examples'],
  ),
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
  signIn: nameSchema(
    'SignIn',
    objectSchema({
      status: integerSchema,
      token: stringSchema,
      user: userSchema,
      permissions: arraySchema(stringSchema),
      device: stringSchema,
    }),
  ),
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
  usesAnswer: nameSchema('RecordUses', objectSchema({ data: arraySchema(useSchema) })),
  rowsAnswer: nameSchema('RowErrors', objectSchema({ rows: rowErrorsSchema })),
  order: nameSchema(
    'RecordOrder',
    objectSchema({ ids: arraySchema(integerSchema), was: arraySchema(integerSchema) }, ['ids']),
  ),
  openapi: { type: 'object' },
  problem: nameSchema(
    'Problem',
    objectSchema(
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
  ),
} as const satisfies Record<string, Schema>

const stampSchemas = {
  id: integerSchema,
  version: integerSchema,
  createdAt: instantSchema,
  createdBy: stringSchema,
  updatedAt: instantSchema,
  updatedBy: stringSchema,
} satisfies Record<keyof typeof stampColumns | 'id' | 'version', Schema>
const labelsSchema = nameSchema('Labels', { type: 'object', additionalProperties: stringSchema })
const stampSchema = nameSchema(
  'Stamp',
  objectSchema({ ...stampSchemas, labels: labelsSchema }, Object.keys(stampSchemas)),
)
const entryStampSchema = nameSchema(
  'EntryStamp',
  objectSchema({ id: integerSchema, labels: labelsSchema }, ['id']),
)
const labeledRecordSchema = objectSchema({ labels: labelsSchema }, [])

/** A change in a record's history. Each resource adds the schemas of `before` and `after`. */
const historyEntrySchema = nameSchema(
  'HistoryEntry',
  objectSchema({
    id: integerSchema,
    time: instantSchema,
    actor: stringSchema,
    event: stringSchema,
    before: labeledRecordSchema,
    after: labeledRecordSchema,
    hidden: arraySchema(stringSchema),
    reason: nullableSchema(stringSchema),
    says: nullableSchema(stringSchema),
    undo: nullableSchema(integerSchema),
  }),
)

const integrationProperties: Record<string, Schema> = {
  ...toSchemaProperties(integrationFields),
  ...Object.fromEntries(integrationColumns.map((column) => [column, {}])),
}
/** What the records of all integrations have in addition to their settings. */
const integrationSchema = nameSchema('Integration', { properties: integrationProperties })

/** Builds the schemas of a resource's generic calls: its record, new records, and changes. */
export function buildRecordSchemas(resource: Resource) {
  const { title, fields } = resource
  const component = toComponentName(title.one)
  const properties = toSchemaProperties(fields)
  const fieldsSchema = nameSchema(`${component}Fields`, objectSchema(properties, []))
  const changes = nameSchema(`${component}Changes`, {
    allOf: [fieldsSchema],
    unevaluatedProperties: false,
  })
  // A missing code is derived from another field, and file facts are read from the file.
  const required = Object.keys(fields).filter(
    (name) => fields[name]?.required && !fields[name].derivedFrom && !fields[name].derivedFromFile,
  )
  const values = nameSchema(`New${component}`, {
    allOf: [fieldsSchema],
    required,
    unevaluatedProperties: false,
  })
  const { record, partialRecord } = buildOwnSchemas(resource, component, fieldsSchema)
  return {
    values,
    changes,
    record,
    history: objectSchema({
      data: arraySchema({
        allOf: [
          historyEntrySchema,
          { properties: { before: partialRecord, after: partialRecord } },
        ],
      }),
      page: pageSchema,
    }),
    many: nameSchema(
      `New${component}List`,
      objectSchema({
        records: { ...arraySchema(values), minItems: 1, maxItems: limits.createMany },
      }),
    ),
    created: objectSchema({ data: arraySchema(record) }),
  }
}

/** Builds the schema of a page of a resource's list. */
export function buildListSchema(resource: ReadableResource): Schema {
  const { totals } = resource.readExtension ?? {}
  const properties = toSchemaProperties(resource.fields)
  const sumSchema =
    totals &&
    objectSchema(
      Object.fromEntries([totals.by, ...totals.of].map((one) => [one, properties[one] ?? {}])),
    )
  return objectSchema(
    {
      data: arraySchema(buildRecordSchemas(resource).record),
      page: pageSchema,
      ...(resource.list.tabs && { counts: countsSchema }),
      ...(sumSchema && { sums: arraySchema(sumSchema) }),
    },
    ['data', 'page', ...(sumSchema ? ['sums'] : [])],
  )
}

/** Builds the schemas of a record as calls return it: whole, and some of its fields. */
function buildOwnSchemas(
  { fields, derived = {}, api: { extraColumns = [], extraFields = {}, appendOnly } }: Resource,
  component: string,
  fieldsSchema: Schema,
) {
  const ownProperties = {
    ...toSchemaProperties(derived),
    ...Object.fromEntries(extraColumns.map((extra) => [extra, {}])),
  }
  const isIntegration = derived['state'] === integrationFields.state
  const shared = isIntegration ? integrationProperties : {}
  const properties = {
    ...Object.fromEntries(Object.entries(ownProperties).filter(([name]) => !(name in shared))),
    ...toSchemaProperties(extraFields),
  }
  const partialRecord = nameSchema(`Partial${component}`, {
    allOf: [
      fieldsSchema,
      ...(isIntegration ? [integrationSchema] : []),
      ...(Object.keys(properties).length > 0 ? [{ properties }] : []),
    ],
  })
  const record = nameSchema(component, {
    allOf: [appendOnly ? entryStampSchema : stampSchema, partialRecord],
    required: [...Object.keys(fields), ...Object.keys(ownProperties)],
  })
  return { record, partialRecord }
}

/** Returns the schemas of fields by name. */
export function toSchemaProperties(fields: Fields): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toFieldSchema(field)]),
  )
}

function toFieldSchema(field: Field): Schema {
  const schema = { title: field.label, ...getFieldStorage(field).schema(field) }
  return field.required || Array.isArray(getKind(field).emptyValue)
    ? schema
    : nullableSchema(schema)
}
