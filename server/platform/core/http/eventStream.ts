import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from '#server/platform/database/schema.ts'
import { HttpError } from '../platform/httpError.ts'

/**
 * Milliseconds of silence before a keep-alive, and until a stream ends and the browser reconnects
 * (http.md).
 */
type StreamIntervals = { keepAliveMs: number; lifetimeMs: number }
export const defaultStreamIntervals: StreamIntervals = { keepAliveMs: 15_000, lifetimeMs: 45_000 }

/** The data to send. `state` is the event's ID, which the browser repeats when it reconnects. */
type Snapshot = { state: string; data: unknown; isEnded: boolean }

/**
 * How streams of one kind detect changes: one query for all of them, every `everyMs`. A key's mark
 * must differ after every change its streams have to send.
 */
export type ChangeQuery = {
  everyMs: number
  findMarks: (db: Connection, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/**
 * A streaming response: `loadSnapshot` runs once at the start and again whenever the mark of `key`
 * changes.
 */
export type EventStream = {
  loadSnapshot: () => Promise<Snapshot>
  changes: ChangeQuery
  key: string
  /** The last event the browser received before it reconnected. */
  lastEventId: string | undefined
  event?: string
}

/** Without this header, nginx buffers small chunks. */
export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
} as const

/**
 * Writes a stream's text: `progress`, or another event, for each new state, and `end`. Stops when
 * `signal` aborts.
 */
export async function* writeEvents(
  { loadSnapshot, lastEventId, event = 'progress' }: EventStream,
  {
    signal,
    watch,
    paces: intervals = defaultStreamIntervals,
  }: { signal: AbortSignal; watch: (onChange: () => void) => () => void; paces?: StreamIntervals },
): AsyncGenerator<string> {
  const { keepAliveMs, lifetimeMs } = intervals
  const opened = performance.now()
  let [lastState, sentAt] = [lastEventId, opened]
  let isChanged = true
  let changed = new AbortController()
  const stop = watch(() => {
    isChanged = true
    changed.abort()
  })
  try {
    yield lastEventId ? `retry: 1000\nid: ${lastEventId}\n\n` : 'retry: 1000\n\n'
    while (!signal.aborted) {
      if (isChanged) {
        isChanged = false
        changed = new AbortController()
        const snapshot = await loadSnapshotIfAllowed(loadSnapshot)
        // If the session ended during the read, the result must not be sent.
        if (signal.aborted || !snapshot) return
        const { state, data, isEnded } = snapshot
        if (isEnded || state !== lastState) {
          yield `id: ${state}\nevent: ${isEnded ? 'end' : event}\ndata: ${JSON.stringify(data)}\n\n`
          ;[lastState, sentAt] = [state, performance.now()]
        }
        if (isEnded) return
      }
      const now = performance.now()
      if (now - opened >= lifetimeMs) return
      if (now - sentAt >= keepAliveMs) {
        yield ': still here\n\n'
        sentAt = now
      }
      const pauseMs = Math.min(sentAt + keepAliveMs, opened + lifetimeMs) - now
      const woken = AbortSignal.any([signal, changed.signal])
      // An early wake-up rejects the delay, which isn't an error.
      await delay(pauseMs, undefined, { signal: woken }).catch(() => {})
    }
  } finally {
    stop()
  }
}

/**
 * Loads a snapshot, or null if the record is gone or no longer visible to the caller. The stream
 * then ends, and the next call says why.
 */
async function loadSnapshotIfAllowed(
  loadSnapshot: () => Promise<Snapshot>,
): Promise<Snapshot | null> {
  try {
    return await loadSnapshot()
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
