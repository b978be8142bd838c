import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { can } from '#shared/permissions/can.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** An alert that was fixed, as its history knows it. */
export type FixedAlert = AnyRecord & { title: string; kind: string; endedAt: string }

/** Finds what an alert is about, also after it was fixed; null if it isn't known any more. */
export async function findAlertSubject(db: Connection, id: number): Promise<string | null> {
  const { rows } = await sql<{ subject: string | null }>`
    select subject from attention_items where id = ${id}
    union all
    (select subject from alert_history where alert_id = ${id} order by started_at desc limit 1)
    limit 1`.execute(db)
  return rows[0]?.subject ?? null
}

/** Finds the alert that is open about the same as this one was; null if there is none. */
export async function findCurrentAlertId(db: Connection, id: number): Promise<number | null> {
  const subject = await findAlertSubject(db, id)
  const { rows } = await sql<{ id: number }>`
    select id from attention_items where id = ${id} or subject = ${subject}
    order by id = ${id} desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Finds a fixed alert by the ID that it had, if the account could read it: by its permission and
 * its stores. A request that was decided is for the accounts that could decide.
 */
export async function findFixedAlert(
  db: Connection,
  { id: accountId, permissions, storeIds }: Account,
  id: number,
): Promise<FixedAlert | null> {
  const { rows } = await sql<FixedAlert & { permission: string | null }>`
    select alert_id as id, title, kind, ended_at, permission from alert_history
    where alert_id = ${id} and ended_at is not null and (account_ids is null or ${accountId} = any(account_ids))
      and not exists (select from attention_items where attention_items.id = ${id})
      and ${storeIds === null ? sql`true` : sql`store_ids && ${[...storeIds]}::int[]`}
    order by ended_at desc limit 1`.execute(db)
  const [alert] = rows
  return alert?.permission && can(permissions, alert.permission, 'read') ? alert : null
}
