import { DOMParser } from '@xmldom/xmldom'
import { select } from 'xpath'
import type { CacheProvider, Profile } from '@node-saml/node-saml'
import { getCertificateStatus, parseCertificate } from './certificates.ts'
import type { Claims } from '../claims.ts'
import { parseClaims } from '../claims.ts'
import { SsoError } from '../ssoError.ts'
import { certificateMessages, samlMessages, ssoMessages, ssoPageMessages } from '../messages.ts'
import { createSamlClient } from './samlClient.ts'
import type { ServiceProviderInfo, SamlSettings } from './samlClient.ts'
import { explainInvalidSignature, findSignedParts, hasEncryptedParts } from './samlSignatures.ts'
import { isWithinXmlLimits, maxTags } from './xmlLimits.ts'

type SamlRequest = { id: string; at: string }

/** A verified answer: the person's claims, and the assertion's ID, by which it counts only once. */
type SamlIdentity = { claims: Claims; assertionId: string; expiresAt: string }

const maxResponseBytes = 512 * 1024

/**
 * Parses and verifies a response, or rejects with an `SsoError`. Checks what node-saml doesn't, on
 * the signed bytes. The caller ensures that it counts only once.
 */
export async function parseSamlResponse(
  encoded: string,
  {
    settings,
    ours: serviceProvider,
    request,
    now,
  }: { settings: SamlSettings; ours: ServiceProviderInfo; request: SamlRequest; now: Date },
): Promise<SamlIdentity> {
  const xml = Buffer.from(encoded, 'base64').toString()
  if (encoded === '' || encoded.length > maxResponseBytes || /<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new SsoError('malformed', samlMessages.unreadable)
  if (!isWithinXmlLimits(xml, maxTags.answer))
    throw new SsoError('malformed', ssoMessages.unreadableAnswer)
  const answer = parseDocument(xml)
  if (hasEncryptedParts(answer)) throw new SsoError('encrypted', ssoMessages.encrypted)
  assertIssuer(answer, settings)
  assertStrongSignature(answer)
  assertRecipient(answer, '/*[local-name()="Response"]/@Destination', serviceProvider, {
    required: false,
  })
  const certificates = getValidCertificates(settings, now)
  const validate = (overrides: Partial<SamlSettings> = {}) =>
    createSamlClient({ ...settings, certificates, ...overrides }, serviceProvider, {
      remembered: createRequestCache(request),
    })
      .validatePostResponseAsync({ SAMLResponse: encoded })
      .then(({ profile }) => profile)
  const profile = await validate().catch(async (error: unknown) => {
    const samlError = toSamlError(error, settings, {
      ...serviceProvider,
      audience: getAudience(answer),
    })
    if (samlError.code !== 'signature') throw samlError
    const parts = findSignedParts(answer)
    const isGenuine =
      parts.response &&
      !parts.assertion &&
      (await isVerifiedResponse(validate({ wantAssertionsSigned: false })))
    const sentence = explainInvalidSignature(parts, isGenuine)
    throw new SsoError('signature', sentence, { cause: error })
  })
  const signed = profile?.getAssertionXml?.()
  if (!profile || !signed) throw new SsoError('malformed', samlMessages.noAssertion)
  return toSamlIdentity(parseDocument(signed), profile, {
    settings,
    ours: serviceProvider,
    request,
  })
}

/** Whether the provider signed the response itself. Only explains a rejection. */
const isVerifiedResponse = (validated: Promise<unknown>): Promise<boolean> =>
  validated.then(
    () => true,
    (error: unknown) => !signatureErrorPattern.test(error instanceof Error ? error.message : ''),
  )

const signatureErrorPattern = /signature|certificate|Too many signatures|signed data/i

function toSamlIdentity(
  assertion: Document,
  profile: Profile,
  {
    settings,
    ours: serviceProvider,
    request,
  }: { settings: SamlSettings; ours: ServiceProviderInfo; request: SamlRequest },
): SamlIdentity {
  assertIssuer(assertion, settings, '/*[local-name()="Assertion"]')
  const confirmation = '//*[local-name()="SubjectConfirmationData"]'
  assertRecipient(assertion, `${confirmation}/@Recipient`, serviceProvider, { required: true })
  const requestIds = findTexts(assertion, `${confirmation}/@InResponseTo`)
  if (requestIds.length === 0 || requestIds.some((id) => id !== request.id))
    throw new SsoError('not_asked', ssoPageMessages.notRequested)
  const assertionId = findText(assertion, '/*/@ID')
  const expiresAt = Date.parse(findText(assertion, `${confirmation}/@NotOnOrAfter`))
  if (assertionId === '' || Number.isNaN(expiresAt))
    throw new SsoError('malformed', samlMessages.incompleteAssertion)
  return {
    claims: parseClaims({ nameId: profile.nameID, ...getAttributes(profile) }),
    assertionId,
    expiresAt: new Date(expiresAt + settings.clockSkewSeconds * 1000).toISOString(),
  }
}

const getAttributes = ({ attributes }: Profile): object =>
  typeof attributes === 'object' && attributes !== null ? attributes : {}

const parseDocument = (xml: string): Document => {
  const doNothing = () => {}
  const quiet = { warning: doNothing, error: doNothing, fatalError: doNothing }
  const document = new DOMParser({ errorHandler: quiet }).parseFromString(xml, 'text/xml')
  if (!document?.documentElement) throw new SsoError('malformed', samlMessages.unreadable)
  return document
}

const findTexts = (document: Document, path: string): string[] =>
  (select(path, document) as Node[]).map((node) =>
    (node.nodeValue ?? node.textContent ?? '').trim(),
  ) // Paths select nodes.
const findText = (document: Document, path: string): string => findTexts(document, path)[0] ?? ''

/** (1) The issuer must be the provider of this setup. */
function assertIssuer(
  document: Document,
  { entityId }: SamlSettings,
  path = '//*[local-name()="Assertion" or local-name()="Response"]',
): void {
  const issuers = findTexts(document, `${path}/*[local-name()="Issuer"]`)
  const otherIssuer = issuers.find((issuer) => issuer !== entityId)
  if (otherIssuer === undefined && issuers.length > 0) return
  const sentence = toShortText(otherIssuer)
    ? samlMessages.otherIssuer(toShortText(otherIssuer), entityId)
    : samlMessages.noIssuer(entityId)
  throw new SsoError('wrong_issuer', sentence)
}

/** (2), (3) The recipient must be our URL. */
function assertRecipient(
  document: Document,
  path: string,
  { acsUrl }: ServiceProviderInfo,
  { required }: { required: boolean },
): void {
  const recipients = findTexts(document, path)
  const otherRecipient = recipients.find((recipient) => recipient !== acsUrl)
  if (otherRecipient === undefined && (recipients.length > 0 || !required)) return
  const sentence = toShortText(otherRecipient)
    ? samlMessages.otherRecipient(toShortText(otherRecipient), acsUrl)
    : samlMessages.noRecipient(acsUrl)
  throw new SsoError('wrong_recipient', sentence)
}

/** (4) SHA-1 can be forged, whichever part is signed with it. */
function assertStrongSignature(document: Document): void {
  const used = findTexts(
    document,
    '//*[local-name()="SignatureMethod" or local-name()="DigestMethod"]/@Algorithm',
  )
  if (used.some((algorithm) => /#(rsa-|dsa-|ecdsa-|hmac-)?(sha1|md5)$/i.test(algorithm)))
    throw new SsoError('weak_signature', samlMessages.weakSignature)
}

/** Returns the certificates that are valid now. node-saml doesn't check their dates. */
function getValidCertificates({ certificates }: SamlSettings, now: Date): string[] {
  const entries = certificates.map((pem) => ({
    pem,
    standing: getCertificateStatus(parseCertificate(pem), now),
  }))
  const valid = entries.filter(({ standing }) => standing.usable)
  if (valid.length === 0)
    throw new SsoError('certificate', entries[0]?.standing.sentence ?? certificateMessages.missing)
  return valid.map(({ pem }) => pem)
}

/** Creates node-saml's cache with the one request that may be answered. */
const createRequestCache = ({ id, at }: SamlRequest): CacheProvider => ({
  saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
  getAsync: (key) => Promise.resolve(key === id ? at : null),
  removeAsync: (key) => Promise.resolve(key),
})

/** Converts an error of node-saml to our own words, because its message may contain anything. */
function toSamlError(
  cause: unknown,
  { clockSkewSeconds }: SamlSettings,
  { entityId, audience }: { entityId: string; audience: string },
): SsoError {
  const message = cause instanceof Error ? cause.message : ''
  const rule = samlErrorRules.find(([pattern]) => pattern.test(message))
  if (!rule) return new SsoError('malformed', samlMessages.unreadable, { cause })
  const [, code, sentence] = rule
  return new SsoError(code, sentence({ clockSkewSeconds, entityId, audience }), { cause })
}

/** Returns the audience that the answer names. */
const getAudience = (answer: Document): string =>
  toShortText(findTexts(answer, '//*[local-name()="Audience"]').join(', '))

type SamlErrorDetails = { clockSkewSeconds: number; entityId: string; audience: string }

const samlErrorRules: [RegExp, string, (told: SamlErrorDetails) => string][] = [
  [/InResponseTo|subjectInResponseTo/i, 'not_asked', () => ssoPageMessages.notRequested],
  [
    /audience/i,
    'wrong_audience',
    ({ entityId, audience }) =>
      audience ? samlMessages.otherAudience(audience, entityId) : samlMessages.noAudience(entityId),
  ],
  [
    /subject confirmation|expired|not yet valid|clocks/i,
    'time',
    ({ clockSkewSeconds }) => samlMessages.expired(clockSkewSeconds),
  ],
  [signatureErrorPattern, 'signature', () => ssoMessages.otherCertificate],
  [
    /^SAML provider returned (Responder|Requester|\w+) error/,
    'refused',
    () => samlMessages.providerRejected,
  ],
  [/decryption/i, 'encrypted', () => ssoMessages.encrypted],
]

const toShortText = (text: string | undefined): string =>
  (text ?? '')
    .slice(0, 200)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
