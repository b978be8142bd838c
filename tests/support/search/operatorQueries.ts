import type { AnyRecord } from '#shared/engine/resource.ts'

/** What an operator types on a page, and where one of the first three results must lead. */
export type Query = { text: string; leadsTo: RegExp; from?: string }

/** Records of a running console that queries name. */
export type QueriedRecords = {
  store: AnyRecord
  suspended: AnyRecord
  member: AnyRecord
  user: AnyRecord
  order: AnyRecord
  refund: AnyRecord
  dispute: AnyRecord
  attempt: AnyRecord
  giftCard: AnyRecord
  email: AnyRecord
  template: AnyRecord
  theme: AnyRecord
  color: AnyRecord
  organization: AnyRecord
  logEntry: AnyRecord
}

/** Returns the list that each of the records comes from: the newest that the query finds. */
export const queriedLists = {
  store: '/stores?limit=1&filter[status][eq]=active',
  suspended: '/stores?limit=1&filter[status][eq]=suspended',
  member: '/members?limit=1',
  user: '/users?limit=1&filter[status][eq]=active&filter[kind][eq]=operator&search=felix',
  order: '/orders?limit=1',
  refund: '/paymentRefunds?limit=1',
  dispute: '/disputes?limit=1',
  attempt: '/paymentAttempts?limit=1',
  giftCard: '/giftCards?limit=1&filter[status][eq]=sent',
  email: '/mails?limit=1',
  template: '/giftCardTemplates?limit=1&search=rewards',
  theme: '/themes?limit=1&search=orchard',
  color: '/colors?limit=1&search=heather',
  organization: '/organisations?limit=1',
  logEntry: '/platformLogEntries?limit=1&filter[stream][eq]=security',
} as const satisfies Record<keyof QueriedRecords, string>

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const to = (start: string): RegExp => new RegExp(`^${escapePattern(start)}(?![0-9])`)
const toAny = (...starts: string[]): RegExp =>
  new RegExp(`^(${starts.map(escapePattern).join('|')})(?![0-9])`)

/** Doubles the third letter. */
const doubleLetter = (text: string): string => text.slice(0, 3) + text[2] + text.slice(3)
/** Types a neighbor's key in the middle of the first word. */
const replaceLetter = (text: string): string => `${text.slice(0, 3)}q${text.slice(4)}`
const plain = (text: unknown): string =>
  String(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const recordQueries = (d: QueriedRecords): Query[] => {
  const [first = '', ...others] = String(d.store['name']).split(' ')
  const [given = '', ...family] = String(d.member['name']).split(' ')
  const number = String(d.order['number'])
  const store = to(`/stores/${d.store.id}`)
  const member = to(`/members/${d.member.id}`)
  const order = new RegExp(`^/paymentAttempt.*\\b${d.order.id}$`)
  return [
    { text: plain(`${doubleLetter(first)} ${others.join(' ')}`), leadsTo: store },
    { text: plain(`${others.join(' ')} ${first.slice(0, 5)}`), leadsTo: store },
    { text: `store ${plain(d.store['name'])}`, leadsTo: store },
    { text: `store ${d.store.id}`, leadsTo: store },
    { text: String(d.store['code']), leadsTo: store },
    { text: String(d.store['subdomain']), leadsTo: store },
    { text: `https://${String(d.store['subdomain'])}/login`, leadsTo: store },
    { text: String(d.member['email']).split('@')[0] ?? '', leadsTo: member },
    { text: String(d.member['email']).toUpperCase(), leadsTo: member },
    { text: `${family.join(' ')}, ${given}`, leadsTo: member },
    { text: `member ${plain(d.member['name'])}`, leadsTo: member },
    { text: `customer ${String(d.member['email'])}`, leadsTo: member },
    { text: number, leadsTo: order },
    { text: `order ${number.slice(1)}`, leadsTo: order },
    { text: `Order no. ${number}`, leadsTo: order },
    { text: String(d.dispute['reference']), leadsTo: /^\/paymentAttempt\?disputes/ },
    {
      text: `${String(d.dispute['orderNumber']).slice(1)} chargeback`,
      leadsTo: /^\/paymentAttempt/,
    },
    { text: String(d.giftCard['reference']), leadsTo: /^\/wegift\/templates\?cards/ },
    {
      text: String(d.giftCard['recipient']),
      leadsTo: toAny(`/members/${String(d.giftCard['memberId'])}`, '/wegift/templates?cards'),
    },
    { text: plain(replaceLetter(String(d.theme['name']))), leadsTo: to('/themes') },
    { text: `${plain(d.theme['name'])} theme`, leadsTo: to(`/themes?edit=${d.theme.id}`) },
    { text: String(d.color['pantone'] ?? d.color['code']), leadsTo: /^\/colors/ },
    { text: 'heather grey', leadsTo: to(`/colors?edit=${d.color.id}`) },
    { text: 'charcol', leadsTo: /^\/colors\?edit/ },
    { text: 'xxl', leadsTo: /^\/sizes\?edit/ },
    { text: 'extra smal', leadsTo: /^\/sizes\?edit/ },
    { text: String(d.user['email']), leadsTo: to(`/users?edit=${d.user.id}`) },
    { text: plain(replaceLetter(String(d.organization['name']))), leadsTo: /^\/(stores)/ },
    { text: 'stripe backup account', leadsTo: /^\/payment-setup\?edit|^\/payment-setup\/\d/ },
    { text: 'smtp.mailgun.org', leadsTo: /^\/smtpSettings\?edit/ },
    { text: 'auditors', leadsTo: /^\/userGroups\?edit/ },
    { text: 'support role', leadsTo: /^\/userGroups/ },
    { text: 'warehouse webhook', leadsTo: /^\/webhookSubscriptions/ },
    { text: 'monthly report api key', leadsTo: /^\/apiKeys/ },
    { text: 'printful samples', leadsTo: /^\/printfulSetup/ },
    { text: 'summer sale badge', leadsTo: /^\/stickers/ },
    { text: 'choosing gloves', leadsTo: /^\/training\/\d+\/content/ },
    { text: 'rewards chf', leadsTo: /^\/wegift\/templates\?edit/ },
    { text: 'bookshop aud', leadsTo: /^\/wegift\/templates\?catalogue/ },
    { text: String(d.logEntry['requestId']), leadsTo: /^\/users\?log/ },
    { text: 'job 17', leadsTo: /jobs=17/ },
    { text: 'print method', leadsTo: /^\/attributes/ },
  ]
}

const mixedQueries = (d: QueriedRecords): Query[] => {
  const store = plain(d.store['name'])
  const member = plain(d.member['name'])
  const page = `/stores/${d.store.id}`
  const ofStore = (list: string) =>
    new RegExp(`^${escapePattern(list)}.*filter\\[store(Id|Ids)\\]\\[(eq|has)\\]=${d.store.id}$`)
  return [
    { text: `${store} refunds`, leadsTo: ofStore('/paymentAttempt?refunds') },
    { text: `${store} orders`, leadsTo: ofStore('/paymentAttempt?orders') },
    { text: `failed payments ${store}`, leadsTo: ofStore('/paymentAttempt?') },
    { text: `${store} chargebacks`, leadsTo: ofStore('/paymentAttempt?disputes') },
    { text: `${store} customers`, leadsTo: to(`${page}?tab=members`) },
    { text: `${store} timezone`, leadsTo: to(`${page}?tab=locale`) },
    { text: `${store} dns`, leadsTo: to(`${page}?tab=domains`) },
    { text: `${store} favicon`, leadsTo: to(`${page}?tab=brand`) },
    { text: `${store} okta`, leadsTo: to(`${page}/adminSso/setup`) },
    { text: `${store} audit log`, leadsTo: to(`${page}?tab=logs`) },
    { text: `${store} email sender`, leadsTo: to(`${page}?tab=integrations`) },
    { text: `${store} support email`, leadsTo: to(`${page}?tab=general`) },
    { text: `${member} orders`, leadsTo: to(`/members/${d.member.id}?kind=orders`) },
    { text: `${member} points balance`, leadsTo: to(`/members/${d.member.id}?kind=credits`) },
    { text: `${member} login history`, leadsTo: to(`/members/${d.member.id}?kind=signIns`) },
    {
      text: 'failed payments stripe',
      leadsTo: /^\/paymentAttempt\?filter\[gateway\]\[eq\]=stripe|^\/paymentAttempt$/,
    },
    { text: 'adyen refunds', leadsTo: /^\/paymentAttempt\?refunds/ },
    { text: 'failed emails', leadsTo: /^\/smtpSettings\?mails&filter\[status\]\[eq\]=failed/ },
    { text: 'suspended stores', leadsTo: /^\/stores\?filter\[status\]\[eq\]=suspended/ },
    { text: 'locked users', leadsTo: /^\/users\?filter\[status\]\[eq\]=locked/ },
    { text: 'insufficient funds', leadsTo: /^\/paymentAttempt\?(incidents&)?filter\[reason\]/ },
    { text: 'expired cards', leadsTo: /^\/paymentAttempt\?(incidents&)?filter\[reason\]/ },
    { text: 'expiring credits', leadsTo: /^\/(credits|calendar)/ },
    { text: 'draft themes', leadsTo: /^\/themes\?filter\[status\]/ },
    {
      text: 'pending approvals',
      leadsTo: /^\/(credits\?requests|scheduledChanges|dashboard|paymentAttempt\?refunds)/,
    },
    { text: 'store admins', leadsTo: /^\/users/ },
  ]
}

/** Pages in the words of other consoles. */
const pageQueries: Query[] = Object.entries({
  chargebacks: '/paymentAttempt?disputes',
  'declined payments': '/paymentAttempt',
  'payment gateways': '/payment-setup',
  'customer segments': '/members/groups',
  'staff accounts': '/users',
  rbac: '/permissions',
  'roles and permissions': '/userGroups',
  'identity providers': '/users?signInProviders',
  outbox: '/smtpSettings?mails',
  'mail server': '/smtpSettings',
  'activity log': '/users?log',
  'audit trial': '/users?log',
  'slack notifications': '/alertChannels',
  'on-call schedule': '/alertChannels?rotations',
  'personal access tokens': '/account?section=apiKeys',
  'event subscriptions': '/webhookSubscriptions',
  vouchers: '/wegift/templates',
  'loyalty points': '/credits',
  'store credit liability': '/credits?liability',
  courses: '/training',
  'product badges': '/stickers',
  'colour swatches': '/colors',
  'product variants': '/attributes',
  tenants: '/stores',
  companies: '/stores?organisations',
  'cron jobs': '/scheduledChanges',
  'certificate expiry': '/calendar',
  outages: '/paymentAttempt?incidents',
  'diff two stores': '/stores/compare',
  'user pool': '/cognitoSetup',
  'authenticator app': '/account?section=secondFactor',
  'active sessions': '/account?section=sessions',
  'security key': '/account?section=secondFactor',
  'email digest': '/notifications',
  'webook deliveries': '/webhookSubscriptions?deliveries',
  organisations: '/stores?organisations',
  'import users csv': '/users?import',
  'log retention': '/users?log&keep',
  'enforce mfa': '/users?secondFactor',
  'low balance alert': '/giftCardSetup',
  'callback urls': '/cognitoSetup',
  'stripe webhook secret': '/payment-setup',
  'apple pay': '/payment-setup',
  dunning: '/paymentAttempt',
  'return window': '/payment-setup',
  'from address': '/smtpSettings',
  starttls: '/smtpSettings',
  'default theme': '/stores?defaults',
  'approval threshold': '/credits?limits',
}).map(([text, path]) => ({ text, leadsTo: to(path) }))

const settingQueries = (d: QueriedRecords): Query[] => {
  const page = `/stores/${d.store.id}`
  return Object.entries({
    'whitelist email domains': `${page}?tab=access#allowedEmailDomains`,
    'default language': `${page}?tab=locale#defaultLocale`,
    'brand colour': `${page}?tab=brand#primaryColour`,
    'password protection': `${page}?tab=access`,
    'saml metadata': `${page}/adminSso/setup#metadataUrl`,
    'x509 certificate': `${page}/adminSso/setup#certificate`,
    'jit provisioning': `${page}/adminSso/setup#provision`,
    'universal links': `${page}/member/mobile-sso/setup`,
    'sender email': `${page}?tab=integrations#smtpSettingsId`,
    'change currency': `${page}?tab=locale#defaultCurrency`,
    'close store': `${page}?tab=danger`,
    clone: `${page}?tab=duplicate`,
  }).map(([text, address]) => ({ text, leadsTo: to(address), from: page }))
}

const verbQueries = (d: QueriedRecords): Query[] => {
  const store = plain(d.store['name'])
  const member = plain(d.member['name'])
  const user = plain(d.user['name'])
  const number = String(d.order['number']).slice(1)
  const page = `/stores/${d.store.id}`
  return [
    { text: `deactivate ${store}`, leadsTo: to(`${page}?change=suspend`) },
    {
      text: `reactivate ${plain(d.suspended['name'])}`,
      leadsTo: to(`/stores/${d.suspended.id}?change=activate`),
    },
    { text: `put ${store} in maintenance`, leadsTo: to(`${page}?change=startMaintenance`) },
    { text: `archive ${store}`, leadsTo: toAny(`${page}?change=archive`, `${page}?tab=danger`) },
    { text: `clone store ${store}`, leadsTo: to(`${page}?tab=duplicate`) },
    { text: `rename ${store}`, leadsTo: to(`${page}?tab=general`) },
    { text: `change currency of ${store}`, leadsTo: to(`${page}?tab=locale#`) },
    { text: `delete ${store}`, leadsTo: to(`${page}?tab=danger`) },
    {
      text: `give 50 points to ${member}`,
      leadsTo: new RegExp(`^/credits\\?requests&create.*${d.member.id}.*=50`),
    },
    { text: `send gift card to ${member}`, leadsTo: to(`/members/${d.member.id}?giftCard`) },
    { text: `gdpr delete ${member}`, leadsTo: to(`/members/${d.member.id}?erase`) },
    { text: `block ${member}`, leadsTo: to(`/members/${d.member.id}?suspend`) },
    {
      text: `refund ${number}`,
      leadsTo: new RegExp(`^/paymentAttempt\\?orders.*refundOrder=${d.order.id}`),
    },
    {
      text: `refund order #${number}`,
      leadsTo: new RegExp(`^/paymentAttempt\\?orders.*refundOrder=${d.order.id}`),
    },
    { text: `reset password for ${user}`, leadsTo: to(`/users?link=${d.user.id}`) },
    { text: `impersonate ${user}`, leadsTo: to(`/users?viewAs=${d.user.id}`) },
    { text: `suspend user ${user}`, leadsTo: to(`/users?suspend=${d.user.id}`) },
    { text: 'add user jane.doe@example.com', leadsTo: /^\/users\?invite&begin.*jane/ },
    { text: 'invite a teammate', leadsTo: to('/users?invite') },
    { text: 'create shop', leadsTo: to('/stores/create') },
    { text: 'add colour Teal', leadsTo: /^\/colors\?create&begin.*Teal/ },
    { text: 'new voucher template', leadsTo: to('/wegift/templates?create') },
    { text: 'generate api token', leadsTo: to('/apiKeys/create') },
    { text: 'add webhook endpoint', leadsTo: to('/webhookSubscriptions?create') },
    { text: 'create role', leadsTo: to('/userGroups/create') },
  ]
}

/** What operators type who know other consoles better than this one. */
export const buildOperatorQueries = (d: QueriedRecords): Query[] => [
  ...recordQueries(d),
  ...mixedQueries(d),
  ...pageQueries,
  ...settingQueries(d),
  ...verbQueries(d),
]
