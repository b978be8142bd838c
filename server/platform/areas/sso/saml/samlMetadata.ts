import { DOMParser } from '@xmldom/xmldom'
import { select } from 'xpath'
import { isSafeAddress } from '#shared/areas/sso/address.ts'
import { CertificateFault, certificateFrom, pickSigningCertificate } from './certificates.ts'
import { metadataMessages as say, ssoMessages } from '../messages.ts'
import { isParsableXml, mostTags } from './xmlLimits.ts'

export type SamlMetadata = {
  entityId: string
  /** Of the HTTP-Redirect binding, which is how we ask. */
  ssoUrl: string
  /** In PEM form, at most two: the present one and the one to come. */
  certificates: string[]
  nameIdFormats: string[]
}

/** Metadata that cannot be used; the message is a sentence for operators. */
export class MetadataFault extends Error {
  override name = 'MetadataFault'
}

const mostBytes = 1024 * 1024
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** The most certificates of one key: a chain is shorter. */
const mostInChain = 10

/** Reads a provider's SAML metadata; throws a `MetadataFault`, also for metadata that has expired. */
export function readSamlMetadata(xml: string, now: Date): SamlMetadata {
  if (Buffer.byteLength(xml) > mostBytes) throw new MetadataFault(say.tooLarge)
  // Entities could make it grow without end, or have files of this machine read.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new MetadataFault(say.doctype)
  const root = parse(xml)
  const providers = elements(root, 'descendant-or-self::*[local-name()="IDPSSODescriptor"]')
  const [provider] = providers
  if (!provider) throw new MetadataFault(say.noProvider)
  if (providers.length > 1) throw new MetadataFault(say.severalProviders)
  validateExpiry(provider, now)
  const entityId = entityIdOf(provider)
  if (entityId === '') throw new MetadataFault(say.noEntityId)
  return {
    entityId,
    ssoUrl: ssoUrlOf(provider),
    certificates: certificatesOf(provider),
    nameIdFormats: elements(provider, '*[local-name()="NameIDFormat"]').map((one) =>
      (one.textContent ?? '').trim(),
    ),
  }
}

const entityIdOf = (provider: Element): string =>
  elements(provider, '..')[0]?.getAttribute('entityID') ?? ''

/**
 * Throws where the provider, or whatever holds it, was valid until a time that has passed. `cacheDuration` says how long a copy may be
 * kept: none is, since each check reads the metadata again.
 */
function validateExpiry(provider: Element, now: Date): void {
  for (const holder of elements(provider, 'ancestor-or-self::*[@validUntil]')) {
    const validUntil = parseInstant(holder.getAttribute('validUntil') ?? '')
    if (validUntil === null) throw new MetadataFault(ssoMessages.metadataDateNotValid('validUntil'))
    if (validUntil <= now) throw new MetadataFault(ssoMessages.metadataExpired(validUntil))
  }
}

/** An instant of XML Schema, in UTC where it names no zone; null where it is none. */
function parseInstant(text: string): Date | null {
  const [, instant, zone = 'Z'] =
    /^\s*(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,20})?)(Z|[+-]\d\d:\d\d)?\s*$/.exec(text) ?? []
  const date = new Date(`${instant}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}

function parse(xml: string): Element {
  const faults: string[] = []
  const note = (fault: string) => void faults.push(fault)
  const text = xml.replace(/^\uFEFF/, '').trim()
  if (!isParsableXml(text, mostTags.metadata))
    throw new MetadataFault(ssoMessages.unreadableMetadata)
  const parser = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } })
  const root = text.startsWith('<')
    ? parser.parseFromString(text, 'text/xml').documentElement
    : null
  if (!root || faults.length > 0) throw new MetadataFault(say.notXml)
  if (/^html$/i.test(root.localName)) throw new MetadataFault(say.webPage)
  return root
}

const elements = (from: Element, path: string): Element[] => select(path, from) as Element[] // Paths of elements.

function ssoUrlOf(provider: Element): string {
  const services = elements(provider, '*[local-name()="SingleSignOnService"]')
  const service = services.find((one) => one.getAttribute('Binding') === redirectBinding)
  const url = service?.getAttribute('Location') ?? ''
  if (url === '') throw new MetadataFault(say.noSsoUrl)
  if (!isSafeAddress(url)) throw new MetadataFault(say.unsafeSsoUrl)
  return url
}

function certificatesOf(provider: Element): string[] {
  const keys = elements(
    provider,
    '*[local-name()="KeyDescriptor" and (not(@use) or @use="signing")]',
  )
  const pems = [...new Set(keys.map(signingCertificateOf).filter((pem) => pem !== null))]
  if (pems.length === 0) throw new MetadataFault(say.noCertificate)
  if (pems.length > 2) throw new MetadataFault(say.tooManyCertificates)
  return pems
}

/** The certificate of one key, in PEM form; null where it has none. */
function signingCertificateOf(key: Element): string | null {
  const texts = elements(key, './/*[local-name()="X509Certificate"]').map(
    ({ textContent }) => textContent ?? '',
  )
  if (texts.length === 0) return null
  if (texts.length > mostInChain) throw new MetadataFault(say.longChain(mostInChain))
  try {
    return certificateFrom(pickSigningCertificate(texts)).pem
  } catch (error) {
    if (error instanceof CertificateFault) throw new MetadataFault(error.message, { cause: error })
    throw error
  }
}
