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

/** The first error in a chain. */
export type ChainError = {
  /**
   * `unsigned` is a checkpoint or an anchor that this platform didn't sign. With `unknownKey`, that
   * can't be determined.
   */
  kind: (typeof chainErrorKinds)[number]
  /**
   * The entry's position in its chain. For `checkpointRemoved` and `copyDiffers`, the checkpoint's
   * number.
   */
  seq: number
  entry: ChainEntry | null
}

/**
 * The remainder of a chain's deleted month: its first and last numbers, and the hash of its last
 * entry, which the next entry follows.
 */
export type Anchor = {
  chain: number
  first: number
  seq: number
  hash: string
  until: string
  key: string
  signature: string
}

/** How many entries of a chain were deleted, all of them from before `until`. */
export type DroppedEntries = { count: number; until: string }

export async function loadAnchors(db: Connection, chain: number): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select chain, first, seq, hash, until, key, signature from log_anchors
    where chain = ${chain} order by seq`.execute(db)
  return rows
}

/**
 * Returns the error of an anchor that no key of this platform signed; null if the signature is
 * valid.
 */
export function findAnchorSignatureError(
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
