import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import { checkpointsOf, isSigned } from './checkpoints.ts'

/** The chain of what belongs to no store; all others have the id of their store. */
export const platformChain = 0

/** Entries that are worked out at once. */
const sliceLength = 5000

type Told = { entry: number; time: string; event: string }

/** What is wrong with a chain, at the first place where something is. */
export type ChainFault = {
  /** `unsigned` is a checkpoint that this platform did not make. */
  kind: 'changed' | 'removed' | 'inserted' | 'unsigned'
  seq: number
  /** The entry, where it is still there. */
  entry: Told | null
}

/** How far a chain was looked through, and what is wrong with it. */
export type ChainCheck = {
  checked: number
  total: number
  next: number | null
  fault: ChainFault | null
}

type Link = {
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
  told: string
}

/** The hash of an entry after the one before it (migrations/037_logChain.ts does the same in the database). */
export function hashAfter(previous: string, seq: number, link: Omit<Link, 'seq' | 'hash'>): string {
  const { time, actor, event, targetType, targetId, label, requestId, ip } = link
  const { storeId, stream, severity, result, cause, told } = link
  const parts = [time, actor, event, targetType, targetId, label, requestId, ip]
  const all = [...parts, storeId, stream, severity, result, cause, told]
  const hash = createHash('sha256').update(`${previous}${seq} `)
  for (const part of all)
    hash.update(part === null ? '-' : `${Buffer.byteLength(String(part))}:${String(part)}`)
  return hash.digest('hex')
}

/**
 * Looks through the next entries of a chain after this place: whether each is what was chained, none is missing, none was put
 * between. At the end the head and the checkpoints must agree too.
 */
export async function checkChain(
  platform: Pick<Platform, 'db' | 'secrets'>,
  chain: number,
  after: number,
): Promise<ChainCheck> {
  const { db } = platform
  const { rows: heads } = await sql<{ seq: number; hash: string }>`
    select seq, hash from log_heads where chain = ${chain}`.execute(db)
  const head = heads[0] ?? { seq: 0, hash: '' }
  const { rows: links } = await sql<Link>`
    select link.seq, link.hash, link.entry_id, entry.*, entry.changes::text as told
    from log_chain as link left join audit as entry on entry.id = link.entry_id
    where link.chain = ${chain} and link.seq > ${after} order by link.seq limit ${sliceLength}`.execute(
    db,
  )
  const { rows: before } = await sql<{ hash: string }>`
    select hash from log_chain where chain = ${chain} and seq = ${after}`.execute(db)
  let [seq, previous] = [after, before[0]?.hash ?? '']
  const total = Math.max(head.seq, after + links.length)
  const found = (fault: ChainFault): ChainCheck => ({
    checked: fault.seq - 1,
    total,
    next: null,
    fault,
  })
  for (const link of links) {
    seq++
    if (link.seq !== seq || link.id === null) return found({ kind: 'removed', seq, entry: null })
    const { id, time, event } = link
    if (hashAfter(previous, seq, link) !== link.hash)
      return found({ kind: 'changed', seq, entry: { entry: id, time, event } })
    previous = link.hash
  }
  if (links.length === sliceLength) return { checked: seq, total, next: seq, fault: null }
  if (seq < head.seq) return found({ kind: 'removed', seq: seq + 1, entry: null })
  if (previous !== head.hash) return found({ kind: 'changed', seq, entry: null })
  const [inserted] = (
    await sql<Told>`
      select id as entry, time, event from audit
      where store_id is not distinct from ${chain === platformChain ? null : chain}
        and not exists (select from log_chain where entry_id = audit.id) order by time, id limit 1`.execute(
      db,
    )
  ).rows
  if (inserted) return found({ kind: 'inserted', seq: seq + 1, entry: inserted })
  return { checked: seq, total, next: null, fault: await faultByCheckpoints(platform, chain) }
}

/** What does not agree with a checkpoint: all was worked out anew from there, or its end is gone. */
async function faultByCheckpoints(
  platform: Pick<Platform, 'db' | 'secrets'>,
  chain: number,
): Promise<ChainFault | null> {
  const { db } = platform
  const checkpoints = await checkpointsOf(db, chain)
  const forged = checkpoints.find((told) => !isSigned(platform, told))
  if (forged) return { kind: 'unsigned', seq: forged.seq, entry: null }
  const { rows } = await sql<{ seq: number; kept: string | null }>`
    select told.seq, link.hash as kept from log_checkpoints as told
    left join log_chain as link on link.chain = told.chain and link.seq = told.seq
    where told.chain = ${chain} and link.hash is distinct from told.hash
    order by told.seq limit 1`.execute(db)
  const [fault] = rows
  return fault
    ? { kind: fault.kept === null ? 'removed' : 'changed', seq: fault.seq, entry: null }
    : null
}
