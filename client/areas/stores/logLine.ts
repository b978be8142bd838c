import '#client/frame/people.ts'
import '#client/frame/stores.ts'
import { formatEventSentence, formatEvent } from '#shared/areas/logs/formatEvent.ts'
import { formatMemberCount } from '#shared/areas/members/moveSentence.ts'
import { getLogFieldLabel, formatLogValue } from '#shared/areas/stores/logFields.ts'
import { logResults, logSeverities, logStreams } from '#shared/areas/logs/logEntries.ts'
import type { StoreLogEntry } from '#shared/areas/stores/storeLogsCalls.ts'

type LogTone = 'warn' | 'bad' | 'off'

export type LogLine = Pick<
  StoreLogEntry,
  'id' | 'time' | 'actor' | 'label' | 'ip' | 'requestId' | 'cause' | 'fault' | 'count' | 'first'
> & {
  event: string
  /** What happened and to what, as one sentence, and how the one field stands that it changed. */
  summary: { words: string; change: string }
  severity: string
  tone: LogTone
  stream: string
  result: string
  isFailed: boolean
  /** What it changed; '' where there was, or is, nothing. */
  changes: { name: string; field: string; before: string; after: string }[]
}

const logTones: Record<string, LogTone> = { info: 'off', warning: 'warn', error: 'bad' }

/** The words of a stream, a severity or a result; one that a newer platform has is shown as it is. */
const getKnownLabel = (words: Record<string, string>, value: string): string =>
  (Object.hasOwn(words, value) && words[value]) || value

/** Says an entry in words, its instants in a time zone. They come from the definitions of all records, which what is shown does without (readLog.ts). */
export function toLogLine(entry: StoreLogEntry, zone: string): LogLine {
  const changes = Object.entries(entry.changes).map(([name, change]) => ({
    name,
    field: getLogFieldLabel(entry.targetType, name),
    before: formatChangeSide(entry, name, change, 'before', zone),
    after: formatChangeSide(entry, name, change, 'after', zone),
  }))
  const { id, time, severity, actor, label, ip, requestId, cause, fault, count, first } = entry
  return {
    id,
    time,
    actor,
    label,
    ip,
    requestId,
    cause,
    fault,
    count,
    first,
    event: formatEvent(entry.event),
    severity: getKnownLabel(logSeverities, severity),
    tone: logTones[severity] ?? 'off',
    stream: getKnownLabel(logStreams, entry.stream),
    result: getKnownLabel(logResults, entry.result),
    isFailed: entry.result !== 'ok',
    changes,
    summary: summarizeEntry(entry, changes),
  }
}

/** What happened, to what: where fields were changed, which of what; the store itself needs no name. */
function summarizeEntry(
  { event, targetType, label, changes: { members: moved } }: StoreLogEntry,
  changes: LogLine['changes'],
): LogLine['summary'] {
  const isStore = targetType === 'stores'
  const target = isStore ? '' : (label ?? '')
  const [first, ...more] = changes
  if (!first || !event.endsWith('.updated'))
    return { words: formatEventSentence(event, target, formatMovedMembers(moved)), change: '' }
  const what = isStore && !event.startsWith('stores.') ? formatEvent(event) : target
  const about = what && `${what}: `
  if (more.length === 0 && first.before && first.after)
    return {
      words: about + (about ? toMidSentence(first.field) : first.field),
      change: `${first.before} → ${first.after}`,
    }
  const fields = changes.map(({ field }) => toMidSentence(field)).join(', ')
  return { words: `${about || 'Changed '}${fields}`, change: '' }
}

/** How many an entry moved: "8 members"; undefined where it does not tell. */
const formatMovedMembers = (change: unknown) =>
  typeof change === 'object' &&
  change !== null &&
  'after' in change &&
  typeof change.after === 'number'
    ? formatMemberCount(change.after)
    : undefined

/** The name of a field in the midst of a sentence: "support e-mail", "IP". */
const toMidSentence = (label: string) =>
  /^\p{Lu}[^\p{Lu}]/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

function formatChangeSide(
  { targetType }: StoreLogEntry,
  name: string,
  change: unknown,
  side: 'before' | 'after',
  zone: string,
): string {
  const isPair = typeof change === 'object' && change !== null && side in change
  const value: unknown = isPair
    ? Object.entries(change).find(([key]) => key === side)?.[1]
    : side === 'after'
      ? change
      : null
  return formatLogValue(targetType, name, value, zone)
}
