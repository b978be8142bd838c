import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { formatMinor, parseMinor } from '#shared/format/money.ts'
import { normalizeLine } from '../normalizeText.ts'
import type { Field } from './fields.ts'
import { isPicked, isSecretState } from '../list/picked.ts'
import { currencyFor, rules } from './rules.ts'
import type { Rule, Siblings } from './textRules.ts'

export type FilterOp = 'eq' | 'contains' | 'has' | 'gte' | 'lte'

export type Sent = Pick<FormData, 'get' | 'getAll'>

/** A value of this field in words; `siblings` is the record or form it is of, with the names of those it refers to. Instants are told in `zone`. */
type Words = (
  value: unknown,
  field: Field,
  siblings: Siblings,
  name: string,
  zone?: string,
) => string
type Parse = (typed: string, field: Field, siblings: Siblings) => unknown

/** All that a kind of field is to both sides: `client/form/` (`kinds.tsx`, `kindInputs.tsx`), `sentValues.ts` and `server/platform/core/records/kinds.ts` say the rest. */
export type Kind = {
  empty: null | false | readonly []
  /** One typed text, without blanks around it and not empty. What cannot be read stays text, which the rule then names. */
  parse: Parse
  rule: Rule
  shown: Words
  words: Words
  /** The comparisons of its filter, each with whether it takes this value, and what is said where it does not. */
  filters: Partial<Record<FilterOp, (value: string, field: Field) => boolean>>
  filterFault: string
  filterWords: (value: string, field: Field, zone: string) => string
  sortable: boolean
  numeric: boolean
  /** How comma separated values hold it, in files and in lines that are pasted; null where none may. */
  csv: { out: Words; in: Parse } | null
  kept: boolean
  several: boolean
}

export const whatever = () => true
const say = messages.filters
const { yes, no } = messages.list

/** A text, or an entry of a list, as the field stores it: without invisible characters, and in the one form of its pattern. */
export function inItsLetters({ pattern }: Field, value: string): string {
  const line = normalizeLine(value)
  const text = pattern?.normalize?.(line) ?? line
  return pattern?.smallLetters ? text.toLowerCase() : text
}

/** Forms that are sent without JavaScript end their lines with CR LF, which would make every text another one. */
export const withPlainLineEnds = (value: string): string => value.replaceAll(/\r\n?/g, '\n')

export const textIn = (form: Sent, input: string): string | undefined => {
  const sent = form.getAll(input).at(-1)
  return typeof sent === 'string' ? sent : undefined
}

export const plain: Words = (value) => (value === null || value === undefined ? '' : String(value))

export const line = {
  empty: null,
  parse: (typed, field) => inItsLetters(field, typed),
  rule: rules.text,
  shown: plain,
  words: plain,
  filters: { contains: whatever, eq: whatever },
  filterFault: say.choice,
  filterWords: (value) => value,
  sortable: true,
  numeric: false,
  csv: { out: plain, in: (typed, field) => inItsLetters(field, typed) },
  kept: true,
  several: false,
} satisfies Kind

/** "1.000" stays text: where a point groups thousands it means a thousand. */
const asNumber: Parse = (typed) => (/^[+-]?\d+(\.\d{1,2})?$/.test(typed) ? Number(typed) : typed)
const isNumber = (value: string) => /^-?\d{1,12}(\.\d{1,6})?$/.test(value)

export const number = {
  ...line,
  parse: asNumber,
  rule: rules.decimal,
  filters: { gte: isNumber, lte: isNumber },
  filterFault: say.number,
  numeric: true,
  csv: { out: plain, in: asNumber },
} satisfies Kind

export const amount: Words = (value, field, siblings) =>
  typeof value === 'number'
    ? formatMinor(value, currencyFor(field, siblings))
    : plain(value, field, siblings, '')
export const asMinor: Parse = (typed, field, siblings) =>
  parseMinor(typed, currencyFor(field, siblings)) ?? typed

export const optionNamed: Words = (value, { options }) =>
  options?.find((option) => option.value === value)?.label ??
  (value === null ? '' : String(value ?? ''))
export const optionFrom: Parse = (typed, { options = [] }) =>
  (
    options.find((option) => option.value === typed) ??
    options.find((option) => option.label.toLowerCase() === typed.toLowerCase())
  )?.value ?? typed

export const yesOrNo: Words = (value) => (value === true ? yes : value === false ? no : '')
export const affirmed: Parse = (typed) => {
  const told = typed.toLowerCase()
  if (['1', 'true', yes.toLowerCase()].includes(told)) return true
  return ['0', 'false', no.toLowerCase()].includes(told) ? false : typed
}

export const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Commas between digits may group thousands, so "1,500" in a list of amounts stays one entry, which its rule rejects. */
const groupingComma = /,(?!\d{3}(?!\d))/

export const listed = (typed: string, field: Field) =>
  typed
    .split(field.amounts ? groupingComma : ',', limits.formEntries)
    .map((entry) => inItsLetters(field, entry))
    .filter((entry) => entry !== '')
export const listWords: Words = (value, ...of) =>
  entriesOf(value)
    .map((entry) => optionNamed(entry, ...of))
    .join(', ')

export const isIdText = (value: string) => /^\d{1,9}$/.test(value)

const labelled = (value: unknown, siblings: Siblings, name: string): string => {
  if (isPicked(value)) return value.label
  if (value === null || value === undefined) return ''
  const { labels } = siblings as { labels?: Record<string, string> } // Only records have labels, and theirs are texts.
  return labels?.[name] ?? String(value)
}
export const called: Words = (value, _field, siblings, name) => labelled(value, siblings, name)
export const allCalled =
  (between: string): Words =>
  (value, _field, siblings, name) =>
    entriesOf(value)
      .map((one) => labelled(one, siblings, `${name}.${String(one)}`))
      .join(between)
export const inLines = (typed: string) =>
  typed.split('\n', limits.formEntries).map(normalizeLine).filter(Boolean)

export const secretWords: Words = (value, _field, _siblings, _name, zone = utcZone) =>
  isSecretState(value) && value.set
    ? messages.form.secretSet(
        value.hint,
        value.changedAt ? formatInstant(value.changedAt, zone) : '',
      )
    : messages.form.secretUnset

export const upload = {
  ...line,
  parse: (typed) => typed,
  rule: rules.file,
  shown: called,
  words: called,
  filters: {},
  sortable: false,
  csv: null,
} satisfies Kind
