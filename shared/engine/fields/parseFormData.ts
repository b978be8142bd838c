import { toInstant, toLocalTime } from '#shared/format/localTime.ts'
import { limits } from '#shared/limits.ts'
import { isTimeZone } from '#shared/format/zones.ts'
import type { Field, FieldKind } from './fields.ts'
import { parseValue } from './formValues.ts'
import { parseEntries, getText } from './kind.ts'
import type { FormEntries } from './kind.ts'
import {
  getFileInputName,
  getClearInputName,
  parseOriginalValues,
  getEntryPartInputName,
  parseReferenceValue,
  getUploadErrorInputName,
  parseReferenceValues,
  getZoneInputName,
} from '../list/referenceValues.ts'
import { normalizeSecret } from '../normalizeText.ts'
import type { Fields } from '../resource.ts'
import type { Siblings } from './textRules.ts'

/**
 * Parses a form's text as values of the fields. Text that can't be parsed stays text, for
 * validation to reject and the form to show.
 */
export function parseFormData(fields: Fields, form: FormEntries): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const original = parseOriginalValues(form.get('original'))
  for (const [name, field] of Object.entries(fields)) {
    const value = fieldReaders[field.kind](name, form, field, original ?? {})
    if (value !== undefined) values[name] = value
  }
  return values
}

/**
 * Reads what a form's inputs sent as a value; undefined if they sent nothing. `original` is what
 * the form started with.
 */
type FieldReader = (name: string, form: FormEntries, field: Field, original: Siblings) => unknown

const getTexts = (form: FormEntries, input: string) => form.getAll(input).map(String)

const readText: FieldReader = (name, form, field, original) => {
  const typed = getText(form, name)
  if (typed === undefined) return undefined
  const { currencyField = '' } = field
  const currency = getText(form, currencyField)
  return parseValue(field, typed, currency === undefined ? original : { [currencyField]: currency })
}

/**
 * Reads a time in the zone of its input. An unchanged time is the original, with the seconds that
 * no input shows.
 */
const readInstant: FieldReader = (name, form, field, original) => {
  const typed = readText(name, form, field, original)
  const zone = getText(form, getZoneInputName(name))
  if (typeof typed !== 'string' || !isTimeZone(zone)) return typed
  const { [name]: previous } = original
  return typeof previous === 'string' && toLocalTime(previous, zone) === typed
    ? previous
    : toInstant(typed, zone)
}

const readUpload: FieldReader = (name, form) => {
  const file = form.getAll(getFileInputName(name)).at(-1)
  if (file instanceof File && file.size > 0) return file
  const uploadError = getText(form, getUploadErrorInputName(name))
  const current = parseReferenceValue(name, (input) => getText(form, input))
  if (uploadError) return { refused: uploadError, kept: current ?? null }
  return getText(form, getClearInputName(name)) === '1' ? null : current
}

/**
 * Every kind of field, complete: one that lacks a part doesn't compile. Lists read no form, so they
 * don't load it.
 */
const fieldReaders = {
  text: readText,
  longText: readText,
  colour: readText,
  integer: readText,
  decimal: readText,
  money: readText,
  toggle: (name, form) => {
    const sentText = getText(form, name)
    return sentText === undefined ? undefined : sentText.trim() === '1'
  },
  select: readText,
  date: readText,
  instant: readInstant,
  list: (name, form, field) => {
    const parts = getTexts(form, getEntryPartInputName(name))
    if (field.parseParts && parts.length > 0) return field.parseParts(parts)
    const entries = getTexts(form, name)
    return entries.length === 0
      ? undefined
      : entries.flatMap((entry) => parseEntries(entry, field)).slice(0, limits.formEntries)
  },
  reference: (name, form) => parseReferenceValue(name, (input) => getText(form, input)),
  references: (name, form) => parseReferenceValues(name, (input) => getTexts(form, input)),
  // A secret stays as it is unless it's replaced or removed, because the form doesn't contain it.
  secret: (name, form, _field, { [name]: state = null }) => {
    const typed = getText(form, name)
    if (typed === undefined) return undefined
    return normalizeSecret(typed) || (getText(form, getClearInputName(name)) === '1' ? null : state)
  },
  file: readUpload,
  image: readUpload,
} as const satisfies Record<FieldKind, FieldReader>
