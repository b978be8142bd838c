import { instantAt, localTime } from '#shared/format/localTime.ts'
import { limits } from '#shared/limits.ts'
import { isZone } from '#shared/format/zones.ts'
import type { Field, FieldKind } from './fields.ts'
import { parseValue } from './formValues.ts'
import { listed, textIn } from './kind.ts'
import type { Sent } from './kind.ts'
import {
  chosenName,
  clearName,
  originalFrom,
  partName,
  pickedFrom,
  refusedName,
  severalFrom,
  zoneName,
} from '../list/picked.ts'
import { normalizeSecret } from '../normalizeText.ts'
import type { Fields } from '../resource.ts'
import type { Siblings } from './textRules.ts'

/** A form's text as values of the fields. What cannot be read as its kind stays text, for validation to name and the form to show. */
export function valuesFrom(fields: Fields, form: Sent): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const original = originalFrom(form.get('original'))
  for (const [name, field] of Object.entries(fields)) {
    const value = sent[field.kind](name, form, field, original ?? {})
    if (value !== undefined) values[name] = value
  }
  return values
}

/** What inputs of a form sent as a value, undefined where they sent nothing; `original` is what the form began with. */
type Read = (name: string, form: Sent, field: Field, original: Siblings) => unknown

const textsIn = (form: Sent, input: string) => form.getAll(input).map(String)

const lastText: Read = (name, form, field, original) => {
  const typed = textIn(form, name)
  if (typed === undefined) return undefined
  const { currencyOf = '' } = field
  const beside = textIn(form, currencyOf)
  return parseValue(field, typed, beside === undefined ? original : { [currencyOf]: beside })
}

/** A time of the zone that it was asked in. What reads as the form began is that, with the seconds that no input shows. */
const time: Read = (name, form, field, original) => {
  const typed = lastText(name, form, field, original)
  const zone = textIn(form, zoneName(name))
  if (typeof typed !== 'string' || !isZone(zone)) return typed
  const { [name]: was } = original
  return typeof was === 'string' && localTime(was, zone) === typed ? was : instantAt(typed, zone)
}

const upload: Read = (name, form) => {
  const chosen = form.getAll(chosenName(name)).at(-1)
  if (chosen instanceof File && chosen.size > 0) return chosen
  const refused = textIn(form, refusedName(name))
  const kept = pickedFrom(name, (input) => textIn(form, input))
  if (refused) return { refused, kept: kept ?? null }
  return textIn(form, clearName(name)) === '1' ? null : kept
}

/** Every kind of field, whole: one that lacks a part does not compile. Lists, which read no form, do without. */
const sent = {
  text: lastText,
  longText: lastText,
  colour: lastText,
  integer: lastText,
  decimal: lastText,
  money: lastText,
  toggle: (name, form) => {
    const told = textIn(form, name)
    return told === undefined ? undefined : told.trim() === '1'
  },
  select: lastText,
  date: lastText,
  instant: time,
  list: (name, form, field) => {
    const parts = textsIn(form, partName(name))
    if (field.fromParts && parts.length > 0) return field.fromParts(parts)
    const entries = textsIn(form, name)
    return entries.length === 0
      ? undefined
      : entries.flatMap((entry) => listed(entry, field)).slice(0, limits.formEntries)
  },
  reference: (name, form) => pickedFrom(name, (input) => textIn(form, input)),
  references: (name, form) => severalFrom(name, (input) => textsIn(form, input)),
  // A secret stays as it is unless it is replaced or taken away: the form does not hold it.
  secret: (name, form, _field, { [name]: state = null }) => {
    const typed = textIn(form, name)
    if (typed === undefined) return undefined
    return normalizeSecret(typed) || (textIn(form, clearName(name)) === '1' ? null : state)
  },
  file: upload,
  image: upload,
} as const satisfies Record<FieldKind, Read>
