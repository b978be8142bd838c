import type { Field } from '#shared/engine/fields/fields.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { limits } from '#shared/limits.ts'
import type { stampColumns } from '#shared/engine/messages.ts'
import type { Fields, Resource } from '#shared/engine/resource.ts'
import { storedAs } from '../records/kinds.ts'
import { instant, listOf, orNull, text, whole } from './schema.ts'
import type { Schema } from './schema.ts'
import { openapiMessages } from '../openapi/messages.ts'

/** An object whose properties are all there, unless `required` names fewer. */
export const object = (
  properties: Record<string, Schema>,
  required = Object.keys(properties),
): Schema => ({
  type: 'object',
  properties,
  required,
})

export const page = object({
  next: orNull(text),
  previous: orNull(text),
  total: whole,
  totalIsCapped: { type: 'boolean' },
  from: orNull(whole),
})

const counts = {
  type: 'object',
  additionalProperties: object({ total: whole, totalIsCapped: { type: 'boolean' } }),
}

const user = object(
  {
    id: whole,
    storeId: whole,
    sIdentifier: whole,
    name: text,
    email: text,
    timeZone: orNull(text),
    allStores: { type: 'boolean' },
    jobsUnderWay: whole,
    attention: whole,
    groups: listOf(text),
    storeNames: listOf(text),
    storeCount: whole,
  },
  ['id', 'storeId', 'sIdentifier', 'name', 'email'],
)
const userDetails = object({ user, permissions: listOf(text) })
const fieldMessages = { type: 'object', additionalProperties: text }
const use = object({ kind: text, count: whole, examples: listOf(text), to: text }, [
  'kind',
  'count',
  'examples',
])
const worse = object({ what: text, count: whole, examples: listOf(text) })

const rows = listOf(object({ index: whole, fields: fieldMessages }))

/** The shapes of calls that no resource's definition gives (shared/engine/platformCalls.ts, shared/engine/problem.ts). */
export const schemas = {
  credentials: object({ email: text, password: text, devices: listOf(text) }, [
    'email',
    'password',
  ]),
  signIn: object({ status: whole, token: text, user, permissions: listOf(text), device: text }),
  userDetails,
  passwordChange: object({
    id: { type: ['integer', 'string'] },
    currentPassword: text,
    new_password: text,
    confirmPassword: text,
  }),
  audit: object({
    data: listOf(
      object({
        id: whole,
        time: instant,
        actor: text,
        event: text,
        targetType: orNull(text),
        targetId: orNull(whole),
        label: orNull(text),
        requestId: text,
        ip: orNull(text),
        changes: { type: 'object' },
      }),
    ),
    page,
  }),
  usesAnswer: object({ data: listOf(use) }),
  rowsAnswer: object({ rows }),
  order: object({ ids: listOf(whole), was: listOf(whole) }, ['ids']),
  openapi: { type: 'object' },
  problem: object(
    {
      status: whole,
      title: text,
      code: text,
      requestId: text,
      detail: text,
      fields: fieldMessages,
      rows,
      permission: text,
      current: { type: 'object' },
      uses: listOf(use),
      reach: object({ token: text, reaches: whole, own: whole, worse: listOf(worse) }),
    },
    ['status', 'title', 'code', 'requestId'],
  ),
} as const satisfies Record<string, Schema>

export function recordSchemas(resource: Resource) {
  const { name, fields, derived = {}, also = [], told = {}, entries, tabs, sums } = resource
  const properties = propertiesOf(fields)
  // A code that is left out is made of another field, and what a file says is read from it.
  const required = Object.keys(fields).filter(
    (name) => fields[name]?.required && !fields[name].from && !fields[name].fromFile,
  )
  const stamp = {
    id: whole,
    version: whole,
    createdAt: instant,
    createdBy: text,
    updatedAt: instant,
    updatedBy: text,
  } satisfies Record<keyof typeof stampColumns | 'id' | 'version', Schema>
  const closed = { additionalProperties: false }
  const values = {
    title: openapiMessages.newRecord(name),
    ...object(properties, required),
    ...closed,
  }
  const labels = { labels: { type: 'object', additionalProperties: text } }
  const own = {
    ...properties,
    ...propertiesOf(derived),
    ...Object.fromEntries(also.map((told) => [told, {}])),
    ...(entries ? { id: stamp.id } : stamp),
  }
  const record = {
    title: openapiMessages.record(name),
    ...object({ ...own, ...propertiesOf(told), ...labels }, Object.keys(own)),
  }
  const onlyOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((one) => [one, properties[one] ?? {}]))
  const side = object({ ...properties, ...propertiesOf(derived), ...labels }, [])
  const entry = object({
    id: whole,
    time: instant,
    actor: text,
    event: text,
    before: side,
    after: side,
    hidden: listOf(text),
    reason: orNull(text),
    says: orNull(text),
    undo: orNull(whole),
  })
  return {
    values,
    history: object({ data: listOf(entry), page }),
    changes: { title: openapiMessages.change(name), ...object(properties, []), ...closed },
    record,
    list: object(
      {
        data: listOf(record),
        page,
        ...(tabs && { counts }),
        ...(sums && { sums: listOf(object(onlyOf([sums.by, ...sums.of]))) }),
      },
      ['data', 'page', ...(sums ? ['sums'] : [])],
    ),
    many: object({ records: { ...listOf(values), minItems: 1, maxItems: limits.createMany } }),
    created: object({ data: listOf(record) }),
  }
}

export const propertiesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]))

function fieldSchema(field: Field): Schema {
  const schema = { title: field.label, ...storedAs(field).schema(field) }
  return field.required || Array.isArray(kindOf(field).empty) ? schema : orNull(schema)
}
