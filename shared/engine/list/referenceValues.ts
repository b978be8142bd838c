import { normalizeLine } from '../normalizeText.ts'
import { array, boolean, nullable, number, record, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '../is.ts'
import { limits } from '#shared/limits.ts'
import type { SecretState } from '../fields/fieldParts.ts'

/** Another record as a form holds it: the id that counts, and what it is called. Text that is no choice yet is a string. */
const ReferenceValue = type({ id: number(), label: string() })
export type ReferenceValue = Infer<typeof ReferenceValue>

const isObjectLike = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

// A struct makes an error with a trace for each value that isn't one: forms ask this of thousands of texts.
export const isReferenceValue = (value: unknown): value is ReferenceValue =>
  isObjectLike(value) && is(value, ReferenceValue)

const SecretState = type({
  set: boolean(),
  hint: nullable(string()),
  changedAt: nullable(string()),
})

export const isSecretState = (value: unknown): value is SecretState =>
  isObjectLike(value) && is(value, SecretState)

/** Why a file that was chosen is not uploaded, or not yet, and which one is there; a form that holds this is not sent. */
const NotUploaded = type({ refused: string(), kept: nullable(ReferenceValue) })
export type NotUploaded = Infer<typeof NotUploaded>

export const isNotUploaded = (value: unknown): value is NotUploaded =>
  isObjectLike(value) && is(value, NotUploaded)

/** The inputs that belong to the one that sends a picked id: what that is called, and the text that was typed. */
export const getLabelInputName = (name: string) => `${name}.label`
export const getTextInputName = (name: string) => `${name}.text`
export const getMoreInputName = (name: string) => `${name}.more`
export const getClearInputName = (name: string) => `${name}.clear`
/** The input that says in which time zone a time was asked for. */
export const getZoneInputName = (name: string) => `${name}.zone`
/** The input that a file is chosen with, what it is uploaded for, and why it could not be. */
export const getFileInputName = (name: string) => `${name}.file`
export const getUploadForInputName = (name: string) => `${name}.for`
export const getUploadErrorInputName = (name: string) => `${name}.refused`
/** The inputs that an entry of a list is asked for in parts with. */
export const getPartInputName = (name: string) => `${name}.part`

const inputSuffixes = new Set([
  'more',
  'label',
  'text',
  'clear',
  'zone',
  'file',
  'for',
  'refused',
  'part',
])

export function getInputField(name: string): string {
  const parts = name.split('.')
  while (parts.length > 1 && inputSuffixes.has(parts.at(-1) ?? '')) parts.pop()
  return parts.join('.')
}

/** What a form sent of a reference: the id counts while the text is what it is called. Undefined where nothing was sent. */
export function parseReferenceValue(
  name: string,
  sent: (input: string) => string | undefined,
): ReferenceValue | string | null | undefined {
  const lineOf = (input: string) => {
    const text = sent(input)
    return text === undefined ? undefined : normalizeLine(text)
  }
  const [id, text] = [sent(name), lineOf(getTextInputName(name))]
  if (id === undefined && text === undefined) return undefined
  const label = lineOf(getLabelInputName(name)) ?? ''
  if (id && /^\d{1,10}$/.test(id) && (text ?? label) === label)
    return { id: Number(id), label: label || id }
  return (text ?? id) || null
}

/** The ids that were picked, or, without a script, a line for each, of which those called like a picked one are that one. */
export function parseReferenceValues(
  name: string,
  sent: (input: string) => string[],
): (ReferenceValue | string)[] | undefined {
  const [ids, labels, typed] = [
    sent(name),
    sent(getLabelInputName(name)),
    sent(getTextInputName(name)).at(-1),
  ]
  const more = parseReferenceValue(getMoreInputName(name), (input) => sent(input).at(-1))
  if (ids.length === 0 && typed === undefined && more === undefined) return undefined
  const picked = ids.flatMap((id, at): ReferenceValue[] =>
    /^\d{1,10}$/.test(id) ? [{ id: Number(id), label: labels[at] || id }] : [],
  )
  const entries = typed === undefined ? picked : matchLines(typed, picked)
  if (!more) return entries
  // What was chosen of several that are called alike stands for the text that called them.
  const others = entries.filter(
    (entry) => !isSameReference(entry, more) && entry !== toEntryLabel(more),
  )
  return [...others, more]
}

/** The lines that were typed, of which those called like a picked record are that one; of two alike the first comes first. */
function matchLines(typed: string, picked: readonly ReferenceValue[]): (ReferenceValue | string)[] {
  const byLabel = new Map<string, ReferenceValue[]>()
  for (const one of picked.toReversed()) {
    const alike = byLabel.get(one.label)
    if (alike) alike.push(one)
    else byLabel.set(one.label, [one])
  }
  return typed.split(/\r\n?|\n/, limits.formEntries).flatMap((line) => {
    const label = normalizeLine(line)
    return label ? [byLabel.get(label)?.pop() ?? label] : []
  })
}

const toEntryLabel = (entry: ReferenceValue | string) =>
  isReferenceValue(entry) ? entry.label : entry

const isSameReference = (one: ReferenceValue | string, other: ReferenceValue | string) =>
  isReferenceValue(one) && isReferenceValue(other) ? one.id === other.id : one === other

/** What a form says it began with, as JSON in its `original`; null when it says nothing that can be read. */
export function parseOriginal(sent: unknown): Record<string, unknown> | null {
  try {
    const original: unknown = JSON.parse(String(sent))
    return is(original, OriginalValues) ? original : null
  } catch {
    return null
  }
}

const OriginalValues = record(
  string(),
  nullable(
    union([
      string(),
      number(),
      boolean(),
      array(string()),
      array(ReferenceValue),
      ReferenceValue,
      SecretState,
    ]),
  ),
)
