import { randomUUID } from 'node:crypto'
import { findAccount } from '#server/platform/accounts/tokens.ts'
import { jobKindsOf } from '#server/platform/app.ts'
import { startJob } from '#server/platform/jobs/jobs.ts'
import { runJob } from '#server/platform/jobs/runJob.ts'
import { settleStores } from '#server/platform/stores/settleStores.ts'
import { performWrite } from '#server/platform/writes.ts'
import type { TestAccount, TestPlatform } from '#tests/support/platform.ts'

/** A record as it was when the job was asked for. */
type Shown = { id: number; version: number; name: string }

/** Starts a job that gives these values to these records, for the operator or another account; answers its id. */
export async function startChanging(
  { platform, operator }: TestPlatform,
  resource: string,
  records: readonly Shown[],
  values: Record<string, unknown>,
  account: TestAccount = operator,
): Promise<number> {
  const kind = jobKindsOf().find(({ name }) => name === `${resource}.change`)
  if (!kind) throw new Error(`No job changes many ${resource}`)
  const caller = { ...(await findAccount(platform.db, account.id)), tokenId: 0 }
  const rows = records.map(({ id, version, name: label }) => ({
    targetId: id,
    label,
    input: { version },
  }))
  const asked = { id: randomUUID(), ip: '' }
  const { body } = await performWrite(
    (change) => startJob(change, { kind, title: 'Change many', input: { values }, rows }),
    asked as never, // The rest of it is of a call.
    platform,
    caller,
    settleStores,
  )
  return (body as { id: number }).id
}

/** Runs a job of the product in this process, until `isOver`. */
export const runProductJob = ({ platform }: TestPlatform, id: number, isOver = () => false) =>
  runJob({ platform, kinds: jobKindsOf(), settle: settleStores, isOver }, id)
