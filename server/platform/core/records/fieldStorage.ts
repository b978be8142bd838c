import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isDay, isInstant } from '#shared/format/dates.ts'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { normalizeFieldText, normalizeLineEnds } from '#shared/engine/fields/kind.ts'
import { isSecretState } from '#shared/engine/list/referenceValues.ts'
import { normalizeLines, normalizeSecret } from '#shared/engine/normalizeText.ts'
import { limits } from '#shared/limits.ts'
import { instantSchema, stringSchema, integerSchema } from '../http/schema.ts'
import type { Schema } from '../http/schema.ts'
import {
  buildAmountCondition,
  buildLowercaseSql,
  toLowercase,
  toSqlRangeOperator,
  buildInstantCondition,
} from './list/conditions.ts'
import type { FilterComparison, SqlCondition } from './list/conditions.ts'

/** How the platform stores a kind of field. Its meaning is in `shared/engine/fields/kinds.ts`. */
export type FieldStorage = {
  schema: (field: Field) => Schema
  column: string
  /** The sort expression; the migration's index must use the same one. */
  sortKey: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Whether the database can compare this key with the column. Other keys must not reach it. */
  isKey: (key: unknown) => boolean
  condition: (column: RawBuilder<unknown>, asked: FilterComparison) => SqlCondition
  matchesAny: (column: RawBuilder<unknown>, ids: RawBuilder<unknown>) => SqlCondition
  /** Cleans up a value from a body. Returns undefined to leave the stored value unchanged. */
  normalize: (value: unknown, field: Field) => unknown
}

const omitUndefined = (schema: Record<string, unknown>): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

/** Trims a text and replaces broken surrogates. An empty text becomes null. */
function normalizeText(value: unknown, field: Field): unknown {
  if (typeof value !== 'string') return value
  return normalizeFieldText(field, value.toWellFormed()) || null
}

const isTextKey = (key: unknown) => typeof key === 'string' && !/\p{Cc}/u.test(key)
const isNumberKey = (key: unknown) => typeof key === 'number' && Number.isFinite(key)
/** Whether an `integer` column can hold it, for IDs and positions. */
export const isInt32 = (id: unknown): id is number =>
  Number.isInteger(id) && Math.abs(Number(id)) < 2 ** 31

const textStorage = {
  schema: ({ min, max }) => omitUndefined({ type: 'string', minLength: min, maxLength: max }),
  column: 'text collate "C"',
  sortKey: (column) => sql`lower(${column})`,
  isKey: isTextKey,
  // The first half lets PostgreSQL use the index that lists sort by.
  condition: (column, { value }) =>
    sql`(${buildLowercaseSql(column)} = ${toLowercase(value)} and ${column} = ${value})`,
  matchesAny: (column, ids) => sql`${column} in ${ids}`,
  normalize: normalizeText,
} satisfies FieldStorage

const numberStorage = {
  ...textStorage,
  sortKey: (column) => column,
  isKey: isNumberKey,
  condition: (column, { op, value }) =>
    sql`${column} ${toSqlRangeOperator(op)} cast(${value} as numeric)`,
} satisfies FieldStorage

const referenceStorage = {
  ...numberStorage,
  schema: () => ({ type: 'integer', minimum: 1 }),
  column: 'integer',
  isKey: isInt32,
  condition: (column, { value }) => sql`${column} = ${Number(value)}`,
} satisfies FieldStorage

const createListStorage = (
  buildEntrySchema: (field: Field) => Schema,
): Pick<FieldStorage, 'schema' | 'normalize'> => ({
  schema: (field) => ({
    type: 'array',
    ...(field.required && { minItems: 1 }),
    maxItems: field.maxEntries ?? limits.listEntries,
    uniqueItems: !field.allowDuplicates,
    items: buildEntrySchema(field),
  }),
  normalize: (value, field) =>
    Array.isArray(value)
      ? value.map((entry) => normalizeText(entry, field))
      : normalizeText(value, field),
})

/** The storage of every kind of field. The type makes an incomplete kind a compile error. */
export const fieldStorages = {
  text: textStorage,
  longText: {
    ...textStorage,
    normalize: (value) =>
      typeof value === 'string'
        ? normalizeLines(normalizeLineEnds(value.toWellFormed())) || null
        : value,
  },
  colour: {
    ...textStorage,
    schema: () => ({ type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' }),
    // By hue, grays last, then by value.
    sortKey: (column) =>
      sql`((coalesce(lpad(hue_of(${column})::text, 3, '0'), 'grey') || lower(${column})) collate "C")`,
  },
  select: {
    ...textStorage,
    schema: ({ options = [] }) => ({ type: 'string', enum: options.map(({ value }) => value) }),
  },
  integer: {
    ...numberStorage,
    schema: ({ min, max }) => omitUndefined({ type: 'integer', minimum: min, maximum: max }),
    column: 'integer',
    isKey: isInt32,
  },
  decimal: {
    ...numberStorage,
    schema: ({ min, max }) =>
      omitUndefined({ type: 'number', minimum: min, maximum: max, multipleOf: 0.01 }),
    column: 'numeric(12, 2)',
  },
  money: {
    ...numberStorage,
    schema: ({ min, max }) => omitUndefined({ type: 'integer', minimum: min, maximum: max }),
    column: 'bigint',
    isKey: Number.isSafeInteger,
    condition: buildAmountCondition,
  },
  toggle: {
    ...textStorage,
    schema: () => ({ type: 'boolean' }),
    column: 'boolean',
    sortKey: (column) => column,
    isKey: (key) => typeof key === 'boolean',
    condition: (column, { value }) => sql`${column} = ${value === '1'}`,
  },
  date: {
    ...numberStorage,
    schema: () => ({ type: 'string', format: 'date' }),
    column: 'date',
    isKey: (key) => typeof key === 'string' && isDay(key),
    condition: (column, { op, value }) =>
      sql`${column} ${toSqlRangeOperator(op)} cast(${value} as date)`,
  },
  instant: {
    ...numberStorage,
    schema: () => instantSchema,
    column: 'timestamptz(3)',
    isKey: (key) => typeof key === 'string' && isInstant(key),
    condition: buildInstantCondition,
  },
  list: {
    ...textStorage,
    ...createListStorage(({ max, options }) =>
      omitUndefined({ ...stringSchema, maxLength: max, enum: options?.map(({ value }) => value) }),
    ),
    column: 'text[] collate "C"',
    condition: (column, { value }) => sql`${column} @> array[${value}]`,
  },
  reference: referenceStorage,
  references: {
    ...referenceStorage,
    ...createListStorage(() => ({ ...integerSchema, minimum: 1 })),
    column: 'integer[]',
    matchesAny: (column, ids) => sql`${column} && array${ids}`,
    condition: (column, { value }) => sql`${column} @> array[cast(${value} as integer)]`,
  },
  secret: {
    ...textStorage,
    schema: ({ max }) =>
      omitUndefined({
        type: ['string', 'object'],
        maxLength: max,
        properties: { set: { type: 'boolean' }, hint: stringSchema, changedAt: instantSchema },
      }),
    column: 'jsonb',
    // An empty text keeps the secret, and so does its state as the API returned it.
    normalize: (value) =>
      isSecretState(value)
        ? undefined
        : value === null
          ? null
          : typeof value === 'string'
            ? normalizeSecret(value.toWellFormed()) || undefined
            : value,
  },
  file: referenceStorage,
  image: referenceStorage,
} as const satisfies Record<FieldKind, FieldStorage>

export const getFieldStorage = ({ kind }: Pick<Field, 'kind'>): FieldStorage => fieldStorages[kind]
