import { copyRows } from './copyRows.ts'
import { hashNumbers } from './people.ts'
import type { People } from './people.ts'

const orderColumns = [
  'id',
  'store_id',
  'member_id',
  'placed_at',
  'amount',
  'currency',
  'status',
  'number',
  'member',
]
const attemptColumns = [
  'id',
  'store_id',
  'order_id',
  'attempted_at',
  'amount',
  'currency',
  'gateway',
  'card_brand',
  'card_last4',
  'attempt',
  'reason',
  'raw_code',
  'status',
  'recovered_at',
  'order_number',
  'member',
  'member_id',
  'retryable',
  'actor',
]

const reasons = [
  ['insufficient_funds', 'card_declined_funds'],
  ['gateway_error', 'processing_error'],
  ['expired_card', 'expired_card'],
] as const

export type OrderMonth = { start: number; end: number; firstId: number; count: number }

/** Copies the orders of a month, each with a failed payment. Resolves to the number of both. */
export async function copyOrderMonth(
  databaseUrl: string,
  people: People,
  month: OrderMonth,
): Promise<number> {
  const range = `${month.firstId} and ${month.firstId + month.count - 1}`
  const targets = [
    {
      table: 'orders',
      columns: orderColumns,
      before: `delete from orders where id between ${range}`,
    },
    {
      table: 'payment_attempts',
      columns: attemptColumns,
      before: `delete from payment_attempts where id between ${range}`,
    },
  ]
  return copyRows(databaseUrl, targets, generateOrders(people, month))
}

function* generateOrders(people: People, { start, end, firstId, count }: OrderMonth) {
  for (let index = 0; index < count; index++) {
    const id = firstId + index
    const member = Math.floor(hashNumbers(id, 5) * people.memberCount)
    const store = people.getStore(member)
    const memberId = people.firstMemberId + member
    const placedAt = new Date(start + (index / count) * (end - start)).toISOString()
    const amount = 500 + Math.floor(hashNumbers(id, 6) * 20_000)
    const isRecovered = hashNumbers(id, 7) < 0.7
    const maskedName = people.getName(member).replaceAll(/(\S)\S*/g, '$1•••')
    const [reason, rawCode] = reasons[id % reasons.length] ?? reasons[0]
    const orderStatus = isRecovered ? 'fulfilled' : 'cancelled'
    const number = `#${id}`
    const brand = id % 3 === 0 ? 'Mastercard' : 'Visa'
    const last4 = String(1000 + (id % 9000))
    yield [
      [id, store.id, memberId, placedAt, amount, store.currency, orderStatus, number, maskedName],
      [
        id,
        store.id,
        id,
        placedAt,
        amount,
        store.currency,
        'stripe',
        brand,
        last4,
        1,
        reason,

        rawCode,
        isRecovered ? 'recovered' : 'abandoned',
        isRecovered ? placedAt : null,
        number,
        maskedName,
        memberId,
        'no',
        'member',
      ],
    ]
  }
}
