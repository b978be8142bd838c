import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { parseMinor } from '#shared/format/money.ts'
import {
  createFallbackEventId,
  parseCurrency,
  parseEventTime,
  toStorableText,
} from '../eventParts.ts'
import { createUnreadableEvent } from '../verifiedEvent.ts'
import type { VerifiedEvent, PaymentUpdate, RefundReport } from '../verifiedEvent.ts'
import type { WebhookReader } from '../webhookReader.ts'
import { formatDisputeReason } from '../disputeReasons.ts'
import { braintreeDisputeReasons } from './disputeReasons.ts'
import { parseOrderReference } from '#server/platform/areas/payments/setups/paymentSetup.ts'
import type { PaymentCredentials } from '#server/platform/areas/payments/setups/paymentSetup.ts'

/** Signs as Braintree's own clients do: HMAC-SHA1 with the SHA-1 of the private key. */
const signBraintreeText = (privateKey: string, text: string): string =>
  createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(text).digest('hex')

/**
 * Finds the credentials whose key pair signed the payload. The signature has the form
 * `PUBLIC|SIGNATURE` for each valid pair, joined by "&".
 */
function findBraintreeSigner(
  signature: string,
  payload: string,
  signers: readonly PaymentCredentials[],
) {
  const pairs = new Map(signature.split('&').map((pair) => pair.split('|') as [string, string]))
  return signers.find(({ publishable, secret }) => {
    const pairSignature = publishable === null ? undefined : pairs.get(publishable)
    if (!secret || pairSignature === undefined) return false
    // The signed text ends with a line break, which forms lose.
    return [payload, `${payload}\n`].some((text) =>
      isSameText(pairSignature, signBraintreeText(secret, text)),
    )
  })
}

/** Compares in constant time. Texts of equal length can differ in their number of bytes. */
function isSameText(first: string, second: string): boolean {
  const [left, right] = [Buffer.from(first), Buffer.from(second)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const maxXmlLength = 300_000
const [paid, failed] = ['transaction_settled', 'transaction_settlement_declined']
const refundFailed = 'refund_failed'

function parseNotification(xml: string): Element | null {
  if (xml.length > maxXmlLength || /<!DOCTYPE/i.test(xml)) return null
  const doNothing = () => {}
  const parser = new DOMParser({
    errorHandler: { warning: doNothing, error: doNothing, fatalError: doNothing },
  })
  const root = parser.parseFromString(xml, 'text/xml')?.documentElement
  return root?.nodeName === 'notification' ? root : null
}

/** Returns the text of the element at a path of direct children; empty if there is none. */
function getChildText(element: Element, ...path: string[]): string {
  let current: Element | undefined = element
  for (const name of path)
    current = Array.from(current?.childNodes ?? []).find(
      (child): child is Element => child.nodeName === name,
    )
  return current?.textContent?.trim() ?? ''
}

function parseBraintreeEvent(xml: string, mode: PaymentMode): VerifiedEvent {
  const root = parseNotification(xml)
  const getText = (...path: string[]) => (root ? toStorableText(getChildText(root, ...path)) : '')
  const getTransactionText = (name: string) => getText('subject', 'transaction', name)
  const [kind, timestamp] = [getText('kind'), getText('timestamp')]
  const id = getTransactionText('id') || getText('subject', 'dispute', 'id')
  const common = {
    // Braintree's events have no ID: the kind, transaction, and time identify one.
    id:
      kind && timestamp
        ? [kind, id, timestamp].filter(Boolean).join('/')
        : createFallbackEventId(xml),
    kind: kind || 'unknown',
    mode,
    body: xml,
  }
  const at = parseEventTime(timestamp)
  if (!kind || at === null) return createUnreadableEvent(common)
  const disputeState = disputeStatesByKind.get(kind)
  if (disputeState)
    return parseDispute(common, (...path) => getText('subject', 'dispute', ...path), {
      at,
      state: disputeState,
    })
  // A refund is a transaction of its own, of the type credit.
  if (kind === refundFailed || (kind === paid && getTransactionText('type') === 'credit')) {
    const refund = toBraintreeRefund(kind, at, getTransactionText)
    if (!refund || !id) return createUnreadableEvent(common)
    return {
      ...common,
      orderId: parseOrderReference(refund.key ?? ''),
      chargeKey: null,
      paymentIds: [getTransactionText('refunded-transaction-id')],
      update: null,
      refund,
    }
  }
  if (kind !== paid && kind !== failed)
    return { ...common, orderId: null, chargeKey: null, paymentIds: [], update: null }
  const update = toBraintreeUpdate(kind, at, getTransactionText)
  if (!update || !id) return createUnreadableEvent(common)
  const name = getTransactionText('order-id')
  return {
    ...common,
    orderId: parseOrderReference(name),
    chargeKey: name,
    paymentIds: [id],
    update,
  }
}

/** Our states of Braintree's events about disputes. */
const disputeStatesByKind = new Map<string, DisputeState>([
  ['dispute_opened', 'open'],
  ['dispute_under_review', 'review'],
  ['dispute_disputed', 'review'],
  ['dispute_won', 'won'],
  ['dispute_lost', 'lost'],
  ['dispute_accepted', 'lost'],
  ['dispute_auto_accepted', 'lost'],
  ['dispute_expired', 'lost'],
])

function parseDispute(
  common: Parameters<typeof createUnreadableEvent>[0],
  getText: (...path: string[]) => string,
  { at, state }: { at: string; state: DisputeState },
): VerifiedEvent {
  const [id, paymentId] = [getText('id'), getText('transaction', 'id')]
  const currency = parseCurrency(getText('currency-iso-code'))
  const amount = currency === null ? null : parseMinor(getText('amount'), currency)
  if (!id || currency === null || amount === null) return createUnreadableEvent(common)
  return {
    ...common,
    orderId: parseOrderReference(getText('transaction', 'order-id')),
    chargeKey: null,
    paymentIds: paymentId ? [paymentId] : [],
    update: null,
    dispute: {
      id,
      state,
      at,
      openedAt: at,
      dueAt: parseEventTime(getText('reply-by-date')),
      reason: formatDisputeReason(braintreeDisputeReasons, getText('reason')),
      amount,
      currency,
    },
  }
}

/** Returns null if the amount isn't valid. */
function toBraintreeRefund(
  kind: string,
  at: string,
  getText: (name: string) => string,
): RefundReport | null {
  const currency = parseCurrency(getText('currency-iso-code'))
  const amount = currency === null ? null : parseMinor(getText('amount'), currency)
  if (currency === null || amount === null) return null
  return {
    state: kind === paid ? 'succeeded' : 'failed',
    at,
    amount,
    currency,
    reference: getText('id'),
    key: getText('order-id') || null,
    code: getText('processor-response-code') || getText('status') || kind,
  }
}

/** Returns null if the amount isn't valid. */
function toBraintreeUpdate(
  kind: string,
  at: string,
  getText: (name: string) => string,
): PaymentUpdate | null {
  const currency = parseCurrency(getText('currency-iso-code'))
  const amount = currency === null ? null : parseMinor(getText('amount'), currency)
  if (currency === null || amount === null) return null
  const card = { brand: getText('card-type') || null, last4: getText('last-4') || null }
  if (kind === paid) return { status: 'paid', at, amount, currency, card }
  const code = getText('processor-settlement-response-code') || getText('processor-response-code')
  return {
    status: 'failed',
    failure: {
      amount,
      currency,
      at,
      decline: { code: code || 'unknown' },
      card,
      reference: getText('id'),
    },
  }
}

/** Reads Braintree's events: a form with a signature and XML in base64. */
export const braintreeWebhookReader: WebhookReader = {
  async read({ body, signers }) {
    const form = new URLSearchParams(body)
    const payload = form.get('bt_payload') ?? ''
    const signer = findBraintreeSigner(form.get('bt_signature') ?? '', payload, signers)
    const xml = Buffer.from(payload, 'base64').toString()
    return signer ? [parseBraintreeEvent(xml, signer.mode)] : null
  },
  parseSaved: parseBraintreeEvent,
  answerChallenge(query, signers) {
    const challenge = query.get('bt_challenge') ?? ''
    const signer = signers.find(
      ({ publishable, secret }) => publishable !== null && secret !== null,
    )
    if (!signer?.secret || !/^[a-f0-9]{20,32}$/.test(challenge)) return null
    return `${signer.publishable}|${signBraintreeText(signer.secret, challenge)}`
  },
}
