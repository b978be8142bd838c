import { DOMParser } from '@xmldom/xmldom'
import { select } from 'xpath'
import { isSafeAddress } from '#shared/signOn/address.ts'
import { CertificateFault, certificateFrom } from './certificates.ts'

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

/** Reads a provider's SAML metadata; throws a `MetadataFault`. */
export function readSamlMetadata(xml: string): SamlMetadata {
  if (Buffer.byteLength(xml) > mostBytes)
    throw new MetadataFault('The metadata is larger than 1 MB. Take that of one provider alone.')
  // Entities could make it grow without end, or have files of this machine read.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new MetadataFault('The metadata has a DOCTYPE, which is not allowed.')
  const root = parse(xml)
  const providers = elements(root, 'descendant-or-self::*[local-name()="IDPSSODescriptor"]')
  const [provider] = providers
  if (!provider)
    throw new MetadataFault(
      'No identity provider is described here (IDPSSODescriptor). Is it the metadata of the other side?',
    )
  if (providers.length > 1)
    throw new MetadataFault(
      'Several identity providers are described here. Take that of one alone.',
    )
  const entityId = entityIdOf(provider)
  if (entityId === '') throw new MetadataFault('The metadata names no entity id.')
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

function parse(xml: string): Element {
  const faults: string[] = []
  const note = (fault: string) => void faults.push(fault)
  const text = xml.replace(/^\uFEFF/, '').trim()
  const parser = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } })
  const root = text.startsWith('<')
    ? parser.parseFromString(text, 'text/xml').documentElement
    : null
  if (!root || faults.length > 0) throw new MetadataFault('This is no XML that can be read.')
  if (/^html$/i.test(root.localName)) throw new MetadataFault('This is a web page, not metadata.')
  return root
}

const elements = (from: Element, path: string): Element[] => select(path, from) as Element[] // Paths of elements.

function ssoUrlOf(provider: Element): string {
  const services = elements(provider, '*[local-name()="SingleSignOnService"]')
  const service = services.find((one) => one.getAttribute('Binding') === redirectBinding)
  const url = service?.getAttribute('Location') ?? ''
  if (url === '')
    throw new MetadataFault('The provider names no sign-on address for the HTTP-Redirect binding.')
  if (!isSafeAddress(url))
    throw new MetadataFault("The provider's sign-on address does not begin with https://.")
  return url
}

function certificatesOf(provider: Element): string[] {
  const keys = elements(
    provider,
    '*[local-name()="KeyDescriptor" and (not(@use) or @use="signing")]',
  )
  const texts = keys.flatMap((key) =>
    elements(key, './/*[local-name()="X509Certificate"]').map((one) => one.textContent ?? ''),
  )
  const pems = [...new Set(texts.map(pemOf))]
  if (pems.length === 0) throw new MetadataFault('The metadata has no certificate for signing.')
  if (pems.length > 2)
    throw new MetadataFault(
      'The metadata has more than two certificates. Enter those by hand that sign.',
    )
  return pems
}

function pemOf(text: string): string {
  try {
    return certificateFrom(text).pem
  } catch (error) {
    if (error instanceof CertificateFault) throw new MetadataFault(error.message, { cause: error })
    throw error
  }
}
