import {
  findEventActor,
  formatLogEventSentence,
  formatLogEvent,
} from '#shared/areas/logs/formatLogEvent.ts'
import { formatMemberCount } from '#shared/areas/members/moveSentence.ts'
import {
  getChangeValues,
  getLogFieldLabel,
  formatLogValue,
} from '#shared/areas/stores/logFields.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { logResults, logSeverities, logStreams } from '#shared/engine/logStreams.ts'
import type { StoreLogEntry } from '#shared/areas/stores/storeLogsCalls.ts'

type LogTone = 'warn' | 'bad' | 'off'

export type LogLine = Pick<
  StoreLogEntry,
  'id' | 'time' | 'actor' | 'label' | 'ip' | 'requestId' | 'cause' | 'fault' | 'count' | 'first'
> & {
  event: string
  /** Who did it, if the event doesn't just happen. */
  by: string | null
  /** The event and its target as one sentence, and the change if a single field changed. */
  summary: { words: string; change: string }
  severity: string
  tone: LogTone
  stream: string
  result: string
  isFailed: boolean
  /** `before` or `after` is empty if there was, or is, no value. */
  changes: { name: string; field: string; before: string; after: string }[]
}

const logTones: Record<string, LogTone> = { info: 'off', warning: 'warn', error: 'bad' }

/**
 * Returns the label of a stream, severity, or result. A value that only a newer platform knows is
 * shown as is.
 */
const getKnownLabel = (words: Record<string, string>, value: string): string =>
  (Object.hasOwn(words, value) && words[value]) || value

/** Describes a log entry, with instants in a time zone. */
export function toLogLine(entry: StoreLogEntry, zone: string): LogLine {
  const { targetType } = entry
  const before = getChangeValues(entry.changes, 'before')
  const after = getChangeValues(entry.changes, 'after')
  const changes = Object.keys(entry.changes).map((name) => ({
    name,
    field: getLogFieldLabel(targetType, name),
    before: formatLogValue(targetType, name, before, zone),
    after: formatLogValue(targetType, name, after, zone),
  }))
  const { id, time, severity, actor, label, ip, requestId, cause, fault, count, first } = entry
  return {
    id,
    time,
    actor: formatActor(actor),
    label,
    ip,
    requestId,
    cause,
    fault,
    count,
    first,
    event: formatLogEvent(entry.event, getEventOutcome(entry)),
    by: findEventActor(entry.event, actor),
    severity: getKnownLabel(logSeverities, severity),
    tone: logTones[severity] ?? 'off',
    stream: getKnownLabel(logStreams, entry.stream),
    result: getKnownLabel(logResults, entry.result),
    isFailed: entry.result !== 'ok',
    changes,
    summary: summarizeEntry(entry, changes),
  }
}

/**
 * Describes the event and its target. For an update, names the changed fields. The store itself
 * isn't named.
 */
function summarizeEntry(entry: StoreLogEntry, changes: LogLine['changes']): LogLine['summary'] {
  const {
    event,
    targetType,
    label,
    changes: { members: moved },
  } = entry
  const isStore = targetType === 'stores'
  const target = isStore ? '' : (label ?? '')
  const [first, ...more] = changes
  if (!first || !event.endsWith('.updated'))
    return {
      words: formatLogEventSentence(
        event,
        target,
        formatMovedMembers(moved),
        getEventOutcome(entry),
      ),
      change: '',
    }
  const what = isStore && !event.startsWith('stores.') ? formatLogEvent(event) : target
  const about = what && `${what}: `
  if (more.length === 0 && first.before && first.after)
    return {
      words: about + (about ? toMidSentence(first.field) : first.field),
      change: `${first.before} → ${first.after}`,
    }
  const fields = changes.map(({ field }) => toMidSentence(field)).join(', ')
  return { words: `${about || 'Changed '}${fields}`, change: '' }
}

/**
 * Returns how an event ended. A test's entry says so, except for an older one, which only has a
 * result.
 */
export function getEventOutcome({ changes, result }: { changes: unknown; result: unknown }) {
  const outcome =
    typeof changes === 'object' && changes !== null && 'outcome' in changes ? changes.outcome : null
  return String(
    typeof outcome === 'object' && outcome !== null && 'after' in outcome ? outcome.after : result,
  )
}

/** Formats the number of members that an entry moved: "8 members". Undefined if it has none. */
const formatMovedMembers = (change: unknown) =>
  typeof change === 'object' &&
  change !== null &&
  'after' in change &&
  typeof change.after === 'number'
    ? formatMemberCount(change.after)
    : undefined

/** Formats a field's name for the middle of a sentence: "support email", "IP". */
const toMidSentence = (label: string) =>
  /^\p{Lu}[^\p{Lu}]/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
