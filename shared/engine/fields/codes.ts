import { plainLetters } from '#shared/format/plainLetters.ts'
import type { Fields } from '../resource.ts'
import type { Field } from './fields.ts'

type CodeFieldRules = Pick<Field, 'max'> & { pattern?: Field['pattern'] | undefined }

/**
 * Derives a code from a text: its letters without accents and its digits, everything else as
 * separators. Empty if nothing is left.
 */
export function toUncheckedCode(text: string, { max, pattern }: CodeFieldRules): string {
  const separator = pattern?.separator ?? '-'
  return trimSeparators(
    text
      .normalize('NFKD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/gu, (letter) => plainLetters[letter] ?? letter)
      .replaceAll(/[^a-z0-9]+/g, separator),
    max,
  )
}

const trimSeparators = (code: string, max: number | undefined): string =>
  code
    .replaceAll(/^[-_]|[-_]$/g, '')
    .slice(0, max)
    .replace(/[-_]$/, '')

/** Derives a field's code from a text; empty if not valid, so that the field asks for one. */
export function deriveCode(field: Field, source: unknown): string {
  const code = typeof source === 'string' ? toUncheckedCode(source, field) : ''
  return field.pattern && !field.pattern.matches.test(code) ? '' : code
}

/** Returns the fields of a new record whose code is empty and derived from another field. */
export const findEmptyCodeFields = (fields: Fields, values: Record<string, unknown>): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.derivedFrom && !values[name])

/** Returns the values of a new record with each empty code derived from its source. */
export function fillCodes<Values extends Record<string, unknown>>(
  fields: Fields,
  values: Values,
): Values {
  const codes = findEmptyCodeFields(fields, values).flatMap((name) => {
    const { [name]: field } = fields
    const code = field?.derivedFrom ? deriveCode(field, values[field.derivedFrom]) : ''
    return code === '' ? [] : [[name, code] as const]
  })
  return codes.length === 0 ? values : { ...values, ...Object.fromEntries(codes) }
}

/** Appends a number to a code and shortens the code to stay within the maximum. */
export function addCodeNumber(
  code: string,
  number: number,
  { max = Infinity, pattern }: Field,
): string {
  const suffix = `${pattern?.separator ?? '-'}${number}`
  return `${trimSeparators(code, max - suffix.length)}${suffix}`
}
