import { boolean, nullable, number, refine, string } from 'superstruct'
import type { Struct } from 'superstruct'
import { isInstant } from '../dates.ts'
import type { Field, FieldKind } from './fields.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import type { Fields, Resource } from './resource.ts'

/** Messages by field name; a field that is right has none. */
export type FieldErrors = Record<string, string>

const say = messages.validation

/**
 * The first rule of the field that the value breaks, as a sentence; undefined when there is none.
 * Rules run in order and stop at the first failing one (spec.md section 5).
 */
export function fieldError(field: Field, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '')
    return field.required ? say.required(field.label) : undefined
  if (field.kind === 'list') return listError(field, value)
  // No other kind takes an object, and superstruct throws over some of them (shared/is.ts).
  if (typeof value === 'object' || typeof value === 'function') return typeMessage(field)
  const [failure] = structOf({ ...field, kind: field.kind }).validate(value)
  if (!failure) return undefined
  return failure.refinement ? failure.message : typeMessage(field)
}

/** The first entry that breaks a rule, or that is there twice. */
function listError(field: Field, value: unknown): string | undefined {
  if (!Array.isArray(value)) return say.invalid(field.label)
  const entries: unknown[] = value
  if (entries.length > limits.listEntries) return say.tooMany(field.label, limits.listEntries)
  for (const entry of entries) {
    const kind = field.options ? 'select' : 'text'
    const error = fieldError({ ...field, kind, required: true }, entry)
    if (error) return error
  }
  return new Set(entries).size === entries.length ? undefined : say.twice(field.label)
}

const typeMessage = (field: Field) =>
  (field.kind === 'integer' || field.kind === 'decimal' ? say.notNumber : say.invalid)(field.label)

const bounds = (field: Field) => (value: number) => {
  if (field.min !== undefined && value < field.min) return say.tooSmall(field.label, field.min)
  if (field.max !== undefined && value > field.max) return say.tooLarge(field.label, field.max)
  return true
}

const lengths = (field: Field) => (value: string) => {
  if (field.min !== undefined && [...value].length < field.min)
    return say.tooShort(field.label, field.min)
  if (field.max !== undefined && [...value].length > field.max)
    return say.tooLong(field.label, field.max)
  if (hasControlCharacter(value)) return say.invalid(field.label)
  return shape(field)(value)
}

const shape = (field: Field) => (value: string) =>
  !field.pattern || field.pattern.matches.test(value) || field.pattern.message

/** Text of several lines may hold line breaks and tabs. */
const longLengths = (field: Field) => (value: string) =>
  lengths(field)(value.replaceAll(/[\r\n\t]/g, ' '))

/** Control characters break CSV files, mail headers and logs; no field of one line has a use for them. */
const hasControlCharacter = (value: string) => /\p{Cc}/u.test(value)

/** More would be rounded where it is stored, and the operator would read back another number. */
const decimalPlaces = 2

const structs = {
  text: (field: Field) => refine(string(), 'rules', lengths(field)),
  longText: (field: Field) => refine(string(), 'rules', longLengths(field)),
  instant: (field: Field) =>
    refine(string(), 'rules', (value) => isInstant(value) || say.invalid(field.label)),
  reference: (field: Field) =>
    refine(number(), 'rules', (value) => isId(value) || say.invalid(field.label)),
  colour: (field: Field) => refine(string(), 'rules', shape(field)),
  integer: (field: Field) =>
    refine(number(), 'rules', (value) =>
      Number.isSafeInteger(value) ? bounds(field)(value) : say.notWhole(field.label),
    ),
  decimal: (field: Field) =>
    refine(number(), 'rules', (value) => {
      if (!Number.isFinite(value)) return say.notNumber(field.label)
      return Number(value.toFixed(decimalPlaces)) === value
        ? bounds(field)(value)
        : say.tooPrecise(field.label, decimalPlaces)
    }),
  toggle: () => boolean(),
  select: (field: Field) =>
    refine(string(), 'rules', (value) =>
      field.options?.some((option) => option.value === value)
        ? true
        : say.notOneOf(field.label, field.options?.map((option) => option.label).join(', ') ?? ''),
    ),
} satisfies Record<
  Exclude<FieldKind, 'list'>,
  (field: Field) => Struct<string, null> | Struct<number, null> | Struct<boolean, null>
>

const isId = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31

const structOf = (field: Field & { kind: Exclude<FieldKind, 'list'> }): Struct<unknown, unknown> =>
  // Each struct checks unknown input itself; the wider type only forgets what it yields.
  nullable(structs[field.kind](field) as unknown as Struct<unknown, unknown>)

/** One message per field that is wrong. `only` limits the check to fields that are present: a change, not a new record. */
export function errorsIn(
  fields: Fields,
  values: Record<string, unknown>,
  only: 'all' | 'present' = 'all',
): FieldErrors {
  // A map, because a body may name a field `__proto__`.
  const errors = new Map<string, string>()
  for (const [name, field] of Object.entries(fields)) {
    if (only === 'present' && !Object.hasOwn(values, name)) continue
    const error = fieldError(field, values[name])
    if (error) errors.set(name, error)
  }
  for (const name of Object.keys(values))
    if (!Object.hasOwn(fields, name)) errors.set(name, say.unknownField(name))
  return Object.fromEntries(errors)
}

/** What a new record's form starts with. */
export const initialValues = (resource: Pick<Resource, 'fields'>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, field.initial ?? null]),
  )
