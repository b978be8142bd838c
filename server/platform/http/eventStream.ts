import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../platform.ts'
import type { Answer } from './call.ts'

/** Milliseconds between looks, of silence until a stream says it is alive, and until it ends: the browser then comes back (http.md). */
export type Paces = { lookMs: number; aliveMs: number; wholeMs: number }
export const usualPaces: Paces = { lookMs: 1000, aliveMs: 15_000, wholeMs: 45_000 }

/** What there is to tell: `state` is what an event is known by when the stream is opened again. */
export type Look = { state: string; data: unknown; isEnded: boolean }

/** The text of a stream: `progress`, or another event, at each new state, and `end`; from the database, whichever process does the work. */
export async function* toldAsItGoes(
  { ending }: Pick<Platform, 'ending'>,
  look: () => Promise<Look>,
  heard: string | undefined,
  { lookMs, aliveMs, wholeMs }: Paces = usualPaces,
  event = 'progress',
): AsyncGenerator<string> {
  yield heard ? `retry: 1000\nid: ${heard}\n\n` : 'retry: 1000\n\n'
  const opened = performance.now()
  let [last, told] = [heard, opened]
  while (!ending.aborted) {
    const looked = performance.now()
    const { state, data, isEnded } = await look()
    if (isEnded || state !== last) {
      yield `id: ${state}\nevent: ${isEnded ? 'end' : event}\ndata: ${JSON.stringify(data)}\n\n`
      ;[last, told] = [state, looked]
    } else if (looked - told >= aliveMs) {
      yield ': still here\n\n'
      told = looked
    }
    if (isEnded || performance.now() - opened >= wholeMs) return
    // Where looking takes its time, it is done less often.
    const pause = Math.max(lookMs, 10 * (performance.now() - looked))
    await delay(pause, undefined, { signal: ending }).catch(() => {})
  }
}

/** The stream as an answer; nginx would keep back what it thinks too little to send. */
export const streamed = (events: () => AsyncGenerator<string>): Answer => ({
  status: 200,
  content: {
    headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
    open: async () => Readable.from(events()),
  },
})
