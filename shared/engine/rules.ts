import { boolean, number, refine, string } from 'superstruct'
import type { Struct } from 'superstruct'
import { isDay, isInstant } from '../dates.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { formatMinor } from '../money.ts'
import { isSecretState } from './picked.ts'
import type { Field } from './fields.ts'

/** The other values of the record or form, by field: money reads its currency there. */
export type Siblings = Readonly<Record<string, unknown>>

/** The first rule that a value breaks, as a sentence; `value` is neither null nor ''. */
export type Rule = (value: unknown, field: Field, siblings: Siblings) => string | undefined

const say = messages.validation

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

/** Control characters break CSV files, mail headers and logs; no field of one line has a use for them. */
const hasControlCharacter = (value: string) => /\p{Cc}/u.test(value)

/** More would be rounded where it is stored, and the operator would read back another number. */
const decimalPlaces = 2

const isId = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31

type Check<Value> = (field: Field) => (value: Value) => string | boolean

/** A rule from a struct of superstruct, which also says what type a value must have. */
const rule =
  <Value>(struct: () => Struct<Value, null>, check: Check<Value>, wrong = say.invalid): Rule =>
  (value, field) => {
    // These types take no object, and superstruct throws over some of them (shared/is.ts).
    if (typeof value === 'object' || typeof value === 'function') return wrong(field.label)
    const [failure] = refine(struct(), 'rules', check(field)).validate(value)
    if (!failure) return undefined
    return failure.refinement ? failure.message : wrong(field.label)
  }

const known = (isKnown: (value: string) => boolean, wrong = say.invalid) =>
  rule(string, (field) => (value) => isKnown(value) || wrong(field.label), wrong)

/** Every entry by the rule, none of them twice. */
const entries =
  (ofEntry: Rule): Rule =>
  (value, field, siblings) => {
    if (!Array.isArray(value)) return say.invalid(field.label)
    if (value.length > limits.listEntries) return say.tooMany(field.label, limits.listEntries)
    for (const entry of value) {
      const error =
        entry === null || entry === '' ? say.required(field.label) : ofEntry(entry, field, siblings)
      if (error) return error
    }
    return new Set(value).size === value.length ? undefined : say.twice(field.label)
  }

const text = rule(string, lengths)
const oneOf = rule(
  string,
  ({ label, options = [] }) =>
    (value) =>
      options.some((option) => option.value === value) ||
      say.notOneOf(label, options.map((option) => option.label).join(', ')),
)
const id = rule(number, (field) => (value) => isId(value) || say.invalid(field.label))

/** The currency of an amount: the definition's, or what the field beside it holds; XXX, which is none, where that holds none. */
export function currencyFor({ currency, currencyOf = '' }: Field, siblings: Siblings): string {
  const beside = String(siblings[currencyOf] ?? '').toUpperCase()
  return currency ?? (/^[A-Z]{3}$/.test(beside) ? beside : 'XXX')
}

const amount: Rule = (value, field, siblings) => {
  const currency = currencyFor(field, siblings)
  const { label, min = -Infinity, max = Infinity } = field
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return say.notAmount(label, currency)
  if (value < min) return say.tooSmall(label, `${formatMinor(min, currency)} ${currency}`)
  if (value > max) return say.tooLarge(label, `${formatMinor(max, currency)} ${currency}`)
  return undefined
}

const fileId: Rule = (value, field, siblings) =>
  value instanceof File ? say.noFiles(field.label) : id(value, field, siblings)

/** The rules of each kind; `kinds.ts` reads them. */
export const rules = {
  text,
  // Text of several lines may hold line breaks and tabs.
  longText: rule(string, (field) => (value) => lengths(field)(value.replaceAll(/[\r\n\t]/g, ' '))),
  colour: rule(string, shape),
  select: oneOf,
  toggle: rule(boolean, () => () => true),
  integer: rule(
    number,
    (field) => (value) =>
      Number.isSafeInteger(value) ? bounds(field)(value) : say.notWhole(field.label),
    say.notNumber,
  ),
  decimal: rule(
    number,
    (field) => (value) => {
      if (!Number.isFinite(value)) return say.notNumber(field.label)
      return Number(value.toFixed(decimalPlaces)) === value
        ? bounds(field)(value)
        : say.tooPrecise(field.label, decimalPlaces)
    },
    say.notNumber,
  ),
  money: amount,
  date: known(isDay, say.notDate),
  instant: known(isInstant),
  list: entries((value, field, siblings) => (field.options ? oneOf : text)(value, field, siblings)),
  reference: id,
  references: entries(id),
  secret: ((value, field, siblings) =>
    isSecretState(value) ? undefined : text(value, field, siblings)) satisfies Rule,
  file: fileId,
} as const
