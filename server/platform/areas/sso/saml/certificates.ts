import { X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { toDay, countDays, formatDay } from '#shared/format/dates.ts'
import { certificateMessages } from '../messages.ts'

export type Certificate = {
  pem: string
  subject: string
  from: string
  until: string
  kind: 'RSA' | 'EC'
  bits: number
}

const minKeyBits = 2048

/**
 * A text that isn't a certificate, or a certificate that we can't trust. The message is a sentence
 * for operators.
 */
export class CertificateError extends Error {
  override name = 'CertificateError'
}

/**
 * Parses a certificate in PEM form, or in bare base64 as metadata has it. Throws a
 * `CertificateError`.
 */
export function parseCertificate(text: string): Certificate {
  const certificate = parsePem(text)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = getPublicKey(certificate)
  if (type !== 'rsa' && type !== 'ec')
    throw new CertificateError(certificateMessages.unsupportedKey)
  const bits = details?.modulusLength ?? curveBits[details?.namedCurve ?? ''] ?? 0
  if (type === 'rsa' && bits < minKeyBits)
    throw new CertificateError(certificateMessages.shortKey(bits, minKeyBits))
  return {
    pem: certificate.toString().trim(),
    subject: certificate.subject.split('\n').toReversed().join(', '),
    from: certificate.validFromDate.toISOString(),
    until: certificate.validToDate.toISOString(),
    kind: type === 'rsa' ? 'RSA' : 'EC',
    bits,
  }
}

/**
 * Finds the certificate that signs, among those of one key. Metadata can contain its chain of
 * issuers too, in any order (XML Signature, 4.5.4).
 */
export function getLeafCertificate(texts: readonly string[]): string {
  const chain = texts.map((text) => ({ text, read: parsePem(text) }))
  const [first] = chain
  if (!first) throw new CertificateError(certificateMessages.missing)
  const leaves = chain.filter(({ read }) => !chain.some((other) => hasIssued(read, other.read)))
  return (leaves.find(({ read }) => !read.ca) ?? leaves[0] ?? first).text
}

const hasIssued = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  !issuer.raw.equals(certificate.raw) &&
  certificate.checkIssued(issuer) &&
  certificate.verify(getPublicKey(issuer))

function getPublicKey(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey
  } catch (cause) {
    throw new CertificateError(certificateMessages.unsupportedKey, { cause })
  }
}

function parsePem(text: string): X509Certificate {
  if (/PRIVATE KEY/.test(text)) throw new CertificateError(certificateMessages.privateKey)
  const body = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  if ((text.match(/BEGIN CERTIFICATE/g) ?? []).length > 1)
    throw new CertificateError(certificateMessages.several)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) throw new CertificateError(certificateMessages.notPem)
  return parseDer(Buffer.from(body, 'base64'))
}

const curveBits: Record<string, number> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 }

function parseDer(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (cause) {
    throw new CertificateError(certificateMessages.unreadable, { cause })
  }
}

export function tryParseCertificate(text: unknown): Certificate | null {
  if (typeof text !== 'string' || text === '') return null
  try {
    return parseCertificate(text)
  } catch {
    return null // A `CertificateError`: the form shows the reason when it's saved.
  }
}

/** How many days before its expiration a certificate causes a warning. */
const expiryWarningDays = 30

type CertificateStatus = { usable: boolean; soon: boolean; sentence: string }

export function getCertificateStatus(
  { from, until }: Pick<Certificate, 'from' | 'until'>,
  now: Date,
): CertificateStatus {
  const isoNow = now.toISOString()
  const days = countDays(toDay(now), toDay(until))
  if (isoNow < from)
    return {
      usable: false,
      soon: false,
      sentence: certificateMessages.notYetValid(formatDay(toDay(from))),
    }
  if (isoNow >= until)
    return {
      usable: false,
      soon: true,
      sentence: certificateMessages.expired(formatDay(toDay(until))),
    }
  return {
    usable: true,
    soon: days <= expiryWarningDays,
    sentence: certificateMessages.expires(formatDay(toDay(until)), days),
  }
}
