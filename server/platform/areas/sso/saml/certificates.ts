import { X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { dayAt, daysBetween, formatDay } from '#shared/format/dates.ts'
import { certificateMessages as say } from '../messages.ts'

export type Certificate = {
  pem: string
  subject: string
  from: string
  until: string
  kind: 'RSA' | 'EC'
  bits: number
}

const leastBits = 2048

/** A text that is no certificate, or not one to believe; the message is a sentence for operators. */
export class CertificateFault extends Error {
  override name = 'CertificateFault'
}

/** Reads a certificate in PEM form, or the bare base64 of one as metadata has it; throws a `CertificateFault`. */
export function certificateFrom(text: string): Certificate {
  const read = parseCertificate(text)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = readPublicKey(read)
  if (type !== 'rsa' && type !== 'ec') throw new CertificateFault(say.unsupportedKey)
  const bits = details?.modulusLength ?? curveBits[details?.namedCurve ?? ''] ?? 0
  if (type === 'rsa' && bits < leastBits) throw new CertificateFault(say.shortKey(bits, leastBits))
  return {
    pem: read.toString().trim(),
    subject: read.subject.split('\n').toReversed().join(', '),
    from: read.validFromDate.toISOString(),
    until: read.validToDate.toISOString(),
    kind: type === 'rsa' ? 'RSA' : 'EC',
    bits,
  }
}

/** Of the certificates of one key, the one that signs: metadata may hold the chain of its issuers too, in any order (XML Signature, 4.5.4). */
export function pickSigningCertificate(texts: readonly string[]): string {
  const chain = texts.map((text) => ({ text, read: parseCertificate(text) }))
  const [first] = chain
  if (!first) throw new CertificateFault(say.missing)
  const leaves = chain.filter(({ read }) => !chain.some((other) => hasIssued(read, other.read)))
  return (leaves.find(({ read }) => !read.ca) ?? leaves[0] ?? first).text
}

const hasIssued = (issuer: X509Certificate, read: X509Certificate): boolean =>
  !issuer.raw.equals(read.raw) && read.checkIssued(issuer) && read.verify(readPublicKey(issuer))

function readPublicKey(read: X509Certificate): KeyObject {
  try {
    return read.publicKey
  } catch (cause) {
    throw new CertificateFault(say.unsupportedKey, { cause })
  }
}

function parseCertificate(text: string): X509Certificate {
  if (/PRIVATE KEY/.test(text)) throw new CertificateFault(say.privateKey)
  const body = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  if ((text.match(/BEGIN CERTIFICATE/g) ?? []).length > 1) throw new CertificateFault(say.several)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) throw new CertificateFault(say.notPem)
  return parse(Buffer.from(body, 'base64'))
}

const curveBits: Record<string, number> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 }

function parse(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (cause) {
    throw new CertificateFault(say.unreadable, { cause })
  }
}

export function certificateOrNull(text: unknown): Certificate | null {
  if (typeof text !== 'string' || text === '') return null
  try {
    return certificateFrom(text)
  } catch {
    return null // A `CertificateFault`: the form says why when it is saved.
  }
}

/** From how many days before its end on a certificate is warned of. */
export const warnDays = 30

type Standing = { usable: boolean; soon: boolean; sentence: string }

export function standingOf(
  { from, until }: Pick<Certificate, 'from' | 'until'>,
  now: Date,
): Standing {
  const at = now.toISOString()
  const days = daysBetween(dayAt(now), dayAt(until))
  if (at < from)
    return { usable: false, soon: false, sentence: say.notYetValid(formatDay(dayAt(from))) }
  if (at >= until)
    return { usable: false, soon: true, sentence: say.expired(formatDay(dayAt(until))) }
  return {
    usable: true,
    soon: days <= warnDays,
    sentence: say.expires(formatDay(dayAt(until)), days),
  }
}
