/** The events that Printful must tell (Printful v2, "Webhook v2"), in words. */
export const printfulEvents = {
  shipment_sent: 'Shipment sent',
  shipment_returned: 'Shipment returned',
  order_failed: 'Order failed',
  order_canceled: 'Order cancelled',
  order_put_hold: 'Order held',
  order_remove_hold: 'Hold lifted',
} as const

export type PrintfulWebhook = {
  at: string | null
  url: string | null
  events: readonly string[]
  expiresAt: string | null
  /** Whether its secret is known here: without it no event is believed. */
  isKnown: boolean
}

/** What is wrong with a webhook, as a sentence; null where nothing is. */
export function webhookFault(
  { at, url, events, expiresAt, isKnown }: PrintfulWebhook,
  address: string,
  now: Date,
): string | null {
  if (at === null) return 'Not looked at yet.'
  if (url === null) return 'None is registered.'
  if (url !== address) return 'It leads elsewhere.'
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'It has expired.'
  const missing = Object.keys(printfulEvents).filter((event) => !events.includes(event))
  if (missing.length > 0) return `It lacks ${missing.join(', ')}.`
  return isKnown ? null : 'Its secret is not known here.'
}
