import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { isSigned } from './checkpoints.ts'

export type Told = { entry: number; time: string; event: string }

/** What is wrong with a chain, at the first place where something is. */
export type ChainFault = {
  /** `unsigned` is a checkpoint that this platform did not make. */
  kind: 'changed' | 'removed' | 'inserted' | 'unsigned'
  seq: number
  entry: Told | null
}

/** What stays of a chain where a month of it went: these numbers, and the hash of the last, which the next entry follows. */
export type Anchor = {
  chain: number
  first: number
  seq: number
  hash: string
  until: string
  key: string
  signature: string
}

/** How many entries of a chain went, all of them from before this instant. */
export type Dropped = { count: number; until: string }

export async function anchorsOf(db: Connection, chain: number): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select chain, first, seq, hash, until, key, signature from log_anchors
    where chain = ${chain} order by seq`.execute(db)
  return rows
}

/** An anchor that this platform did not make lets nothing pass. */
export const anchorFault = (
  platform: Pick<Platform, 'secrets'>,
  anchor: Anchor,
): ChainFault | null =>
  isSigned(platform, anchor) ? null : { kind: 'unsigned', seq: anchor.first, entry: null }

export function droppedBy(anchors: readonly Anchor[]): Dropped | null {
  if (anchors.length === 0) return null
  return {
    count: anchors.reduce((sum, { first, seq }) => sum + seq - first + 1, 0),
    until: anchors.map(({ until }) => until).reduce((one, other) => (one > other ? one : other)),
  }
}
