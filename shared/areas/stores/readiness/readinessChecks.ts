import { storeMessages } from '../messages.ts'
export type ReadinessTab =
  | 'general'
  | 'domains'
  | 'locale'
  | 'brand'
  | 'access'
  | 'members'
  | 'groups'
  | 'integrations'

/** Where a check is fixed; `opens` is the panel of the tab that does it. */
export type ReadinessTarget = {
  label: string
  tab: ReadinessTab
  at: readonly string[]
  opens?: string
}

/** What is asked of a store before it is ready (screens.md, Store details), in order; `at` is what the tab has one look at. */
export const readinessChecks = {
  organisation: { label: storeMessages.organization, tab: 'general', at: ['field-organisationId'] },
  admin: {
    label: storeMessages.firstAdmin,
    tab: 'access',
    at: ['field-adminName', 'field-adminEmail'],
  },
  theme: { label: storeMessages.theme, tab: 'brand', at: ['field-themeId'] },
  contrast: { label: storeMessages.contrast, tab: 'brand', at: ['field-primaryColour'] },
  domain: { label: storeMessages.customDomain, tab: 'domains', at: ['verify'] },
  mail: { label: storeMessages.email, tab: 'integrations', at: ['mail'] },
  signOn: { label: storeMessages.sso, tab: 'integrations', at: ['signOn'] },
  payment: { label: storeMessages.payment, tab: 'integrations', at: ['payment'] },
  gift: { label: storeMessages.giftCards, tab: 'integrations', at: ['gift'] },
  print: { label: storeMessages.printOnDemand, tab: 'integrations', at: ['print'] },
  defaultGroup: { label: storeMessages.defaultGroup, tab: 'groups', at: ['memberGroups'] },
  members: { label: storeMessages.members, tab: 'members', at: ['members'], opens: 'import' },
} as const satisfies Record<string, ReadinessTarget>
export type ReadinessKey = keyof typeof readinessChecks
export const readinessKeys = Object.keys(readinessChecks) as ReadinessKey[] // They are the table's own.

/** The checks by what a choice among them calls them. */
export const readinessLabels = Object.fromEntries(
  readinessKeys.map((key) => [key, readinessChecks[key].label]),
)

/**
 * `detail` says what is missing; null where the check is `ok`. `fix` is where that is mended, where another screen than the store's does;
 * it is told with an answer, not kept.
 */
export type ReadinessCheck = {
  key: ReadinessKey
  ok: boolean
  detail: string | null
  fix?: string | undefined
  /** The check is in order, but something about it needs a look. */
  warning?: string | undefined
}
export type Readiness = { percent: number; checks: ReadinessCheck[] }
