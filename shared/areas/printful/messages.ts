/** The events that Printful must send (Printful v2, "Webhook v2"). */
export const printfulEvents = {
  shipment_sent: 'Shipment sent',
  shipment_returned: 'Shipment returned',
  order_failed: 'Order failed',
  order_canceled: 'Order canceled',
  order_put_hold: 'Order put on hold',
  order_remove_hold: 'Order taken off hold',
} as const

/** Errors of a store's webhook. */
export const webhookErrorMessages = {
  notChecked: "The webhook hasn't been checked yet.",
  notRegistered: 'No webhook is registered.',
  otherUrl: 'The webhook points to a different URL.',
  expired: 'The webhook has expired.',
  missingEvents: (events: readonly string[]) =>
    `The webhook doesn't send all required events. Missing: ${events.join(', ')}.`,
  noSecret: "We don't have the webhook's secret, so we can't verify its events.",
} as const
