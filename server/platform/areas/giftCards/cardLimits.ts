import { sql } from 'kysely'
import { formatMoney } from '#shared/format/money.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getMonthStart } from './hooks.ts'
import { giftCardTemplateMessages } from './messages.ts'

/**
 * The limits of a setup and a template, in minor units. The setup's are in its default currency.
 */
export type CardLimits = {
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

/**
 * Rejects an amount above the limits. The caller locks setup and template, so that each call sees
 * the cards reserved before it. Waiting cards count as sent.
 */
export async function assertWithinLimits(
  trx: Connection,
  { setup, template }: CardLimits,
  amount: number,
  now: string,
): Promise<void> {
  const { currency } = template
  const month = getMonthStart(now)
  const assertRoom = async (
    formatError: typeof giftCardTemplateMessages.overAccountDay,
    cap: number | null,
    where: ReturnType<typeof sql>,
  ) => {
    if (cap === null) return
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(amount), 0)::float8 as sum from gift_cards
      where status in ('waiting', 'sent') and ${where}`.execute(trx)
    const remaining = Math.max(0, cap - (rows[0]?.sum ?? 0))
    if (amount > remaining)
      throw invalidState(formatError(formatMoney(cap, currency), formatMoney(remaining, currency)))
  }
  await assertRoom(
    giftCardTemplateMessages.overTemplateMonth,
    template.monthlyCap,
    sql`template_id = ${template.id} and sent_at >= ${month}::date`,
  )
  if (setup.currency !== currency) {
    const isCapped = setup.dailyCap !== null || setup.monthlyCap !== null
    if (isCapped && template.monthlyCap === null)
      throw invalidState(giftCardTemplateMessages.needsOwnLimit(setup.currency))
    return
  }
  if (setup.minAmount !== null && amount < setup.minAmount)
    throw invalidState(
      giftCardTemplateMessages.belowMinimum(formatMoney(setup.minAmount, currency)),
    )
  if (setup.maxAmount !== null && amount > setup.maxAmount)
    throw invalidState(
      giftCardTemplateMessages.aboveMaximum(formatMoney(setup.maxAmount, currency)),
    )
  const accountCondition = sql`environment = ${setup.environment} and currency = ${currency}`
  const day = now.slice(0, 10)
  await assertRoom(
    giftCardTemplateMessages.overAccountDay,
    setup.dailyCap,
    sql`${accountCondition} and sent_at >= ${day}::date`,
  )
  await assertRoom(
    giftCardTemplateMessages.overAccountMonth,
    setup.monthlyCap,
    sql`${accountCondition} and sent_at >= ${month}::date`,
  )
}
