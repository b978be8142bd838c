import { plainLetters } from '#shared/format/plainLetters.ts'
import type { Fields } from '../resource.ts'
import type { Field } from './fields.ts'

type CodeFieldRules = Pick<Field, 'max'> & { pattern?: Field['pattern'] | undefined }

/** A code made of a text: its letters and digits, without what they have above them, the rest as hyphens; empty when nothing of it is left. */
export function toCode(text: string, { max, pattern }: CodeFieldRules): string {
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

/** The code that a text gives a field; empty if that isn't valid as a code, so that the field asks for one. */
export function deriveCode(field: Field, source: unknown): string {
  const code = typeof source === 'string' ? toCode(source, field) : ''
  return field.pattern && !field.pattern.matches.test(code) ? '' : code
}

/** The fields of a new record whose code is empty and made of another text. */
export const findEmptyCodes = (fields: Fields, values: Record<string, unknown>): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.derivedFrom && !values[name])

/** The values of a new record with each empty code made of the text that it comes from. */
export function fillCodes<Values extends Record<string, unknown>>(
  fields: Fields,
  values: Values,
): Values {
  const codes = findEmptyCodes(fields, values).flatMap((name) => {
    const { [name]: field } = fields
    const code = field?.derivedFrom ? deriveCode(field, values[field.derivedFrom]) : ''
    return code === '' ? [] : [[name, code] as const]
  })
  return codes.length === 0 ? values : { ...values, ...Object.fromEntries(codes) }
}

/** A code with a number behind it, cut so that it isn't too long. */
export function addCodeNumber(
  code: string,
  number: number,
  { max = Infinity, pattern }: Field,
): string {
  const suffix = `${pattern?.separator ?? '-'}${number}`
  return `${trimSeparators(code, max - suffix.length)}${suffix}`
}
