import { refine, string } from 'superstruct'
import type { Struct } from 'superstruct'
import { messages } from '#shared/messages.ts'
import type { Field } from './fields.ts'
import { engineMessages } from '../messages.ts'

/** The other values of the record or form, by field: money reads its currency there. */
export type Siblings = Readonly<Record<string, unknown>>

/** The first rule that a value breaks, as a sentence; `value` is neither null nor ''. */
export type Rule = (value: unknown, field: Field, siblings: Siblings) => string | undefined

const say = messages.validation

export const lengths = (field: Field) => (value: string) => {
  if (field.min !== undefined && [...value].length < field.min)
    return say.tooShort(field.label, field.min)
  if (field.max !== undefined && [...value].length > field.max)
    return say.tooLong(field.label, field.max)
  if (misleads.test(value) || isUnseen.test(value)) return say.invalid(field.label)
  return shape(field)(value)
}

export const shape =
  ({ pattern, label }: Field) =>
  (value: string) => {
    if (!pattern) return true
    if (pattern.matches.test(value)) return pattern.further?.(value) ?? true
    const change = pattern.explain?.(value)
    return change === undefined ? pattern.message : engineMessages.notValid(label, change)
  }

/** Control characters break CSV files, mail headers and logs, those of direction turn what stands beside them: no line has a use for them. */
const misleads = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
/** A name of joiners and the like alone is none; what is blank is trimmed where it may be. */
const isUnseen = /^\p{Z}*\p{Cf}[\p{Z}\p{Cf}]*$/u

type Check<Value> = (field: Field) => (value: Value) => string | boolean

export const rule =
  <Value>(struct: () => Struct<Value, null>, check: Check<Value>, wrong = say.invalid): Rule =>
  (value, field) => {
    // These types take no object, and superstruct throws over some of them (shared/engine/is.ts).
    if (typeof value === 'object' || typeof value === 'function') return wrong(field.label)
    const [failure] = refine(struct(), 'rules', check(field)).validate(value)
    if (!failure) return undefined
    return failure.refinement ? failure.message : wrong(field.label)
  }

export const textRule = rule(string, lengths)

/** What is wrong with a required line of text; the sign-in page has no other kind, and does without the tables of all. */
export const textError = (field: Field, value: string): string | undefined =>
  value === '' ? say.required(field.label) : textRule(value, field, {})
