import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { enter } from '../credits/enter.ts'
import { storeUnit } from '../credits/storeUnit.ts'

type Programme = {
  id: number
  storeId: number
  name: string
  unit: string
  own: string
  amount: number
  period: 'month' | 'quarter' | 'year'
  days: number | null
}

/** The period that a day is in: `2026-11`, `2026-Q4`, `2026`. */
export function periodOf(day: string, period: Programme['period']): string {
  const [year = '', month = ''] = day.split('-')
  if (period === 'year') return year
  return period === 'month' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`
}

/** Gives members what the credit programme of their group gives in this period, once: the ledger takes no second one. */
export async function giveProgrammes({ db, now, log }: Platform, inOneGo = 500): Promise<void> {
  const { rows } = await sql<Programme>`
    select programme.id, store_id, programme.name, unit, ${storeUnit} as own,
      credit_amount as amount, credit_period as period, credit_days as days
    from member_groups as programme join stores on stores.id = store_id
    where credit_amount is not null and credit_period is not null and unit is not null
    order by programme.id`.execute(db)
  for (const programme of rows) {
    const { id: groupId, unit, own } = programme
    if (unit !== own) {
      log.warn({ groupId, unit, own }, 'A programme gives what its store does not count in')
      continue
    }
    const give = (after: number) =>
      db.transaction().execute((trx) => giveNext(trx, programme, { now: now(), after, inOneGo }))
    await (async () => {
      for (let last: number | null = 0; last !== null;) last = await give(last)
    })().catch((err: unknown) =>
      log.warn({ err, groupId }, 'Credits of a programme could not be given'),
    )
  }
}

type Turn = { now: Date; after: number; inOneGo: number }

/** Gives to the next members after this one; answers the last of them, null where there are no more. */
async function giveNext(
  trx: Connection,
  programme: Programme,
  { now, after, inOneGo }: Turn,
): Promise<number | null> {
  const { id, storeId, name, unit, amount, period, days } = programme
  const at = now.toISOString()
  const reference = `programme ${id} ${periodOf(at.slice(0, 10), period)}`
  // Of two processes the second sees what the first one gave.
  await sql`select pg_advisory_xact_lock(hashtext(${`programme ${id}`}))`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    select id from members where group_id = ${id} and active and id > ${after} and not exists (
      select from credit_once where kind = 'programme' and whose = members.id || ' ' || ${reference})
    order by id limit ${inOneGo} for key share`.execute(trx)
  const expiresAt = days === null ? null : new Date(now.getTime() + days * 86_400_000).toISOString()
  await enter(
    trx,
    at,
    rows.map((member) => ({
      storeId,
      memberId: member.id,
      type: 'issue',
      amount,
      unit,
      reason: name,
      issuedBy: 'platform',
      expiresAt,
      reference,
    })),
  )
  return rows.length < inOneGo ? null : (rows.at(-1)?.id ?? null)
}
