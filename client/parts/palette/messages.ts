import { onlineGateways } from '#shared/areas/payments/gateways.ts'
import { messages } from '#shared/messages.ts'

/** Additional search words for a page, by its path. */
export const pageAliases: Readonly<Record<string, string>> = {
  '/colors': 'colours',
  '/smtpSettings': 'mail email',
  '/cognitoSetup': 'sign-in login single sign on sso',
  '/printfulSetup': 'printful',
  '/payment-setup': ['gateways', ...onlineGateways].join(' '),
  '/paymentAttempt': 'orders declines',
  '/paymentAttempt?orders': 'charged twice',
  '/paymentAttempt?refunds': 'waiting',
  '/giftCardSetup': 'runa',
  '/permissions': 'rights roles',
  '/userGroups': 'roles',
  '/users': 'operators admins accounts',
}

export const paletteMessages = {
  title: 'Search or jump to',
  stores: 'Switch store',
  submit: 'Search',
  close: 'Close',
  visited: 'Recent',
  go: 'Go to',
  act: 'Actions',
  edit: 'Edit',
  panels: { history: 'History', delete: messages.asks(messages.list.delete) },
  page: (kind: string, name: string) => `${kind}: ${name}`,
  of: (action: string, record: string) => `${action}: ${record}`,
  logs: (text: string) => `Search this store's logs for "${text}"`,
  create: (one: string) => `New ${one}`,
  asking: 'Searching...',
  none: (text: string) => `No results for "${text}"`,
  failed: 'The search failed. Try again.',
  moreOfAll: 'There are more results. Type a name to narrow them down.',
  more: 'There are more results. Add another word to narrow them down.',
  keys: [
    ['↑ ↓', 'choose'],
    ['↵', 'open'],
    ['Ctrl ↵', 'new tab'],
    ['Esc', 'close'],
  ],
} as const
