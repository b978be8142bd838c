/**
 * What operators type, in the words of this console and of others. Phrases on one line mean the
 * same here, and the first one stands for all of them.
 */
export const sameWords: readonly (readonly string[])[] = [
  ['store', 'shop', 'webshop', 'storefront', 'tenant', 'boutique'],
  ['member', 'customer', 'shopper', 'buyer', 'end user'],
  ['organization', 'company', 'corporation'],
  ['email', 'mail', 'e-mail', 'e-mails'],
  ['signin', 'sign-in', 'sign in', 'log in', 'login', 'log-in', 'logon', 'signon', 'sign-ins'],
  ['signout', 'sign out', 'log out', 'logout', 'log off', 'logoff'],
  ['sso', 'single sign-on', 'single sign on', 'single signon'],
  [
    'second factor',
    'two factor',
    'two factor authentication',
    '2 factor',
    '2fa',
    'mfa',
    'tfa',
    'two step',
    '2 step',
    'two step verification',
    'multi factor',
    'multifactor',
    'multi factor authentication',
  ],
  ['delete', 'remove', 'destroy', 'trash'],
  ['gift card', 'giftcard', 'voucher', 'gift voucher', 'gift certificate', 'egift', 'egift card'],
  ['failed', 'failing', 'failure', 'declined', 'declining', 'decline', 'unsuccessful', 'broken'],
  ['payment', 'transaction'],
  ['dispute', 'chargeback', 'charge back'],
  ['refund', 'reimbursement', 'reimburse', 'money back'],
  ['webhook', 'web hook', 'hook'],
  ['time zone', 'timezone', 'tz'],
  ['api key', 'apikey', 'api token', 'access token', 'personal access token'],
  ['print on demand', 'pod', 'printful'],
  ['group', 'segment', 'cohort'],
  ['on call', 'oncall', 'on duty'],
  ['image', 'picture', 'photo'],
  ['url', 'uri'],
  ['provider', 'gateway', 'processor', 'psp'],
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['limit', 'cap', 'quota'],
  ['paused', 'on hold'],
  ['sent', 'delivered'],
  ['favicon', 'fav icon'],
  ['hex', 'hexcode'],
  ['id', 'identifier'],
  ['password', 'passwd', 'pwd', 'passphrase'],
  ['authentication', 'auth', 'authenticate', 'authn'],
  ['administrator', 'admin'],
  ['expires', 'expiry', 'expiration', 'expire', 'expired', 'expiring'],
  ['certificate', 'cert'],
]

/** Words that say nothing about what is sought, unless they are all that was typed. */
export const fillers = new Set(
  `a all an and at by can csv do does download export find for from get go how i in is it list manage me my of on open our page
  please screen search section see setting settings setup config configuration configure preferences options show tab take
  that the their this to view want what where which with you your`.split(/\s+/),
)

/** Verbs that change something, without saying what. */
export const changeVerbs = new Set(
  'adjust bring change customize customise edit enter make modify put replace set switch take turn update upload'.split(
    ' ',
  ),
)

/** What operators type to create a record. */
export const createVerbs = new Set(
  'new create add make generate register start build define launch'.split(' '),
)

/** What operators type to invite a user, before an email address or instead of one. */
export const inviteVerbs = new Set('invite add create new onboard'.split(' '))

type Aliases = Readonly<Record<string, readonly string[]>>

const toAliases = (lines: Readonly<Record<string, string>>): Aliases =>
  Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, line.split(', ')]))

/** Other names of pages and lists, by their paths. */
export const pageAliases: Aliases = toAliases({
  '/account': 'my profile, personal settings, account, my settings, user settings, preferences',
  '/alertChannels':
    'webhook notifications, notification, slack, teams, microsoft teams, pagerduty, opsgenie, on-call, slack notifications, slack integration, paging, alerting',
  '/alertChannels?deliveries': 'alert history, notification history, notification log',
  '/alertChannels?overrides': 'on-call cover, swap shift, vacation, substitute on call',
  '/alertChannels?rotations':
    'on-call schedule, on-call, shifts, pager schedule, rota, who is on call',
  '/alertChannels?rules':
    'notification rules, alert policy, routing, escalation policy, triggers, thresholds',
  '/apiKeys':
    'tokens, bearer, developer, developers, service account, api credentials, api access, secret keys, personal access tokens, integration user',
  '/apiKeys/create': 'generate token, new token',
  '/attributes':
    'product options, variants, product variants, custom fields, metafields, properties, specifications, materials',
  '/blueprints':
    'store template, templates, drift, compare, golden config, configuration drift, baseline, sandbox template',
  '/calendar':
    'expiring, expirations, expiring certificates, expiring keys, deadlines, renewals, due dates, upcoming, key expiry, certificate expiry, ical, reminders',
  '/cognitoSetup':
    'sign-in, single sign on, sso, user pool, aws, amazon cognito, auth0, oauth, identity pool',
  '/colors': 'swatches, color palette, pantone, hex codes, color codes',
  '/credits':
    'points, balances, ledger, loyalty points, rewards, store credit, wallet, loyalty, credit history, points balance, transactions ledger',
  '/credits?liability':
    'credit liability, outstanding credits, outstanding points, outstanding balance, accounting, unredeemed, breakage',
  '/credits?requests':
    'credit approvals, pending credits, approve credits, waiting credits, pending approvals, approval queue, approvals',
  '/dashboard':
    'home, start, overview, main, analytics, reports, reporting, statistics, stats, kpi, metrics, sales, revenue, insights, summary',
  '/dashboard?attention':
    'needs attention, tasks, to do, inbox, todo, issues, warnings, problems, alerts, health, notifications',
  '/giftCardSetup':
    'runa, wegift, gift card provider, gift card balance, gift card api key, gift card settings, gift card account',
  '/members/groups':
    'people, audience, audiences, members, customer list, customer segments, segments, tiers, membership, teams, departments',
  '/notifications':
    'digest, quiet hours, notification settings, bell, mentions, inbox, notification preferences, email digest, do not disturb, emails to me, mute, unsubscribe, daily digest, email notifications, weekly summary, my notifications',
  '/payment-setup':
    'gateways, keys, webhook, stripe, adyen, paypal, braintree, 3d secure, 3ds, sca, payment provider, payment method, payment methods, payment processor, checkout, merchant account, stripe keys, psp, payment gateway, payment settings, stripe settings, payment credentials, payment account, billing, acquirer',
  '/paymentAttempt':
    'declines, failed payments, failed orders, declined payments, dunning, failed transactions, failed charges, payment failures, payment retries, retry payments, unpaid orders, payment recovery, failed checkouts, past due, declined cards',
  '/paymentAttempt?disputes':
    'chargebacks, inquiries, retrievals, disputed payments, fraud claims, evidence',
  '/paymentAttempt?incidents':
    'outages, payment incidents, provider outage, outage, downtime, status page, errors',
  '/paymentAttempt?orders':
    'charged twice, purchases, sales orders, order history, orders list, checkouts, double charge, duplicate charges, invoices, payments',
  '/paymentAttempt?refunds':
    'waiting, money back, returns, refunded payments, pending refunds, refund approvals, reversals, refunds waiting, credit notes',
  '/permissions':
    'rights, access, access control, rbac, scopes, privileges, permission keys, entitlements, acl, authorization, who can',
  '/printfulSetup':
    'printful, fulfillment, merch, merchandise, dropshipping, drop shipping, print provider, shipping',
  '/scheduledChanges':
    'maintenance, later tonight, schedule, scheduled jobs, scheduled tasks, planned changes, maintenance window, planned maintenance, cron, automation, automations, change requests, future changes',
  '/sizes': 'size chart, size charts, size guide, measurements, sizing, clothing sizes, shoe sizes',
  '/smtpSettings':
    'spf, dkim, dmarc, mail sender, sender, mail server, email server, outgoing mail, email settings, email provider, sendgrid, mailgun, ses, postmark, email delivery, email setup, smtp, smtp server, email configuration, mail relay, sender email, sender address',
  '/smtpSettings?mails':
    'sent emails, outbox, email log, email logs, email history, messages, mail queue, email queue, bounced emails, bounces, undelivered, undelivered emails, email delivery, sent mail, email activity, notifications sent',
  '/stickers':
    'badges, labels, product badges, product labels, ribbons, tags, promo badges, promotions, banners',
  '/stores':
    'companies, all stores, store list, clients, accounts, sites, instances, workspaces, brands, merchants',
  '/stores/create':
    'new store, add store, open a store, onboard client, create tenant, set up a store',
  '/stores/compare':
    'diff, diff stores, compare settings, store differences, compare two stores, drift',
  '/stores?organisations':
    'clients, accounts, businesses, corporate customers, client companies, parent companies, customers',
  '/themes':
    'templates, designs, skins, layouts, look and feel, branding, appearance, design, online store',
  '/themes?versions':
    'theme releases, releases, rollouts, theme packages, theme rollout, theme deployments, rollout',
  '/training':
    'courses, videos, lessons, learning, lms, e-learning, academy, help content, tutorials, onboarding, education, quizzes, knowledge base, help center',
  '/userGroups':
    'roles, permission sets, admin roles, user roles, roles and permissions, teams, profiles, security groups, permission groups, role management',
  '/userGroups/create': 'new role, add role, create role, custom role',
  '/users':
    'operators, admins, accounts, staff, team, team members, people, employees, agents, administrators, staff accounts, user management, seats, teammates, admin users, store admins',
  '/users?log':
    'audit log, audit trail, activity log, event log, security log, system log, login history, sign-in history, activity, audit, events, setup audit trail, change log, admin activity, who changed, history',
  '/users?signInProviders':
    'identity providers, idp, saml, oidc, okta, entra, azure ad, google sign-in, operator sso, console sso, social connections, connections, identity provider, admin sso, enterprise connections, google login, openid connect, sso providers, federation',
  '/webhookSubscriptions':
    'event subscriptions, callbacks, webhook endpoints, webhook subscriptions, endpoints, event notifications, http callbacks, event hooks, event destinations, outgoing webhooks',
  '/webhookSubscriptions?deliveries':
    'webhook logs, webhook attempts, event deliveries, failed webhooks, webhook history, webhook events',
  '/wegift/templates':
    'voucher, gift card designs, gift card email, gift card products, send gift cards, gift cards',
  '/wegift/templates?cards':
    'issued gift cards, sent gift cards, gift card codes, gift card orders, sent vouchers, gift codes, codes',
  '/wegift/templates?catalogue':
    'gift card catalog, gift card brands, gift card products, brands, runa catalog',
  // Single records and panels of lists.
  '/stores?defaults':
    'default settings, defaults, global settings, system settings, general settings, inherited settings, platform settings, default theme, default time zone, org settings',
  '/calendar?alerts':
    'expiration alerts, expiry reminders, deadline reminders, expiration notices, reminder settings, renewal reminders',
  '/credits?limits':
    'approval limit, approval threshold, credit approval limit, second approval, four eyes, refund approval limit, approval rules, refund limit, spending limit',
  '/scheduledChanges?settings':
    'change approval, change limits, bulk change limit, approval for scheduled changes',
  '/users?log&keep':
    'log retention, audit log retention, retention, data retention, retention period, retention policy, keep logs',
  '/users?secondFactor':
    'require 2fa, enforce mfa, mfa policy, require second factor, security policy, password policy, 2fa enforcement, mandatory 2fa, authentication policy, sign-on policy, require mfa',
})

/** Other names of what can be created, by the names of resources. */
export const recordAliases: Aliases = toAliases({
  alertChannels: 'notification channel, slack channel, notification, channel',
  alertRules: 'notification rule, alert policy, alert, rule',
  apiKeys: 'token, bearer token, key, service account',
  attributes: 'product option, variant, custom field, option, metafield, property',
  blueprints: 'store template',
  creditRequests: 'credit, credits, points, store credit',
  giftCards: 'code',
  giftCardTemplates: 'template',
  logEntries: 'log',
  memberGroups: 'group, audience, tier',
  mails: 'message',
  onCallOverrides: 'override, shift swap',
  onCallRotations: 'rotation, schedule, rota, shift',
  orders: 'purchase, checkout, invoice',
  organisations: 'client, business',
  paymentAttempts: 'failed payment, failed order',
  paymentSetups: 'payment provider, payment method, stripe account, payment account',
  printfulSetup: 'account, printful account',
  signInProviders: 'identity provider, idp, sso connection, connection, saml connection',
  smtpSettings: 'mail server, email setting, smtp server, smtp, sender',
  stickers: 'badge, label, product badge',
  stores: 'site, client',
  subAttributes: 'attribute option',
  trainingCategories: 'course, category, training',
  userGroups: 'role, permission set, group',
  users:
    'operator, administrator, staff, staff member, team member, teammate, agent, colleague, store admin, account, admin user',
  webhookSubscriptions: 'webhook, endpoint, event subscription, webhook endpoint',
})

/** Other names of fields, by the names of the fields. */
export const fieldAliases: Aliases = toAliases({
  access:
    'private, public, visibility, password protect, password protection, restrict access, who can visit, private store, login required, store privacy, guest access',
  accessMinutes:
    'token lifetime, session length, session lifetime, session timeout, access token lifetime, token expiration, session duration',
  acrValues: 'acr, assurance level',
  adminEmail: 'owner, store owner, account owner',
  adminName: 'owner, store owner, primary contact',
  allowedEmailDomains:
    'whitelist, allowlist, email whitelist, domain whitelist, domain restriction, restrict sign-up, allowed domains',
  androidPackage: 'android app, package name, play store',
  botToken: 'slack token, slack bot',
  breakGlassId: 'emergency access, emergency account, backup admin, lockout',
  callbackUrls:
    'redirect uri, redirect url, reply url, allowed callback urls, oauth callback, redirect uris',
  capture:
    'authorize, capture method, delayed capture, authorization, auth and capture, manual capture, when to charge, charge at',
  certificate: 'x509, signing certificate, saml certificate, public certificate, x.509 certificate',
  clientId: 'app id, application id',
  clientSecret: 'app secret, oauth secret',
  clockSkew: 'clock drift, time tolerance',
  codePrefix: 'gift card code format, code format',
  createMembers: 'jit, just in time provisioning, auto create members',
  currencies: 'money, accepted currencies, presentment currency, multi-currency',
  dailyCap: 'spending limit per day, limit per day',
  days: 'remind me, lead time',
  defaultCurrency: 'currency, money, base currency, store currency, price currency',
  defaultLocale:
    'language, locale, default language, store language, lang, localization, localisation',
  domain:
    'url, address, dns, website, custom url, hostname, cname, ssl, web address, primary domain, vanity domain',
  emailDomains: 'verified domains, home realm discovery, domain verification',
  enforcement: 'require sso, enforce sso, sso only, disable password sign-in',
  entityId: 'issuer id, audience uri, sp entity id, audience',
  expiryMonths: 'validity, valid for',
  favicon: 'icon, browser icon, tab icon, site icon',
  fingerprints:
    'android certificate, keystore, signing fingerprint, digital asset links, assetlinks',
  fromAddress: 'sender, sender address, sender email, mail from, no-reply address, from email',
  fromName: 'sender name, display name',
  graceDays: 'grace period, enrollment period',
  groupRules: 'group mapping, role mapping, attribute statements, claims mapping',
  host: 'mail server, smtp server, smtp host, server address',
  idMinutes: 'id token lifetime',
  iosBundleId: 'ios app, app id, apple app, universal links, bundle identifier, app store',
  issuer: 'discovery url, openid configuration, well-known, authority',
  keyExpiresOn: 'key expiry, api key expiry',
  limitPerMinute: 'rate limit, throttle, throttling, sending limit, send rate',
  liveSecretKey:
    'api key, secret key, stripe key, stripe secret key, production key, sk live, private key, live api key',
  livePublishableKey: 'publishable key, public key, pk live, client key, publishable',
  liveWebhookSecret:
    'signing secret, webhook signing secret, webhook key, whsec, hmac key, webhook secret',
  locales: 'languages, translations, supported languages',
  logo: 'image, picture, brand logo, logo upload, company logo',
  logoutUrls: 'signout url, post logout redirect, sign-out url',
  logoutUris: 'signout url, post logout redirect, sign-out url',
  lowBalances:
    'low balance, low funds, balance alert, top up, balance threshold, low balance alert',
  merchantAccount: 'merchant id, mid, adyen account',
  metadataUrl: 'saml metadata, metadata xml, federation metadata, idp metadata',
  methods:
    'payment methods, cards, wallets, accepted payments, buy now pay later, bnpl, direct debit',
  mfa: 'two factor, one time password, otp',
  monthlyCap: 'monthly budget, budget, spending limit per month',
  nameIdFormat: 'nameid, name id, subject format',
  nextCertificate:
    'rotate certificate, rollover certificate, second certificate, certificate rotation, new certificate',
  orderMode: 'auto confirm, draft orders, order confirmation',
  organisationId: 'client, parent company, account',
  paused: 'stop sending, kill switch, hold emails',
  plan: 'subscription, tier, pricing plan, package, billing plan',
  primaryColour:
    'brand color, accent color, accent, main color, theme color, hex color, button color',
  provision: 'jit, just in time, auto-provisioning, provisioning, scim, create users automatically',
  redirectUris: 'callback url, deep link, redirect url, app scheme, deep links, redirect uri',
  refreshDays:
    'refresh token lifetime, session length, stay signed in, remember me, refresh token expiration',
  refundDays: 'refund window, return window, refund policy, return policy, refund limit',
  replyTo: 'reply to, reply address, reply-to',
  retryErrors:
    'retry schedule, retry rules, dunning, smart retries, retry policy, automatic retries',
  retryFunds:
    'retry schedule, retry rules, dunning, smart retries, retry policy, automatic retries',
  secretExpiresOn: 'secret expiry, client secret expiry',
  security: 'starttls, ssl, tls, encryption, ssl/tls',
  shopName: 'shop',
  signRequests: 'signed requests, authn request signature',
  slackChannel: 'slack',
  smtpSettingsId:
    'mail sender, email sender, smtp, mail server, email provider, outgoing email, sender email',
  ssoUrl: 'login url, idp url, sign-in url, saml endpoint, sso endpoint, acs',
  subdomain: 'url, address, store url, store address, handle, slug',
  supportEmail:
    'contact, help, contact email, customer service, support address, support contact, help desk, reply address',
  tags: 'labels',
  teamId: 'apple, apple developer, ios team, app site association, aasa',
  textColour: 'contrast, font color, button text',
  themeId: 'design, look, template, skin, layout, appearance, store theme',
  timeZone: 'clock, hours, region, local time, tz',
  token: 'printful token, api token',
  userPoolId: 'user pool, pool id, cognito pool',
  wantAssertionsSigned: 'signed assertions, assertion signature',
  demand: 'require 2fa, enforce mfa, mandatory second factor, required second factor',
  months: 'retention period, keep logs for',
  integrationKey: 'pagerduty key, routing key',
  approvalStores: 'approval threshold',
})

/** Other names of the tabs of a store, and of what else its page leads to. */
export const storeAliases: Aliases = toAliases({
  overview: 'status, readiness, checklist, health, dashboard',
  general:
    'edit, settings, details, name, rename, profile, info, change name, change code, plan, contact',
  domains:
    'dns, domain, custom domain, url, ssl, cname, website, verify domain, dns records, subdomain, web address',
  locale:
    'currency, language, timezone, locale and money, region, regional settings, localization, languages, currencies, markets, country, money',
  brand: 'branding, logo, colors, theme, look, appearance, design, favicon',
  access:
    'privacy, visibility, restrict, password protection, who can visit, first admin, sign-in required',
  members: 'customers, people, member list, users, audience, customer list',
  groups: 'member groups, segments, tiers',
  credits: 'points, balance, ledger, store credit, loyalty',
  integrations:
    'payments, email, smtp, payment provider, gift cards, print on demand, printful, apps, connected apps, connections, stripe, payment setup, payment method',
  calendar: 'expiring, deadlines, renewals, expirations, due dates',
  comments: 'notes, discussion, internal notes',
  logs: 'audit log, activity, history, audit trail, activity log, events, errors, recent changes, change log, error log',
  danger: 'delete, delete store, close store, close, remove, terminate, cancel store, shut down',
  duplicate: 'clone, copy, replicate',
  adminSso:
    'sso, saml, okta, oidc, store admin single sign-on, admin sign-in, admin login, entra, azure ad, saml setup, sso setup, identity provider, idp, acs url, sp metadata',
  mobileSso:
    'mobile app, app sign-in, mobile sign-in, member sso, ios, android, app login, mobile, member login, deep links, universal links',
})

/** Other names of the changes of a store's status. */
export const statusAliases: Aliases = toAliases({
  activate:
    'reactivate, unsuspend, enable, turn on, publish, go live, open, launch, restore, resume, unarchive, reopen, switch on, unpause',
  suspend:
    'deactivate, disable, pause, block, take offline, freeze, turn off, stop, lock, switch off, shut down, hold, take down, unpublish, close',
  startMaintenance:
    'maintenance, maintenance mode, put in maintenance, maintenance on, under maintenance, coming soon page',
  endMaintenance:
    'maintenance off, stop maintenance, back online, finish maintenance, exit maintenance',
  archive: 'retire, shelve, close, delete',
})

/** Other names of the changes of accounts, and of what operators do with members. */
export const memberAliases: Aliases = toAliases({
  issue:
    'give credits, give points, add credits, add points, grant credits, grant points, award points, credit, top up, send credits, issue points, send points, add balance, give credit, give store credit, issue store credit, reward, award credits, gift points, compensate, load points',
  debit:
    'take credits, take points, remove credits, deduct credits, deduct points, remove points, deduct, subtract points, charge credits, claw back',
  giftCard: 'send gift card, give gift card, issue gift card, gift',
  move: 'change group, move group, change segment, assign group, put in group, add to group',
  suspend: 'deactivate, disable, block, ban, lock, freeze, pause',
  reactivate: 'activate, enable, unblock, unsuspend, unlock, unban',
  signIn:
    "check sign-in, can't sign in, cannot log in, login problem, sign-in problem, login issue, test sign-in, troubleshoot sign-in",
  erase:
    'gdpr, anonymize, forget, right to be forgotten, delete, delete data, delete personal data, purge, redact, gdpr delete, gdpr erasure, data deletion',
  invite: 'send invitation, resend invite, resend invitation, welcome email',
  orders: 'purchases, order history',
  payments: 'transactions, charges, failed payments, refunds, cards',
  credits: 'balance, points, ledger, loyalty points, point balance, wallet, store credit',
  giftCards: 'vouchers, gift codes',
  emails: 'messages, mails',
  signIns: 'logins, login history, sign-in history, sessions',
  groups: 'segments, group history',
  changes: 'history, audit log, activity, log',
  comments: 'notes',
})

/** Panels of records that other lists offer: their names, by resource and parameter. */
export const panelAliases: Readonly<Record<string, Aliases>> = {
  users: toAliases({
    link: 'reset password, password reset, send password link, new password, set password, resend invitation, resend invite, change password, forgot password',
    suspend:
      'deactivate, disable, block, lock, ban, offboard, revoke access, freeze, delete, remove, off-board',
    reactivate: 'activate, enable, unblock, unsuspend, restore',
    unlock: 'locked out, remove lock, unblock',
    sessions:
      'sign out everywhere, active sessions, devices, log out, kick out, revoke sessions, force logout, signed in devices, sign out, end sessions',
    rights: 'permissions, access, effective permissions, what can, check access, roles, rights',
    viewAs: 'impersonate, log in as, act as, see as, support access, login as, sudo, masquerade',
    factors:
      'reset 2fa, reset mfa, lost phone, second factor, remove 2fa, passkeys, reset authenticator, reset second factor, lost authenticator, disable 2fa',
  }),
  orders: toAliases({
    order:
      'timeline, retry payment, retry, cancel, payment history, resend payment link, payment attempts, history, payment link, charges, transactions, status, track, details',
    refundOrder:
      'refund, money back, reimburse, refund order, return, partial refund, issue refund, give refund, chargeback',
  }),
  paymentAttempts: toAliases({
    retry: 'retry payment, charge again, try again, rerun, collect payment',
    schedule: 'schedule retry, retry later',
    link: 'payment link, send payment link, pay by link',
    dismiss: 'ignore, write off, close',
    reopen: 'undismiss',
    assign: 'owner, take',
  }),
  paymentRefunds: {},
  giftCards: toAliases({
    again: 'resend, retry, send again, reissue',
    cancel: 'void, revoke, stop',
    email: 'change recipient, correct address',
  }),
  giftCardTemplates: toAliases({
    preview: 'show, look',
    test: 'send test, test email, try',
    duplicate: 'copy, clone',
    pause: 'suspend, stop, disable, hold, turn off',
    resume: 'unpause, start, enable, activate, continue',
  }),
  themes: toAliases({
    assign: 'assign to stores, apply, use, install, roll out, set theme',
    publish: 'release, launch, go live',
    deprecate: 'retire, replace',
    archive: 'remove',
    settings: 'customize, colors and fonts',
  }),
  smtpSettings: toAliases({
    test: 'send test email, verify, check, test email',
    default: 'set as default, make default, platform default',
    assign: 'assign to stores, use for stores',
    duplicate: 'copy, clone',
  }),
  mails: toAliases({ retry: 'resend, send again, retry, redeliver' }),
  memberGroups: toAliases({
    members: 'add members, remove members, people, customers, member list, edit members',
    duplicate: 'copy, clone, copy to stores',
  }),
  paymentSetups: toAliases({
    test: 'verify, check, test connection, test credentials',
    duplicate: 'copy, clone',
    stores: 'assign, assign to stores, connect stores',
  }),
  printfulSetup: toAliases({ test: 'verify token, check, test token', account: 'sync, webhook' }),
  alertChannels: toAliases({ test: 'send test alert, verify, check, test alert' }),
  signInProviders: toAliases({ test: 'verify, check, test sign-in' }),
  webhookSubscriptions: toAliases({
    ping: 'test, send test event, test webhook',
    secret: 'rotate secret, signing secret, roll secret, new secret, rotate',
  }),
  userGroups: toAliases({ compare: 'diff, difference' }),
  trainingCategories: toAliases({
    publish: 'release, launch',
    duplicate: 'copy, clone',
    completion: 'progress, who completed, report, results',
  }),
  sizes: toAliases({ merge: 'combine, deduplicate' }),
  colors: toAliases({ merge: 'combine, deduplicate' }),
  subAttributes: toAliases({ merge: 'combine, deduplicate' }),
}

/** Other names of the sections of the operator's own account. */
export const accountAliases: Aliases = toAliases({
  profile: 'my name, my email, job title, my time zone, avatar, display name, my profile',
  secondFactor:
    'passkey, passkeys, authenticator, authenticator app, totp, otp, security key, yubikey, recovery codes, backup codes, webauthn, fido, set up 2fa, fingerprint, face id, one time password, qr code',
  sessions:
    'devices, active sessions, signed-in devices, my devices, sign out everywhere, sign out other devices, logged in devices, browsers, log out of all devices',
  apiKeys: 'my api keys, my tokens, personal access tokens, my keys, personal api keys',
  securityEvents:
    'my sign-ins, my login history, recent sign-ins, suspicious sign-in, sign-in activity, my activity, security, login attempts',
})

/** Other names of the panels that lists offer, by their URLs. */
export const listPanelAliases: Aliases = toAliases({
  '/stores?checks':
    'check readiness, check dns, verify all domains, health check, readiness, check all stores',
  '/users?invite':
    'invite, invite operator, invite user, invite teammate, invite admin, add user, new user, create user, add operator, add staff, add teammate, add administrator, invite people, new operator, invite store admin, add team member, create account',
  '/sizes?run': 'size run, generate sizes, size range, many sizes',
  '/colors?near': 'duplicate colors, similar colors, merge colors, color duplicates',
  '/calendar?subscribe':
    'calendar feed, ical, ics, google calendar, outlook calendar, subscribe to calendar',
  '/wegift/templates?sync':
    'refresh catalog, update gift card products, sync gift cards, sync runa',
  '/paymentAttempt?retryMany':
    'retry all, bulk retry, retry failed payments, mass retry, retry payments',
  '/users?log&verify': 'verify logs, log integrity, tamper, hash chain, checkpoints, verify log',
})

/** Other names of the action that changes the operator's password. */
export const passwordAliases: readonly string[] = [
  'password',
  'my password',
  'change my password',
  'reset my password',
  'new password',
]

/** Returns other names of the import of records. */
export const getImportAliases = (many: string): string[] => [
  `${many} csv`,
  `upload ${many}`,
  `bulk ${many}`,
]

/** Words between an action and a name: "issue credits to Ana". */
export const connectingWords = new Set(
  `to for at of the in on from by as no no. nr nr. number id named called with a an my using is was why how can can't
  cant cannot does doesn't did`.split(/\s+/),
)

/** Words that end a name: "move Ana to group Gold". */
export const endingWords = new Set('to with into from by because'.split(' '))
