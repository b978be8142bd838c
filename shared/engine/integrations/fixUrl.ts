import { prefillParam } from '../list/prefillParam.ts'
import { buildListPath } from '../recordLink.ts'
import type { Resource } from '../resource.ts'
import type { IntegrationKind } from '#shared/areas/stores/status/storeStates.ts'

/** What a store may be joined to; sign-on of members is its own alone, and no check of its readiness. */
export type StoreIntegrationKind = IntegrationKind | 'memberSignOn'

type StoreSummary = { id: number; name?: unknown }

const buildStorePrefill = ({ id }: StoreSummary) => `${prefillParam('storeIds')}=${id}`

/** Where each is set up, and what its address adds for a store that none serves yet: the form of a new one, with the store chosen. */
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
    // Which store it is at Printful is chosen once the token has told them: until then its name says whom the account is for.
    anew: ({ name }) => `?create&${prefillParam('name')}=${encodeURIComponent(String(name))}`,
  },
  memberSignOn: { at: '/stores/:storeId/member/mobile-sso/setup' },
}

/** In the order that a store shows them. */
export const storeIntegrationKinds = Object.keys(setupPages) as StoreIntegrationKind[] // They are the table's own.

export const buildSetupUrl = (kind: StoreIntegrationKind, { id }: StoreSummary): string =>
  setupPages[kind].at.replace(':storeId', String(id))

export const buildNewSetupUrl = (kind: StoreIntegrationKind, store: StoreSummary): string =>
  buildSetupUrl(kind, store) + (setupPages[kind].anew?.(store) ?? '')

type SetupRecord = Record<string, unknown> & { id: number }

/** The pages of those that are neither a panel of their list nor a page of a store. */
const setupUrlBuilders: Record<string, (record: SetupRecord) => string> = {
  paymentSetups: ({ id }) => `/payment-setup/${id}/details`,
  giftCardSetup: ({ environment }) => `/giftCardSetup?environment=${String(environment)}`,
  cognitoSetup: () => '/cognitoSetup',
}

/** What a panel of its own writes instead of the form, and where in it. */
const fieldPanels: Record<string, { panel: string; at: string }> = {
  'printfulSetup.storeMap': { panel: 'account', at: 'stores' },
}

/** A section of the page of a setup, by its query and its part, such as `tab=credentials#rotate`. */
export const buildSetupSectionUrl = (
  resource: Resource,
  record: SetupRecord,
  section: string,
): string => `${setupUrlBuilders[resource.name]?.(record) ?? resource.path}?${section}`

/** Where a set-up is mended: at the field that its last test failed at, else at its test (screens.md, "Every integration"). */
export function buildFixUrl(resource: Resource, record: SetupRecord, field: string | null): string {
  const { name, path } = resource
  const page =
    setupUrlBuilders[name]?.(record) ??
    (path.includes(':') ? buildListPath(resource, record) : null)
  if (page === null) {
    const { panel = 'edit', at = `field-${field}` } = fieldPanels[`${name}.${field}`] ?? {}
    return field ? `${path}?${panel}=${record.id}#${at}` : `${path}?test=${record.id}`
  }
  if (!field) return `${page}#test`
  return `${page}${page.includes('?') ? '&' : '?'}field=${field}#field-${field}`
}
