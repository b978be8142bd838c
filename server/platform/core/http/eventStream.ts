import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from '#server/platform/database/schema.ts'
import { HttpError } from '../platform/httpError.ts'

/** Milliseconds of silence until a stream says it is alive, and until it ends: the browser then comes back (http.md). */
export type StreamIntervals = { keepAliveMs: number; lifetimeMs: number }
export const defaultStreamIntervals: StreamIntervals = { keepAliveMs: 15_000, lifetimeMs: 45_000 }

/** What there is to tell: `state` is what an event is known by when the stream is opened again. */
export type Snapshot = { state: string; data: unknown; isEnded: boolean }

/**
 * How streams of one kind learn of changes: one query for all of them, every `everyMs`. It finds a mark for each key that
 * differs after every change that a stream of this key has to tell.
 */
export type ChangeQuery = {
  everyMs: number
  findMarks: (db: Connection, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** An answer that goes on: `look` is called once at the start, and again whenever the mark of `key` changed. */
export type EventStream = {
  loadSnapshot: () => Promise<Snapshot>
  changes: ChangeQuery
  key: string
  /** What the browser heard last before it opened the stream again. */
  lastEventId: string | undefined
  event?: string
}

/** nginx would keep back what it thinks too little to send. */
export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
} as const

/** The text of a stream: `progress`, or another event, at each new state, and `end`. It ends when `signal` aborts. */
export async function* writeEvents(
  { loadSnapshot: look, lastEventId, event = 'progress' }: EventStream,
  {
    signal,
    watch,
    paces = defaultStreamIntervals,
  }: { signal: AbortSignal; watch: (onChange: () => void) => () => void; paces?: StreamIntervals },
): AsyncGenerator<string> {
  const { keepAliveMs: aliveMs, lifetimeMs: wholeMs } = paces
  const opened = performance.now()
  let [lastState, saidAt] = [lastEventId, opened]
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
        const found = await loadSnapshotIfAllowed(look)
        // A session that ended while this was read must not receive it.
        if (signal.aborted || !found) return
        const { state, data, isEnded } = found
        if (isEnded || state !== lastState) {
          yield `id: ${state}\nevent: ${isEnded ? 'end' : event}\ndata: ${JSON.stringify(data)}\n\n`
          ;[lastState, saidAt] = [state, performance.now()]
        }
        if (isEnded) return
      }
      const now = performance.now()
      if (now - opened >= wholeMs) return
      if (now - saidAt >= aliveMs) {
        yield ': still here\n\n'
        saidAt = now
      }
      const pauseMs = Math.min(saidAt + aliveMs, opened + wholeMs) - now
      const woken = AbortSignal.any([signal, changed.signal])
      // Rejects when it's woken early, which is no error.
      await delay(pauseMs, undefined, { signal: woken }).catch(() => {})
    }
  } finally {
    stop()
  }
}

/** A record that went, or is no longer the caller's to see, ends its stream: the next call says why. */
async function loadSnapshotIfAllowed(look: () => Promise<Snapshot>): Promise<Snapshot | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
