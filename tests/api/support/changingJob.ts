import { randomUUID } from 'node:crypto'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { findAccount } from '#server/platform/core/auth/tokens.ts'
import { buildJobKinds, createResourceModules } from '#server/platform/areas/index.ts'
import { startUpdateJob } from '#server/platform/core/bulk/updateJob.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { performWrite } from '#server/platform/core/http/performWrite.ts'
import type { TestAccount, TestPlatform } from '#tests/support/servers/platform.ts'

/** Starts a job that gives these values to these records, for the operator or another account; answers its id. */
export async function startChanging(
  { platform, operator }: TestPlatform,
  resource: string,
  records: readonly AnyRecord[],
  values: Record<string, unknown>,
  account: TestAccount = operator,
): Promise<number> {
  const kept = createResourceModules(resources).find(({ name }) => name === resource)
  if (!kept) throw new Error(`There are no ${resource}`)
  const found = await findAccount(platform.db, account.id)
  if (!found) throw new Error('The account may not sign in')
  const caller = { ...found, tokenId: 0 }
  const asked = { id: randomUUID(), ip: '' }
  const { body } = await performWrite(
    (change) => startUpdateJob(kept, change, { title: 'Change many', values, records }),
    asked as never, // The rest of it is of a call.
    platform,
    caller,
  )
  return (body as { id: number }).id
}

/** Runs a job of the product in this process, until `hasOpenPanel`. */
export const runProductJob = ({ platform }: TestPlatform, id: number, isOver = () => false) =>
  runJob(
    { platform, kinds: buildJobKinds(), beforeCommit: recomputeStoreStats, isTurnOver: isOver },
    id,
  )
