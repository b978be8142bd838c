import { sql } from 'kysely'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import { memberSignOnConsequence } from './consequence.ts'
import { steps } from './steps.ts'
import type { Found } from './steps.ts'
import { mobileSsoSettingsMessages } from './messages.ts'

/** How members of a store sign in to its app: its test, its checks and what is told of it. */
export const memberSignOn = defineIntegration<Found>({
  resource: memberSignOns,
  settings: [
    'issuer',
    'clientId',
    'scopes',
    'redirectUris',
    'iosBundleId',
    'teamId',
    'androidPackage',
    'fingerprints',
    'memberIdClaim',
    'emailClaim',
    'nameClaim',
    'groupClaim',
  ],
  steps,
  begin: () => ({}),
  stops: {
    what: mobileSsoSettingsMessages.noSignIn,
    stores: ({ storeId }) => sql`select ${Number(storeId)}::integer as id`,
  },
  consequence: memberSignOnConsequence,
})
