import { kindOf } from '#shared/engine/fields/kinds.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import { resourceNamed } from '#shared/areas/index.ts'
import { logFieldLabel, logFieldText } from '#shared/areas/stores/logFields.ts'
import { changeMessages } from './changeMessages.ts'

type Changed = { event: string; targetType: string | null; changes: Record<string, unknown> }

/** As many changes are described in a row of a list; the rest are counted. */
const describedChanges = 2
const longestValue = 40

/** Events that write or delete all fields of a record, which say enough themselves. */
const wholeRecords = /\.(created|deleted|restored|invited)$/

/** What an entry of the logs changed, in one line: "Primary color #1e293b to #9f1239"; '' where it changed nothing. */
export function describeChanges({ event, targetType, changes }: Changed, zone: string): string {
  if (wholeRecords.test(event)) return ''
  const all = Object.entries(changes)
  const sentences = all
    .slice(0, describedChanges)
    .map(([name, change]) => describeChange(targetType, name, change, zone))
  const rest = all.length - sentences.length
  return changeMessages.list(sentences.map(lowerAfterFirst), rest)
}

function describeChange(
  targetType: string | null,
  name: string,
  change: unknown,
  zone: string,
): string {
  const label = logFieldLabel(targetType, name)
  if (typeof change !== 'object' || change === null || Array.isArray(change))
    return changeMessages.value(label, shortValue(logFieldText(targetType, name, change, zone)))
  const { before, after }: { before?: unknown; after?: unknown } = change
  if (isHidden(targetType, name, before, after)) return changeMessages.changed(label)
  const [from, to] = [before, after].map((side) =>
    shortValue(logFieldText(targetType, name, side, zone)),
  )
  if (!from && !to) return changeMessages.changed(label)
  if (!from) return changeMessages.set(label, to ?? '')
  return to ? changeMessages.fromTo(label, from, to) : changeMessages.cleared(label, from)
}

/** Secrets are never in the log, and bare IDs say nothing. */
function isHidden(targetType: string | null, name: string, ...sides: unknown[]): boolean {
  const resource = resourceNamed(targetType ?? '')
  const field = resource && fieldOf(resource, name)
  return (
    sides.includes('[redacted]') ||
    (field !== undefined && (field.to !== undefined || !kindOf(field).kept)) ||
    sides.some((side) => typeof side === 'object' && side !== null && !isTexts(side))
  )
}

const isTexts = (value: object) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const shortValue = (value: string) => {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > longestValue ? `${letters.slice(0, longestValue - 3).join('')}...` : line
}

/** Labels after the first stand in the middle of the sentence; abbreviations such as IP keep their capitals. */
const lowerAfterFirst = (sentence: string, at: number) =>
  at > 0 && /^\p{Lu}[^\p{Lu}]/u.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
