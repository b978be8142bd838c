import { refine, string } from 'superstruct'
import type { Struct } from 'superstruct'
import { messages } from '#shared/messages.ts'
import type { Field } from './fields.ts'
import { engineMessages } from '../messages.ts'

/** The other values of the record or form, by field: money reads its currency there. */
export type Siblings = Readonly<Record<string, unknown>>

/** The first rule that a value breaks, as a sentence; `value` is neither null nor ''. */
export type FieldRule = (value: unknown, field: Field, siblings: Siblings) => string | undefined

export const checkText = (field: Field) => (value: string) => {
  if (field.min !== undefined && [...value].length < field.min)
    return messages.validation.tooShort(field.label, field.min)
  if (field.max !== undefined && [...value].length > field.max)
    return messages.validation.tooLong(field.label, field.max)
  if (misleadingCharacters.test(value) || invisibleText.test(value))
    return messages.validation.invalid(field.label)
  return checkPattern(field)(value)
}

export const checkPattern =
  ({ pattern, label }: Field) =>
  (value: string) => {
    if (!pattern) return true
    if (pattern.matches.test(value)) return pattern.validate?.(value) ?? true
    const change = pattern.explain?.(value)
    return change === undefined ? pattern.message : engineMessages.notValid(label, change)
  }

/** Control characters break CSV files, mail headers and logs, those of direction turn what stands beside them: no line has a use for them. */
const misleadingCharacters = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
/** A name of joiners and the like alone is none; what is blank is trimmed where it may be. */
const invisibleText = /^\p{Z}*\p{Cf}[\p{Z}\p{Cf}]*$/u

type RuleCheck<Value> = (field: Field) => (value: Value) => string | boolean

export const createRule =
  <Value>(
    struct: () => Struct<Value, null>,
    check: RuleCheck<Value>,
    wrong = messages.validation.invalid,
  ): FieldRule =>
  (value, field) => {
    // These types take no object, and superstruct throws over some of them (shared/engine/is.ts).
    if (typeof value === 'object' || typeof value === 'function') return wrong(field.label)
    const [failure] = refine(struct(), 'rules', check(field)).validate(value)
    if (!failure) return undefined
    return failure.refinement ? failure.message : wrong(field.label)
  }

export const textRule = createRule(string, checkText)

/** What is wrong with a required line of text; the sign-in page has no other kind, and does without the tables of all. */
export const validateText = (field: Field, value: string): string | undefined =>
  value === '' ? messages.validation.required(field.label) : textRule(value, field, {})
