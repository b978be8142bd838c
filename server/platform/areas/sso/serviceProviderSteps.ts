import { randomBytes } from 'node:crypto'
import {
  failStep,
  skipInapplicableStep,
  passStep,
} from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { integrationMessages } from '#server/platform/core/integrations/messages.ts'
import { checkDnsRecords } from '../stores/index.ts'
import { createProtocolStep, getStepProvider, loadStepSetup } from './protocolStep.ts'
import type { SsoStepContext } from './protocolStep.ts'
import { checkOidcClient, checkAuthorizationRequest } from './oidc/oidcSteps.ts'
import { buildSamlRequestUrl } from './saml/samlClient.ts'
import { toAdminSsoRecord, buildDomainVerificationRecord } from './adminSsoSetup.ts'
import { oidcMessages, ssoTestMessages } from './messages.ts'

/** Checks our identity at the provider: the client secret is valid, or requests are signed. */
export const checkSsoCredentials = createProtocolStep({
  async saml({ context, record: { signRequests } }) {
    const { serviceProvider } = await loadStepSetup(context)
    if (!signRequests) return skipInapplicableStep(ssoTestMessages.requestsUnsigned)
    if (context.typed && !serviceProvider.signingKey)
      return skipInapplicableStep(integrationMessages.signedOnceSaved)
    return serviceProvider.signingKey
      ? passStep(ssoTestMessages.requestsSigned)
      : failStep('NO_KEY', ssoTestMessages.noSigningKey, 'signRequests')
  },
  async oidc({ context, settings: { clientSecret } }) {
    const { redirectUri } = (await loadStepSetup(context)).addresses
    const isPublic = clientSecret === null
    const rejectedMessage = isPublic
      ? ssoTestMessages.publicClientUnknown
      : oidcMessages.credentialsRejected
    return checkOidcClient(getStepProvider(context), redirectUri, {
      right: isPublic ? ssoTestMessages.publicClientKnown : ssoTestMessages.credentialsValid,
      wrong: failStep('invalid_client', rejectedMessage, 'clientSecret'),
      unsure: isPublic ? ssoTestMessages.clientUnchecked : ssoTestMessages.secretUnchecked,
    })
  },
})

/** Checks that the provider accepts our request. Only a sign-in can prove more. */
export const checkSsoRequest = createProtocolStep({
  async saml({ context, settings }) {
    const { serviceProvider } = await loadStepSetup(context)
    if (context.typed && settings.signRequests && !serviceProvider.signingKey)
      return skipInapplicableStep(integrationMessages.signedOnceSaved)
    const id = `_${randomBytes(20).toString('hex')}`
    const url = await buildSamlRequestUrl(settings, serviceProvider, { id, relayState: 'test' })
    const { status } = await context.platform.outgoing.request({
      url,
      signal: context.signal,
      redirect: 'manual',
    })
    if (status >= 500)
      return failStep(`HTTP_${status}`, ssoTestMessages.ssoUrlFailed(status), 'ssoUrl')
    if (status >= 400)
      return failStep(`HTTP_${status}`, ssoTestMessages.ssoUrlRejected(status), 'ssoUrl')
    return passStep(ssoTestMessages.ssoUrlResponds)
  },
  async oidc({ context, settings }) {
    const { redirectUri } = (await loadStepSetup(context)).addresses
    const { scopes } = settings
    return checkAuthorizationRequest(getStepProvider(context), context, {
      scopes,
      redirectUri,
      field: 'clientId',
    })
  },
})

/** Checks that the owners of the email domains have agreed. */
export async function checkEmailDomainOwnership(context: SsoStepContext): Promise<StepResult> {
  const { emailDomains } = toAdminSsoRecord(context.record)
  if (emailDomains.length === 0)
    return failStep('NO_DOMAIN', ssoTestMessages.noDomain, 'emailDomains')
  const { domainToken } = await loadStepSetup(context)
  const records = emailDomains.map((domain) => buildDomainVerificationRecord(domain, domainToken))
  const results = await checkDnsRecords(context.platform.outgoing.dns, records)
  const missing = results.filter(({ found }) => !found)
  const [first] = missing
  if (!first) return passStep(ssoTestMessages.domainsVerified(emailDomains))
  if (missing.every(({ unanswered }) => unanswered))
    return failStep('DNS', ssoTestMessages.dnsFailed)
  return failStep(
    'NOT_PROVEN',
    ssoTestMessages.domainNotVerified(first.name, first.value),
    'emailDomains',
  )
}
