import { issuerOf } from '#shared/signOn/presets.ts'
import { failed, notApplying, passed, unknown } from '../integrations/integration.ts'
import type { StepResult } from '../integrations/integration.ts'
import { certificateFrom, standingOf } from './certificates.ts'
import { byProtocol, providerOf } from './found.ts'
import type { Asked } from './found.ts'
import { discover } from './oidcParty.ts'
import { abilitiesOf, noCode, publishedKeys } from './oidcSteps.ts'
import { MetadataFault, readSamlMetadata } from './samlMetadata.ts'

/** The provider tells of itself: metadata, or discovery. */
export const readProvider = byProtocol({
  async saml({ asked, record: { metadataUrl } }) {
    if (metadataUrl === null) return notApplying('Entered by hand: there is no metadata to read.')
    const { platform, signal, found } = asked
    const { status, headers, body } = await platform.outgoing.request({ url: metadataUrl, signal })
    const date = new Date(String(headers['date']))
    found.clock = Number.isNaN(date.getTime()) ? null : date
    if (status !== 200)
      return failed(
        `HTTP_${status}`,
        `There is no metadata at this URL: it answers ${status}.`,
        'metadataUrl',
      )
    try {
      found.metadata = readSamlMetadata(body.toString(), platform.now())
    } catch (error) {
      if (error instanceof MetadataFault) return failed('METADATA', error.message, 'metadataUrl')
      throw error
    }
    return passed('The metadata can be read.')
  },
  async oidc({ asked, settings, record }) {
    const { looks } = issuerOf(record.preset)
    const like = looks === null ? '' : ` It looks like ${looks}.`
    if (settings.issuer === '') return failed('INCOMPLETE', `Enter the issuer.${like}`, 'issuer')
    const provider = await discover(asked.platform.outgoing, settings, asked.signal)
    asked.found.provider = provider
    asked.found.clock = provider.clock
    return passed('The provider describes itself, by the name that was entered.')
  },
})

/** What was entered is whole, and what the provider has. */
export const compareProvider = byProtocol({
  saml({ asked: { found }, record: { entityId, ssoUrl } }) {
    if (entityId === null) return failed('INCOMPLETE', 'Enter the entity id.', 'entityId')
    if (ssoUrl === null) return failed('INCOMPLETE', 'Enter the sign-on URL.', 'ssoUrl')
    const { metadata } = found
    if (metadata && metadata.entityId !== entityId)
      return failed(
        'OTHER_ENTITY',
        `The metadata is of ${metadata.entityId}. Read it again.`,
        'entityId',
      )
    if (metadata && metadata.ssoUrl !== ssoUrl)
      return failed('OTHER_URL', `The metadata names ${metadata.ssoUrl}. Read it again.`, 'ssoUrl')
    return passed('Entity id and sign-on URL fit.')
  },
  oidc({ asked, settings, record }) {
    if (record.clientId === null) return failed('INCOMPLETE', 'Enter the client id.', 'clientId')
    const { code, s256, unlisted } = abilitiesOf(providerOf(asked), settings.scopes)
    if (!code) return noCode()
    const doubts = [
      ...(unlisted.length > 0 ? [`It does not list the scopes ${unlisted.join(', ')}.`] : []),
      ...(s256 ? [] : ['It does not say that it knows PKCE with S256, which we send.']),
    ]
    return doubts.length > 0
      ? passed(doubts.join(' '), { warning: true })
      : passed('It knows codes, PKCE with S256 and all scopes.')
  },
})

/** What signs can be believed, today and in the days to come. */
export const checkKeys = byProtocol({
  saml({ asked, settings, record }) {
    const now = asked.platform.now()
    if (record.certificate === null)
      return failed('INCOMPLETE', 'Enter the certificate.', 'certificate')
    const standings = settings.certificates.map((pem) => standingOf(certificateFrom(pem), now))
    const usable = standings.filter((one) => one.usable)
    const [first] = standings
    if (usable.length === 0)
      return failed(
        'CERT_EXPIRED',
        `The certificate ${first?.sentence ?? 'is missing'}.`,
        'certificate',
      )
    const { metadata } = asked.found
    const known = settings.certificates.map((pem) => certificateFrom(pem).pem)
    if (metadata && !metadata.certificates.some((pem) => known.includes(pem)))
      return failed(
        'OTHER_CERTIFICATE',
        'The metadata has other certificates by now. Read it again.',
        'certificate',
      )
    const told = usable.at(-1)?.sentence ?? ''
    return usable.every(({ soon }) => soon)
      ? passed(`The certificate ${told}. Add the next one.`, {
          warning: true,
          field: 'nextCertificate',
        })
      : passed(`The certificate ${told}.`)
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
  if (!clock) return Promise.resolve(unknown('The provider did not tell its time.'))
  const seconds = Math.round((clock.getTime() - platform.now().getTime()) / 1000)
  const off = Math.abs(seconds)
  const allowed = Math.max(
    mostSeconds,
    record['protocol'] === 'saml' ? Number(record['clockSkew']) : 0,
  )
  const which = seconds > 0 ? 'ahead of' : 'behind'
  if (off <= allowed)
    return Promise.resolve(passed(`The clocks agree within ${Math.max(off, 1)} s.`))
  const mend = `Its clock is ${off} s ${which} ours; answers would be refused. Have the provider's time set`
  return Promise.resolve(
    record['protocol'] === 'saml' && off <= 300
      ? failed(
          'CLOCK',
          `${mend}, or raise the clock skew to ${Math.ceil(off / 60) * 60} s.`,
          'clockSkew',
        )
      : failed('CLOCK', `${mend}.`),
  )
}
