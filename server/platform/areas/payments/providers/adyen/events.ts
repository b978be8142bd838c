import { createHmac, timingSafeEqual } from 'node:crypto'
import { array, enums, integer, nullable, optional, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { adyenRefusalCodes } from './refusalCodes.ts'
import {
  createFallbackEventId,
  getProperty,
  parseCurrency,
  parseEventTime,
  parseEventJson,
  toStorableText,
} from '../eventParts.ts'
import { createUnreadableEvent } from '../verifiedEvent.ts'
import type { DisputeUpdate, PaymentUpdate, RefundReport, VerifiedEvent } from '../verifiedEvent.ts'
import { parseProviderAmount } from '../minorUnits.ts'
import { adyenDisputeReasons } from './disputeReasons.ts'
import { adyenUnits } from './minorUnits.ts'
import type { WebhookReader } from '../webhookReader.ts'
import { parseOrderReference } from '#server/platform/areas/payments/setups/paymentSetup.ts'

const AdyenItem = type({
  amount: type({ value: integer(), currency: string() }),
  eventCode: string(),
  eventDate: string(),
  merchantAccountCode: string(),
  merchantReference: string(),
  originalReference: optional(nullable(string())),
  paymentMethod: optional(nullable(string())),
  pspReference: string(),
  reason: optional(nullable(string())),
  success: enums(['true', 'false']),
})
type AdyenItem = Infer<typeof AdyenItem>
/** Items are parsed one by one, because each has its own signature. */
const AdyenBody = type({
  live: enums(['true', 'false']),
  notificationItems: array(type({ NotificationRequestItem: unknown() })),
})

/**
 * Builds the text that Adyen signs for an item (docs.adyen.com, "Verify HMAC signatures"). Missing
 * parts are empty.
 */
const buildAdyenSignedText = (item: unknown): string => {
  const amount = getProperty(item, 'amount')
  return [
    getProperty(item, 'pspReference'),
    getProperty(item, 'originalReference'),
    getProperty(item, 'merchantAccountCode'),
    getProperty(item, 'merchantReference'),
    getProperty(amount, 'value'),
    getProperty(amount, 'currency'),
    getProperty(item, 'eventCode'),
    getProperty(item, 'success'),
  ]
    .map((part) => (['string', 'number', 'boolean'].includes(typeof part) ? String(part) : ''))
    .join(':')
}

/** 32 bytes as 64 hexadecimal digits (docs.adyen.com, "Verify HMAC signatures"). */
export const isAdyenHmacKey = (key: string): boolean => /^[0-9a-f]{64}$/i.test(key)

function isSignedByAdyen(item: unknown, key: string): boolean {
  // A malformed key would decode to fewer bytes or none, and anyone could sign with it.
  if (!isAdyenHmacKey(key)) return false
  const signature = getProperty(getProperty(item, 'additionalData'), 'hmacSignature')
  const actual = Buffer.from(typeof signature === 'string' ? signature : '', 'base64')
  const expected = createHmac('sha256', Buffer.from(key, 'hex'))
    .update(buildAdyenSignedText(item))
    .digest()
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function parseAdyenItems(body: string): { mode: PaymentMode; items: unknown[] } | null {
  const parsed = parseEventJson(body)
  if (!is(parsed, AdyenBody)) return null
  const items = parsed.notificationItems.map(({ NotificationRequestItem: item }) => item)
  return { mode: parsed.live === 'true' ? 'live' : 'test', items }
}

/**
 * Parses an item. Adyen's events have no ID: the event code, the payment, and the result identify
 * one.
 */
function parseAdyenItem(item: unknown, mode: PaymentMode): VerifiedEvent {
  const [eventCode, pspReference, success] = ['eventCode', 'pspReference', 'success'].map((name) =>
    toStorableText(getProperty(item, name)),
  )
  const live = String(mode === 'live')
  const body = JSON.stringify({ live, notificationItems: [{ NotificationRequestItem: item }] })
  const isNamed = eventCode && pspReference && success
  const common = {
    id: isNamed ? `${eventCode}/${pspReference}/${success}` : createFallbackEventId(body),
    kind: isNamed
      ? `${eventCode} ${success === 'true' ? 'succeeded' : 'failed'}`
      : eventCode || 'unknown',
    mode,
    body,
  }
  if (!is(item, AdyenItem)) return createUnreadableEvent(common)
  if (Object.hasOwn(adyenRefundStates, item.eventCode)) {
    const refund = toAdyenRefund(item)
    return refund
      ? {
          ...common,
          orderId: parseOrderReference(toStorableText(item.merchantReference)),
          chargeKey: null,
          paymentIds: [toStorableText(item.originalReference)],
          merchantAccount: toStorableText(item.merchantAccountCode),
          update: null,
          refund,
        }
      : createUnreadableEvent(common)
  }
  const isFollowed = item.eventCode === 'AUTHORISATION' || item.eventCode === 'PENDING'
  const disputeState = adyenDisputeStates.get(item.eventCode)
  const update = isFollowed ? toAdyenUpdate(item) : null
  const dispute = disputeState ? toAdyenDispute(item, disputeState) : undefined
  if ((isFollowed && !update) || dispute === null) return createUnreadableEvent(common)
  const reference = toStorableText(item.merchantReference)
  return {
    ...common,
    orderId: parseOrderReference(reference),
    chargeKey: reference,
    paymentIds: [dispute?.id ?? toStorableText(item.pspReference)],
    merchantAccount: toStorableText(item.merchantAccountCode),
    update,
    ...(dispute && { dispute }),
  }
}

/**
 * Our states of Adyen's events (docs.adyen.com, "Dispute webhooks"). A chargeback takes the money,
 * but can still be defended.
 */
const adyenDisputeStates = new Map<string, DisputeState>([
  ['NOTIFICATION_OF_CHARGEBACK', 'open'],
  ['CHARGEBACK', 'open'],
  ['INFORMATION_SUPPLIED', 'review'],
  ['CHARGEBACK_REVERSED', 'won'],
  ['SECOND_CHARGEBACK', 'lost'],
])
/** Where Adyen's events have the reason's code, by the stage of the dispute. */
const adyenReasonFields = ['chargebackReasonCode', 'rfiReasonCode', 'nofReasonCode']
/** What `disputeStatus` says about a chargeback that can't be defended any more. */
const lostAdyenStatuses = ['lost', 'accepted', 'expired']

/** The events of a dispute have the disputed payment in common. Null if one isn't valid. */
function toAdyenDispute(item: AdyenItem, eventState: DisputeState): DisputeUpdate | null {
  const money = parseAdyenMoney(item)
  const id = toStorableText(item.originalReference)
  const at = parseEventTime(item.eventDate)
  if (at === null || !money || id === '') return null
  const data = getProperty(item, 'additionalData')
  const status = toStorableText(getProperty(data, 'disputeStatus')).toLowerCase()
  const isLost = lostAdyenStatuses.includes(status)
  return {
    id,
    state: eventState === 'open' && isLost ? 'lost' : eventState,
    at,
    openedAt: at,
    dueAt: parseEventTime(getProperty(data, 'defensePeriodEndsAt')),
    reason: readAdyenDisputeReason(item),
    ...money,
  }
}

/** Reads the card network's code of the reason. If it's unknown, Adyen's own text says more. */
function readAdyenDisputeReason(item: AdyenItem): string | null {
  const data = getProperty(item, 'additionalData')
  const [code] = adyenReasonFields.flatMap((name) => toStorableText(getProperty(data, name)) || [])
  const known = code === undefined ? undefined : adyenDisputeReasons.get(code)
  return known ?? (toStorableText(item.reason) || (code ?? null))
}

function parseAdyenMoney(item: AdyenItem): { amount: number; currency: string } | null {
  const currency = parseCurrency(item.amount.currency)
  if (currency === null) return null
  const amount = parseProviderAmount(adyenUnits, item.amount.value, currency)
  return Number.isSafeInteger(amount) ? { amount, currency } : null
}

/** What each event about a refund says if its request was accepted. */
const adyenRefundStates: Readonly<Record<string, RefundReport['state']>> = {
  REFUND: 'succeeded',
  REFUND_FAILED: 'failed',
  REFUNDED_REVERSED: 'failed',
}

/** Returns null if the amount or time isn't valid. */
function toAdyenRefund(item: AdyenItem): RefundReport | null {
  const at = parseEventTime(item.eventDate)
  const money = parseAdyenMoney(item)
  if (at === null || !money) return null
  const acceptedState = adyenRefundStates[item.eventCode] ?? 'failed'
  const reason = toStorableText(item.reason)
  return {
    at,
    ...money,
    state: item.success === 'true' ? acceptedState : 'failed',
    reference: toStorableText(item.pspReference),
    key: toStorableText(item.merchantReference) || null,
    code: reason || item.eventCode,
  }
}

/** Returns null if the amount or time isn't valid. */
function toAdyenUpdate(item: AdyenItem): PaymentUpdate | null {
  const at = parseEventTime(item.eventDate)
  const money = parseAdyenMoney(item)
  if (at === null || !money) return null
  const { amount, currency } = money
  const last4 = getProperty(getProperty(item, 'additionalData'), 'cardSummary')
  const card = {
    brand: toStorableText(item.paymentMethod) || null,
    last4: toStorableText(last4) || null,
  }
  if (item.eventCode === 'PENDING') return { status: 'processing', at, amount, currency, card }
  if (item.success === 'true') return { status: 'paid', at, amount, currency, card }
  const reason = toStorableText(item.reason)
  const code = Object.hasOwn(adyenRefusalCodes, reason.toLowerCase())
    ? adyenRefusalCodes[reason.toLowerCase()]
    : undefined
  return {
    status: 'failed',
    failure: {
      amount,
      currency,
      at,
      decline: { code: code ?? (reason || 'unknown') },
      card,
      reference: toStorableText(item.pspReference),
    },
  }
}

/**
 * Reads Adyen's events. Each item has its own signature, and one invalid signature rejects all
 * items.
 */
export const adyenWebhookReader: WebhookReader = {
  async read({ body, signers }) {
    const parsed = parseAdyenItems(body)
    if (!parsed || parsed.items.length === 0) return null
    const keys = signers.flatMap(({ mode, webhook }) =>
      mode === parsed.mode && webhook !== null ? [webhook] : [],
    )
    const areGenuine = parsed.items.every((item) => keys.some((key) => isSignedByAdyen(item, key)))
    return areGenuine ? parsed.items.map((item) => parseAdyenItem(item, parsed.mode)) : null
  },
  parseSaved(body, mode) {
    const [item] = parseAdyenItems(body)?.items ?? []
    if (!item) throw new Error('A kept event of Adyen without its item')
    return parseAdyenItem(item, mode)
  },
}
