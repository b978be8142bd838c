import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import { storeMessages } from '../messages.ts'
type ReadinessTab =
  | 'general'
  | 'domains'
  | 'locale'
  | 'brand'
  | 'access'
  | 'members'
  | 'groups'
  | 'integrations'

/**
 * Where a check is fixed: the tab of the store, and `at`, the IDs of elements in it. The first
 * empty field gets the focus, else the first element. `opens` is the tab's panel that fixes it.
 */
export type ReadinessTarget = {
  label: string
  tab: ReadinessTab
  at: readonly string[]
  opens?: string
}

/** The checks for a store's readiness (screens.md, Store details), in order of display. */
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
  mail: { label: integrationsByKind.mail.label, tab: 'integrations', at: ['mail'] },
  signOn: { label: integrationsByKind.signOn.label, tab: 'integrations', at: ['signOn'] },
  payment: { label: integrationsByKind.payment.label, tab: 'integrations', at: ['payment'] },
  gift: { label: integrationsByKind.gift.label, tab: 'integrations', at: ['gift'] },
  print: { label: integrationsByKind.print.label, tab: 'integrations', at: ['print'] },
  defaultGroup: { label: storeMessages.defaultGroup, tab: 'groups', at: ['memberGroups'] },
  members: { label: storeMessages.members, tab: 'members', at: ['members'], opens: 'import' },
} as const satisfies Record<string, ReadinessTarget>
export type ReadinessKey = keyof typeof readinessChecks
export const readinessKeys = Object.keys(readinessChecks) as ReadinessKey[] // The table's own keys.

/** Labels of the checks, for filters and forms. */
export const readinessLabels = Object.fromEntries(
  readinessKeys.map((key) => [key, readinessChecks[key].label]),
)

/**
 * A readiness check. `detail` says what is missing and is null if the check is `ok`. `fix` is the
 * URL where it's fixed if that isn't the store's page; it's added to responses and never stored.
 */
export type ReadinessCheck = {
  key: ReadinessKey
  ok: boolean
  detail: string | null
  fix?: string | undefined
  /** The check passes, but something about it needs attention. */
  warning?: string | undefined
}
export type Readiness = { percent: number; checks: ReadinessCheck[] }
