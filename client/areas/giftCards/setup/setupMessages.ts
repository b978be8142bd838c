import { formatNumber } from '#shared/format/numbers.ts'
export const giftCardSetupMessages = {
  title: 'Gift card setup',
  address: 'Host',
  sides: 'Environment',
  shortOf: (currencies: readonly string[]) => `Out of funds: ${currencies.join(', ')}`,
  balances: 'Balance',
  byCurrency: 'Balance by currency',
  balancesExplain: 'Updated by every test, every 15 minutes, and when you refresh.',
  notRead: "The balance hasn't been loaded yet.",
  none: 'This account has no balance in any currency.',
  readAt: 'Last updated',
  refresh: 'Refresh balance',
  currency: 'Currency',
  amount: 'Balance',
  short: (failed: number, currency: string, needed: string) =>
    failed === 1
      ? `1 gift card failed because the ${currency} balance was too low. Raise the balance to at least ${needed}, then resend it.`
      : `${formatNumber(failed)} gift cards failed because the ${currency} balance was too low. Add funds (the smallest one needs ${needed}), then resend them.`,
  low: 'Low',
  enough: 'Enough',
  webhook: 'Webhook',
  webhookExplain:
    "In Runa's portal, create an endpoint with this URL for the events order.completion and product.update. Then enter the endpoint's secret above.",
  noAddress:
    "The platform has no public URL yet, so Runa can't send events. Ask your server administrator to set the environment variable PLATFORM_ORIGIN.",
  webhookAddress: 'webhook URL',
  heard: 'Last correctly signed event:',
  notHeard: 'No correctly signed events yet.',
  freezeTitle: 'Freeze gift cards',
  freezeExplain: "While frozen, gift cards can't be sent in this environment.",
  freeze: 'Freeze gift cards',
  stops: {
    reaches: (templates: string) => `Freeze ${templates}?`,
    worse: (what: string, templates: string, names: readonly string[], more: boolean) =>
      `${what} (${templates}: ${names.join(', ')}${more ? ', ...' : ''})`,
    submit: (templates: string) => `Freeze ${templates}`,
  },
  live: { one: 'active template', many: 'active templates' },
  reason: 'Reason',
  isFrozen: (reason: string) => `Gift cards are frozen and can't be sent. Reason: ${reason}`,
  frozen: 'Frozen',
  unfreeze: 'Unfreeze gift cards',
} as const
