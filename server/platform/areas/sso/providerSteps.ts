import { getPresetIssuer } from '#shared/areas/sso/presets.ts'
import {
  failStep,
  skipInapplicableStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { parseCertificate, getCertificateStatus } from './saml/certificates.ts'
import { createProtocolStep, getStepProvider } from './protocolStep.ts'
import type { SsoStepContext } from './protocolStep.ts'
import { discoverOidcProvider } from './oidc/oidcClient.ts'
import {
  getProviderFeatures,
  createNoCodeFlowFailure,
  checkPublishedKeys,
} from './oidc/oidcSteps.ts'
import { MetadataError, parseSamlMetadata } from './saml/samlMetadata.ts'
import { certificateMessages, samlMetadataMessages, ssoTestMessages } from './messages.ts'

/** Reads the provider's metadata or discovery document. */
export const checkProvider = createProtocolStep({
  async saml({ context, record: { metadataUrl } }) {
    if (metadataUrl === null) return skipInapplicableStep(ssoTestMessages.enteredByHand)
    const { platform, signal, state } = context
    const { status, headers, body } = await platform.outgoing.request({ url: metadataUrl, signal })
    const date = new Date(String(headers['date']))
    state.clock = Number.isNaN(date.getTime()) ? null : date
    if (status !== 200)
      return failStep(`HTTP_${status}`, samlMetadataMessages.notAtUrl(status), 'metadataUrl')
    try {
      state.metadata = parseSamlMetadata(body.toString(), platform.now())
    } catch (error) {
      if (error instanceof MetadataError) return failStep('METADATA', error.message, 'metadataUrl')
      throw error
    }
    return passStep(ssoTestMessages.metadataValid)
  },
  async oidc({ context, settings, record }) {
    const { looks: example } = getPresetIssuer(record.preset)
    if (settings.issuer === '')
      return failStep('INCOMPLETE', ssoTestMessages.enterIssuer(example), 'issuer')
    const provider = await discoverOidcProvider(context.platform.outgoing, settings, context.signal)
    context.state.provider = provider
    context.state.clock = provider.clock
    return passStep(ssoTestMessages.issuerMatches)
  },
})

/** Checks that the settings are complete and match the provider's. */
export const compareProvider = createProtocolStep({
  saml({ context: { state }, record: { entityId, ssoUrl } }) {
    if (entityId === null) return failStep('INCOMPLETE', ssoTestMessages.enterEntityId, 'entityId')
    if (ssoUrl === null) return failStep('INCOMPLETE', ssoTestMessages.enterSsoUrl, 'ssoUrl')
    const { metadata } = state
    if (metadata && metadata.entityId !== entityId)
      return failStep('OTHER_ENTITY', ssoTestMessages.otherEntityId(metadata.entityId), 'entityId')
    if (metadata && metadata.ssoUrl !== ssoUrl)
      return failStep('OTHER_URL', ssoTestMessages.otherSsoUrl(metadata.ssoUrl), 'ssoUrl')
    return passStep(metadata ? ssoTestMessages.detailsMatch : ssoTestMessages.detailsNotCompared)
  },
  oidc({ context, settings, record }) {
    if (record.clientId === null)
      return failStep('INCOMPLETE', ssoTestMessages.enterClientId, 'clientId')
    const { code, s256, unlisted } = getProviderFeatures(getStepProvider(context), settings.scopes)
    if (!code) return createNoCodeFlowFailure()
    const warnings = [
      ...(unlisted.length > 0 ? [ssoTestMessages.scopesNotListed(unlisted)] : []),
      ...(s256 ? [] : [ssoTestMessages.pkceNotListed]),
    ]
    return warnings.length > 0
      ? passStep(warnings.join(' '), { warning: true })
      : passStep(ssoTestMessages.supportsAll)
  },
})

/** Checks that signing keys are valid, now and in the next days. */
export const checkSsoKeys = createProtocolStep({
  saml({ context, settings, record }) {
    const now = context.platform.now()
    if (record.certificate === null)
      return failStep('INCOMPLETE', ssoTestMessages.enterCertificate, 'certificate')
    const statuses = settings.certificates.map((pem) =>
      getCertificateStatus(parseCertificate(pem), now),
    )
    const usable = statuses.filter((status) => status.usable)
    const [first] = statuses
    if (usable.length === 0)
      return failStep('CERT_EXPIRED', first?.sentence ?? certificateMessages.missing, 'certificate')
    const { metadata } = context.state
    const knownCertificates = settings.certificates.map((pem) => parseCertificate(pem).pem)
    if (metadata && !metadata.certificates.some((pem) => knownCertificates.includes(pem)))
      return failStep('OTHER_CERTIFICATE', ssoTestMessages.otherCertificates, 'certificate')
    const sentence = usable.at(-1)?.sentence ?? ''
    return usable.every(({ soon }) => soon)
      ? passStep([sentence, certificateMessages.addNext].join(' '), {
          warning: true,
          field: 'nextCertificate',
        })
      : passStep(sentence)
  },
  oidc: ({ context }) => checkPublishedKeys(getStepProvider(context), context),
})

const maxClockDifferenceSeconds = 60

type ClockStepInput = {
  state: Pick<SsoStepContext['state'], 'clock'>
  record: Readonly<Record<string, unknown>>
  platform: Pick<SsoStepContext['platform'], 'now'>
}

/** Compares the provider's clock with ours, if the provider reports its time. */
export function compareClock({ state, record, platform }: ClockStepInput): Promise<StepResult> {
  const { clock } = state
  if (!clock) return Promise.resolve(reportUnknownStep(ssoTestMessages.clockUnknown))
  const seconds = Math.round((clock.getTime() - platform.now().getTime()) / 1000)
  const absoluteSeconds = Math.abs(seconds)
  const allowed = Math.max(
    maxClockDifferenceSeconds,
    record['protocol'] === 'saml' ? Number(record['clockSkew']) : 0,
  )
  if (absoluteSeconds <= allowed)
    return Promise.resolve(passStep(ssoTestMessages.clocksAgree(Math.max(absoluteSeconds, 1))))
  const difference =
    seconds > 0
      ? ssoTestMessages.clockAhead(absoluteSeconds)
      : ssoTestMessages.clockBehind(absoluteSeconds)
  return Promise.resolve(
    record['protocol'] === 'saml' && absoluteSeconds <= 300
      ? failStep(
          'CLOCK',
          [difference, ssoTestMessages.fixClockOrSkew(Math.ceil(absoluteSeconds / 60) * 60)].join(
            ' ',
          ),
          'clockSkew',
        )
      : failStep('CLOCK', [difference, ssoTestMessages.fixClock].join(' ')),
  )
}
