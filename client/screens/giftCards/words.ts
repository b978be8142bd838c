import { formatNumber } from '#shared/numbers.ts'
export const giftCardWords = {
  title: 'Gift card setup',
  address: 'Address',
  sides: 'Environment',
  shortOf: (currencies: readonly string[]) => `Out of funds: ${currencies.join(', ')}`,
  balances: 'Balance',
  byCurrency: 'Balance by currency',
  balancesExplain: 'It is read by each test, by checks every 15 minutes, and by hand.',
  notRead: 'It was not read yet.',
  none: 'No currency holds anything.',
  readAt: 'Read',
  refresh: 'Refresh balance',
  currency: 'Currency',
  amount: 'Balance',
  short: (failed: number, currency: string, needed: string) =>
    failed === 1
      ? `1 gift card failed for lack of funds in ${currency}. Add at least ${needed}, then resend it.`
      : `${formatNumber(failed)} gift cards failed for lack of funds in ${currency}. Add at least ${needed}, then resend them.`,
  low: 'Low',
  enough: 'Enough',
  webhook: 'Webhook',
  webhookExplain:
    'Make an endpoint with this address in the portal of Runa, for order.completion and product.update, and give its secret above.',
  noAddress:
    'The platform does not know its public address: whoever runs it sets PLATFORM_ORIGIN, and Runa is told of it then.',
  webhookAddress: 'address of the webhook',
  heard: 'The last genuine event came',
  notHeard: 'No genuine event came yet.',
  freezeTitle: 'Freeze all',
  freezeExplain: 'No gift card of this environment is sent, by any template, until it is lifted.',
  freeze: 'Freeze all',
  stops: {
    reaches: (templates: string) => `Freeze ${templates}?`,
    worse: (what: string, templates: string, names: readonly string[], more: boolean) =>
      `${what} by ${templates}: ${names.join(', ')}${more ? ', ...' : ''}`,
    submit: (templates: string) => `Freeze ${templates}`,
  },
  live: { one: 'live template', many: 'live templates' },
  reason: 'Reason',
  isFrozen: (reason: string) => `Frozen: nothing is sent. ${reason}`,
  frozen: 'Frozen',
  unfreeze: 'Lift the freeze',
} as const
