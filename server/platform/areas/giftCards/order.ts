import { sql } from 'kysely'
import { optional, array, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { fractionDigits } from '#shared/format/money.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import { refusesFor } from '#server/platform/core/outgoing/request.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { accountOf } from './catalogue.ts'
import { keyOf, leaveKey, takeKey } from './orderKey.ts'
import { askRuna, RunaRefusal } from './runa.ts'
import type { RunaAccount } from './runa.ts'
import { giftCardMessages } from './messages.ts'

/** What came of an order; of `unknown` nobody knows yet, and it is asked again with the same key. */
export type Ordered =
  | { result: 'sent'; reference: string; url: string }
  | { result: 'failed'; problem: string; lacksFunds?: boolean }
  | { result: 'unknown'; problem: string }

/** A link is filled into a mail as often as its template names it. */
const longestLink = 2000

const Order = type({
  id: string(),
  status: string(),
  items: optional(array(type({ payout: optional(type({ url: size(string(), 0, longestLink) })) }))),
})

type Card = {
  id: number
  amount: number
  currency: string
  tries: number
  code: string
  askedAt: string | null
  frozen: boolean
  setupId: number
  environment: string
}

/** Runa keeps keys of idempotency for 30 days. */
const keyLifeMs = 29 * 24 * 60 * 60_000

/** What came of one try to order a card, told by how often it was sent again before. */
export type Tried = Ordered & { tries: number }

/** The key follows from card and count of tries, so that whoever asks, it is made once. Null where it waits no more, or is tried with another key by now. */
export async function orderCard(platform: Platform, id: number): Promise<Tried | null> {
  const { rows } = await sql<Card>`
    select card.id, card.amount::float8 as amount, card.currency, card.tries, card.asked_at,
      product.code, setup.frozen, setup.id as setup_id, setup.environment
    from gift_cards as card
    join gift_card_products as product on product.id = product_id
    join gift_card_setup as setup on setup.environment = card.environment
    where card.id = ${id} and card.status = 'waiting'`.execute(platform.db)
  const [card] = rows
  return card ? order(platform, card) : null
}

async function order(platform: Platform, card: Card): Promise<Tried | null> {
  const { db, now } = platform
  const { tries } = card
  if (card.frozen) return { result: 'unknown', problem: giftCardMessages.frozen, tries }
  const at = now()
  if (card.askedAt !== null && at.getTime() - Date.parse(card.askedAt) > keyLifeMs)
    return { result: 'failed', problem: giftCardMessages.neverConfirmed, tries }
  const account = await accountOf(platform, { id: card.setupId, environment: card.environment })
  if (!account)
    return {
      result: card.askedAt === null ? 'failed' : 'unknown',
      problem: giftCardMessages.noKey,
      tries,
    }
  const taken = await takeKey(db, card, at.toISOString())
  if (!taken) return null
  const ordered = await ask(platform, account, card, taken)
  return ordered === 'throttled'
    ? {
        result: 'unknown',
        problem: giftCardMessages.tooManyRequests,
        tries: await leaveKey(db, card),
      }
    : { ...ordered, tries }
}

async function ask(
  platform: Platform,
  account: RunaAccount,
  card: Card,
  { again }: { again: boolean },
): Promise<Ordered | 'throttled'> {
  try {
    const told = await askRuna(platform, account, {
      method: 'POST',
      path: '/order',
      headers: {
        'x-idempotency-key': keyOf(card),
        'x-execution-mode': 'sync',
      },
      body: bodyOf(card),
      signal: AbortSignal.timeout(15_000),
    })
    return read(told)
  } catch (error) {
    if (error instanceof RunaRefusal && error.status === 429) return 'throttled'
    if (error instanceof RunaRefusal)
      return isFinal(error, again)
        ? {
            result: 'failed',
            problem: error.message,
            lacksFunds: error.type === 'insufficient_funds',
          }
        : { result: 'unknown', problem: error.message }
    if (error instanceof OutgoingFault) return { result: 'unknown', problem: error.sentence }
    throw error
  }
}

/** Whom Runa does not let in is told nothing of what was made before: where somebody asked already, it may have been. */
const isFinal = ({ status, type: refused }: RunaRefusal, again: boolean) =>
  refusesFor(status) && !(again && (status === 401 || refused === 'forbidden'))

const bodyOf = ({ id, amount, currency, code }: Card) => ({
  payment_method: { type: 'ACCOUNT_BALANCE', currency },
  description: `Gift card ${id}`,
  items: [
    {
      face_value: Number(`${amount}e-${fractionDigits(currency)}`),
      distribution_method: { type: 'PAYOUT_LINK' },
      products: { type: 'SINGLE', value: code },
    },
  ],
})

function read(told: unknown): Ordered {
  if (!is(told, Order)) return { result: 'unknown', problem: giftCardMessages.unexpected }
  if (told.status === 'FAILED') return { result: 'failed', problem: giftCardMessages.orderFailed }
  const url = told.items?.[0]?.payout?.url
  if (told.status !== 'COMPLETED' || !url)
    return { result: 'unknown', problem: giftCardMessages.processing }
  return { result: 'sent', reference: told.id, url }
}
