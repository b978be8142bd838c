import { sql } from 'kysely'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import { ssoSettingsMessages } from '../messages.ts'
import { providerMessages } from './messages.ts'
import { providerHooks } from './providerHooks.ts'
import { providerSteps } from './providerSteps.ts'
import type { ProviderStepState } from './providerSteps.ts'

/** The integration of sign-in providers of operators: its test, its checks, and its status. */
export const providerIntegration = defineIntegration<ProviderStepState>({
  resource: signInProviders,
  settings: [
    'issuer',
    'clientId',
    'clientSecret',
    'scopes',
    'emailDomains',
    'trustEmails',
    'groupsClaim',
    'acrValues',
    'amrValues',
  ],
  steps: providerSteps,
  createState: () => ({}),
  disableImpact: {
    // No store needs it.
    stores: () => sql`select id from stores where false`,
    messages: {
      disabled: () => providerMessages.impact.disabled,
      changed: () => providerMessages.impact.changed,
      stillFailing: () => providerMessages.impact.stillFailing,
    },
    findOtherEffects: () => providerMessages.impact,
  },
  getExpirations: ({ secretExpiresOn: day }) =>
    typeof day === 'string'
      ? [
          {
            what: ssoSettingsMessages.clientSecret,
            at: `${day}T00:00:00.000Z`,
            field: 'clientSecret',
          },
        ]
      : [],
  hooks: providerHooks,
})
