/** The numbers of records in a database of the bench. */
export type ScaleSize = {
  stores: number
  members: number
  ledgerEntries: number
  logEntries: number
  /** Failed payments. Each has an order of its own. */
  attempts: number
}

const fullSize: ScaleSize = {
  stores: 5000,
  members: 10_000_000,
  ledgerEntries: 50_000_000,
  logEntries: 50_000_000,
  attempts: 5_000_000,
}

/** The baseline has one hundredth of everything. */
export const baselineShare = 1 / 100

/** Returns a share of the full size, such as 0.1 for a tenth. A database has at least 3 stores. */
export function getScaleSize(scale: number): ScaleSize {
  const scaleCount = (count: number, least = 1) => Math.max(least, Math.round(count * scale))
  return {
    stores: scaleCount(fullSize.stores, 3),
    members: scaleCount(fullSize.members),
    ledgerEntries: scaleCount(fullSize.ledgerEntries),
    logEntries: scaleCount(fullSize.logEntries),
    attempts: scaleCount(fullSize.attempts),
  }
}

/** Ledger, log, orders, and failed payments are spread over this many months, up to now. */
export const monthCount = 24

/** Lists the months in order. The last one ends now. `name` is the end of its partitions' names. */
export function listMonths(now: Date): { name: string; start: number; end: number }[] {
  const getStart = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)
  return Array.from({ length: monthCount }, (_, index) => {
    const ahead = index - monthCount + 1
    const start = getStart(ahead)
    const name = new Date(start).toISOString().slice(0, 7).replace('-', '_')
    return { name, start, end: Math.min(getStart(ahead + 1), now.getTime()) }
  })
}
