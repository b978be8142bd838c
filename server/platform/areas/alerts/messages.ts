import { formatInstant } from '#shared/format/dates.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'

type FailureTitles = { at: (store: string) => string; through: (setup: string) => string }

const failureTitles: Record<IntegrationKind, FailureTitles> = {
  payment: {
    at: (store) => `Payments are failing at ${store}`,
    through: (setup) => `Payments through ${setup} are failing`,
  },
  signOn: {
    at: (store) => `SSO is failing at ${store}`,
    through: (setup) => `SSO with ${setup} is failing`,
  },
  mail: {
    at: (store) => `Emails are failing at ${store}`,
    through: (setup) => `Emails through ${setup} are failing`,
  },
  gift: {
    at: (store) => `Gift cards are failing at ${store}`,
    through: (setup) => `Gift cards through ${setup} are failing`,
  },
  print: {
    at: (store) => `Print on demand is failing at ${store}`,
    through: (setup) => `Print on demand through ${setup} is failing`,
  },
}

const readinessTitles: Record<ReadinessKey, string> = {
  organisation: 'No organization',
  admin: 'No first admin',
  theme: 'No published theme',
  contrast: 'Low text contrast on the primary color',
  domain: 'Custom domain not verified',
  mail: 'Email not active',
  signOn: 'SSO not active',
  payment: 'Payments not working',
  gift: 'No active gift card setup',
  print: 'Print on demand not active',
  defaultGroup: 'No default member group',
  members: 'No members',
}

export const alertMessages = {
  tokenBody: 'Send "token".',
  responseBody: 'Send "token" and "action" (acknowledge or snooze).',
  fromLink: (address: string) => `From a link sent to ${address}`,
  failures: failureTitles,
  expired: (what: string, record: string) => `${what} for ${record} has expired`,
  expiresToday: (what: string, record: string) => `${what} for ${record} expires today`,
  expires: (what: string, record: string, days: number) =>
    days === 1
      ? `${what} for ${record} expires in 1 day`
      : `${what} for ${record} expires in ${days} days`,
  expirationDeadline: (what: string, record: string) => `${what} for ${record} expires`,
  expirationDate: (date: string) => `The expiration date is ${date}.`,
  /** A deadline's title after the days that are left until it. */
  upcoming: (title: string, days: number) =>
    days <= 0 ? `Today: ${title}` : days === 1 ? `Tomorrow: ${title}` : `In ${days} days: ${title}`,
  deadlineDate: (at: string) => `The date is ${formatInstant(at, 'UTC')} (UTC).`,
  missing: readinessTitles,
  storeNotReady: (store: string, keys: readonly ReadinessKey[]) =>
    `${store}: ${keys.map((key) => lowercaseFirst(readinessTitles[key])).join(', ')}`,
  storeReadiness: (percent: number) => `The store is ${percent}% ready.`,
}

/** Lowercases the first letter, except of an abbreviation. */
const lowercaseFirst = (text: string) =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
