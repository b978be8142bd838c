import { listPath } from '../engine/recordLink.ts'
import type { Resource } from '../engine/resource.ts'
import type { IntegrationKind } from '../stores/storeStates.ts'

/** What a store may be joined to; sign-on of members is its own alone, and no check of its readiness. */
export type StoreIntegrationKind = IntegrationKind | 'memberSignOn'

/** Where each is set up for a store that none serves yet. */
const starts: Record<StoreIntegrationKind, string> = {
  mail: '/smtpSettings',
  signOn: '/stores/:storeId/adminSso/setup',
  payment: '/payment-setup',
  gift: '/giftCardSetup?environment=live',
  print: '/printfulSetup',
  memberSignOn: '/stores/:storeId/member/mobile-sso/setup',
}

/** In the order that a store shows them. */
export const storeIntegrationKinds = Object.keys(starts) as StoreIntegrationKind[] // They are the table's own.

export const startAddress = (kind: StoreIntegrationKind, storeId: number): string =>
  starts[kind].replace(':storeId', String(storeId))

type Kept = Record<string, unknown> & { id: number }

/** The pages of those that are neither a panel of their list nor a page of a store. */
const pages: Record<string, (record: Kept) => string> = {
  paymentSetups: ({ id }) => `/payment-setup/${id}/details`,
  giftCardSetup: ({ environment }) => `/giftCardSetup?environment=${String(environment)}`,
  cognitoSetup: () => '/cognitoSetup',
}

/** What a panel of its own writes instead of the form, and where in it. */
const panels: Record<string, { panel: string; at: string }> = {
  'printfulSetup.storeMap': { panel: 'account', at: 'stores' },
}

/** Where a set-up is mended: at the field that its last test failed at, else at its test (screens.md, "Every integration"). */
export function mendingAddress(resource: Resource, record: Kept, field: string | null): string {
  const { name, path } = resource
  const page = pages[name]?.(record) ?? (path.includes(':') ? listPath(resource, record) : null)
  if (page === null) {
    const { panel = 'edit', at = `field-${field}` } = panels[`${name}.${field}`] ?? {}
    return field ? `${path}?${panel}=${record.id}#${at}` : `${path}?test=${record.id}`
  }
  if (!field) return `${page}#test`
  return `${page}${page.includes('?') ? '&' : '?'}field=${field}#field-${field}`
}
