import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { hasKnownSignature } from './checkpoints.ts'

export type ChainEntry = { entry: number; time: string; event: string }

export const chainErrorKinds = [
  'changed',
  'removed',
  'inserted',
  'unsigned',
  'unknownKey',
  'checkpointRemoved',
  'copyDiffers',
] as const

/** What is wrong with a chain, at the first place where something is. */
export type ChainError = {
  /** `unsigned` is a checkpoint or an anchor that this platform did not make; whether it made one of an `unknownKey` nobody can tell. */
  kind: (typeof chainErrorKinds)[number]
  /** The entry's place in its chain; of `checkpointRemoved` and `copyDiffers` the number of the checkpoint. */
  seq: number
  entry: ChainEntry | null
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
export type DroppedEntries = { count: number; until: string }

export async function loadAnchors(db: Connection, chain: number): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select chain, first, seq, hash, until, key, signature from log_anchors
    where chain = ${chain} order by seq`.execute(db)
  return rows
}

/** An anchor that no key of this platform signed lets nothing pass. */
export function findAnchorError(
  platform: Pick<Platform, 'secrets'>,
  anchor: Anchor,
): ChainError | null {
  if (hasKnownSignature(platform, anchor)) return null
  const kind = platform.secrets.hasKey(anchor.key) ? 'unsigned' : 'unknownKey'
  return { kind, seq: anchor.first, entry: null }
}

export function countDropped(anchors: readonly Anchor[]): DroppedEntries | null {
  if (anchors.length === 0) return null
  return {
    count: anchors.reduce((sum, { first, seq }) => sum + seq - first + 1, 0),
    until: anchors.map(({ until }) => until).reduce((one, other) => (one > other ? one : other)),
  }
}
