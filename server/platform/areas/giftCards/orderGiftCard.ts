import { sql } from 'kysely'
import { optional, array, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { getFractionDigits } from '#shared/format/money.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRunaAccount } from './catalog.ts'
import { getGiftCardOrderKey, replaceThrottledOrderKey, claimGiftCardOrderKey } from './orderKey.ts'
import { sendRunaRequest, RunaError } from './runaApi.ts'
import type { RunaAccount } from './runaApi.ts'
import { giftCardMessages } from './messages.ts'

/**
 * The result of an order. `unknown` means that it may have been placed, so it is requested again
 * with the same key.
 */
type OrderResult =
  | { result: 'sent'; reference: string; url: string }
  | { result: 'failed'; problem: string; lacksFunds?: boolean }
  | { result: 'unknown'; problem: string }

/** The maximum length of a link. A template can repeat it in the email. */
const maxLinkLength = 2000

const RunaOrder = type({
  id: string(),
  status: string(),
  items: optional(
    array(type({ payout: optional(type({ url: size(string(), 0, maxLinkLength) })) })),
  ),
})

type WaitingCard = {
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

/** Runa keeps idempotency keys for 30 days. A day less is safe. */
const runaKeyLifetimeMs = 29 * 24 * 60 * 60_000

/**
 * The result of one attempt to order a card. `tries` is the card's count at that time, so that the
 * result can't apply to a later attempt.
 */
export type OrderAttempt = OrderResult & { tries: number }

/**
 * Orders a waiting card. The idempotency key is made from the card's ID and its tries, so that
 * parallel calls order it once. Returns null if the card no longer waits, or has a new key.
 */
export async function orderGiftCard(platform: Platform, id: number): Promise<OrderAttempt | null> {
  const { rows } = await sql<WaitingCard>`
    select card.id, card.amount::float8 as amount, card.currency, card.tries, card.asked_at,
      product.code, setup.frozen, setup.id as setup_id, setup.environment
    from gift_cards as card
    join gift_card_products as product on product.id = product_id
    join gift_card_setup as setup on setup.environment = card.environment
    where card.id = ${id} and card.status = 'waiting'`.execute(platform.db)
  const [card] = rows
  return card ? placeOrder(platform, card) : null
}

async function placeOrder(platform: Platform, card: WaitingCard): Promise<OrderAttempt | null> {
  const { db, now } = platform
  const { tries } = card
  if (card.frozen) return { result: 'unknown', problem: giftCardMessages.frozen, tries }
  const at = now()
  if (card.askedAt !== null && at.getTime() - Date.parse(card.askedAt) > runaKeyLifetimeMs)
    return { result: 'failed', problem: giftCardMessages.neverConfirmed, tries }
  const account = await loadRunaAccount(platform, {
    id: card.setupId,
    environment: card.environment,
  })
  if (!account)
    return {
      result: card.askedAt === null ? 'failed' : 'unknown',
      problem: giftCardMessages.noKey,
      tries,
    }
  const claim = await claimGiftCardOrderKey(db, card, at.toISOString())
  if (!claim) return null
  const result = await requestOrder(platform, account, card, claim)
  return result === 'throttled'
    ? {
        result: 'unknown',
        problem: giftCardMessages.tooManyRequests,
        tries: await replaceThrottledOrderKey(db, card),
      }
    : { ...result, tries }
}

async function requestOrder(
  platform: Platform,
  account: RunaAccount,
  card: WaitingCard,
  { again: isRepeat }: { again: boolean },
): Promise<OrderResult | 'throttled'> {
  try {
    const response = await sendRunaRequest(platform, account, {
      method: 'POST',
      path: '/order',
      headers: {
        'x-idempotency-key': getGiftCardOrderKey(card),
        'x-execution-mode': 'sync',
      },
      body: buildOrderBody(card),
      signal: AbortSignal.timeout(15_000),
    })
    return parseOrder(response)
  } catch (error) {
    if (error instanceof RunaError && error.status === 429) return 'throttled'
    if (error instanceof RunaError)
      return isFinalError(error, isRepeat)
        ? {
            result: 'failed',
            problem: error.message,
            lacksFunds: error.type === 'insufficient_funds',
          }
        : { result: 'unknown', problem: explainUnknownOutcome(error) }
    if (error instanceof NetworkError) return { result: 'unknown', problem: error.sentence }
    throw error
  }
}

/** Explains an error after which the order is requested again without an operator. */
const explainUnknownOutcome = ({ status, message }: RunaError) =>
  status >= 500 ? giftCardMessages.failed(status) : message

/**
 * Whether an error proves that nothing was ordered. After an earlier request with the same key, a
 * 401 or `forbidden` doesn't: that request may have succeeded.
 */
const isFinalError = ({ status, type: errorType }: RunaError, isRepeat: boolean) =>
  isDefiniteRejection(status) && !(isRepeat && (status === 401 || errorType === 'forbidden'))

const buildOrderBody = ({ id, amount, currency, code }: WaitingCard) => ({
  payment_method: { type: 'ACCOUNT_BALANCE', currency },
  description: `Gift card ${id}`,
  items: [
    {
      face_value: Number(`${amount}e-${getFractionDigits(currency)}`),
      distribution_method: { type: 'PAYOUT_LINK' },
      products: { type: 'SINGLE', value: code },
    },
  ],
})

function parseOrder(response: unknown): OrderResult {
  if (!is(response, RunaOrder)) return { result: 'unknown', problem: giftCardMessages.unexpected }
  if (response.status === 'FAILED')
    return { result: 'failed', problem: giftCardMessages.orderFailed }
  const url = response.items?.[0]?.payout?.url
  if (response.status !== 'COMPLETED' || !url)
    return { result: 'unknown', problem: giftCardMessages.processing }
  return { result: 'sent', reference: response.id, url }
}
