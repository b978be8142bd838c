import { stores } from '#shared/areas/stores/stores.ts'
import type { ServiceProviderUrls, SsoUrls } from '#shared/areas/sso/adminSsoCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { mobileSsoPaths } from './members/mobileSsoSettings.ts'
import { stringSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { getStoreOrigin } from './storeHosts/storeHosts.ts'
import { buildSsoAddresses } from './adminSsoSetup.ts'

/** The response schemas of the addresses that an identity provider for store admins needs. */
export const ssoAddressSchemas = {
  entityId: stringSchema,
  acsUrl: stringSchema,
  redirectUri: stringSchema,
  metadataUrl: stringSchema,
  signOnUrl: stringSchema,
} satisfies Record<keyof ServiceProviderUrls, unknown>

/**
 * These values depend only on the store: operators enter them at the provider before they can save
 * the provider here.
 */
export const ssoAddressesCall: Call = {
  kind: 'read',
  permission: `${stores.permission}:read`,
  method: 'get',
  path: '/stores/:id/signOnAddresses',
  summary: "Get the values for an identity provider's settings, even before SSO is set up",
  success: {
    status: 200,
    schema: objectSchema({
      admins: objectSchema(ssoAddressSchemas),
      members: objectSchema({ redirectUri: stringSchema }),
    }),
  },
  async handler(request, platform, caller) {
    const id = parseRecordId(stores, request)
    const { subdomain } = await loadRecord(platform.db, limitToCaller(caller, stores), id)
    const origin = getStoreOrigin(platform, String(subdomain))
    const body: SsoUrls = {
      admins: buildSsoAddresses(origin),
      members: { redirectUri: origin + mobileSsoPaths.callback },
    }
    return { status: 200, body }
  },
}
