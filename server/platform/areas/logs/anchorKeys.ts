import { sql } from 'kysely'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { Anchor } from './anchors.ts'
import { hasKnownSignature, createLogSigner } from './checkpoints.ts'

const anchorBatchSize = 1000

/** Counts the anchors that each key has signed, by key ID. */
export async function countAnchorsByKey(db: Connection): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select key, count(*) as count from log_anchors group by key order by key`.execute(db)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/**
 * Signs the anchors of the ring's other keys with its first key, so that the others can be removed.
 * Returns the number of anchors.
 */
export const renewAnchorSignatures = (db: Connection, secrets: KeyRing): Promise<number> =>
  resignMatchingAnchors(
    db,
    secrets,
    (anchor) => secrets.hasKey(anchor.key) && hasKnownSignature({ secrets }, anchor),
  )

/**
 * Signs the anchors of a lost key again. They can't be verified, so this relies on the operator,
 * and is logged.
 */
export async function acceptLostKeyAnchors(
  db: Connection,
  { secrets, now }: Pick<Platform, 'secrets' | 'now'>,
  key: string,
): Promise<number> {
  const anchors = await resignMatchingAnchors(
    db,
    secrets,
    (anchor) => anchor.key === key && !secrets.hasKey(key),
  )
  if (anchors === 0) return 0
  const at = now().toISOString()
  await createAuditor(db, { asked: { id: 'secrets', ip: '' }, now: at, actor: 'platform' })({
    event: 'logs.anchorsAccepted',
    stream: 'security',
    severity: 'warning',
    after: { key, anchors },
  })
  return anchors
}

/** Signs the anchors of other keys that match `may`, in the order of their chains. */
async function resignMatchingAnchors(
  db: Connection,
  secrets: KeyRing,
  matches: (anchor: Anchor) => boolean,
) {
  const signContent = createLogSigner({ secrets })
  let [chain, seq, count] = [-1, 0, 0]
  for (;;) {
    const { rows } = await sql<Anchor>`
      select chain, first, seq, hash, until, key, signature from log_anchors
      where key <> ${secrets.firstKeyId} and (chain, seq) > (${chain}, ${seq})
      order by chain, seq limit ${anchorBatchSize}`.execute(db)
    const last = rows.at(-1)
    if (!last) return count
    ;[chain, seq] = [last.chain, last.seq]
    const signedAnchors = rows
      .filter(matches)
      .map(({ key: _key, signature: _signature, ...content }) => signContent(content))
    await sql`update log_anchors as kept set key = anew.key, signature = anew.signature
      from json_populate_recordset(null::log_anchors, ${JSON.stringify(signedAnchors)}) as anew
      where kept.chain = anew.chain and kept.seq = anew.seq`.execute(db)
    count += signedAnchors.length
  }
}
