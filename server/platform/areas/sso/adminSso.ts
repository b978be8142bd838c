import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { IntegrationStep } from '#server/platform/core/integrations/integration.ts'
import { tryParseCertificate } from './saml/certificates.ts'
import { adminSsoHooks } from './hooks.ts'
import type { SsoStepState } from './protocolStep.ts'
import {
  checkSsoCredentials,
  checkEmailDomainOwnership,
  checkSsoRequest,
} from './serviceProviderSteps.ts'
import { checkSsoKeys, compareClock, compareProvider, checkProvider } from './providerSteps.ts'
import { ssoSettingsMessages, ssoTestMessages } from './messages.ts'

/** The step that only a sign-in in a browser can prove. */
const adminSignInStep: IntegrationStep = {
  name: 'signIn',
  title: ssoTestMessages.signInStep,
  required: true,
  userAction: ssoTestMessages.needsSignIn,
}

/** The integration of store admin SSO: its test, its checks, and its status. */
export const adminSsoIntegration = defineIntegration<SsoStepState>({
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
      title: ssoTestMessages.providerStep,
      required: true,
      passive: true,
      field: ({ protocol }) => (protocol === 'oidc' ? 'issuer' : 'metadataUrl'),
      run: checkProvider,
    },
    {
      name: 'fit',
      title: ssoTestMessages.matchStep,
      required: true,
      passive: true,
      run: compareProvider,
    },
    {
      name: 'keys',
      title: ssoTestMessages.keysStep,
      required: true,
      passive: true,
      run: checkSsoKeys,
    },
    {
      name: 'clock',
      title: ssoTestMessages.clockStep,
      required: false,
      passive: true,
      run: compareClock,
    },
    {
      name: 'domains',
      title: ssoTestMessages.domainsStep,
      required: true,
      passive: true,
      needsSaved: 'record',
      run: checkEmailDomainOwnership,
    },
    {
      name: 'credentials',
      title: ssoTestMessages.credentialsStep,
      required: false,
      run: checkSsoCredentials,
    },
    {
      name: 'request',
      title: ssoTestMessages.requestStep,
      required: false,
      run: checkSsoRequest,
    },
    adminSignInStep,
  ],
  createState: () => ({}),
  serves: {
    kind: 'signOn',
    stores: ({ storeId }) => sql`select ${Number(storeId)}::integer as id`,
  },
  disableImpact: { messages: ssoSettingsMessages.impact },
  getExpirations: ({ protocol, certificate, nextCertificate, secretExpiresOn: day }) => {
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
    const [first, next] = [tryParseCertificate(certificate), tryParseCertificate(nextCertificate)]
    return [
      ...(first
        ? [{ what: ssoSettingsMessages.certificate, at: first.until, field: 'certificate' }]
        : []),
      ...(next
        ? [{ what: ssoSettingsMessages.nextCertificate, at: next.until, field: 'nextCertificate' }]
        : []),
    ]
  },
  hooks: adminSsoHooks,
})
