import { sql } from 'kysely'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { postEntries } from './postEntries.ts'
import { computeLots } from './lots.ts'
import type { PostedEntry, Lot } from './lots.ts'
import { creditsMessages } from './messages.ts'

type DueBalance = {
  id: number
  memberId: number
  storeId: number
  unit: string
  nextExpiry: string
}

/**
 * The number of balances processed at once, and how long a run lasts. The rest waits for the next
 * run.
 */
const [maxConcurrentBalances, maxExpiryRunMs] = [4, 4 * 60_000]

/**
 * Expires due credits in one transaction per balance, and saves when the next ones expire. Skips
 * balances that are locked.
 */
export async function expireCredits(platform: Platform, batchSize = 5000): Promise<void> {
  const { db, now, log, shutdownSignal: signal } = platform
  const at = now().toISOString()
  const until = performance.now() + maxExpiryRunMs
  const expire = (due: DueBalance) =>
    db
      .transaction()
      .execute((trx) => expireBalance(trx, due, at))
      .catch((err: unknown) =>
        log.warn({ err, memberId: due.memberId }, "Credits couldn't be expired"),
      )
  let dueBalances = await findDueBalances(db, { at, inOneGo: batchSize, last: null })
  while (dueBalances.length > 0) {
    await mapConcurrently(maxConcurrentBalances, dueBalances, expire)
    const last = dueBalances.at(-1) ?? null
    if (dueBalances.length < batchSize || signal.aborted || performance.now() > until) return
    // Continue after the last one, so that skipped balances aren't found again in this run.
    dueBalances = await findDueBalances(db, { at, inOneGo: batchSize, last })
  }
}

async function findDueBalances(
  db: Connection,
  { at, inOneGo: batchSize, last }: { at: string; inOneGo: number; last: DueBalance | null },
): Promise<DueBalance[]> {
  const { rows } = await sql<DueBalance>`
    select id, member_id, store_id, unit, next_expiry from credit_balances
    where next_expiry <= ${at} and (next_expiry, id) > (${last?.nextExpiry ?? '-infinity'}, ${last?.id ?? 0})
    order by next_expiry, id limit ${batchSize}`.execute(db)
  return rows
}

async function expireBalance(trx: Connection, { memberId, storeId, unit }: DueBalance, at: string) {
  const { rows: lockedBalances } = await sql`
    select id from credit_balances where member_id = ${memberId} and unit = ${unit} and next_expiry <= ${at}
    for update skip locked`.execute(trx)
  if (lockedBalances.length === 0) return
  const lots = await findLots(trx, { memberId, unit })
  const isExpired = (lot: Lot) => lot.expiresAt !== null && lot.expiresAt <= at
  await postEntries(
    trx,
    at,
    lots.filter(isExpired).map(({ entryId, remaining }) => ({
      storeId,
      memberId,
      unit,
      type: 'expire',
      amount: -remaining,
      issuedBy: 'platform',
      reason: creditsMessages.expired,
      reference: `#${entryId}`,
    })),
  )
  await refreshNextExpiry(trx, { memberId, unit })
}

type BalanceKey = Pick<DueBalance, 'memberId' | 'unit'>

/** An entry that expires another one has its ID as the reference. */
const expiredEntrySql = sql<number | null>`case when type = 'expire' and reference ~ '^#[0-9]{1,9}$'
  then substring(reference from 2)::integer end`.as('expires')

/** Finds the remaining amount of each entry of a member in one unit. */
export async function findLots(trx: Connection, { memberId, unit }: BalanceKey): Promise<Lot[]> {
  const { rows } = await sql<PostedEntry>`
    select id, amount, expires_at, reverses, ${expiredEntrySql} from credit_entries
    where member_id = ${memberId} and unit = ${unit} order by id`.execute(trx)
  return computeLots(rows)
}

/** Finds the remaining amount of each entry of these members, by entry ID. */
export async function findEntryRemainders(
  connection: Connection,
  memberIds: readonly number[],
): Promise<Map<number, number>> {
  if (memberIds.length === 0) return new Map()
  const { rows } = await sql<PostedEntry & BalanceKey>`
    select id, amount, expires_at, reverses, ${expiredEntrySql}, member_id, unit
    from credit_entries where member_id = any(${[...new Set(memberIds)]}::int[])
    order by id`.execute(connection)
  const byBalance = Map.groupBy(rows, ({ memberId, unit }) => `${memberId} ${unit}`)
  return new Map(
    [...byBalance.values()].flatMap((entries) =>
      computeLots(entries).map(({ entryId, remaining }) => [entryId, remaining] as const),
    ),
  )
}

/** Finds how many of a member's credits expire next, and when; null if none of them expire. */
export async function findNextExpiry(
  connection: Connection,
  balance: BalanceKey,
): Promise<{ amount: number; at: string } | null> {
  const lots = await findLots(connection, balance)
  const [at] = lots.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted()
  if (at === undefined) return null
  const expiringLots = lots.filter(({ expiresAt }) => expiresAt === at)
  return { amount: expiringLots.reduce((sum, { remaining }) => sum + remaining, 0), at }
}

/** Saves when the next credits of a balance expire. The balance must be locked. */
export async function refreshNextExpiry(trx: Connection, balance: BalanceKey): Promise<void> {
  const next = await findNextExpiry(trx, balance)
  await sql`update credit_balances set next_expiry = ${next?.at ?? null}
    where member_id = ${balance.memberId} and unit = ${balance.unit}`.execute(trx)
}
