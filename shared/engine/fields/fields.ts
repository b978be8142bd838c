import type { FileType } from '#shared/format/fileTypes.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { engineMessages } from '../messages.ts'
import type { Field, Fills, Referred } from './field.ts'
import type { FieldKind, Option, Pattern, SecretState } from './fieldParts.ts'

type Referable = Pick<Referred, 'name' | 'label' | 'sort' | 'title' | 'scope' | 'place'> & {
  path?: string
  permission?: string
  fields?: Record<string, Field>
  writes?: readonly string[]
  ownPages?: true
  /** Nobody makes one in its list, but reads it there. */
  onlyRead?: true
  tells?: readonly string[]
}

export type { Field, Referred } from './field.ts'
export type { FieldKind } from './fieldParts.ts'

type Hint = Pick<Field, 'hint' | 'hints'>
type TextRules = Hint &
  Pick<Field, 'fromFile'> & { max: number; min?: number; pattern?: Pattern; from?: string }
type NumberRules = Hint & { min?: number; max?: number }

const field = <Value>(
  kind: FieldKind,
  label: string,
  rules: Partial<Field<Value>>,
): Field<Value> => ({ kind, label, required: true, ...rules })

/** A line of text, kept without blanks around it. */
export const text = (label: string, rules: TextRules & { initial?: string }): Field<string> =>
  field('text', label, rules)

export const longText = (label: string, rules: TextRules): Field<string> =>
  field('longText', label, rules)

export const integer = (
  label: string,
  rules: NumberRules & { initial?: number } = {},
): Field<number> => field('integer', label, rules)

/** A number with at most two decimal places. */
export const decimal = (label: string, rules: NumberRules = {}): Field<number> =>
  field('decimal', label, rules)

/** An amount in minor units: 1250 is 12.50 EUR, 1,250 JPY, 1.250 KWD. Its currency is given here or by another field. */
export const money = (
  label: string,
  rules: NumberRules & ({ currency: string } | { currencyOf: string }),
): Field<number> => field('money', label, rules)

/** Yes or no; a form sends 1 or 0 (spec.md section 2, Switch). */
export const toggle = (label: string, rules: Hint & { initial?: boolean } = {}): Field<boolean> =>
  field('toggle', label, { initial: true, ...rules })

/** One of a fixed list; the keys of `options` are what is stored. */
export const select = <const Value extends string>(
  label: string,
  options: Record<Value, string>,
  rules: Hint & { initial?: NoInfer<Value> } & Pick<Field, 'fills'> = {},
): Field<Value> => field<Value>('select', label, { options: optionsOf(options), ...rules })

const optionsOf = (options: Record<string, string>): Option[] =>
  Object.entries(options).map(([value, shown]) => ({ value, label: shown }))

/** A colour as `#RRGGBB`. */
export const colour = (label: string, rules: Hint & { initial?: string } = {}): Field<string> =>
  field('colour', label, {
    max: 7,
    pattern: { matches: /^#[0-9a-f]{6}$/i, message: messages.validation.notColour(label) },
    ...rules,
  })

/** Several short texts, different ones unless `repeats`, or several of a fixed set when `options` are given; none is an empty list. */
export const list = (
  label: string,
  {
    options,
    ...rules
  }: TextRules & { options?: Record<string, string> } & Pick<
      Field,
      'repeats' | 'entry' | 'most' | 'none' | 'fromParts' | 'amounts'
    >,
): Field<string[]> =>
  field<string[]>('list', label, {
    required: false,
    initial: [],
    ...rules,
    ...(options ? { options: optionsOf(options) } : {}),
  })

/** Another record, by its id. Forms show its label, and find it by typing. */
export const reference = (
  label: string,
  other: Referable,
  { fills, ...rules }: Hint & Pick<Field, 'inStoreOf'> & { fills?: Fills } = {},
): Field<number> =>
  field('reference', label, { to: { ...referredFrom(other), ...(fills && { fills }) }, ...rules })

/** Several other records, by their ids; none is an empty list, and where that stands for more the hint says so, unless it says another thing. */
export const references = (
  label: string,
  other: Referable,
  rules: Hint & Pick<Field, 'none'> & { most?: number } = {},
): Field<number[]> =>
  field<number[]>('references', label, {
    required: false,
    initial: [],
    to: referredFrom(other),
    most: other.name === 'stores' ? limits.storeReferences : limits.references,
    ...(rules.none && {
      hint: engineMessages.leaveBlank(rules.none.charAt(0).toLowerCase() + rules.none.slice(1)),
    }),
    ...rules,
  })

function referredFrom(referable: Referable): Referred {
  const { name, label, sort, title, scope, place, fields = {}, tells = [], ...other } = referable
  const { path = '', permission, writes, ownPages, onlyRead } = other
  const list = `${path}${ownPages ? '/' : path.includes('?') ? '&' : '?'}`
  const address = `${list}create`
  // Under a parent only its own list knows which.
  const isMade = writes?.includes('create') && !address.includes(':')
  return {
    name,
    label,
    sort,
    ...(title ? { title } : {}),
    ...(scope ? { scope } : {}),
    ...(place ? { place } : {}),
    tells: Object.fromEntries(Object.entries(fields).filter(([told]) => tells.includes(told))),
    ...(permission && isMade ? { creation: { address, permission } } : {}),
    ...(permission && onlyRead ? { reading: { address: `${list}record`, permission } } : {}),
  }
}

/** A day, `YYYY-MM-DD`. */
export const date = (label: string, rules: Hint = {}): Field<string> => field('date', label, rules)

/** A moment, UTC ISO 8601 with milliseconds. */
export const instant = (label: string, rules: Hint = {}): Field<string> =>
  field('instant', label, rules)

/** What is written and never read: left empty it stays as it is, taking it away is a choice of its own. */
export const secret = (
  label: string,
  rules: TextRules & Pick<Field, 'sentTo'>,
): Field<SecretState> => field('secret', label, rules)

type FileRules = Hint & { accept?: readonly FileType[]; maxBytes?: number }

/** A file that was uploaded, by its id. */
export const file = (label: string, rules: FileRules = {}): Field<number> =>
  field('file', label, rules)

/** A picture that was uploaded, by the id of its file. */
export const image = (label: string, rules: FileRules = {}): Field<number> =>
  field('image', label, {
    accept: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    maxBytes: limits.pictureBytes,
    ...rules,
  })

export const isUpload = ({ kind }: Pick<Field, 'kind'>): boolean =>
  kind === 'file' || kind === 'image'

/** The same field, which may be left empty; empty is `null` in a record. */
export const optional = <Value>({
  initial: _initial,
  ...rest
}: Field<Value>): Field<Value | null> => ({ ...rest, required: false })

/** The same field, which may be left empty at first although a later step needs it; `needed` says which one. */
export const draftMayLack = <Value>(
  field: Field<Value>,
  needed: string = messages.form.neededToActivate,
): Field<Value | null> => ({ ...optional(field), draftMayLack: needed })

/** The same field, whose empty value is saved like any other although a later step needs more; `needed` says which one. */
export const neededToActivate = <Value>(
  field: Field<Value>,
  needed: string = messages.form.neededToActivate,
): Field<Value> => ({ ...field, draftMayLack: needed })

/** The same field, which must be given: of several at least one. */
export const required = <Value>(field: Field<Value>, missing: string): Field<Value> => ({
  ...field,
  required: true,
  missing,
})

/** The same field, which must be given while those beside it have one of these values. */
export const requiredWhile = <Value>(
  field: Field<Value>,
  beside: NonNullable<Field['requiredWhile']>,
  missing: string,
): Field<Value> => ({ ...field, requiredWhile: beside, missing })

export const fixed = <Value>(field: Field<Value>): Field<Value> => ({ ...field, fixed: true })
