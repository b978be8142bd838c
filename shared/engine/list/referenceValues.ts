import { normalizeLine } from '../normalizeText.ts'
import { array, boolean, nullable, number, record, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '../is.ts'
import { limits } from '#shared/limits.ts'
import type { SecretState } from '../fields/fieldParts.ts'

/**
 * Another record as a form holds it: its ID, which counts, and its label. Text that isn't resolved
 * yet is a string.
 */
const ReferenceValue = type({ id: number(), label: string() })
export type ReferenceValue = Infer<typeof ReferenceValue>

const isObjectLike = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

// A struct creates an error with a stack trace for each value that doesn't match: forms check
// thousands of texts.
export const isReferenceValue = (value: unknown): value is ReferenceValue =>
  isObjectLike(value) && is(value, ReferenceValue)

const SecretState = type({
  set: boolean(),
  hint: nullable(string()),
  changedAt: nullable(string()),
})

export const isSecretState = (value: unknown): value is SecretState =>
  isObjectLike(value) && is(value, SecretState)

/** Why a selected file isn't uploaded (yet), and the current file. Blocks sending the form. */
const NotUploaded = type({ refused: string(), kept: nullable(ReferenceValue) })
type NotUploaded = Infer<typeof NotUploaded>

export const isNotUploaded = (value: unknown): value is NotUploaded =>
  isObjectLike(value) && is(value, NotUploaded)

/** Inputs next to the one that sends a selected ID: for its label, and for the typed text. */
export const getLabelInputName = (name: string) => `${name}.label`
export const getTextInputName = (name: string) => `${name}.text`
export const getAddedReferenceInputName = (name: string) => `${name}.more`
export const getClearInputName = (name: string) => `${name}.clear`
/** Input with the time zone that a time was entered in. */
export const getZoneInputName = (name: string) => `${name}.zone`
/** Inputs of a file: its picker, its upload target, and why the upload failed. */
export const getFileInputName = (name: string) => `${name}.file`
export const getUploadTargetInputName = (name: string) => `${name}.for`
export const getUploadErrorInputName = (name: string) => `${name}.refused`
/** Inputs for the parts of a list's entry. */
export const getEntryPartInputName = (name: string) => `${name}.part`

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

export function getFieldNameOfInput(name: string): string {
  const parts = name.split('.')
  while (parts.length > 1 && inputSuffixes.has(parts.at(-1) ?? '')) parts.pop()
  return parts.join('.')
}

/**
 * Parses what a form sent for a reference: the ID counts while the text is its label. Undefined if
 * nothing was sent.
 */
export function parseReferenceValue(
  name: string,
  readInput: (input: string) => string | undefined,
): ReferenceValue | string | null | undefined {
  const readLine = (input: string) => {
    const text = readInput(input)
    return text === undefined ? undefined : normalizeLine(text)
  }
  const [id, text] = [readInput(name), readLine(getTextInputName(name))]
  if (id === undefined && text === undefined) return undefined
  const label = readLine(getLabelInputName(name)) ?? ''
  if (id && /^\d{1,10}$/.test(id) && (text ?? label) === label)
    return { id: Number(id), label: label || id }
  return (text ?? id) || null
}

/**
 * Parses the selected IDs or, without JavaScript, one line per record, where the label of a
 * selected record stands for that record.
 */
export function parseReferenceValues(
  name: string,
  readInputs: (input: string) => string[],
): (ReferenceValue | string)[] | undefined {
  const [ids, labels, typed] = [
    readInputs(name),
    readInputs(getLabelInputName(name)),
    readInputs(getTextInputName(name)).at(-1),
  ]
  const added = parseReferenceValue(getAddedReferenceInputName(name), (input) =>
    readInputs(input).at(-1),
  )
  if (ids.length === 0 && typed === undefined && added === undefined) return undefined
  const selected = ids.flatMap((id, index): ReferenceValue[] =>
    /^\d{1,10}$/.test(id) ? [{ id: Number(id), label: labels[index] || id }] : [],
  )
  const entries = typed === undefined ? selected : matchLines(typed, selected)
  if (!added) return entries
  // The record chosen from several with the same label replaces the text that named them.
  const others = entries.filter(
    (entry) => !isSameReference(entry, added) && entry !== toEntryLabel(added),
  )
  return [...others, added]
}

/**
 * Matches the typed lines with the selected records by label; of two with the same label, the first
 * comes first.
 */
function matchLines(
  typed: string,
  selected: readonly ReferenceValue[],
): (ReferenceValue | string)[] {
  const byLabel = new Map<string, ReferenceValue[]>()
  for (const reference of selected.toReversed()) {
    const sameLabel = byLabel.get(reference.label)
    if (sameLabel) sameLabel.push(reference)
    else byLabel.set(reference.label, [reference])
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

/** Parses what a form started with, sent as JSON in `original`; null if it can't be read. */
export function parseOriginalValues(json: unknown): Record<string, unknown> | null {
  try {
    const original: unknown = JSON.parse(String(json))
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
