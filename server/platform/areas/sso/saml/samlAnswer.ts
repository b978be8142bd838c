import { DOMParser } from '@xmldom/xmldom'
import { select } from 'xpath'
import type { CacheProvider, Profile } from '@node-saml/node-saml'
import { standingOf, certificateFrom } from './certificates.ts'
import type { Claims } from '../claims.ts'
import { claimsFrom } from '../claims.ts'
import { SignOnFault } from '../faults.ts'
import {
  certificateMessages,
  samlMessages as say,
  ssoMessages,
  ssoPageMessages,
} from '../messages.ts'
import { samlParty } from './samlParty.ts'
import type { OurSide, SamlSettings } from './samlParty.ts'
import { explainSignature, findSignedParts, hasEncryptedParts } from './samlSignatures.ts'
import { isParsableXml, mostTags } from './xmlLimits.ts'

export type SamlRequest = { id: string; at: string }

/** An answer that was found to be right: who it is about, and what makes it count once alone. */
export type SamlIdentity = { claims: Claims; assertionId: string; expiresAt: string }

const mostBytes = 512 * 1024

/** Or a `SignOnFault`. What node-saml lets pass is checked here, on the signed bytes; that it counts once is the caller's. */
export async function readSamlAnswer(
  encoded: string,
  {
    settings,
    ours,
    request,
    now,
  }: { settings: SamlSettings; ours: OurSide; request: SamlRequest; now: Date },
): Promise<SamlIdentity> {
  const xml = Buffer.from(encoded, 'base64').toString()
  if (encoded === '' || encoded.length > mostBytes || /<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new SignOnFault('malformed', say.unreadable)
  if (!isParsableXml(xml, mostTags.answer))
    throw new SignOnFault('malformed', ssoMessages.unreadableAnswer)
  const answer = documentOf(xml)
  if (hasEncryptedParts(answer)) throw new SignOnFault('encrypted', ssoMessages.encrypted)
  refuseOtherIssuer(answer, settings)
  refuseWeak(answer)
  refuseElsewhere(answer, '/*[local-name()="Response"]/@Destination', ours, { required: false })
  const certificates = usable(settings, now)
  const validate = (more: Partial<SamlSettings> = {}) =>
    samlParty({ ...settings, certificates, ...more }, ours, { remembered: remembering(request) })
      .validatePostResponseAsync({ SAMLResponse: encoded })
      .then(({ profile }) => profile)
  const profile = await validate().catch(async (error: unknown) => {
    const fault = faultOf(error, settings, { ...ours, audience: audienceOf(answer) })
    if (fault.code !== 'signature') throw fault
    const parts = findSignedParts(answer)
    const isGenuine =
      parts.response &&
      !parts.assertion &&
      (await isGenuineResponse(validate({ wantAssertionsSigned: false })))
    const sentence = explainSignature(parts, isGenuine)
    throw new SignOnFault('signature', sentence, { cause: error })
  })
  const signed = profile?.getAssertionXml?.()
  if (!profile || !signed) throw new SignOnFault('malformed', say.noAssertion)
  return identityFrom(documentOf(signed), profile, { settings, ours, request })
}

/** Whether the response itself is signed by the provider; asked only to explain a rejection. */
const isGenuineResponse = (validated: Promise<unknown>): Promise<boolean> =>
  validated.then(
    () => true,
    (error: unknown) => !signatureFault.test(error instanceof Error ? error.message : ''),
  )

const signatureFault = /signature|certificate|Too many signatures|signed data/i

function identityFrom(
  assertion: Document,
  profile: Profile,
  { settings, ours, request }: { settings: SamlSettings; ours: OurSide; request: SamlRequest },
): SamlIdentity {
  refuseOtherIssuer(assertion, settings, '/*[local-name()="Assertion"]')
  const confirmation = '//*[local-name()="SubjectConfirmationData"]'
  refuseElsewhere(assertion, `${confirmation}/@Recipient`, ours, { required: true })
  const answered = textsAt(assertion, `${confirmation}/@InResponseTo`)
  if (answered.length === 0 || answered.some((id) => id !== request.id))
    throw new SignOnFault('not_asked', ssoPageMessages.notRequested)
  const assertionId = textAt(assertion, '/*/@ID')
  const expiresAt = Date.parse(textAt(assertion, `${confirmation}/@NotOnOrAfter`))
  if (assertionId === '' || Number.isNaN(expiresAt))
    throw new SignOnFault('malformed', say.incompleteAssertion)
  return {
    claims: claimsFrom({ nameId: profile.nameID, ...attributesOf(profile) }),
    assertionId,
    expiresAt: new Date(expiresAt + settings.clockSkewSeconds * 1000).toISOString(),
  }
}

const attributesOf = ({ attributes }: Profile): object =>
  typeof attributes === 'object' && attributes !== null ? attributes : {}

const documentOf = (xml: string): Document => {
  const silent = () => {}
  const quiet = { warning: silent, error: silent, fatalError: silent }
  const document = new DOMParser({ errorHandler: quiet }).parseFromString(xml, 'text/xml')
  if (!document?.documentElement) throw new SignOnFault('malformed', say.unreadable)
  return document
}

const textsAt = (document: Document, path: string): string[] =>
  (select(path, document) as Node[]).map((node) =>
    (node.nodeValue ?? node.textContent ?? '').trim(),
  ) // Paths of nodes.
const textAt = (document: Document, path: string): string => textsAt(document, path)[0] ?? ''

/** (1) Whoever speaks must be the provider that is set up here. */
function refuseOtherIssuer(
  document: Document,
  { entityId }: SamlSettings,
  at = '//*[local-name()="Assertion" or local-name()="Response"]',
): void {
  const issuers = textsAt(document, `${at}/*[local-name()="Issuer"]`)
  const other = issuers.find((issuer) => issuer !== entityId)
  if (other === undefined && issuers.length > 0) return
  const sentence = shown(other) ? say.otherIssuer(shown(other), entityId) : say.noIssuer(entityId)
  throw new SignOnFault('wrong_issuer', sentence)
}

/** (2), (3) It must be made out to our address. */
function refuseElsewhere(
  document: Document,
  path: string,
  { acsUrl }: OurSide,
  { required }: { required: boolean },
): void {
  const places = textsAt(document, path)
  const other = places.find((place) => place !== acsUrl)
  if (other === undefined && (places.length > 0 || !required)) return
  const sentence = shown(other) ? say.otherRecipient(shown(other), acsUrl) : say.noRecipient(acsUrl)
  throw new SignOnFault('wrong_recipient', sentence)
}

/** (4) SHA-1 can be forged; which parts are signed with it does not matter. */
function refuseWeak(document: Document): void {
  const used = textsAt(
    document,
    '//*[local-name()="SignatureMethod" or local-name()="DigestMethod"]/@Algorithm',
  )
  if (used.some((algorithm) => /#(rsa-|dsa-|ecdsa-|hmac-)?(sha1|md5)$/i.test(algorithm)))
    throw new SignOnFault('weak_signature', say.weakSignature)
}

/** Certificates that are valid now; node-saml does not look at their dates. */
function usable({ certificates }: SamlSettings, now: Date): string[] {
  const known = certificates.map((pem) => ({
    pem,
    standing: standingOf(certificateFrom(pem), now),
  }))
  const valid = known.filter(({ standing }) => standing.usable)
  if (valid.length === 0)
    throw new SignOnFault('certificate', known[0]?.standing.sentence ?? certificateMessages.missing)
  return valid.map(({ pem }) => pem)
}

/** The one request that may be answered, as node-saml asks for it. */
const remembering = ({ id, at }: SamlRequest): CacheProvider => ({
  saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
  getAsync: (key) => Promise.resolve(key === id ? at : null),
  removeAsync: (key) => Promise.resolve(key),
})

/** What node-saml says, in our words; its own may hold anything. */
function faultOf(
  cause: unknown,
  { clockSkewSeconds }: SamlSettings,
  { entityId, audience }: { entityId: string; audience: string },
): SignOnFault {
  const said = cause instanceof Error ? cause.message : ''
  const found = faults.find(([pattern]) => pattern.test(said))
  if (!found) return new SignOnFault('malformed', say.unreadable, { cause })
  const [, code, sentence] = found
  return new SignOnFault(code, sentence({ clockSkewSeconds, entityId, audience }), { cause })
}

/** Whom the answer says that it was made for. */
const audienceOf = (answer: Document): string =>
  shown(textsAt(answer, '//*[local-name()="Audience"]').join(', '))

type Told = { clockSkewSeconds: number; entityId: string; audience: string }

const faults: [RegExp, string, (told: Told) => string][] = [
  [/InResponseTo|subjectInResponseTo/i, 'not_asked', () => ssoPageMessages.notRequested],
  [
    /audience/i,
    'wrong_audience',
    ({ entityId, audience }) =>
      audience ? say.otherAudience(audience, entityId) : say.noAudience(entityId),
  ],
  [
    /subject confirmation|expired|not yet valid|clocks/i,
    'time',
    ({ clockSkewSeconds }) => say.expired(clockSkewSeconds),
  ],
  [signatureFault, 'signature', () => ssoMessages.otherCertificate],
  [
    /^SAML provider returned (Responder|Requester|\w+) error/,
    'refused',
    () => say.providerRejected,
  ],
  [/decryption/i, 'encrypted', () => ssoMessages.encrypted],
]

const shown = (text: string | undefined): string =>
  (text ?? '')
    .slice(0, 200)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
