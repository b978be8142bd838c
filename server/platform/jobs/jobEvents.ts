import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../accounts/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import type { Platform } from '../platform.ts'
import { jobIdOf, readJob } from './readJobs.ts'
import type { Job } from './readJobs.ts'

/**
 * How often the job is looked at, after how long a silent stream says that it is alive, and when it ends: the browser then comes back,
 * perhaps to another replica, and says what it heard last (http.md).
 */
const paces = { lookMs: 1000, aliveMs: 15_000, wholeMs: 45_000 }

/** GET /jobs/ID/events: `progress` whenever rows were done, and `end`, each with the job as GET /jobs/ID answers it. */
export async function answerEvents(
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  const id = jobIdOf(asked)
  await readJob(platform.db, id, caller)
  const open = async () => Readable.from(jobEvents(platform, id, caller, asked.lastEventId))
  // nginx would keep back what it thinks too little to send.
  const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
  return { status: 200, content: { headers, open } }
}

/** The text of the stream. It comes from the database: whichever process does the rows, this one may tell of them. */
export async function* jobEvents(
  { db, ending }: Platform,
  id: number,
  caller: Caller,
  heard: string | undefined,
  { lookMs, aliveMs, wholeMs }: typeof paces = paces,
): AsyncGenerator<string> {
  yield 'retry: 1000\n\n'
  const opened = performance.now()
  let [last, told] = [heard, opened]
  while (!ending.aborted) {
    const looked = performance.now()
    const job = await readJob(db, id, caller)
    const isEnded = job.status !== 'waiting' && job.status !== 'running'
    const state = stateOf(job)
    if (isEnded || state !== last) {
      yield `id: ${state}\nevent: ${isEnded ? 'end' : 'progress'}\ndata: ${JSON.stringify(job)}\n\n`
      ;[last, told] = [state, looked]
    } else if (looked - told >= aliveMs) {
      yield ': still here\n\n'
      told = looked
    }
    if (isEnded || performance.now() - opened >= wholeMs) return
    // Where the rows of a job are so many that counting them takes its time, it is done less often.
    const pause = Math.max(lookMs, 10 * (performance.now() - looked))
    await delay(pause, undefined, { signal: ending }).catch(() => {})
  }
}

/** What an event is known by when the stream is opened again. */
const stateOf = ({ status, rows }: Job) => [status, ...Object.values(rows)].join('-')
