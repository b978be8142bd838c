import type { BeforeCommit } from '../platform/platform.ts'
import type { Area } from './area.ts'

/** Combines what these areas do at the end of every write's transaction. */
export const combineBeforeCommit =
  (areas: readonly Area[]): BeforeCommit =>
  async (trx, at) => {
    const queues: string[] = []
    for (const { beforeCommit } of areas) queues.push(...((await beforeCommit?.(trx, at)) ?? []))
    return queues
  }
