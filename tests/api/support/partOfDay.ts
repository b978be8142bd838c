import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'

const [hour, day] = [3_600_000, 86_400_000]

/**
 * Advances the clock to noon and inserts a store's activity five weeks earlier: once an hour before
 * noon and once an hour after. Returns the totals before noon, which the dashboard compares with
 * the current day.
 */
export async function insertHalfDay({ platform, advance }: TestPlatform, storeId: number) {
  const sinceNoon = (platform.now().getTime() - day / 2) % day
  advance(sinceNoon === 0 ? 0 : day - sinceNoon)
  const noon = platform.now().getTime()
  const insert = (table: string, rows: Record<string, unknown>[]) =>
    withRecordTables(platform.db).insertInto(table).values(rows).execute()
  for (const offsetMs of [-hour, hour]) {
    const at = new Date(noon - 35 * day + offsetMs).toISOString()
    const longBefore = new Date(noon - 80 * day).toISOString()
    const money = { storeId, currency: 'EUR' }
    const order = { ...money, placedAt: at }
    await insert('orders', [
      { ...order, amount: 250, status: 'paid' },
      { ...order, amount: 150, status: 'fulfilled' },
      { ...order, amount: 900, status: 'unpaid' },
    ])
    const [{ id: orderId } = { id: 0 }] = await withRecordTables(platform.db)
      .selectFrom('orders')
      .select('id')
      .where('storeId', '=', storeId)
      .limit(1)
      .execute()
    const attempt = {
      ...money,
      orderId,
      amount: 900,
      gateway: 'stripe',
      attempt: 1,
      reason: 'expired_card',
      rawCode: 'x',
    }
    await insert('paymentAttempts', [
      { ...attempt, status: 'open', attemptedAt: at, recoveredAt: null },
      { ...attempt, status: 'recovered', attemptedAt: longBefore, recoveredAt: at },
    ])
    const [member] = await withRecordTables(platform.db)
      .insertInto('members')
      .values({
        storeId,
        name: 'One',
        email: `${offsetMs}@example.com`,
        active: true,
        createdAt: longBefore,
        createdBy: 'test',
        updatedAt: longBefore,
        updatedBy: 'test',
      })
      .returning('id')
      .execute()
    const entry = {
      storeId,
      memberId: member?.['id'],
      enteredAt: at,
      unit: 'EUR',
      reason: 'x',
      issuedBy: 'x',
    }
    await insert('creditEntries', [{ ...entry, type: 'issue', amount: 500, balance: 500 }])
    await insert('creditEntries', [{ ...entry, type: 'redeem', amount: -200, balance: 300 }])
    const card = { ...money, sentAt: at, amount: 100 }
    await insert('giftCards', [
      { ...card, status: 'sent' },
      { ...card, status: 'sent' },
      { ...card, status: 'failed' },
    ])
    const email = { time: at, kind: 'giftCard', recipient: 'x', subject: 'x', endedAt: at }
    await insert('mails', [
      { ...email, storeId, status: 'sent' },
      { ...email, storeId, status: 'failed' },
      { ...email, storeId: null, status: 'sent' },
    ])
  }
  return {
    orders: 3,
    revenue: 400,
    paymentsFailed: 1,
    paymentsRecovered: 1,
    creditsIssued: 500,
    creditsRedeemed: 200,
    giftCardsSent: 2,
    giftCardsFailed: 1,
    mailSent: 1,
    mailFailed: 1,
  }
}
