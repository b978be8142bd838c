import { refine, string } from 'superstruct'
import type { Struct } from 'superstruct'
import { messages } from '#shared/messages.ts'
import type { Field } from './fields.ts'
import { engineMessages } from '../messages.ts'

/** Other values of the record or form, by field: money reads its currency there. */
export type Siblings = Readonly<Record<string, unknown>>

/** Returns the first rule that a value breaks, as a sentence; `value` is neither null nor ''. */
export type FieldRule = (value: unknown, field: Field, siblings: Siblings) => string | undefined

export const createTextCheck = (field: Field) => (value: string) => {
  if (field.min !== undefined && [...value].length < field.min)
    return messages.validation.tooShort(field.label, field.min)
  if (field.max !== undefined && [...value].length > field.max)
    return messages.validation.tooLong(field.label, field.max)
  if (misleadingCharacters.test(value) || invisibleText.test(value))
    return messages.validation.invalid(field.label)
  return createPatternCheck(field)(value)
}

export const createPatternCheck =
  ({ pattern, label }: Field) =>
  (value: string) => {
    if (!pattern) return true
    if (pattern.matches.test(value)) return pattern.validate?.(value) ?? true
    const change = pattern.explain?.(value)
    return change === undefined ? pattern.message : engineMessages.notValid(label, change)
  }

/**
 * Control characters break CSV files, email headers, and logs, and direction marks reorder the text
 * next to them: no line needs either.
 */
const misleadingCharacters = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
/**
 * Text of only joiners and the like isn't a name. Plain white space isn't matched, since it's
 * trimmed where it can be.
 */
const invisibleText = /^\p{Z}*\p{Cf}[\p{Z}\p{Cf}]*$/u

type RuleCheck<Value> = (field: Field) => (value: Value) => string | boolean

export const createRule =
  <Value>(
    struct: () => Struct<Value, null>,
    check: RuleCheck<Value>,
    formatError = messages.validation.invalid,
  ): FieldRule =>
  (value, field) => {
    // These types accept no object, and Superstruct throws for some objects (shared/engine/is.ts).
    if (typeof value === 'object' || typeof value === 'function') return formatError(field.label)
    const [failure] = refine(struct(), 'rules', check(field)).validate(value)
    if (!failure) return undefined
    return failure.refinement ? failure.message : formatError(field.label)
  }

export const textRule = createRule(string, createTextCheck)

/**
 * Validates a required line of text. The sign-in page has no other kind of field, so it doesn't
 * load the tables of all kinds.
 */
export const validateRequiredText = (field: Field, value: string): string | undefined =>
  value === '' ? messages.validation.required(field.label) : textRule(value, field, {})
