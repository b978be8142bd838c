import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findAnchorSignatureError, loadAnchors, countDropped } from './anchors.ts'
import type { ChainError, DroppedEntries, ChainEntry } from './anchors.ts'
import { compareCopy } from './checkpointCopy.ts'
import {
  checkpointColumns,
  loadCheckpoints,
  digestCheckpoint,
  digestUnnumberedCheckpoints,
  hasKnownSignature,
  toCheckpoint,
} from './checkpoints.ts'
import type { Checkpoint, CheckpointRow } from './checkpoints.ts'

/** The chain of entries without a store. All other chains have the ID of their store. */
export const platformChain = 0

const chainBatchSize = 5000

/** How far a chain has been verified, and the first error. */
export type LogVerification = {
  checked: number
  total: number
  next: number | null
  fault: ChainError | null
  dropped: DroppedEntries | null
}

type ChainLink = {
  seq: number
  hash: string
  entryId: number
  id: number | null
  time: string
  actor: string
  event: string
  targetType: string | null
  targetId: number | null
  label: string | null
  requestId: string
  ip: string
  storeId: number | null
  stream: string
  severity: string
  result: string
  cause: string | null
  apiKey: string | null
  told: string
}

/**
 * Returns the hash of an entry, which includes the previous entry's (migrations/0045_apiKeys.ts
 * does the same in the database). Only an entry that an API key made includes a key.
 */
function hashLink(previous: string, seq: number, link: Omit<ChainLink, 'seq' | 'hash'>): string {
  const { time, actor, event, targetType, targetId, label, requestId, ip } = link
  const { storeId, stream, severity, result, cause, apiKey, told: changesText } = link
  const parts = [time, actor, event, targetType, targetId, label, requestId, ip]
  const fields = [...parts, storeId, stream, severity, result, cause, changesText]
  if (apiKey !== null) fields.push(apiKey)
  const hash = createHash('sha256').update(`${previous}${seq} `)
  for (const part of fields)
    hash.update(part === null ? '-' : `${Buffer.byteLength(String(part))}:${String(part)}`)
  return hash.digest('hex')
}

/**
 * Verifies a chain from a position on: no entry was changed, removed, or inserted, and head and
 * checkpoints agree. Anchors replace months that retention dropped. `checkpointsFrom` skips the
 * checkpoints of earlier entries. Without `findsInserted`, entries that have no link aren't looked
 * for, which takes reading all entries of the chain.
 */
export async function verifyChainBatch(
  platform: Pick<Platform, 'db' | 'secrets' | 'checkpointCopy'>,
  chain: number,
  position: number,
  { checkpointsFrom = 0, findsInserted = true } = {},
): Promise<LogVerification> {
  const { db } = platform
  const [head = { seq: 0, hash: '' }] = (
    await sql<{ seq: number; hash: string }>`
      select seq, hash from log_heads where chain = ${chain}`.execute(db)
  ).rows
  const anchors = await loadAnchors(db, chain)
  const coveringAnchor = anchors.find(({ first, seq }) => first <= position && position <= seq)
  const after = coveringAnchor?.seq ?? position
  const links = await loadLinks(db, chain, after)
  const isLastBatch = links.length < chainBatchSize
  const end = isLastBatch ? Infinity : (links.at(-1)?.seq ?? 0)
  const steps = [...links, ...anchors.filter(({ first, seq }) => first > after && seq < end)]
  let [seq, previous] = [after, coveringAnchor?.hash ?? (await loadHash(db, chain, after))]
  const total = Math.max(head.seq, after + links.length)
  const dropped = countDropped(anchors)
  const reportError = (error: ChainError): LogVerification => ({
    checked: error.seq - 1,
    total,
    next: null,
    fault: error,
    dropped,
  })
  const before = coveringAnchor && findAnchorSignatureError(platform, coveringAnchor)
  if (before) return reportError(before)
  for (const step of steps.sort((one, other) => one.seq - other.seq)) {
    const first = 'first' in step ? step.first : step.seq
    if (first !== seq + 1)
      return reportError({ kind: first > seq ? 'removed' : 'inserted', seq: seq + 1, entry: null })
    const error =
      'first' in step
        ? findAnchorSignatureError(platform, step)
        : await findLinkError(db, previous, step)
    if (error) return reportError(error)
    ;[seq, previous] = [step.seq, step.hash]
  }
  if (!isLastBatch) return { checked: seq, total, next: seq, fault: null, dropped }
  if (seq < head.seq) return reportError({ kind: 'removed', seq: seq + 1, entry: null })
  if (previous !== head.hash) return reportError({ kind: 'changed', seq, entry: null })
  const [inserted] = findsInserted ? await findInsertedEntry(db, chain) : []
  if (inserted) return reportError({ kind: 'inserted', seq: seq + 1, entry: inserted })
  const error = await findCheckpointError(platform, chain, checkpointsFrom)
  return { checked: seq, total, next: null, fault: error, dropped }
}

/** Finds the first entry of a chain that has no link in it. */
async function findInsertedEntry(db: Connection, chain: number): Promise<ChainEntry[]> {
  const { rows } = await sql<ChainEntry>`
      select id as entry, time, event from audit
      where ${chain === platformChain ? sql`store_id is null` : sql`store_id = ${chain}`}
        and not exists (select from log_chain
          where chain = ${chain} and entry_id = audit.id and log_chain.time = audit.time)
      order by time, id limit 1`.execute(db)
  return rows
}

async function loadLinks(db: Connection, chain: number, after: number): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    select link.seq, link.hash, link.entry_id, entry.*, entry.changes::text as told
    from log_chain as link
      left join audit as entry on entry.id = link.entry_id and entry.time = link.time
    where link.chain = ${chain} and link.seq > ${after}
    order by link.seq limit ${chainBatchSize}`.execute(db)
  return rows
}

async function loadHash(db: Connection, chain: number, seq: number): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select hash from log_chain where chain = ${chain} and seq = ${seq}`.execute(db)
  return rows[0]?.hash ?? ''
}

/**
 * Finds the error of an entry at its position. An entry missing at its time may exist at another:
 * then its time was changed.
 */
async function findLinkError(
  db: Connection,
  previous: string,
  link: ChainLink,
): Promise<ChainError | null> {
  const { seq, id, time, event, entryId } = link
  if (id === null) {
    const { rows } = await sql<ChainEntry>`
      select id as entry, time, event from audit where id = ${entryId}`.execute(db)
    return { kind: rows[0] ? 'changed' : 'removed', seq, entry: rows[0] ?? null }
  }
  return hashLink(previous, seq, link) === link.hash
    ? null
    : { kind: 'changed', seq, entry: { entry: id, time, event } }
}

/** How many signatures are verified before other requests run. */
const signatureBatchSize = 200

async function findForgedCheckpoint(
  platform: Pick<Platform, 'secrets'>,
  checkpoints: readonly Checkpoint[],
): Promise<Checkpoint | null> {
  for (const [index, checkpoint] of checkpoints.entries()) {
    if (index % signatureBatchSize === signatureBatchSize - 1) await setImmediate()
    if (!hasKnownSignature(platform, checkpoint)) return checkpoint
  }
  return null
}

/** Finds the first contradiction between a chain and its checkpoints, or among the checkpoints. */
async function findCheckpointError(
  platform: Pick<Platform, 'db' | 'secrets' | 'checkpointCopy'>,
  chain: number,
  from: number,
): Promise<ChainError | null> {
  const { db } = platform
  const checkpoints = (await loadCheckpoints(db, chain)).filter(({ seq }) => seq >= from)
  // A checkpoint of an unknown key proves nothing and excuses nothing, so removed keys raise no
  // alarm.
  const verifiable = checkpoints.filter(({ key }) => platform.secrets.hasKey(key))
  const forged = await findForgedCheckpoint(platform, verifiable)
  if (forged) return { kind: 'unsigned', seq: forged.seq, entry: null }
  const { rows } = await sql<{ seq: number; kept: string | null }>`
    select told.seq, link.hash as kept from log_checkpoints as told
    left join log_chain as link on link.chain = told.chain and link.seq = told.seq
    where told.chain = ${chain} and told.seq >= ${from}
      and link.hash is distinct from told.hash and not exists (
      select from log_anchors as anchor where anchor.chain = told.chain
        and (told.seq >= anchor.first and told.seq < anchor.seq
          or told.seq = anchor.seq and told.hash = anchor.hash))
    order by told.seq limit 1`.execute(db)
  const [mismatch] = rows
  if (mismatch)
    return { kind: mismatch.kept === null ? 'removed' : 'changed', seq: mismatch.seq, entry: null }
  return (await findMissingCheckpoint(db, checkpoints)) ?? (await compareCopy(platform))
}

/**
 * Finds the first missing number, or the first of these checkpoints whose predecessor isn't the one
 * it was signed after.
 */
async function findMissingCheckpoint(
  db: Connection,
  checkpoints: readonly Checkpoint[],
): Promise<ChainError | null> {
  const { rows } = await sql<{ number: number }>`
    select number - 1 as number from log_checkpoints as later
    where number > 1 and not exists (select from log_checkpoints where number = later.number - 1)
    order by number limit 1`.execute(db)
  if (rows[0]) return { kind: 'checkpointRemoved', seq: rows[0].number, entry: null }
  const numbers = checkpoints.flatMap(({ number }) => (number === undefined ? [] : [number - 1]))
  const predecessors = await sql<CheckpointRow>`
    select ${checkpointColumns} from log_checkpoints where number = any(${numbers}::bigint[])`.execute(
    db,
  )
  const digests = new Map(
    predecessors.rows.map((row) => [row.number, digestCheckpoint(toCheckpoint(row))]),
  )
  if (numbers.includes(0)) digests.set(0, await digestUnnumberedCheckpoints(db))
  const replaced = checkpoints.find(
    ({ number, previous }) => number !== undefined && digests.get(number - 1) !== previous,
  )
  if (replaced?.number === undefined) return null
  return { kind: 'checkpointRemoved', seq: replaced.number - 1, entry: null }
}
