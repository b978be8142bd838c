import { sql } from 'kysely'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import type { DigestPeriod } from '#shared/areas/notifications/digestPeriod.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { can } from '#shared/permissions/can.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { canSeeAlert } from '#server/platform/core/area/canSeeAlert.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Days in advance from which the digest names what expires. */
export const expirationDays = 14

export type DigestItem = { title: string; at: string; link: string }
export type DigestSum = { unit: string; count: number; amount: number }

/** What a digest says, as far as its reader can see it. */
export type Digest = {
  broke: DigestItem[]
  fixed: DigestItem[]
  expiring: DigestItem[]
  failed: DigestSum[]
  recovered: DigestSum[]
  outstanding: DigestSum[]
}

/** Loads what happened in a period, what expires after it, and what is outstanding. */
export async function loadDigest(
  connection: Connection,
  reader: Account,
  period: DigestPeriod,
): Promise<Digest> {
  return {
    broke: await loadAlerts(connection, reader, period, 'startedAt'),
    fixed: await loadAlerts(connection, reader, period, 'endedAt'),
    expiring: await loadExpiring(connection, reader, period),
    failed: await sumPayments(connection, reader, period, 'attemptedAt'),
    recovered: await sumPayments(connection, reader, period, 'recoveredAt'),
    outstanding: await sumLiabilities(connection, reader),
  }
}

/** Whether nothing happened. Outstanding credits are always there, so they don't count. */
export const isEmptyDigest = ({ outstanding: _outstanding, ...changes }: Digest): boolean =>
  Object.values(changes).every((entries) => entries.length === 0)

const selectRows = (reader: Account, resource: Resource) =>
  getVisibleRows(limitToCaller(reader, resource), reader.storeIds)

const canRead = ({ permissions }: Account, { permission }: Resource) =>
  can(permissions, permission, 'read')

type PastAlert = DigestItem & { permission: string; storeIds: number[] }

async function loadAlerts(
  connection: Connection,
  reader: Account,
  { from, to }: DigestPeriod,
  column: 'startedAt' | 'endedAt',
): Promise<DigestItem[]> {
  const time = sql.ref(column)
  const { rows } = await sql<PastAlert>`
    select title, ${time} as at, coalesce(fix, '/dashboard?attention') as link, permission, store_ids
    from alert_history where account_ids is null and ${time} > ${from} and ${time} <= ${to}
    order by rank desc, ${time} desc, id`.execute(connection)
  return rows.filter((alert) => canSeeAlert(reader, alert))
}

async function loadExpiring(
  connection: Connection,
  reader: Account,
  { to }: DigestPeriod,
): Promise<DigestItem[]> {
  if (!canRead(reader, deadlines)) return []
  const until = new Date(Date.parse(to) + expirationDays * 86_400_000).toISOString()
  const { rows } = await sql<DigestItem>`
    select title, at, link from ${selectRows(reader, deadlines)}
    where at > ${to} and at <= ${until} order by at, id`.execute(connection)
  return rows
}

/** Sums orders rather than attempts, because one order can fail several times. */
async function sumPayments(
  connection: Connection,
  reader: Account,
  { from, to }: DigestPeriod,
  column: 'attemptedAt' | 'recoveredAt',
): Promise<DigestSum[]> {
  if (!canRead(reader, paymentAttempts)) return []
  const time = sql.ref(column)
  const { rows } = await sql<DigestSum>`
    select currency as unit, count(*)::int as count, sum(amount)::float8 as amount from (
      select distinct on (order_id) order_id, currency, amount from ${selectRows(reader, paymentAttempts)}
      where ${time} > ${from} and ${time} <= ${to} order by order_id) as orders
    group by currency order by currency`.execute(connection)
  return rows
}

async function sumLiabilities(connection: Connection, reader: Account): Promise<DigestSum[]> {
  if (!canRead(reader, creditLiabilities)) return []
  const { rows } = await sql<DigestSum>`
    select unit, sum(holders)::int as count, sum(outstanding)::float8 as amount
    from ${selectRows(reader, creditLiabilities)} group by unit order by unit`.execute(connection)
  return rows
}
