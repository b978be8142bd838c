import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { randomUUID } from 'node:crypto'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import { startUpdateJob } from '#server/platform/core/bulk/updateJob.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { performWrite } from '#server/platform/core/http/performWrite.ts'
import type { TestAccount, TestPlatform } from '#tests/support/servers/platform.ts'

/** Creates a job that sets these values on these records, and returns its ID. */
export async function createUpdateJob(
  { platform, operator }: TestPlatform,
  resource: string,
  records: readonly AnyRecord[],
  values: Record<string, unknown>,
  account: TestAccount = operator,
): Promise<number> {
  const module = getResourceModule(resource)
  const signedInAccount = await findActiveOperator(platform.db, account.id)
  if (!signedInAccount) throw new Error('The account may not sign in')
  const caller = { ...signedInAccount, tokenId: 0, factorConfirmedAt: null }
  const request = { id: randomUUID(), ip: '' }
  const { body } = await performWrite(
    (change) => startUpdateJob(module, change, { title: 'Change many', values, records }),
    request as never, // The other fields are only for calls.
    platform,
    caller,
  )
  return (body as { id: number }).id
}

/** Runs one of the product's jobs in this process, until it ends or `isOver` returns true. */
export const runProductJob = ({ platform }: TestPlatform, id: number, isOver = () => false) =>
  runJobTurn(
    {
      platform,
      kinds: buildJobKinds(areas),
      beforeCommit: recomputeStoreStats,
      isTurnOver: isOver,
    },
    id,
  )
