import type { Caller } from '../accounts/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import { streamed, toldAsItGoes } from '../http/eventStream.ts'
import type { Paces } from '../http/eventStream.ts'
import type { Platform } from '../platform.ts'
import { jobIdOf, readJob } from './readJobs.ts'

/** GET /jobs/ID/events: `progress` whenever rows were done, and `end`, each with the job as GET /jobs/ID answers it. */
export async function answerEvents(
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  const id = jobIdOf(asked)
  await readJob(platform.db, id, caller)
  return streamed(() => jobEvents(platform, id, caller, asked.lastEventId))
}

export const jobEvents = (
  platform: Platform,
  id: number,
  caller: Caller,
  heard: string | undefined,
  paces?: Paces,
): AsyncGenerator<string> =>
  toldAsItGoes(
    platform,
    async () => {
      const job = await readJob(platform.db, id, caller)
      const { status, rows } = job
      return {
        state: [status, ...Object.values(rows)].join('-'),
        data: job,
        isEnded: status !== 'waiting' && status !== 'running',
      }
    },
    heard,
    paces,
  )
