import { sql } from 'kysely'
import { formatMoney } from '#shared/money.ts'
import { notPossible } from '../http/refusal.ts'
import type { Connection } from '../schema.ts'
import { monthOf } from './keptTemplates.ts'

/** What a setup and a template allow; amounts are in minor units, those of the setup in its default currency. */
export type Limits = {
  setup: {
    environment: string
    currency: string
    minAmount: number | null
    maxAmount: number | null
    dailyCap: number | null
    monthlyCap: number | null
  }
  template: { id: number; currency: string; monthlyCap: number | null }
}

const say = {
  over: (what: string, cap: string, left: string) =>
    `This is more than ${what} of ${cap} has left: ${left}.`,
  under: (least: string) => `The account sends no less than ${least}.`,
  beyond: (most: string) => `The account sends no more than ${most}.`,
  uncapped: (currency: string) =>
    `The caps of the account are in ${currency}: a template in another currency needs a cap of its own.`,
}

/** The caller holds setup and template, so that each sees what the one before it took; what waits counts as sent. */
export async function refuseOver(
  trx: Connection,
  { setup, template }: Limits,
  amount: number,
  now: string,
): Promise<void> {
  const { currency } = template
  const month = monthOf(now)
  const room = async (what: string, cap: number | null, where: ReturnType<typeof sql>) => {
    if (cap === null) return
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(amount), 0)::float8 as sum from gift_cards
      where status in ('waiting', 'sent') and ${where}`.execute(trx)
    const left = Math.max(0, cap - (rows[0]?.sum ?? 0))
    if (amount > left)
      throw notPossible(say.over(what, formatMoney(cap, currency), formatMoney(left, currency)))
  }
  await room(
    'the monthly cap of the template',
    template.monthlyCap,
    sql`template_id = ${template.id} and sent_at >= ${month}::date`,
  )
  if (setup.currency !== currency) {
    const isCapped = setup.dailyCap !== null || setup.monthlyCap !== null
    if (isCapped && template.monthlyCap === null) throw notPossible(say.uncapped(setup.currency))
    return
  }
  if (setup.minAmount !== null && amount < setup.minAmount)
    throw notPossible(say.under(formatMoney(setup.minAmount, currency)))
  if (setup.maxAmount !== null && amount > setup.maxAmount)
    throw notPossible(say.beyond(formatMoney(setup.maxAmount, currency)))
  const ofAccount = sql`environment = ${setup.environment} and currency = ${currency}`
  const day = now.slice(0, 10)
  await room(
    'the daily cap of the account',
    setup.dailyCap,
    sql`${ofAccount} and sent_at >= ${day}::date`,
  )
  await room(
    'the monthly cap of the account',
    setup.monthlyCap,
    sql`${ofAccount} and sent_at >= ${month}::date`,
  )
}
