import { createHmac, timingSafeEqual } from 'node:crypto'
import { array, integer, optional, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/is.ts'
import type { PaymentMode } from '#shared/paymentSetups/choices.ts'
import { adyenRefusals } from '#server/platform/payments/adyenRefusals.ts'
import type { Genuine, Told } from '../events.ts'
import { minorFrom } from './providerUnits.ts'
import type { Receiver } from '../receiving.ts'
import { orderNamed } from '../setUp.ts'

const Item = type({
  additionalData: optional(record(string(), unknown())),
  amount: type({ value: integer(), currency: string() }),
  eventCode: string(),
  eventDate: string(),
  merchantAccountCode: string(),
  merchantReference: string(),
  originalReference: optional(string()),
  paymentMethod: optional(string()),
  pspReference: string(),
  reason: optional(string()),
  success: string(),
})
type Item = Infer<typeof Item>
const Body = type({
  live: string(),
  notificationItems: array(type({ NotificationRequestItem: Item })),
})

/** What Adyen signs of an item, as it documents it (docs.adyen.com, "Verify HMAC signatures"). */
export const adyenSigned = (item: Item) =>
  [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':')

function isSigned(item: Item, key: string): boolean {
  const told = Buffer.from(String(item.additionalData?.['hmacSignature'] ?? ''), 'base64')
  const right = createHmac('sha256', Buffer.from(key, 'hex')).update(adyenSigned(item)).digest()
  return told.length === right.length && timingSafeEqual(told, right)
}

function itemsOf(body: string): { mode: PaymentMode; items: Item[] } | null {
  const told = parsed(body)
  if (!is(told, Body)) return null
  const items = told.notificationItems.map(({ NotificationRequestItem: item }) => item)
  return { mode: told.live === 'true' ? 'live' : 'test', items }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Adyen numbers no events: the same one has the same code and payment. */
function genuine(item: Item, mode: PaymentMode): Genuine {
  const { eventCode, pspReference, success, merchantReference } = item
  const live = String(mode === 'live')
  return {
    id: `${eventCode}/${pspReference}/${success}`,
    kind: `${eventCode} ${success === 'true' ? 'succeeded' : 'failed'}`,
    mode,
    body: JSON.stringify({ live, notificationItems: [{ NotificationRequestItem: item }] }),
    orderId: orderNamed(merchantReference),
    told: eventCode === 'AUTHORISATION' ? toldBy(item) : null,
  }
}

function toldBy({ success, eventDate, amount, reason = '', ...item }: Item): Told {
  const at = new Date(eventDate).toISOString()
  if (success === 'true') return { what: 'paid', at }
  const last4 = item.additionalData?.['cardSummary']
  return {
    what: 'failed',
    failure: {
      amount: minorFrom('adyen', amount.value, amount.currency),
      currency: amount.currency,
      at,
      decline: { code: adyenRefusals[reason.toLowerCase()] ?? (reason || 'unknown') },
      card: {
        brand: item.paymentMethod ?? null,
        last4: typeof last4 === 'string' ? last4 : null,
      },
      reference: item.pspReference,
    },
  }
}

/** Events of Adyen: each item bears a signature of its own, and one that is wrong spoils all. */
export const adyenReceiver: Receiver = {
  async read({ body, signers }) {
    const told = itemsOf(body)
    if (!told || told.items.length === 0) return null
    const keys = signers.flatMap(({ mode, webhook }) =>
      mode === told.mode && webhook !== null ? [webhook] : [],
    )
    const areGenuine = told.items.every((item) => keys.some((key) => isSigned(item, key)))
    return areGenuine ? told.items.map((item) => genuine(item, told.mode)) : null
  },
  kept(body, mode) {
    const [item] = itemsOf(body)?.items ?? []
    if (!item) throw new Error('A kept event of Adyen without its item')
    return genuine(item, mode)
  },
}
