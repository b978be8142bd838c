import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { Step } from '#server/platform/core/integrations/integration.ts'
import { certificateOrNull } from './saml/certificates.ts'
import { signOnConsequence } from './consequence.ts'
import type { Found } from './found.ts'
import { checkCredentials, proveDomains, sendRequest } from './ourSteps.ts'
import { checkKeys, compareClock, compareProvider, readProvider } from './providerSteps.ts'
import { ssoSettingsMessages, ssoTestMessages as say } from './messages.ts'

/** What only a sign-in in a browser proves. */
const signInStep: Step = {
  name: 'signIn',
  title: say.signInStep,
  required: true,
  byUser: say.needsSignIn,
}

/** How admins of a store sign on: its test, its checks and what is told of it. */
export const adminSignOn = defineIntegration<Found>({
  resource: adminSignOns,
  settings: [
    'protocol',
    'preset',
    'entityId',
    'ssoUrl',
    'certificate',
    'nameIdFormat',
    'clockSkew',
    'signRequests',
    'wantAssertionsSigned',
    'issuer',
    'clientId',
    'clientSecret',
    'scopes',
    'trustEmails',
    'emailClaim',
    'groupsClaim',
    'emailDomains',
    'enforcement',
    'breakGlassId',
  ],
  steps: [
    {
      name: 'provider',
      title: say.providerStep,
      required: true,
      passive: true,
      field: ({ protocol }) => (protocol === 'oidc' ? 'issuer' : 'metadataUrl'),
      run: readProvider,
    },
    {
      name: 'fit',
      title: say.matchStep,
      required: true,
      passive: true,
      run: compareProvider,
    },
    { name: 'keys', title: say.keysStep, required: true, passive: true, run: checkKeys },
    { name: 'clock', title: say.clockStep, required: false, passive: true, run: compareClock },
    {
      name: 'domains',
      title: say.domainsStep,
      required: true,
      passive: true,
      needsSaved: 'record',
      run: proveDomains,
    },
    {
      name: 'credentials',
      title: say.credentialsStep,
      required: false,
      run: checkCredentials,
    },
    {
      name: 'request',
      title: say.requestStep,
      required: false,
      run: sendRequest,
    },
    signInStep,
  ],
  begin: () => ({}),
  serves: {
    kind: 'signOn',
    stores: ({ storeId }) => sql`select ${Number(storeId)}::integer as id`,
  },
  stops: { what: ssoSettingsMessages.passwordsOnly },
  expires: ({ protocol, certificate, nextCertificate, secretExpiresOn: day }) => {
    if (protocol === 'oidc')
      return typeof day === 'string'
        ? [
            {
              what: ssoSettingsMessages.clientSecret,
              at: `${day}T00:00:00.000Z`,
              field: 'clientSecret',
            },
          ]
        : []
    const [first, next] = [certificateOrNull(certificate), certificateOrNull(nextCertificate)]
    return [
      ...(first
        ? [{ what: ssoSettingsMessages.certificate, at: first.until, field: 'certificate' }]
        : []),
      ...(next
        ? [{ what: ssoSettingsMessages.nextCertificate, at: next.until, field: 'nextCertificate' }]
        : []),
    ]
  },
  consequence: signOnConsequence,
})
