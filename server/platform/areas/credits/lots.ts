/** What of an entry is left, and until when. */
export type Lot = { entryId: number; remaining: number; expiresAt: string | null }

export type PostedEntry = {
  id: number
  amount: number
  expiresAt: string | null
  reverses: number | null
  /** The entry whose rest expires with this one; null for all others. */
  expires?: number | null
}

/** What an entry took from a lot. */
type LotShare = { lot: Lot; amount: number }

/**
 * By the entries of one unit in order: a reversal takes from what it reverses, an expiry from what expires, all else from what expires first. What a reversal
 * gives back goes where it was taken from, or it would never expire.
 */
export function computeLots(entries: readonly PostedEntry[]): Lot[] {
  const lots: Lot[] = []
  const taken = new Map<number, LotShare[]>()
  for (const { id, amount, expiresAt, reverses, expires = null } of entries) {
    if (amount < 0) {
      const held = lots.filter(({ remaining: left }) => left > 0)
      const first = reverses ?? expires
      held.sort((one, other) => getLotRank(one, first) - getLotRank(other, first))
      taken.set(id, consumeLots(held, -amount))
      continue
    }
    let left = amount
    for (const part of reverses === null ? [] : (taken.get(reverses) ?? [])) {
      part.lot.remaining += part.amount
      left -= part.amount
    }
    lots.push({ entryId: id, remaining: left, expiresAt })
  }
  return lots.filter(({ remaining: left }) => left > 0)
}

/** Takes from one lot after the other until there is so much. */
function consumeLots(lots: readonly Lot[], amount: number): LotShare[] {
  const parts: LotShare[] = []
  let open = amount
  for (const lot of lots) {
    const part = Math.min(lot.remaining, open)
    if (part === 0) break
    lot.remaining -= part
    open -= part
    parts.push({ lot, amount: part })
  }
  return parts
}

/** What never expires comes last. */
const getLotRank = ({ entryId: entry, expiresAt }: Lot, first: number | null) =>
  entry === first ? 0 : expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt)
