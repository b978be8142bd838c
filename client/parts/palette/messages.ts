import { messages } from '#shared/messages.ts'

export const paletteMessages = {
  title: 'Search or jump to',
  stores: 'Switch store',
  submit: 'Search',
  close: 'Close',
  visited: 'Recent',
  go: 'Go to',
  act: 'Actions',
  settings: 'Settings',
  edit: 'Edit',
  panels: { history: 'History', delete: messages.asks(messages.list.delete) },
  page: (kind: string, name: string) => `${kind}: ${name}`,
  of: (action: string, record: string) => `${action}: ${record}`,
  job: (id: string) => `Open job ${id}`,
  requestLog: (store: string | null) =>
    store === null ? 'Platform logs of this request' : `Logs of this request at ${store}`,
  logs: (text: string) => `Search this store's logs for "${text}"`,
  create: (one: string) => `New ${one}`,
  invite: (email: string) => `Invite ${email}`,
  /** Words between an action and a name: "issue credits to Ana". */
  fillers:
    `to for at of the in on from by as no no. nr nr. number id named called with a an my using is was
    why how can can't cant cannot does doesn't did`.split(/\s+/) as readonly string[],
  /** Words that end a name: "move Ana to group Gold". */
  endings: ['to', 'with', 'into', 'from', 'by', 'because'] as readonly string[],
  member: {
    issue: 'Issue credits',
    debit: 'Debit credits',
    giftCard: messages.asks('Send gift card'),
    move: messages.asks('Move to group'),
    suspend: messages.asks('Suspend'),
    reactivate: messages.asks('Reactivate'),
    signIn: 'Check sign-in',
    invite: messages.asks('Send sign-in email'),
    erase: messages.asks('Erase'),
  },
  best: 'Best matches',
  record: (one: string, id: number) => `Open ${one} ${id}`,
  import: (many: string) => `Import ${many}`,
  adminSso: 'Store admin SSO',
  mobileSso: 'Mobile SSO',
  account: 'My account',
  /** Other names of the action that changes the operator's password. */
  password: ['password', 'my password', 'change my password', 'reset my password', 'new password'],
  /** The sections of the operator's own account with a tab of their own. */
  accountSections: [
    {
      section: 'profile',
      label: 'Profile',
      aliases: 'my name, my email, job title, my time zone, avatar, display name, my profile',
    },
    {
      section: 'secondFactor',
      label: 'Second factor',
      aliases:
        'passkey, passkeys, authenticator, authenticator app, totp, otp, security key, yubikey, recovery codes, backup codes, webauthn, fido, set up 2fa, fingerprint, face id, one time password, qr code',
    },
    {
      section: 'sessions',
      label: 'Sessions',
      aliases:
        'devices, active sessions, signed-in devices, my devices, sign out everywhere, sign out other devices, logged in devices, browsers, log out of all devices',
    },
    {
      section: 'apiKeys',
      label: 'Your API keys',
      aliases: 'my api keys, my tokens, personal access tokens, my keys, personal api keys',
    },
    {
      section: 'securityEvents',
      label: 'Security events',
      aliases:
        'my sign-ins, my login history, recent sign-ins, suspicious sign-in, sign-in activity, my activity, security, login attempts',
    },
  ],
  /** Panels beside lists that no record is needed for. */
  listPanels: [
    {
      resource: 'stores',
      to: '/stores?checks',
      label: 'Run checks',
      detail: 'All Stores',
      aliases:
        'check readiness, check dns, verify all domains, health check, readiness, check all stores',
    },
    {
      resource: 'users',
      to: '/users?invite',
      label: 'Invite users',
      detail: 'Users',
      aliases:
        'invite, invite operator, invite user, invite teammate, invite admin, add user, new user, create user, add operator, add staff, add teammate, add administrator, invite people, new operator, invite store admin, add team member, create account',
    },
    {
      resource: 'sizes',
      to: '/sizes?run',
      label: 'Generate a run',
      detail: 'Sizes',
      aliases: 'size run, generate sizes, size range, many sizes',
    },
    {
      resource: 'colors',
      to: '/colors?near',
      label: 'Near duplicates',
      detail: 'Colors',
      aliases: 'duplicate colors, similar colors, merge colors, color duplicates',
    },
    {
      resource: 'deadlines',
      to: '/calendar?subscribe',
      label: 'Subscribe',
      detail: 'Calendar',
      aliases: 'calendar feed, ical, ics, google calendar, outlook calendar, subscribe to calendar',
    },
    {
      resource: 'giftCardProducts',
      to: '/wegift/templates?sync',
      label: 'Sync catalog',
      detail: 'Gift card templates',
      aliases: 'refresh catalog, update gift card products, sync gift cards, sync runa',
    },
    {
      resource: 'paymentAttempts',
      to: '/paymentAttempt?retryMany',
      label: 'Retry by reason',
      detail: 'Payment attempts',
      aliases: 'retry all, bulk retry, retry failed payments, mass retry, retry payments',
    },
    {
      resource: 'platformLogEntries',
      to: '/users?log&verify',
      label: 'Verify',
      detail: 'Platform logs',
      aliases: 'verify logs, log integrity, tamper, hash chain, checkpoints, verify log',
    },
  ],
  /** What the panels beside lists do with a record, by resource and parameter. */
  recordPanels: {
    users: {
      link: 'Reset password',
      suspend: messages.asks('Suspend'),
      reactivate: messages.asks('Reactivate'),
      unlock: messages.asks('Unlock'),
      sessions: 'Sessions',
      rights: 'Permissions',
      viewAs: 'View as',
      factors: 'Second factor',
    },
    orders: { order: 'Timeline', refundOrder: messages.asks('Refund') },
    paymentAttempts: {
      retry: 'Retry now',
      schedule: 'Schedule retry',
      link: 'Send payment link',
      dismiss: 'Dismiss',
      reopen: 'Reopen',
      assign: 'Assign',
    },
    giftCards: { again: 'Resend', cancel: 'Cancel', email: 'Change email' },
    giftCardTemplates: {
      preview: 'Preview',
      test: 'Send test',
      duplicate: 'Duplicate',
      pause: 'Pause',
      resume: 'Resume',
    },
    themes: {
      assign: 'Assign to stores',
      publish: 'Publish',
      deprecate: 'Deprecate',
      archive: 'Archive',
      settings: 'Settings',
    },
    smtpSettings: {
      test: 'Test',
      default: 'Set as default',
      assign: 'Assign to stores',
      duplicate: 'Duplicate',
    },
    mails: { retry: 'Resend' },
    memberGroups: { members: 'Members', duplicate: 'Duplicate' },
    paymentSetups: { test: 'Test', duplicate: 'Duplicate', stores: 'Assign stores' },
    printfulSetup: { test: 'Test', account: 'Account' },
    alertChannels: { test: 'Test' },
    signInProviders: { test: 'Test' },
    webhookSubscriptions: { ping: 'Send test event', secret: 'Rotate secret' },
    userGroups: { compare: 'Compare' },
    trainingCategories: {
      publish: 'Publish',
      duplicate: 'Duplicate',
      completion: 'Completion',
    },
    sizes: { merge: 'Merge' },
    colors: { merge: 'Merge' },
    subAttributes: { merge: 'Merge' },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  asking: 'Searching...',
  all: (many: string, text: string) => `All ${many} that match "${text}"`,
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
