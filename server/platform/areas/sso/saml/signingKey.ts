import { createSign, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * The key that signs our requests. The private key stays here; the certificate goes into our
 * metadata.
 */
export type SigningKey = { privateKey: string; certificate: string }

const validityYears = 10

/**
 * Creates an RSA key with a self-signed certificate. Providers use only the public key in it, so
 * its name and dates have no meaning.
 */
export async function createSigningKey(name: string, now: Date): Promise<SigningKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + validityYears)
  const subject = encodeSequence(
    encodeSet(encodeSequence(commonName, encodeDer(0x0c, Buffer.from(name.slice(0, 64))))),
  )
  const contents = encodeSequence(
    encodeInteger(1),
    sha256WithRsa,
    subject,
    encodeSequence(encodeTime(now), encodeTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(contents).sign(privateKey)
  const certificateDer = encodeSequence(
    contents,
    sha256WithRsa,
    encodeDer(0x03, Buffer.concat([zeroByte, signature])),
  )
  const lines = certificateDer.toString('base64').match(/.{1,64}/g) ?? []
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n'),
  }
}

/** Encodes DER: a tag, the length, and the content. */
function encodeDer(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

const zeroByte = Buffer.from([0])
const encodeSequence = (...parts: Buffer[]) => encodeDer(0x30, Buffer.concat(parts))
const encodeSet = (part: Buffer) => encodeDer(0x31, part)
const encodeInteger = (value: number) => encodeDer(0x02, Buffer.from([value]))
const encodeTime = (at: Date) =>
  encodeDer(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`))

/** The algorithm 1.2.840.113549.1.1.11 without parameters, and the attribute type 2.5.4.3. */
const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const commonName = Buffer.from('0603550403', 'hex')
