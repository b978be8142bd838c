/** The tab of a store's details that mends what is missing. */
export type ReadinessTab =
  | 'general'
  | 'domains'
  | 'locale'
  | 'brand'
  | 'access'
  | 'members'
  | 'integrations'

/** What is asked of a store before it is ready (screens.md, Store details), in the order it is shown. */
export const readinessChecks = {
  organisation: { label: 'Organisation', tab: 'general' },
  admin: { label: 'First admin', tab: 'access' },
  theme: { label: 'Theme', tab: 'brand' },
  contrast: { label: 'Contrast of colours', tab: 'brand' },
  domain: { label: 'Own domain', tab: 'domains' },
  mail: { label: 'Mail', tab: 'integrations' },
  signOn: { label: 'Sign-on', tab: 'integrations' },
  payment: { label: 'Payment', tab: 'integrations' },
  gift: { label: 'Gift cards', tab: 'integrations' },
  print: { label: 'Print on demand', tab: 'integrations' },
  defaultGroup: { label: 'Default member group', tab: 'members' },
  members: { label: 'Members', tab: 'members' },
} as const satisfies Record<string, { label: string; tab: ReadinessTab }>
export type ReadinessKey = keyof typeof readinessChecks
export const readinessKeys = Object.keys(readinessChecks) as ReadinessKey[] // They are the table's own.

/** `detail` says what is missing; null where the check is `ok`. */
export type ReadinessCheck = { key: ReadinessKey; ok: boolean; detail: string | null }
export type Readiness = { percent: number; checks: ReadinessCheck[] }
