import { DOMParser } from '@xmldom/xmldom'
import { select } from 'xpath'
import { isSafeUrl } from '#shared/areas/sso/httpsUrl.ts'
import { CertificateError, parseCertificate, getLeafCertificate } from './certificates.ts'
import { samlMetadataMessages, ssoMessages } from '../messages.ts'
import { isWithinXmlLimits, maxTags } from './xmlLimits.ts'

export type SamlMetadata = {
  entityId: string
  /** The URL for the HTTP-Redirect binding, which our requests use. */
  ssoUrl: string
  /** PEM, at most two: the current certificate and the next one. */
  certificates: string[]
  nameIdFormats: string[]
}

/** Metadata that can't be used. The message is a sentence for operators. */
export class MetadataError extends Error {
  override name = 'MetadataError'
}

const maxMetadataBytes = 1024 * 1024
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** The maximum number of certificates for one key. A chain is shorter. */
const maxChainLength = 10

/** Parses a provider's SAML metadata. Throws a `MetadataError`, also for expired metadata. */
export function parseSamlMetadata(xml: string, now: Date): SamlMetadata {
  if (Buffer.byteLength(xml) > maxMetadataBytes)
    throw new MetadataError(samlMetadataMessages.tooLarge)
  // Entities could make it grow without limit, or read files of this machine.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new MetadataError(samlMetadataMessages.doctype)
  const root = parseMetadataXml(xml)
  const providers = findElements(root, 'descendant-or-self::*[local-name()="IDPSSODescriptor"]')
  const [provider] = providers
  if (!provider) throw new MetadataError(samlMetadataMessages.noProvider)
  if (providers.length > 1) throw new MetadataError(samlMetadataMessages.severalProviders)
  assertNotExpired(provider, now)
  const entityId = getEntityId(provider)
  if (entityId === '') throw new MetadataError(samlMetadataMessages.noEntityId)
  return {
    entityId,
    ssoUrl: getSsoUrl(provider),
    certificates: getSigningCertificates(provider),
    nameIdFormats: findElements(provider, '*[local-name()="NameIDFormat"]').map((one) =>
      (one.textContent ?? '').trim(),
    ),
  }
}

const getEntityId = (provider: Element): string =>
  findElements(provider, '..')[0]?.getAttribute('entityID') ?? ''

/**
 * Throws if the provider, or an element around it, has expired. `cacheDuration` limits how long a
 * copy can be stored; it doesn't matter, because each check reads the metadata again.
 */
function assertNotExpired(provider: Element, now: Date): void {
  for (const holder of findElements(provider, 'ancestor-or-self::*[@validUntil]')) {
    const validUntil = parseInstant(holder.getAttribute('validUntil') ?? '')
    if (validUntil === null) throw new MetadataError(ssoMessages.metadataDateNotValid('validUntil'))
    if (validUntil <= now) throw new MetadataError(ssoMessages.metadataExpired(validUntil))
  }
}

/** Parses an instant of XML Schema, in UTC if it names no time zone; null if it isn't valid. */
function parseInstant(text: string): Date | null {
  const [, instant, zone = 'Z'] =
    /^\s*(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,20})?)(Z|[+-]\d\d:\d\d)?\s*$/.exec(text) ?? []
  const date = new Date(`${instant}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}

function parseMetadataXml(xml: string): Element {
  const errors: string[] = []
  const addError = (message: string) => void errors.push(message)
  const text = xml.replace(/^\uFEFF/, '').trim()
  if (!isWithinXmlLimits(text, maxTags.metadata))
    throw new MetadataError(ssoMessages.unreadableMetadata)
  const parser = new DOMParser({
    errorHandler: { warning: addError, error: addError, fatalError: addError },
  })
  const root = text.startsWith('<')
    ? parser.parseFromString(text, 'text/xml').documentElement
    : null
  if (!root || errors.length > 0) throw new MetadataError(samlMetadataMessages.notXml)
  if (/^html$/i.test(root.localName)) throw new MetadataError(samlMetadataMessages.webPage)
  return root
}

// Paths select elements.
const findElements = (element: Element, path: string): Element[] =>
  select(path, element) as Element[]

function getSsoUrl(provider: Element): string {
  const services = findElements(provider, '*[local-name()="SingleSignOnService"]')
  const service = services.find((one) => one.getAttribute('Binding') === redirectBinding)
  const url = service?.getAttribute('Location') ?? ''
  if (url === '') throw new MetadataError(samlMetadataMessages.noSsoUrl)
  if (!isSafeUrl(url)) throw new MetadataError(samlMetadataMessages.unsafeSsoUrl)
  return url
}

function getSigningCertificates(provider: Element): string[] {
  const keys = findElements(
    provider,
    '*[local-name()="KeyDescriptor" and (not(@use) or @use="signing")]',
  )
  const pems = [...new Set(keys.map(getSigningCertificate).filter((pem) => pem !== null))]
  if (pems.length === 0) throw new MetadataError(samlMetadataMessages.noCertificate)
  if (pems.length > 2) throw new MetadataError(samlMetadataMessages.tooManyCertificates)
  return pems
}

/** Returns the certificate of one key in PEM form; null if it has none. */
function getSigningCertificate(key: Element): string | null {
  const texts = findElements(key, './/*[local-name()="X509Certificate"]').map(
    ({ textContent }) => textContent ?? '',
  )
  if (texts.length === 0) return null
  if (texts.length > maxChainLength)
    throw new MetadataError(samlMetadataMessages.longChain(maxChainLength))
  try {
    return parseCertificate(getLeafCertificate(texts)).pem
  } catch (error) {
    if (error instanceof CertificateError) throw new MetadataError(error.message, { cause: error })
    throw error
  }
}
