import { sql } from 'kysely'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import { mobileSsoHooks } from './hooks.ts'
import { mobileSsoSteps } from './mobileSsoSteps.ts'
import type { MobileSsoStepState } from './mobileSsoSteps.ts'
import { mobileSsoSettingsMessages } from './messages.ts'

/**
 * The integration of mobile SSO, by which members sign in to a store's app: its test, its checks,
 * and its status.
 */
export const mobileSsoIntegration = defineIntegration<MobileSsoStepState>({
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
  steps: mobileSsoSteps,
  createState: () => ({}),
  disableImpact: {
    messages: mobileSsoSettingsMessages.impact,
    stores: ({ storeId }) => sql`select ${Number(storeId)}::integer as id`,
  },
  hooks: mobileSsoHooks,
})
