import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { parseMinor } from '#shared/format/money.ts'
import { hashBody, parseCurrency, parseEventTime, toStorableText } from '../webhooks/eventParts.ts'
import { createUnreadableEvent } from '../webhooks/verifiedEvent.ts'
import type { VerifiedEvent, PaymentUpdate } from '../webhooks/verifiedEvent.ts'
import type { WebhookReader } from '../webhooks/webhookReader.ts'
import { parseOrderReference } from '../setups/paymentSetup.ts'
import type { PaymentCredentials } from '../setups/paymentSetup.ts'

/** Signs as Braintree's own clients do: HMAC-SHA1 with the SHA-1 of the private key. */
export const signBraintreeText = (privateKey: string, text: string): string =>
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
    const told = publishable === null ? undefined : pairs.get(publishable)
    if (!secret || told === undefined) return false
    // The signed text ends with a line break, which forms lose.
    return [payload, `${payload}\n`].some((text) =>
      isSameText(told, signBraintreeText(secret, text)),
    )
  })
}

/** Compares in constant time. Texts of equal length can differ in their number of bytes. */
function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const maxXmlLength = 300_000
const [paid, failed] = ['transaction_settled', 'transaction_settlement_declined']

function parseNotification(xml: string): Element | null {
  if (xml.length > maxXmlLength || /<!DOCTYPE/i.test(xml)) return null
  const ignored = () => {}
  const parser = new DOMParser({
    errorHandler: { warning: ignored, error: ignored, fatalError: ignored },
  })
  const root = parser.parseFromString(xml, 'text/xml')?.documentElement
  return root?.nodeName === 'notification' ? root : null
}

/** Returns the text of the element at a path of direct children; empty if there is none. */
function getChildText(element: Element, ...path: string[]): string {
  let at: Element | undefined = element
  for (const name of path)
    at = Array.from(at?.childNodes ?? []).find((child): child is Element => child.nodeName === name)
  return at?.textContent?.trim() ?? ''
}

function parseBraintreeEvent(xml: string, mode: PaymentMode): VerifiedEvent {
  const root = parseNotification(xml)
  const of = (...path: string[]) => (root ? toStorableText(getChildText(root, ...path)) : '')
  const inTransaction = (name: string) => of('subject', 'transaction', name)
  const [kind, timestamp, id] = [of('kind'), of('timestamp'), inTransaction('id')]
  const common = {
    // Braintree's events have no ID: the kind, transaction, and time identify one.
    id: kind && timestamp ? [kind, id, timestamp].filter(Boolean).join('/') : hashBody(xml),
    kind: kind || 'unknown',
    mode,
    body: xml,
  }
  const at = parseEventTime(timestamp)
  if (!kind || at === null) return createUnreadableEvent(common)
  if (kind !== paid && kind !== failed)
    return { ...common, orderId: null, chargeKey: null, paymentIds: [], update: null }
  const told = toBraintreeUpdate(kind, at, inTransaction)
  if (!told || !id) return createUnreadableEvent(common)
  const name = inTransaction('order-id')
  return {
    ...common,
    orderId: parseOrderReference(name),
    chargeKey: name,
    paymentIds: [id],
    update: told,
  }
}

/** Returns null if the amount isn't valid. */
function toBraintreeUpdate(
  kind: string,
  at: string,
  of: (name: string) => string,
): PaymentUpdate | null {
  const currency = parseCurrency(of('currency-iso-code'))
  const amount = currency === null ? null : parseMinor(of('amount'), currency)
  if (currency === null || amount === null) return null
  if (kind === paid) return { status: 'paid', at, amount, currency }
  const code = of('processor-settlement-response-code') || of('processor-response-code')
  return {
    status: 'failed',
    failure: {
      amount,
      currency,
      at,
      decline: { code: code || 'unknown' },
      card: { brand: of('card-type') || null, last4: of('last-4') || null },
      reference: of('id'),
    },
  }
}

/** Reads Braintree's events: a form with a signature and XML in base64. */
export const braintreeWebhookReader: WebhookReader = {
  async read({ body, signers }) {
    const form = new URLSearchParams(body)
    const payload = form.get('bt_payload') ?? ''
    const by = findBraintreeSigner(form.get('bt_signature') ?? '', payload, signers)
    const xml = Buffer.from(payload, 'base64').toString()
    return by ? [parseBraintreeEvent(xml, by.mode)] : null
  },
  parseSaved: parseBraintreeEvent,
  answerChallenge(challenge, signers) {
    const by = signers.find(({ publishable, secret }) => publishable !== null && secret !== null)
    if (!by?.secret || !/^[a-f0-9]{20,32}$/.test(challenge)) return null
    return `${by.publishable}|${signBraintreeText(by.secret, challenge)}`
  },
}
