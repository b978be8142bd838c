import { DOMParser } from '@xmldom/xmldom'
import { select } from 'xpath'
import type { CacheProvider, Profile } from '@node-saml/node-saml'
import { standingOf, certificateFrom } from './certificates.ts'
import type { Claims } from './claims.ts'
import { claimsFrom } from './claims.ts'
import { SignOnFault } from './faults.ts'
import { ssoMessages } from './messages.ts'
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
    throw new SignOnFault('malformed', 'The answer of the provider cannot be read.')
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
  if (!profile || !signed) throw new SignOnFault('malformed', 'The answer holds no assertion.')
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
    throw new SignOnFault('not_asked', notAsked)
  const assertionId = textAt(assertion, '/*/@ID')
  const expiresAt = Date.parse(textAt(assertion, `${confirmation}/@NotOnOrAfter`))
  if (assertionId === '' || Number.isNaN(expiresAt))
    throw new SignOnFault('malformed', 'The assertion has no id, or no end.')
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
  if (!document?.documentElement)
    throw new SignOnFault('malformed', 'The answer of the provider cannot be read.')
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
  if (other !== undefined || issuers.length === 0)
    throw new SignOnFault(
      'wrong_issuer',
      `It comes from ${shown(other) || 'nobody who says who'}, not from the provider set up here (${entityId}).`,
    )
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
  if (other !== undefined || (required && places.length === 0))
    throw new SignOnFault(
      'wrong_recipient',
      `It was made for ${shown(other) || 'no address'}; enter our ACS address at the provider: ${acsUrl}.`,
    )
}

/** (4) SHA-1 can be forged; which parts are signed with it does not matter. */
function refuseWeak(document: Document): void {
  const used = textsAt(
    document,
    '//*[local-name()="SignatureMethod" or local-name()="DigestMethod"]/@Algorithm',
  )
  if (used.some((algorithm) => /#(rsa-|dsa-|ecdsa-|hmac-)?(sha1|md5)$/i.test(algorithm)))
    throw new SignOnFault(
      'weak_signature',
      'It is signed with SHA-1, which can be forged. Choose SHA-256 at the provider.',
    )
}

/** Certificates that are valid now; node-saml does not look at their dates. */
function usable({ certificates }: SamlSettings, now: Date): string[] {
  const known = certificates.map((pem) => ({
    pem,
    standing: standingOf(certificateFrom(pem), now),
  }))
  const valid = known.filter(({ standing }) => standing.usable)
  if (valid.length === 0)
    throw new SignOnFault(
      'certificate',
      `The certificate of the provider ${known[0]?.standing.sentence ?? 'is missing'}.`,
    )
  return valid.map(({ pem }) => pem)
}

/** The one request that may be answered, as node-saml asks for it. */
const remembering = ({ id, at }: SamlRequest): CacheProvider => ({
  saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
  getAsync: (key) => Promise.resolve(key === id ? at : null),
  removeAsync: (key) => Promise.resolve(key),
})

const notAsked =
  'It was not asked for from here (IdP-initiated), which we do not take, or too long ago. Begin at the store.'

/** What node-saml says, in our words; its own may hold anything. */
function faultOf(
  cause: unknown,
  { clockSkewSeconds }: SamlSettings,
  { entityId, audience }: { entityId: string; audience: string },
): SignOnFault {
  const said = cause instanceof Error ? cause.message : ''
  const found = faults.find(([pattern]) => pattern.test(said))
  if (!found)
    return new SignOnFault('malformed', 'The answer of the provider cannot be read.', { cause })
  const [, code, sentence] = found
  return new SignOnFault(code, sentence({ clockSkewSeconds, entityId, audience }), { cause })
}

const offTime = ({ clockSkewSeconds }: { clockSkewSeconds: number }) =>
  `It has expired, or the clock of the provider is off by more than the allowed ${clockSkewSeconds} s.`

/** Whom the answer says that it was made for. */
const audienceOf = (answer: Document): string =>
  shown(textsAt(answer, '//*[local-name()="Audience"]').join(', '))

type Told = { clockSkewSeconds: number; entityId: string; audience: string }

const faults: [RegExp, string, (told: Told) => string][] = [
  [/InResponseTo|subjectInResponseTo/i, 'not_asked', () => notAsked],
  [
    /audience/i,
    'wrong_audience',
    ({ entityId, audience }) =>
      `It was made for ${audience || 'no audience'}; enter our entity id at the provider: ${entityId}.`,
  ],
  [/subject confirmation|expired|not yet valid|clocks/i, 'time', offTime],
  [signatureFault, 'signature', () => ssoMessages.otherCertificate],
  [
    /^SAML provider returned (Responder|Requester|\w+) error/,
    'refused',
    () =>
      'The provider refused the sign-in. Its own log says why; often the person is not assigned to this application.',
  ],
  [/decryption/i, 'encrypted', () => ssoMessages.encrypted],
]

const shown = (text: string | undefined): string =>
  (text ?? '')
    .slice(0, 200)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
