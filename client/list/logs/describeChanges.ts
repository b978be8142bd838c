import { getKind } from '#shared/engine/fields/kinds.ts'
import { getField } from '#shared/engine/resource.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import {
  findShownCurrencies,
  formatLogValue,
  getChangeValues,
  getLogFieldLabel,
  lacksCurrency,
} from '#shared/areas/stores/logFields.ts'
import { logChangeMessages } from './messages.ts'

type LogChange = { event: string; targetType: string | null; changes: Record<string, unknown> }

/** Number of changes described in a list row; the rest are counted. */
const maxDescribedChanges = 2
const maxValueLength = 40

/** Events that write or delete all fields of a record and need no list of changes. */
const wholeRecordEvents = /\.(created|deleted|restored|invited)$/

/**
 * Describes a log entry's changes in one line: "Primary color #1e293b to #9f1239". Empty if nothing
 * changed.
 */
export function describeChanges({ event, targetType, changes }: LogChange, zone: string): string {
  if (wholeRecordEvents.test(event)) return ''
  const shownCurrencies = findShownCurrencies(targetType, changes)
  const names = Object.keys(changes).filter((name) => !shownCurrencies.includes(name))
  const sentences = names
    .slice(0, maxDescribedChanges)
    .map((name) => describeChange({ targetType, changes }, name, zone))
  const rest = names.length - sentences.length
  return logChangeMessages.list(sentences.map(toListPart), rest)
}

function describeChange(
  { targetType, changes }: Pick<LogChange, 'targetType' | 'changes'>,
  name: string,
  zone: string,
): string {
  const label = getLogFieldLabel(targetType, name)
  const { [name]: change } = changes
  const [before, after] = [getChangeValues(changes, 'before'), getChangeValues(changes, 'after')]
  const formatSide = (side: typeof before) =>
    truncateValue(formatLogValue(targetType, name, side, zone))
  if (typeof change !== 'object' || change === null || Array.isArray(change))
    return logChangeMessages.value(label, formatSide(after))
  if (isHidden(targetType, name, before, after)) return logChangeMessages.changed(label)
  const [from, to] = [formatSide(before), formatSide(after)]
  if (!from && !to) return logChangeMessages.changed(label)
  if (!from) return logChangeMessages.set(label, to ?? '')
  return to ? logChangeMessages.fromTo(label, from, to) : logChangeMessages.cleared(label, from)
}

/**
 * Returns whether a change has nothing to show: the log has no secrets, and bare IDs, or amounts
 * without a currency, mean nothing to a reader.
 */
function isHidden(
  targetType: string | null,
  name: string,
  ...sides: Readonly<Record<string, unknown>>[]
): boolean {
  const resource = getResource(targetType ?? '')
  const field = resource && getField(resource, name)
  return (
    (field !== undefined && (field.target !== undefined || !getKind(field).restorable)) ||
    sides.some((side) => isHiddenValue(side[name]) || lacksCurrency(targetType, name, side))
  )
}

const isHiddenValue = (value: unknown) =>
  value === '[redacted]' || (typeof value === 'object' && value !== null && !isTextList(value))

const isTextList = (value: object) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const truncateValue = (value: string) => {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > maxValueLength
    ? `${letters.slice(0, maxValueLength - 3).join('')}...`
    : line
}

/**
 * Lowercases labels after the first, which are in the middle of the sentence. Abbreviations such as
 * IP keep their capitals.
 */
const toListPart = (sentence: string, index: number) =>
  index > 0 && /^\p{Lu}[^\p{Lu}]/u.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
