import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isDay, isInstant } from '#shared/format/dates.ts'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { inItsLetters, withPlainLineEnds } from '#shared/engine/fields/kind.ts'
import { isSecretState } from '#shared/engine/list/picked.ts'
import { normalizeLines, normalizeSecret } from '#shared/engine/normalizeText.ts'
import { limits } from '#shared/limits.ts'
import { instant, text, whole } from '../http/schema.ts'
import type { Schema } from '../http/schema.ts'
import { amountCondition, atLeastOrMost, instantCondition } from './list/conditions.ts'
import type { Compared, Condition } from './list/conditions.ts'

/** What a kind of field is to the platform; what it means is in `shared/engine/fields/kinds.ts`. */
export type Stored = {
  schema: (field: Field) => Schema
  column: string
  /** What a column sorts by; its index in the migration is made of the same expression. */
  sortKey: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Whether the database can compare this with the column: what it cannot must not reach it. */
  isKey: (key: unknown) => boolean
  condition: (column: RawBuilder<unknown>, asked: Compared) => Condition
  among: (column: RawBuilder<unknown>, ids: RawBuilder<unknown>) => Condition
  /** A value as the body holds it, tidied; undefined where it is to stay what it is. */
  read: (value: unknown, field: Field) => unknown
}

const defined = (schema: Record<string, unknown>): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

/** Texts are kept without blanks around them and as whole characters; nothing left is null. */
function tidied(value: unknown, field: Field): unknown {
  if (typeof value !== 'string') return value
  return inItsLetters(field, value.toWellFormed()) || null
}

const isText = (key: unknown) => typeof key === 'string' && !/\p{Cc}/u.test(key)
const isNumber = (key: unknown) => typeof key === 'number' && Number.isFinite(key)
/** What an `integer` column can hold, as ids and positions are. */
export const isInteger = (id: unknown): id is number =>
  Number.isInteger(id) && Math.abs(Number(id)) < 2 ** 31

const line = {
  schema: ({ min, max }) => defined({ type: 'string', minLength: min, maxLength: max }),
  column: 'text collate "C"',
  sortKey: (column) => sql`lower(${column})`,
  isKey: isText,
  // The first half is there for the index that lists sort by.
  condition: (column, { value }) =>
    sql`(lower(${column}) = lower(${value}) and ${column} = ${value})`,
  among: (column, ids) => sql`${column} in ${ids}`,
  read: tidied,
} satisfies Stored

const number = {
  ...line,
  sortKey: (column) => column,
  isKey: isNumber,
  condition: (column, { op, value }) =>
    sql`${column} ${atLeastOrMost(op)} cast(${value} as numeric)`,
} satisfies Stored

const reference = {
  ...number,
  schema: () => ({ type: 'integer', minimum: 1 }),
  column: 'integer',
  isKey: isInteger,
  condition: (column, { value }) => sql`${column} = ${Number(value)}`,
} satisfies Stored

const listOf = (ofEntry: (field: Field) => Schema): Pick<Stored, 'schema' | 'read'> => ({
  schema: (field) => ({
    type: 'array',
    ...(field.required && { minItems: 1 }),
    maxItems: field.most ?? limits.listEntries,
    uniqueItems: !field.repeats,
    items: ofEntry(field),
  }),
  read: (value, field) =>
    Array.isArray(value) ? value.map((entry) => tidied(entry, field)) : tidied(value, field),
})

/** Every kind of field, whole: one that lacks a part does not compile. */
export const stored = {
  text: line,
  longText: {
    ...line,
    read: (value) =>
      typeof value === 'string'
        ? normalizeLines(withPlainLineEnds(value.toWellFormed())) || null
        : value,
  },
  colour: {
    ...line,
    schema: () => ({ type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' }),
    // By hue, greys last; of one hue by what it holds.
    sortKey: (column) =>
      sql`((coalesce(lpad(hue_of(${column})::text, 3, '0'), 'grey') || lower(${column})) collate "C")`,
  },
  select: {
    ...line,
    schema: ({ options = [] }) => ({ type: 'string', enum: options.map(({ value }) => value) }),
  },
  integer: {
    ...number,
    schema: ({ min, max }) => defined({ type: 'integer', minimum: min, maximum: max }),
    column: 'integer',
    isKey: isInteger,
  },
  decimal: {
    ...number,
    schema: ({ min, max }) =>
      defined({ type: 'number', minimum: min, maximum: max, multipleOf: 0.01 }),
    column: 'numeric(12, 2)',
  },
  money: {
    ...number,
    schema: ({ min, max }) => defined({ type: 'integer', minimum: min, maximum: max }),
    column: 'bigint',
    isKey: Number.isSafeInteger,
    condition: amountCondition,
  },
  toggle: {
    ...line,
    schema: () => ({ type: 'boolean' }),
    column: 'boolean',
    sortKey: (column) => column,
    isKey: (key) => typeof key === 'boolean',
    condition: (column, { value }) => sql`${column} = ${value === '1'}`,
  },
  date: {
    ...number,
    schema: () => ({ type: 'string', format: 'date' }),
    column: 'date',
    isKey: (key) => typeof key === 'string' && isDay(key),
    condition: (column, { op, value }) =>
      sql`${column} ${atLeastOrMost(op)} cast(${value} as date)`,
  },
  instant: {
    ...number,
    schema: () => instant,
    column: 'timestamptz(3)',
    isKey: (key) => typeof key === 'string' && isInstant(key),
    condition: instantCondition,
  },
  list: {
    ...line,
    ...listOf(({ max, options }) =>
      defined({ ...text, maxLength: max, enum: options?.map(({ value }) => value) }),
    ),
    column: 'text[] collate "C"',
    condition: (column, { value }) => sql`${column} @> array[${value}]`,
  },
  reference,
  references: {
    ...reference,
    ...listOf(() => ({ ...whole, minimum: 1 })),
    column: 'integer[]',
    among: (column, ids) => sql`${column} && array${ids}`,
    condition: (column, { value }) => sql`${column} @> array[cast(${value} as integer)]`,
  },
  secret: {
    ...line,
    schema: ({ max }) =>
      defined({
        type: ['string', 'object'],
        maxLength: max,
        properties: { set: { type: 'boolean' }, hint: text, changedAt: instant },
      }),
    column: 'jsonb',
    // Left empty it stays as it is, and so it does where what was answered of it is sent back.
    read: (value) =>
      isSecretState(value)
        ? undefined
        : value === null
          ? null
          : typeof value === 'string'
            ? normalizeSecret(value.toWellFormed()) || undefined
            : value,
  },
  file: reference,
  image: reference,
} as const satisfies Record<FieldKind, Stored>

export const storedAs = ({ kind }: Pick<Field, 'kind'>): Stored => stored[kind]
