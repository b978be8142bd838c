import { sql } from 'kysely'
import { adminSignOns } from '#shared/resources/adminSignOns.ts'
import { defineIntegration } from '../integrations/integration.ts'
import type { Step } from '../integrations/integration.ts'
import { certificateOrNull } from './certificates.ts'
import { signOnConsequence } from './consequence.ts'
import type { Found } from './found.ts'
import { checkCredentials, proveDomains, sendRequest } from './ourSteps.ts'
import { checkKeys, compareClock, compareProvider, readProvider } from './providerSteps.ts'

/** What only a sign-in in a browser proves. */
const signInStep: Step = {
  name: 'signIn',
  title: 'Signature, audience and claims',
  required: true,
  byUser:
    'Needs a test sign-in: it shows what the provider says of somebody, and gives no session.',
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
      title: 'Provider read',
      required: true,
      passive: true,
      field: ({ protocol }) => (protocol === 'oidc' ? 'issuer' : 'metadataUrl'),
      run: readProvider,
    },
    {
      name: 'fit',
      title: 'Names and addresses fit',
      required: true,
      passive: true,
      run: compareProvider,
    },
    { name: 'keys', title: 'Keys are valid', required: true, passive: true, run: checkKeys },
    { name: 'clock', title: 'Clocks agree', required: false, passive: true, run: compareClock },
    {
      name: 'domains',
      title: 'E-mail domains are proven',
      required: true,
      passive: true,
      needsSaved: 'record',
      run: proveDomains,
    },
    {
      name: 'credentials',
      title: 'Our credentials are right',
      required: false,
      run: checkCredentials,
    },
    {
      name: 'request',
      title: 'Provider answers a request of ours',
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
  stops: { what: 'Admins sign on by password alone' },
  expires: ({ protocol, certificate, nextCertificate, secretExpiresOn: day }) => {
    if (protocol === 'oidc')
      return typeof day === 'string'
        ? [{ what: 'Client secret', at: `${day}T00:00:00.000Z`, field: 'clientSecret' }]
        : []
    const [first, next] = [certificateOrNull(certificate), certificateOrNull(nextCertificate)]
    return [
      ...(first ? [{ what: 'Certificate', at: first.until, field: 'certificate' }] : []),
      ...(next ? [{ what: 'Second certificate', at: next.until, field: 'nextCertificate' }] : []),
    ]
  },
  consequence: signOnConsequence,
})
