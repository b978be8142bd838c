import { randomBytes } from 'node:crypto'
import { failed, notApplying, passed } from '../integrations/integration.ts'
import type { StepResult } from '../integrations/integration.ts'
import { integrationMessages } from '../integrations/messages.ts'
import { askDns } from '../stores/domains/domainRecords.ts'
import { byProtocol, providerOf, sidesOf } from './found.ts'
import type { Asked } from './found.ts'
import { knownClient, takenRequest } from './oidcSteps.ts'
import { samlRequestUrl } from './samlParty.ts'
import { asSignOn, domainRecord } from './setUp.ts'

/** We are who we say: the secret is right, or requests are signed. */
export const checkCredentials = byProtocol({
  async saml({ asked, record: { signRequests } }) {
    const { ours } = await sidesOf(asked)
    if (!signRequests)
      return notApplying('Requests are not signed; the provider must not ask for it.')
    if (asked.typed && !ours.signingKey) return notApplying(integrationMessages.signedOnceSaved)
    return ours.signingKey
      ? passed('Requests are signed with the key of our metadata.')
      : failed('NO_KEY', 'There is no key to sign with. Save the settings again.', 'signRequests')
  },
  async oidc({ asked, settings: { clientSecret } }) {
    const { redirectUri } = (await sidesOf(asked)).addresses
    const isPublic = clientSecret === null
    const wrong = isPublic
      ? 'The provider knows no such client, or wants a secret of it: none is given here.'
      : 'The client id or the client secret is wrong.'
    return knownClient(providerOf(asked), redirectUri, {
      right: isPublic
        ? 'The client is known, and needs no secret.'
        : 'Client id and secret are right.',
      wrong: failed('invalid_client', wrong, 'clientSecret'),
      unsure: `The provider does not say whether ${isPublic ? 'it knows the client' : 'the secret is right'}.`,
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
    if (status >= 500)
      return failed(`HTTP_${status}`, `The sign-on URL answers ${status}.`, 'ssoUrl')
    if (status >= 400)
      return failed(
        `HTTP_${status}`,
        `The sign-on URL refuses our request (${status}). Is our entity id entered there?`,
        'ssoUrl',
      )
    return passed('The sign-on URL answers. Whether it knows us, only a sign-in tells.')
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
  if (emailDomains.length === 0)
    return failed(
      'NO_DOMAIN',
      'Name at least one e-mail domain: only its addresses may sign on.',
      'emailDomains',
    )
  const { domainToken } = await sidesOf(asked)
  const records = emailDomains.map((domain) => domainRecord(domain, domainToken))
  const seen = await askDns(asked.platform.outgoing.dns, records)
  const missing = seen.filter(({ found }) => !found)
  const [first] = missing
  if (!first)
    return passed(
      emailDomains.length === 1
        ? `${emailDomains[0]} is proven.`
        : `${emailDomains.length} domains are proven.`,
    )
  if (missing.every(({ unanswered }) => unanswered))
    return failed('DNS', 'The name server did not answer. Try again.')
  return failed(
    'NOT_PROVEN',
    `There is no TXT record ${first.name} with ${first.value}. Its owner adds it; DNS may take an hour.`,
    'emailDomains',
  )
}
