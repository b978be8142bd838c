import { randomBytes } from 'node:crypto'
import {
  failStep,
  skipInapplicableStep,
  passStep,
} from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { integrationMessages } from '#server/platform/core/integrations/messages.ts'
import { checkDnsRecords } from '../stores/domains/domainRecords.ts'
import { createProtocolStep, getStepProvider, loadStepSetup } from './protocolStep.ts'
import type { SsoStepContext } from './protocolStep.ts'
import { checkClient, checkRequest } from './oidc/oidcSteps.ts'
import { buildSamlRequestUrl } from './saml/samlClient.ts'
import { toAdminSsoRecord, buildDomainRecord } from './adminSsoSetup.ts'
import { oidcMessages, ssoTestMessages } from './messages.ts'

/** Checks our identity at the provider: the client secret is valid, or requests are signed. */
export const checkSsoCredentials = createProtocolStep({
  async saml({ context: asked, record: { signRequests } }) {
    const { serviceProvider: ours } = await loadStepSetup(asked)
    if (!signRequests) return skipInapplicableStep(ssoTestMessages.requestsUnsigned)
    if (asked.typed && !ours.signingKey)
      return skipInapplicableStep(integrationMessages.signedOnceSaved)
    return ours.signingKey
      ? passStep(ssoTestMessages.requestsSigned)
      : failStep('NO_KEY', ssoTestMessages.noSigningKey, 'signRequests')
  },
  async oidc({ context: asked, settings: { clientSecret } }) {
    const { redirectUri } = (await loadStepSetup(asked)).addresses
    const isPublic = clientSecret === null
    const wrong = isPublic ? ssoTestMessages.publicClientUnknown : oidcMessages.credentialsRejected
    return checkClient(getStepProvider(asked), redirectUri, {
      right: isPublic ? ssoTestMessages.publicClientKnown : ssoTestMessages.credentialsValid,
      wrong: failStep('invalid_client', wrong, 'clientSecret'),
      unsure: isPublic ? ssoTestMessages.clientUnchecked : ssoTestMessages.secretUnchecked,
    })
  },
})

/** Checks that the provider accepts our request. Only a sign-in can prove more. */
export const checkSsoRequest = createProtocolStep({
  async saml({ context: asked, settings }) {
    const { serviceProvider: ours } = await loadStepSetup(asked)
    if (asked.typed && settings.signRequests && !ours.signingKey)
      return skipInapplicableStep(integrationMessages.signedOnceSaved)
    const id = `_${randomBytes(20).toString('hex')}`
    const url = await buildSamlRequestUrl(settings, ours, { id, relayState: 'test' })
    const { status } = await asked.platform.outgoing.request({
      url,
      signal: asked.signal,
      redirect: 'manual',
    })
    if (status >= 500)
      return failStep(`HTTP_${status}`, ssoTestMessages.ssoUrlFailed(status), 'ssoUrl')
    if (status >= 400)
      return failStep(`HTTP_${status}`, ssoTestMessages.ssoUrlRejected(status), 'ssoUrl')
    return passStep(ssoTestMessages.ssoUrlResponds)
  },
  async oidc({ context: asked, settings }) {
    const { redirectUri } = (await loadStepSetup(asked)).addresses
    const { scopes } = settings
    return checkRequest(getStepProvider(asked), asked, { scopes, redirectUri, field: 'clientId' })
  },
})

/** Checks that the owners of the email domains have agreed. */
export async function checkEmailDomains(asked: SsoStepContext): Promise<StepResult> {
  const { emailDomains } = toAdminSsoRecord(asked.record)
  if (emailDomains.length === 0)
    return failStep('NO_DOMAIN', ssoTestMessages.noDomain, 'emailDomains')
  const { domainToken } = await loadStepSetup(asked)
  const records = emailDomains.map((domain) => buildDomainRecord(domain, domainToken))
  const seen = await checkDnsRecords(asked.platform.outgoing.dns, records)
  const missing = seen.filter(({ found }) => !found)
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
