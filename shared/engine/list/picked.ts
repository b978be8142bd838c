import { normalizeLine } from '../normalizeText.ts'
import { array, boolean, nullable, number, record, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '../is.ts'
import { limits } from '#shared/limits.ts'
import type { SecretState } from '../fields/fieldParts.ts'

/** Another record as a form holds it: the id that counts, and what it is called. Text that is no choice yet is a string. */
const Picked = type({ id: number(), label: string() })
export type Picked = Infer<typeof Picked>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

// A struct makes an error with a trace for each value that isn't one: forms ask this of thousands of texts.
export const isPicked = (value: unknown): value is Picked => isObject(value) && is(value, Picked)

const SecretState = type({
  set: boolean(),
  hint: nullable(string()),
  changedAt: nullable(string()),
})

export const isSecretState = (value: unknown): value is SecretState =>
  isObject(value) && is(value, SecretState)

/** Why a file that was chosen is not uploaded, or not yet, and which one is there; a form that holds this is not sent. */
const NotUploaded = type({ refused: string(), kept: nullable(Picked) })
export type NotUploaded = Infer<typeof NotUploaded>

export const isNotUploaded = (value: unknown): value is NotUploaded =>
  isObject(value) && is(value, NotUploaded)

/** The inputs that belong to the one that sends a picked id: what that is called, and the text that was typed. */
export const pickedLabel = (name: string) => `${name}.label`
export const pickedText = (name: string) => `${name}.text`
export const pickedMore = (name: string) => `${name}.more`
export const clearName = (name: string) => `${name}.clear`
/** The input that says in which time zone a time was asked for. */
export const zoneName = (name: string) => `${name}.zone`
/** The input that a file is chosen with, what it is uploaded for, and why it could not be. */
export const chosenName = (name: string) => `${name}.file`
export const uploadForName = (name: string) => `${name}.for`
export const refusedName = (name: string) => `${name}.refused`
/** The inputs that an entry of a list is asked for in parts with. */
export const partName = (name: string) => `${name}.part`

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

export function fieldOfInput(name: string): string {
  const parts = name.split('.')
  while (parts.length > 1 && inputSuffixes.has(parts.at(-1) ?? '')) parts.pop()
  return parts.join('.')
}

/** What a form sent of a reference: the id counts while the text is what it is called. Undefined where nothing was sent. */
export function pickedFrom(
  name: string,
  sent: (input: string) => string | undefined,
): Picked | string | null | undefined {
  const lineOf = (input: string) => {
    const text = sent(input)
    return text === undefined ? undefined : normalizeLine(text)
  }
  const [id, text] = [sent(name), lineOf(pickedText(name))]
  if (id === undefined && text === undefined) return undefined
  const label = lineOf(pickedLabel(name)) ?? ''
  if (id && /^\d{1,10}$/.test(id) && (text ?? label) === label)
    return { id: Number(id), label: label || id }
  return (text ?? id) || null
}

/** The ids that were picked, or, without a script, a line for each, of which those called like a picked one are that one. */
export function severalFrom(
  name: string,
  sent: (input: string) => string[],
): (Picked | string)[] | undefined {
  const [ids, labels, typed] = [sent(name), sent(pickedLabel(name)), sent(pickedText(name)).at(-1)]
  const more = pickedFrom(pickedMore(name), (input) => sent(input).at(-1))
  if (ids.length === 0 && typed === undefined && more === undefined) return undefined
  const picked = ids.flatMap((id, at): Picked[] =>
    /^\d{1,10}$/.test(id) ? [{ id: Number(id), label: labels[at] || id }] : [],
  )
  const entries = typed === undefined ? picked : matchLines(typed, picked)
  if (!more) return entries
  // What was chosen of several that are called alike stands for the text that called them.
  const others = entries.filter((entry) => !sameEntry(entry, more) && entry !== labelIn(more))
  return [...others, more]
}

/** The lines that were typed, of which those called like a picked record are that one; of two alike the first comes first. */
function matchLines(typed: string, picked: readonly Picked[]): (Picked | string)[] {
  const byLabel = new Map<string, Picked[]>()
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

const labelIn = (entry: Picked | string) => (isPicked(entry) ? entry.label : entry)

const sameEntry = (one: Picked | string, other: Picked | string) =>
  isPicked(one) && isPicked(other) ? one.id === other.id : one === other

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
  nullable(
    union([string(), number(), boolean(), array(string()), array(Picked), Picked, SecretState]),
  ),
)
