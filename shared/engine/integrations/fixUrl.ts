import { prefillParam } from '../list/prefillParam.ts'
import { buildListPath } from '../recordLink.ts'
import type { Resource } from '../resource.ts'
import type { IntegrationKind } from './integrationKinds.ts'

/** Integrations of a store. Member SSO is per store and isn't part of its readiness checks. */
export type StoreIntegrationKind = IntegrationKind | 'memberSignOn'

type StoreSummary = { id: number; name?: unknown }

const buildStorePrefill = ({ id }: StoreSummary) => `${prefillParam('storeIds')}=${id}`

/**
 * Where each integration is set up, and what to add to the URL if none serves the store yet: the
 * form of a new one, with the store selected.
 */
const setupPages: Record<
  StoreIntegrationKind,
  { at: string; anew?: (store: StoreSummary) => string }
> = {
  mail: { at: '/smtpSettings', anew: (store) => `?create&${buildStorePrefill(store)}` },
  signOn: { at: '/stores/:storeId/adminSso/setup' },
  payment: { at: '/payment-setup', anew: (store) => `?create&${buildStorePrefill(store)}` },
  gift: { at: '/giftCardSetup?environment=live', anew: (store) => `&${buildStorePrefill(store)}` },
  print: {
    at: '/printfulSetup',
    // The store at Printful is selected once the token has listed the stores; until then, the name
    // says which store the account is for.
    anew: ({ name }) => `?create&${prefillParam('name')}=${encodeURIComponent(String(name))}`,
  },
  memberSignOn: { at: '/stores/:storeId/member/mobile-sso/setup' },
}

/** In the order in which a store shows them. The cast is safe: these are the table's own keys. */
export const storeIntegrationKinds = Object.keys(setupPages) as StoreIntegrationKind[]

export const buildSetupUrl = (kind: StoreIntegrationKind, { id }: StoreSummary): string =>
  setupPages[kind].at.replace(':storeId', String(id))

export const buildNewSetupUrl = (kind: StoreIntegrationKind, store: StoreSummary): string =>
  buildSetupUrl(kind, store) + (setupPages[kind].anew?.(store) ?? '')

type SetupRecord = Record<string, unknown> & { id: number }

/** Pages of setups that are neither a panel of their list nor a page of a store. */
const setupUrlBuilders: Record<string, (record: SetupRecord) => string> = {
  paymentSetups: ({ id }) => `/payment-setup/${id}/details`,
  giftCardSetup: ({ environment }) => `/giftCardSetup?environment=${String(environment)}`,
  cognitoSetup: () => '/cognitoSetup',
}

/** Fields that a separate panel writes instead of the form, and their place in it. */
const fieldPanels: Record<string, { panel: string; at: string }> = {
  'printfulSetup.storeMap': { panel: 'account', at: 'stores' },
}

/** Returns the URL of a section on a setup's page, such as `tab=credentials#rotate`. */
export const buildSetupSectionUrl = (
  resource: Resource,
  record: SetupRecord,
  section: string,
): string => `${setupUrlBuilders[resource.name]?.(record) ?? resource.path}?${section}`

/** Builds the URL of a setup's own page; null if it's a panel of its list. */
export const buildSetupPageUrl = (resource: Resource, record: SetupRecord): string | null =>
  setupUrlBuilders[resource.name]?.(record) ??
  (resource.path.includes(':') ? buildListPath(resource, record) : null)

/**
 * Returns the URL to fix a setup: the field that its last test failed on, else its test
 * (screens.md, "Every integration").
 */
export function buildFixUrl(resource: Resource, record: SetupRecord, field: string | null): string {
  const { name, path } = resource
  const page = buildSetupPageUrl(resource, record)
  if (page === null) {
    const { panel = 'edit', at = `field-${field}` } = fieldPanels[`${name}.${field}`] ?? {}
    return field ? `${path}?${panel}=${record.id}#${at}` : `${path}?test=${record.id}`
  }
  if (!field) return `${page}#test`
  return `${page}${page.includes('?') ? '&' : '?'}field=${field}#field-${field}`
}
