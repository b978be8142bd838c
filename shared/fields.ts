import { messages } from './messages.ts'

/** One choice of a select field: what is stored and what is shown. */
export type Option = { value: string; label: string }

/** A pattern and what to say when it does not match. */
export type Pattern = { matches: RegExp; message: string }

export type FieldKind = 'text' | 'integer' | 'decimal' | 'toggle' | 'select' | 'colour'

/**
 * One field of a resource, as data: form, list, filter, validation, API contract and CSV read it.
 * `Value` is the type of its value in a record; nothing holds it at run time.
 */
export type Field<Value = unknown> = {
  kind: FieldKind
  label: string
  required: boolean
  /** Characters of a text, or the largest number. */
  max?: number
  /** Characters of a text, or the smallest number. */
  min?: number
  pattern?: Pattern
  options?: readonly Option[]
  hint?: string
  /** What a new record starts with. */
  initial?: Value
  readonly value?: Value
}

type TextRules = { max: number; min?: number; pattern?: Pattern; hint?: string }
type NumberRules = { min?: number; max?: number; hint?: string }

/** A line of text, kept without blanks around it. */
export const text = (label: string, rules: TextRules): Field<string> => ({
  kind: 'text',
  label,
  required: true,
  ...rules,
})

export const integer = (label: string, rules: NumberRules = {}): Field<number> => ({
  kind: 'integer',
  label,
  required: true,
  ...rules,
})

/** A number with at most two decimal places. */
export const decimal = (label: string, rules: NumberRules = {}): Field<number> => ({
  kind: 'decimal',
  label,
  required: true,
  ...rules,
})

/** Yes or no; a form sends 1 or 0 (spec.md section 2, Switch). */
export const toggle = (
  label: string,
  rules: { hint?: string; initial?: boolean } = {},
): Field<boolean> => ({
  kind: 'toggle',
  label,
  required: true,
  initial: true,
  ...rules,
})

/** One of a fixed list; the keys of `options` are what is stored. */
export const select = <const Value extends string>(
  label: string,
  options: Record<Value, string>,
  rules: { hint?: string; initial?: NoInfer<Value> } = {},
): Field<Value> => ({
  kind: 'select',
  label,
  required: true,
  options: Object.entries<string>(options).map(([value, shown]) => ({ value, label: shown })),
  ...rules,
})

/** A colour as `#RRGGBB`. */
export const colour = (label: string, rules: { hint?: string } = {}): Field<string> => ({
  kind: 'colour',
  label,
  required: true,
  max: 7,
  pattern: { matches: /^#[0-9a-f]{6}$/i, message: messages.validation.invalid(label) },
  ...rules,
})

/** The same field, which may be left empty; empty is `null` in a record. */
export const optional = <Value>({
  kind,
  label,
  max,
  min,
  pattern,
  options,
  hint,
}: Field<Value>): Field<Value | null> => ({
  kind,
  label,
  required: false,
  ...(max === undefined ? {} : { max }),
  ...(min === undefined ? {} : { min }),
  ...(pattern === undefined ? {} : { pattern }),
  ...(options === undefined ? {} : { options }),
  ...(hint === undefined ? {} : { hint }),
})
