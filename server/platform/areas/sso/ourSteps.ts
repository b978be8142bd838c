import { randomBytes } from 'node:crypto'
import { failed, notApplying, passed } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { integrationMessages } from '#server/platform/core/integrations/messages.ts'
import { askDns } from '../stores/domains/domainRecords.ts'
import { byProtocol, providerOf, sidesOf } from './found.ts'
import type { Asked } from './found.ts'
import { knownClient, takenRequest } from './oidc/oidcSteps.ts'
import { samlRequestUrl } from './saml/samlParty.ts'
import { asSignOn, domainRecord } from './setUp.ts'
import { oidcMessages, ssoTestMessages as say } from './messages.ts'

/** We are who we say: the secret is right, or requests are signed. */
export const checkCredentials = byProtocol({
  async saml({ asked, record: { signRequests } }) {
    const { ours } = await sidesOf(asked)
    if (!signRequests) return notApplying(say.requestsUnsigned)
    if (asked.typed && !ours.signingKey) return notApplying(integrationMessages.signedOnceSaved)
    return ours.signingKey
      ? passed(say.requestsSigned)
      : failed('NO_KEY', say.noSigningKey, 'signRequests')
  },
  async oidc({ asked, settings: { clientSecret } }) {
    const { redirectUri } = (await sidesOf(asked)).addresses
    const isPublic = clientSecret === null
    const wrong = isPublic ? say.publicClientUnknown : oidcMessages.credentialsRejected
    return knownClient(providerOf(asked), redirectUri, {
      right: isPublic ? say.publicClientKnown : say.credentialsValid,
      wrong: failed('invalid_client', wrong, 'clientSecret'),
      unsure: isPublic ? say.clientUnchecked : say.secretUnchecked,
    })
  },
})

/** The provider takes a request of ours: a sign-in alone can prove more. */
export const sendRequest = byProtocol({
  async saml({ asked, settings }) {
    const { ours } = await sidesOf(asked)
    if (asked.typed && settings.signRequests && !ours.signingKey)
      return notApplying(integrationMessages.signedOnceSaved)
    const id = `_${randomBytes(20).toString('hex')}`
    const url = await samlRequestUrl(settings, ours, { id, relayState: 'test' })
    const { status } = await asked.platform.outgoing.request({
      url,
      signal: asked.signal,
      redirect: 'told',
    })
    if (status >= 500) return failed(`HTTP_${status}`, say.ssoUrlFailed(status), 'ssoUrl')
    if (status >= 400) return failed(`HTTP_${status}`, say.ssoUrlRejected(status), 'ssoUrl')
    return passed(say.ssoUrlResponds)
  },
  async oidc({ asked, settings }) {
    const { redirectUri } = (await sidesOf(asked)).addresses
    const { scopes } = settings
    return takenRequest(providerOf(asked), asked, { scopes, redirectUri, field: 'clientId' })
  },
})

/** Whoever owns the domains of the addresses has agreed. */
export async function proveDomains(asked: Asked): Promise<StepResult> {
  const { emailDomains } = asSignOn(asked.record)
  if (emailDomains.length === 0) return failed('NO_DOMAIN', say.noDomain, 'emailDomains')
  const { domainToken } = await sidesOf(asked)
  const records = emailDomains.map((domain) => domainRecord(domain, domainToken))
  const seen = await askDns(asked.platform.outgoing.dns, records)
  const missing = seen.filter(({ found }) => !found)
  const [first] = missing
  if (!first) return passed(say.domainsVerified(emailDomains))
  if (missing.every(({ unanswered }) => unanswered)) return failed('DNS', say.dnsFailed)
  return failed('NOT_PROVEN', say.domainNotVerified(first.name, first.value), 'emailDomains')
}
