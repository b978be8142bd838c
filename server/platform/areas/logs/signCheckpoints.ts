import { sql } from 'kysely'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ChainError } from './anchors.ts'
import { verifyChainBatch, platformChain } from './chain.ts'
import {
  checkpointColumns,
  digestCheckpoint,
  digestUnnumberedCheckpoints,
  createLogSigner,
  toCheckpoint,
} from './checkpoints.ts'
import type { Checkpoint, CheckpointRow } from './checkpoints.ts'
import { compareCopy, extendCheckpointCopy } from './checkpointCopy.ts'
import { logMessages } from './messages.ts'

/** The last entry of a chain that the ring's first key has signed, and the chain's last entry. */
type ChainGrowth = { chain: number; signed: number; seq: number }

const errorReportIntervalMs = 24 * 60 * 60_000

/**
 * Signs a checkpoint for each chain that has grown since the first key last signed it, after
 * verifying the new entries. Never signs a chain with an error, since that would vouch for it. If
 * the copy outside the database differs, signs nothing at all.
 */
export async function signCheckpoints(platform: Platform): Promise<void> {
  const { db, secrets } = platform
  const difference = await compareCopy(platform)
  if (difference) return reportChainError(platform, platformChain, difference)
  const { rows } = await sql<ChainGrowth>`
    select chain, signed, seq from log_heads as head
      cross join lateral (select coalesce(max(seq), 0) as signed from log_checkpoints as known
        where known.chain = head.chain and known.key = ${secrets.firstKeyId}) as last
    where seq > signed order by chain`.execute(db)
  for (const { chain, signed } of rows) {
    const check = await verifyGrowth(platform, chain, signed)
    if (check.fault) await reportChainError(platform, chain, check.fault)
    else await appendCheckpoint(platform, { chain, seq: check.checked })
  }
  await extendCheckpointCopy(platform)
}

/** Verifies a chain from its last checkpoint to its end in one snapshot. */
async function verifyGrowth({ db, secrets }: Platform, chain: number, signed: number) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const context = { db: trx, secrets }
      let check = await verifyChainBatch(context, chain, signed, { checkpointsFrom: signed })
      while (check.next !== null)
        check = await verifyChainBatch(context, chain, check.next, { checkpointsFrom: signed })
      return check
    })
}

/**
 * Signs and saves the next checkpoint. A lock keeps the numbers of several processes in sequence.
 */
async function appendCheckpoint(
  platform: Platform,
  { chain, seq }: { chain: number; seq: number },
): Promise<void> {
  const { db, now, log } = platform
  const checkpoint = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('log checkpoints'))`.execute(trx)
    const [link] = (
      await sql<{ hash: string }>`
        select hash from log_chain where chain = ${chain} and seq = ${seq}`.execute(trx)
    ).rows
    if (!link) throw new Error(`Chain ${chain} has no entry ${seq}`)
    const last = await findLastCheckpoint(trx)
    const signed: Checkpoint = createLogSigner(platform)({
      number: (last?.number ?? 0) + 1,
      previous: last ? digestCheckpoint(last) : await digestUnnumberedCheckpoints(trx),
      chain,
      seq,
      hash: link.hash,
      time: now().toISOString(),
    })
    const { number, previous, hash, time, key, signature } = signed
    await sql`insert into log_checkpoints (number, previous, chain, seq, hash, time, key, signature)
      values (${number}, ${previous}, ${chain}, ${seq}, ${hash}, ${time}, ${key}, ${signature})`.execute(
      trx,
    )
    return signed
  })
  log.info({ checkpoint }, 'A log checkpoint was signed')
}

async function findLastCheckpoint(db: Connection): Promise<Checkpoint | undefined> {
  const { rows } = await sql<CheckpointRow>`
    select ${checkpointColumns} from log_checkpoints
    where number is not null order by number desc limit 1`.execute(db)
  return rows[0] && toCheckpoint(rows[0])
}

/**
 * Writes to the security log why a chain's checkpoint wasn't signed, at most once a day per chain.
 */
async function reportChainError(
  platform: Platform,
  chain: number,
  error: ChainError,
): Promise<void> {
  const { db, now, log } = platform
  log.error({ chain, fault: error }, "A log checkpoint wasn't signed")
  const time = now()
  const since = new Date(time.getTime() - errorReportIntervalMs).toISOString()
  const { rows } = await sql`
    select from audit where event = 'logs.checkpointWithheld' and time > ${since}
      and changes -> 'chain' ->> 'after' = ${String(chain)} limit 1`.execute(db)
  if (rows.length > 0) return
  await createAuditor(db, {
    asked: { id: 'checkpoints', ip: '' },
    now: time.toISOString(),
    actor: 'platform',
  })({
    event: 'logs.checkpointWithheld',
    stream: 'security',
    severity: 'error',
    after: { chain, kind: error.kind, seq: error.seq },
    cause: logMessages.checkpointWithheld(chain, error),
  })
}
