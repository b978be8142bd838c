import { formatNumber } from '#shared/format/numbers.ts'

/** Texts about payment setups, their credentials, and their events. */
export const paymentSetupMessages = {
  rotationDeadline: (setup: string) => `Previous credentials for ${setup} stop working`,
  usesOther: (setup: string) => `Already uses ${setup}. Remove the store from that setup first.`,
  notUnderstood: (provider: string) =>
    `${provider} signed this event, but the event lacks fields that we need. Nothing was changed.`,
  mismatch: (provider: string, order: string, differences: readonly string[]) =>
    [
      `${provider} reported a payment that doesn't match order ${order}.`,
      ...differences,
      "The order wasn't changed.",
    ].join(' '),
  state: (state: string) => `The setup isn't active (its status is ${state}).`,
  mode: (event: string, setup: string) =>
    `The event is from ${event} mode, but the setup is in ${setup} mode.`,
  store: "The order doesn't belong to any of the setup's stores.",
  merchantAccount: (event: string, setup: string | null) =>
    setup === null
      ? `The payment belongs to merchant account ${event}, but the setup has no merchant account.`
      : `The payment belongs to merchant account ${event}, not ${setup}.`,
  gateway: (due: string) => `The order should be paid through ${due}.`,
  amount: (reported: string, due: string) => `${reported} was reported, but ${due} is due.`,
  failedAfterPaid: (provider: string, order: string, paymentId: string) =>
    `${provider} reported that payment ${paymentId} for order ${order} failed after the order was paid. Check whether the money arrived.`,
  paid: 'The order is paid.',
  dispute: (state: string) => `The dispute's status is now "${state}".`,
  alreadyDecided: "This payment's outcome is already known.",
  nothingFailed: 'This order has no failed payment, so nothing was changed.',
  processing: (provider: string) => `${provider} is processing the payment.`,
  failed: (code: string) => `The payment failed with code ${code}.`,
  unusedEvent: "The platform doesn't use this kind of event.",
  otherOrder: "The event doesn't match any of our orders.",
  /** The body is purged after `WEBHOOK_BODY_RETENTION_DAYS`; the outcome of the event stays. */
  bodyPurged:
    "This event can't be replayed because its content was deleted. Webhook content is stored only for a limited time.",
  impact: {
    disabled: (stores: string) => `${stores} can't take payments.`,
    changed: (stores: string) =>
      `After you save, ${stores} won't be able to take payments until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `${stores} can't take payments until you test and activate the new settings.`,
    removed: (stores: string) =>
      `${stores} won't be able to take payments until you assign another setup.`,
    switched: (stores: string) =>
      `After the switch, ${stores} won't be able to take payments until you test and activate the setup.`,
  },
  storeChanges: (name: string) => `This affects the store ${name}.`,
  storesChange: (names: string) => `This affects these stores: ${names}.`,
  moreStoresChange: (names: string, more: number) =>
    `This affects these stores: ${names}, and ${formatNumber(more)} more.`,
  limitCurrency: 'Choose a currency for the minimum and maximum.',
  amountRange: "Enter a maximum that isn't below the minimum.",
  storeTaken: (store: string, setup: string) =>
    `${store} already uses ${setup}. Remove the store from that setup first.`,
  switchBody: 'Send "mode" (test or live) and "name" (the setup\'s name).',
  typeName: "Enter the setup's name to confirm.",
  copyBody: 'Send the name of the copy as "name".',
  rotateManual: 'Manual setups have no credentials to rotate.',
  rotateIdle: "This setup isn't active. Change its credentials and test them instead.",
  rotateTestEnd: 'Leave this blank in test mode. Only live keys have an expiration date.',
  rotateChanged:
    'The settings changed while we tested the new credentials. Check the settings, then rotate again.',
}
