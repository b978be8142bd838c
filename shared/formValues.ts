import { array, boolean, nullable, number, record, string, union } from 'superstruct'
import type { Field } from './fields.ts'
import { is } from './is.ts'
import type { Fields } from './resource.ts'

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
    const sent = form.getAll(name).at(-1)
    if (typeof sent === 'string') values[name] = parseValue(field, sent)
  }
  return values
}

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

/** Values are JSON, so equal text is equal value, lists included. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What a form says it began with, as JSON in its `original`; null when it says nothing that can be read. */
export function originalFrom(sent: unknown): Record<string, unknown> | null {
  try {
    const original: unknown = JSON.parse(String(sent))
    return is(original, Original) ? original : null
  } catch {
    return null
  }
}

const Original = record(string(), nullable(union([string(), number(), boolean(), array(string())])))

/** A value as the text an input shows. */
export function inputText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(', ')
  return String(value)
}
