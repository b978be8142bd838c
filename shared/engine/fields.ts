import { messages } from '../messages.ts'

/** One choice: what is stored, what is shown, and what tells it from others that are called the same. */
export type Option = { value: string; label: string; tells?: string }

/** A pattern and what to say when it does not match. */
export type Pattern = {
  matches: RegExp
  message: string
  /** Capitals make no difference: what is typed is checked and kept in small letters. */
  smallLetters?: true
}

/** What a reference needs to know of the resource it points to. */
export type Referred = {
  /** Its name in the API. */
  name: string
  /** The field that names a record. */
  label: string
  sort: string
  title?: { one: string; many: string }
  /** What tells records of one label apart, by name. */
  tells?: Record<string, Field>
  /** Where a new record is made, and the right that opens it; absent where none can be made. */
  creation?: { address: string; permission: string }
}

/** A resource, as far as a reference to it reads it. */
type Referable = Pick<Referred, 'name' | 'label' | 'sort' | 'title'> & {
  path?: string
  permission?: string
  fields?: Record<string, Field>
  writes?: readonly string[]
  ownPages?: true
  newAt?: string
  tells?: readonly string[]
}

export type FieldKind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'toggle'
  | 'select'
  | 'colour'
  | 'list'
  | 'reference'
  | 'instant'

/**
 * One field of a resource, as data: form, list, filter, validation, API contract and CSV read it.
 * `Value` is the type of its value in a record; nothing holds it at run time.
 */
export type Field<Value = unknown> = {
  kind: FieldKind
  label: string
  /** The head of its column, where that shows more than the label says. */
  head?: string
  required: boolean
  /** Characters of a text or of a list's entry, or the largest number. */
  max?: number
  /** Characters of a text, or the smallest number. */
  min?: number
  pattern?: Pattern
  options?: readonly Option[]
  /** The resource that a reference points to. */
  to?: Referred
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
  options: optionsOf(options),
  ...rules,
})

const optionsOf = (options: Record<string, string>): Option[] =>
  Object.entries(options).map(([value, shown]) => ({ value, label: shown }))

/** A colour as `#RRGGBB`. */
export const colour = (label: string, rules: { hint?: string } = {}): Field<string> => ({
  kind: 'colour',
  label,
  required: true,
  max: 7,
  pattern: { matches: /^#[0-9a-f]{6}$/i, message: messages.validation.notColour(label) },
  ...rules,
})

/** Text of several lines. */
export const longText = (label: string, rules: TextRules): Field<string> => ({
  kind: 'longText',
  label,
  required: true,
  ...rules,
})

/** Several different short texts, or several of a fixed set when `options` are given; none is an empty list. */
export const list = (
  label: string,
  rules: TextRules & { options?: Record<string, string> },
): Field<string[]> => {
  const { options, ...others } = rules
  return {
    kind: 'list',
    label,
    required: false,
    initial: [],
    ...others,
    ...(options ? { options: optionsOf(options) } : {}),
  }
}

/** Another record, by its id. Forms show its label, and find it by typing. */
export const reference = (
  label: string,
  other: Referable,
  rules: { hint?: string } = {},
): Field<number> => ({
  kind: 'reference',
  label,
  required: true,
  to: referredFrom(other),
  ...rules,
})

function referredFrom({ name, label, sort, title, fields = {}, tells = [], ...other }: Referable) {
  const { path, permission, writes, ownPages, newAt } = other
  const address = newAt ?? (ownPages ? `${path}/create` : `${path}?create`)
  return {
    name,
    label,
    sort,
    ...(title ? { title } : {}),
    tells: Object.fromEntries(Object.entries(fields).filter(([field]) => tells.includes(field))),
    ...(permission && writes?.includes('create') ? { creation: { address, permission } } : {}),
  }
}

/** A moment, UTC ISO 8601 with milliseconds. */
export const instant = (label: string, rules: { hint?: string } = {}): Field<string> => ({
  kind: 'instant',
  label,
  required: true,
  ...rules,
})

/** The same field, which may be left empty; empty is `null` in a record. */
export const optional = <Value>({
  initial: _initial,
  ...field
}: Field<Value>): Field<Value | null> => ({
  ...field,
  required: false,
})
