/** The remaining amount of an entry, and when it expires. */
export type Lot = { entryId: number; remaining: number; expiresAt: string | null }

export type PostedEntry = {
  id: number
  amount: number
  expiresAt: string | null
  reverses: number | null
  /** The entry whose remaining amount this one expires; null for all other types. */
  expires?: number | null
}

/** The amount that an entry took from a lot. */
type LotShare = { lot: Lot; amount: number }

/**
 * Computes the lots from the entries of one member and unit, in order. A reversal takes from the
 * entry it reverses, an expiry from the entry that expires, and everything else from the lot that
 * expires first. Reversing a debit gives the credits back to the lots they came from; otherwise
 * they would never expire.
 */
export function computeLots(entries: readonly PostedEntry[]): Lot[] {
  const lots: Lot[] = []
  /** Those with something left, in order: a long history has many that are used up. */
  let openLots: Lot[] = []
  const sharesByEntry = new Map<number, LotShare[]>()
  for (const { id, amount, expiresAt, reverses, expires = null } of entries) {
    if (amount < 0) {
      const preferredId = reverses ?? expires
      const sortedLots = openLots.toSorted(
        (one, other) => getLotRank(one, preferredId) - getLotRank(other, preferredId),
      )
      sharesByEntry.set(id, consumeLots(sortedLots, -amount))
      openLots = openLots.filter(isOpen)
      continue
    }
    let remaining = amount
    for (const part of reverses === null ? [] : (sharesByEntry.get(reverses) ?? [])) {
      part.lot.remaining += part.amount
      remaining -= part.amount
    }
    const lot = { entryId: id, remaining, expiresAt }
    lots.push(lot)
    openLots = reverses === null ? [...openLots, lot] : lots.filter(isOpen)
  }
  return openLots.filter(isOpen)
}

const isOpen = ({ remaining }: Lot): boolean => remaining > 0

/** Takes from one lot after another until the amount is reached. */
function consumeLots(lots: readonly Lot[], amount: number): LotShare[] {
  const shares: LotShare[] = []
  let needed = amount
  for (const lot of lots) {
    const part = Math.min(lot.remaining, needed)
    if (part === 0) break
    lot.remaining -= part
    needed -= part
    shares.push({ lot, amount: part })
  }
  return shares
}

/** Sorts lots that never expire last. */
const getLotRank = ({ entryId, expiresAt }: Lot, preferredId: number | null) =>
  entryId === preferredId ? 0 : expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt)
