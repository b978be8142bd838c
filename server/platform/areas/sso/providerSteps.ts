import { issuerOf } from '#shared/areas/sso/presets.ts'
import {
  failed,
  notApplying,
  passed,
  unknown,
} from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { certificateFrom, standingOf } from './saml/certificates.ts'
import { byProtocol, providerOf } from './found.ts'
import type { Asked } from './found.ts'
import { discover } from './oidc/oidcParty.ts'
import { abilitiesOf, noCode, publishedKeys } from './oidc/oidcSteps.ts'
import { MetadataFault, readSamlMetadata } from './saml/samlMetadata.ts'
import { certificateMessages, metadataMessages, ssoTestMessages as say } from './messages.ts'

/** The provider tells of itself: metadata, or discovery. */
export const readProvider = byProtocol({
  async saml({ asked, record: { metadataUrl } }) {
    if (metadataUrl === null) return notApplying(say.enteredByHand)
    const { platform, signal, found } = asked
    const { status, headers, body } = await platform.outgoing.request({ url: metadataUrl, signal })
    const date = new Date(String(headers['date']))
    found.clock = Number.isNaN(date.getTime()) ? null : date
    if (status !== 200)
      return failed(`HTTP_${status}`, metadataMessages.notAtUrl(status), 'metadataUrl')
    try {
      found.metadata = readSamlMetadata(body.toString(), platform.now())
    } catch (error) {
      if (error instanceof MetadataFault) return failed('METADATA', error.message, 'metadataUrl')
      throw error
    }
    return passed(say.metadataValid)
  },
  async oidc({ asked, settings, record }) {
    const { looks } = issuerOf(record.preset)
    if (settings.issuer === '') return failed('INCOMPLETE', say.enterIssuer(looks), 'issuer')
    const provider = await discover(asked.platform.outgoing, settings, asked.signal)
    asked.found.provider = provider
    asked.found.clock = provider.clock
    return passed(say.issuerMatches)
  },
})

/** What was entered is whole, and what the provider has. */
export const compareProvider = byProtocol({
  saml({ asked: { found }, record: { entityId, ssoUrl } }) {
    if (entityId === null) return failed('INCOMPLETE', say.enterEntityId, 'entityId')
    if (ssoUrl === null) return failed('INCOMPLETE', say.enterSsoUrl, 'ssoUrl')
    const { metadata } = found
    if (metadata && metadata.entityId !== entityId)
      return failed('OTHER_ENTITY', say.otherEntityId(metadata.entityId), 'entityId')
    if (metadata && metadata.ssoUrl !== ssoUrl)
      return failed('OTHER_URL', say.otherSsoUrl(metadata.ssoUrl), 'ssoUrl')
    return passed(say.detailsMatch)
  },
  oidc({ asked, settings, record }) {
    if (record.clientId === null) return failed('INCOMPLETE', say.enterClientId, 'clientId')
    const { code, s256, unlisted } = abilitiesOf(providerOf(asked), settings.scopes)
    if (!code) return noCode()
    const doubts = [
      ...(unlisted.length > 0 ? [say.scopesNotListed(unlisted)] : []),
      ...(s256 ? [] : [say.pkceNotListed]),
    ]
    return doubts.length > 0 ? passed(doubts.join(' '), { warning: true }) : passed(say.supportsAll)
  },
})

/** What signs can be believed, today and in the days to come. */
export const checkKeys = byProtocol({
  saml({ asked, settings, record }) {
    const now = asked.platform.now()
    if (record.certificate === null)
      return failed('INCOMPLETE', say.enterCertificate, 'certificate')
    const standings = settings.certificates.map((pem) => standingOf(certificateFrom(pem), now))
    const usable = standings.filter((one) => one.usable)
    const [first] = standings
    if (usable.length === 0)
      return failed('CERT_EXPIRED', first?.sentence ?? certificateMessages.missing, 'certificate')
    const { metadata } = asked.found
    const known = settings.certificates.map((pem) => certificateFrom(pem).pem)
    if (metadata && !metadata.certificates.some((pem) => known.includes(pem)))
      return failed('OTHER_CERTIFICATE', say.otherCertificates, 'certificate')
    const sentence = usable.at(-1)?.sentence ?? ''
    return usable.every(({ soon }) => soon)
      ? passed([sentence, certificateMessages.addNext].join(' '), {
          warning: true,
          field: 'nextCertificate',
        })
      : passed(sentence)
  },
  oidc: ({ asked }) => publishedKeys(providerOf(asked), asked),
})

const mostSeconds = 60

type Clocks = {
  found: Pick<Asked['found'], 'clock'>
  record: Readonly<Record<string, unknown>>
  platform: Pick<Asked['platform'], 'now'>
}

/** The clocks agree, as far as the provider tells its own. */
export function compareClock({ found, record, platform }: Clocks): Promise<StepResult> {
  const { clock } = found
  if (!clock) return Promise.resolve(unknown(say.clockUnknown))
  const seconds = Math.round((clock.getTime() - platform.now().getTime()) / 1000)
  const off = Math.abs(seconds)
  const allowed = Math.max(
    mostSeconds,
    record['protocol'] === 'saml' ? Number(record['clockSkew']) : 0,
  )
  if (off <= allowed) return Promise.resolve(passed(say.clocksAgree(Math.max(off, 1))))
  const difference = seconds > 0 ? say.clockAhead(off) : say.clockBehind(off)
  return Promise.resolve(
    record['protocol'] === 'saml' && off <= 300
      ? failed(
          'CLOCK',
          [difference, say.fixClockOrSkew(Math.ceil(off / 60) * 60)].join(' '),
          'clockSkew',
        )
      : failed('CLOCK', [difference, say.fixClock].join(' ')),
  )
}
