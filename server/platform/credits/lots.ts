/** What of an entry is left, and until when. */
export type Lot = { entry: number; left: number; expiresAt: string | null }

export type Entered = {
  id: number
  amount: number
  expiresAt: string | null
  reverses: number | null
}

/** By the entries of one unit in order: a reversal takes from what it reverses, all else from what expires first. */
export function lotsOf(entries: readonly Entered[]): Lot[] {
  const lots: Lot[] = []
  for (const { id, amount, expiresAt, reverses } of entries) {
    if (amount > 0) {
      lots.push({ entry: id, left: amount, expiresAt })
      continue
    }
    let open = -amount
    const order = lots.toSorted((one, other) => rank(one, reverses) - rank(other, reverses))
    for (const lot of order) {
      const part = Math.min(lot.left, open)
      lot.left -= part
      open -= part
    }
  }
  return lots.filter(({ left }) => left > 0)
}

/** What never expires comes last. */
const rank = ({ entry, expiresAt }: Lot, reverses: number | null) =>
  entry === reverses ? 0 : expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt)
