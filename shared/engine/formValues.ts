import { array, boolean, nullable, number, record, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import type { Field } from './fields.ts'
import { is } from '../is.ts'
import type { Fields } from './resource.ts'

/** Another record as a form holds it: the id that counts, and what it is called. Text that is no choice yet is a string. */
const Picked = type({ id: number(), label: string() })
export type Picked = Infer<typeof Picked>

export const isPicked = (value: unknown): value is Picked => is(value, Picked)

/** The inputs that belong to the one that sends a picked id: what that is called, and the text that was typed. */
export const pickedLabel = (name: string) => `${name}.label`
export const pickedText = (name: string) => `${name}.text`

/** The field that an input of a form belongs to. */
export const fieldOfInput = (name: string): string => name.replace(/\.(label|text)$/, '')

/**
 * What a form sent of a reference. The id counts while the text is what it is called; other text was typed since, and is
 * looked up. Undefined where nothing was sent.
 */
export function pickedFrom(
  name: string,
  sent: (input: string) => string | undefined,
): Picked | string | null | undefined {
  const [id, text] = [sent(name), sent(pickedText(name))?.trim()]
  if (id === undefined && text === undefined) return undefined
  const label = sent(pickedLabel(name))?.trim() ?? ''
  if (id && /^\d{1,10}$/.test(id) && (text ?? label) === label)
    return { id: Number(id), label: label || id }
  return (text ?? id) || null
}

/**
 * A form's text as values of the fields. What cannot be read as its kind stays text, so that validation names it and
 * the form shows what was typed. A switch sends 0 and 1 through a hidden
 * input before its box, so the last value of a name counts.
 */
export function valuesFrom(fields: Fields, form: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'list' && form.has(name)) {
      values[name] = listFrom(field, form.getAll(name))
      continue
    }
    if (field.kind === 'reference') {
      const picked = pickedFrom(name, (input) => textOf(form.getAll(input).at(-1)))
      if (picked !== undefined) values[name] = picked
      continue
    }
    const sent = form.getAll(name).at(-1)
    if (typeof sent === 'string') values[name] = parseValue(field, sent)
  }
  return values
}

const textOf = (sent: FormDataEntryValue | undefined) =>
  typeof sent === 'string' ? sent : undefined

/** Boxes send one entry each and an empty one for none; a line of text parts its entries by commas. */
const listFrom = (field: Field, sent: FormDataEntryValue[]): string[] =>
  sent
    .flatMap((value) => String(value).split(','))
    .map((entry) => inItsLetters(field, entry.trim()))
    .filter((entry) => entry !== '')

/** A text, or an entry of a list, as the field keeps it: host names in small letters, so that each is written one way. */
export const inItsLetters = (field: Field, value: string): string =>
  field.pattern?.smallLetters ? value.toLowerCase() : value

/** Forms that are sent without JavaScript end their lines with CR LF, which would make every text another one. */
export const withPlainLineEnds = (value: string): string => value.replaceAll(/\r\n?/g, '\n')

/** One typed text as a value: blanks around it go, nothing left is `null`. */
export function parseValue(field: Field, typed: string): unknown {
  const value = withPlainLineEnds(typed).trim()
  if (field.kind === 'toggle') return value === '1'
  if (field.kind === 'list') return listFrom(field, [value])
  if (value === '') return null
  if ((field.kind === 'integer' || field.kind === 'decimal') && /^[+-]?\d+(\.\d+)?$/.test(value))
    return Number(value)
  return inItsLetters(field, value)
}

/**
 * The values that are not what `original` holds: what a PATCH sends, so that what others changed in other fields stays.
 * All of them where the original is not known.
 */
export const changedValues = (
  values: Record<string, unknown>,
  original: Record<string, unknown> | null,
): Record<string, unknown> =>
  original === null
    ? values
    : Object.fromEntries(
        Object.entries(values).filter(([name, value]) => !sameValue(value, original[name] ?? null)),
      )

/** Values are JSON, so equal text is equal value, lists included. Of a picked record the id counts: its name may change. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  isPicked(one) && isPicked(other)
    ? one.id === other.id
    : JSON.stringify(one) === JSON.stringify(other)

/** What a form says it began with, as JSON in its `original`; null when it says nothing that can be read. */
export function originalFrom(sent: unknown): Record<string, unknown> | null {
  try {
    const original: unknown = JSON.parse(String(sent))
    return is(original, Original) ? original : null
  } catch {
    return null
  }
}

const Original = record(
  string(),
  nullable(union([string(), number(), boolean(), array(string()), Picked])),
)

/** A value as the text an input shows. */
export function inputText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(', ')
  if (isPicked(value)) return value.label
  return String(value)
}
