import { stores } from '#shared/areas/stores/stores.ts'
import type { OurAddresses, SignOnAddresses } from '#shared/areas/sso/signOnCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { memberPaths } from './members/settings.ts'
import { text } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { storeOrigin } from './storeHosts/storeHosts.ts'
import { addressesAt } from './setUp.ts'

/** How an answer holds the addresses of a store that a provider of its admins must know. */
export const addressSchemas = {
  entityId: text,
  acsUrl: text,
  redirectUri: text,
  metadataUrl: text,
  signOnUrl: text,
} satisfies Record<keyof OurAddresses, unknown>

/** They are by the store alone: a provider is told of us before anything of it can be known here. */
export const addressesCall: Call = {
  kind: 'read',
  needs: `${stores.permission}:read`,
  method: 'get',
  path: '/stores/:id/signOnAddresses',
  summary: "Get the values to enter at an identity provider, even before it's set up",
  success: {
    status: 200,
    schema: object({ admins: object(addressSchemas), members: object({ redirectUri: text }) }),
  },
  async answer(asked, platform, caller) {
    const id = recordIdOf(stores, asked)
    const { subdomain } = await readRecord(platform.db, scopedTo(caller, stores), id)
    const origin = storeOrigin(platform, String(subdomain))
    const body: SignOnAddresses = {
      admins: addressesAt(origin),
      members: { redirectUri: origin + memberPaths.callback },
    }
    return { status: 200, body }
  },
}
