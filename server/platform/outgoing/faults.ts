import type { PeerCertificate } from 'node:tls'
import { formatDay } from '#shared/dates.ts'

export type Target = { host: string; port: number }

/** Why nothing was had from outside: a code for programs and a sentence for operators, without the words of whoever answered. */
export class OutgoingFault extends Error {
  override name = 'OutgoingFault'
  readonly code: string
  readonly sentence: string

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(`${code}: ${sentence}`, options)
    this.code = code
    this.sentence = sentence
  }
}

/** How long a connection, and all of a request, may take. Milliseconds. */
export const waits = { connect: 5000, request: 20_000 }
/** The most that is read of an answer, in bytes. */
export const largestAnswer = 1024 * 1024

type Sentence = (to: Target, error: unknown) => string

const noAnswer: Sentence = () =>
  `No answer within ${waits.connect / 1000} s. A firewall may block the port.`
const notThere: Sentence = ({ host }) => `No such host: ${host}. Check the spelling.`
const brokenOff: Sentence = () => 'The host broke the connection off.'
const tooSlow: Sentence = () => `The host was not done within ${waits.request / 1000} s.`
const noTls: Sentence = () => 'The port does not speak TLS at once.'
const selfSigned: Sentence = () => 'The certificate is self-signed.'

const sentences: Record<string, Sentence> = {
  ENOTFOUND: notThere,
  ENODATA: notThere,
  EAI_NONAME: notThere,
  EAI_AGAIN: () => 'The name server did not answer. Try again.',
  ECONNREFUSED: ({ port }) => `The host answers, but nothing listens on port ${port}.`,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: () => 'There is no way to this host from here.',
  ENETUNREACH: () => 'There is no way to this host from here.',
  ECONNRESET: brokenOff,
  EPIPE: brokenOff,
  UND_ERR_SOCKET: brokenOff,
  ERR_IP_BLOCKED: () => 'This address is inside our own network and is not allowed.',
  CERT_HAS_EXPIRED: (_, error) => {
    const until = new Date(certificateOf(error)?.valid_to ?? '')
    return Number.isNaN(until.getTime())
      ? 'The certificate expired.'
      : `The certificate expired on ${formatDay(until.toISOString().slice(0, 10))}.`
  },
  CERT_NOT_YET_VALID: () => 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: () => 'The certificate was not issued by anyone that is known here.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () =>
    'An issuer in between is missing from what the host sends.',
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }, error) => {
    const other = namesOf(certificateOf(error))
    return other === ''
      ? `The certificate is not for ${host}.`
      : `The certificate is for ${other}, not for ${host}.`
  },
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
  UND_ERR_RES_EXCEEDED_MAX_SIZE: () => `The answer is larger than ${largestAnswer / 1024} kB.`,
  UND_ERR_HEADERS_OVERFLOW: () => 'The answer has too many headers.',
  UND_ERR_HEADERS_TIMEOUT: tooSlow,
  UND_ERR_BODY_TIMEOUT: tooSlow,
  TIMEOUT: tooSlow,
  NOT_A_HOST: ({ host }) => `"${host}" is not the name or address of a host.`,
  REDIRECTED: () => 'The host sends on to another address. Give the one that answers itself.',
  NOT_HTTP: () => 'What answers there does not speak HTTP.',
}

/** Why a host that no operator names is not reached: with whoever runs the platform, whose network it is. */
const unreached: Record<string, (host: string) => string> = {
  ENOTFOUND: (host) => `its name servers do not know ${host}`,
  ENODATA: (host) => `its name servers do not know ${host}`,
  EAI_NONAME: (host) => `its name servers do not know ${host}`,
  EAI_AGAIN: () => 'its name servers did not answer',
  EHOSTUNREACH: (host) => `there is no way to ${host} from its network`,
  ENETUNREACH: (host) => `there is no way to ${host} from its network`,
  ERR_IP_BLOCKED: (host) => `its name servers say that ${host} is inside its own network`,
}

/** The same of a provider whose host is fixed: nobody's spelling is to blame. */
export function faultAt(provider: string, { host }: Target, cause: OutgoingFault): OutgoingFault {
  const why = unreached[cause.code]?.(shown(host))
  return why === undefined
    ? cause
    : new OutgoingFault(
        cause.code,
        `The platform cannot reach ${provider}: ${why}. Whoever runs the platform mends its network or name servers.`,
        { cause },
      )
}

export const faultOf = (error: unknown, to: Target): OutgoingFault =>
  error instanceof OutgoingFault ? error : fault(codeOf(error), to, error)

/** The fault of this code. One that has no sentence is told as a failure, and kept as the cause. */
export function fault(code: string, to: Target, cause?: unknown): OutgoingFault {
  const sentence = sentences[code] ?? (() => 'The connection failed.')
  return new OutgoingFault(code, sentence({ ...to, host: shown(to.host) }, cause), { cause })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'FAILED'
  if (error.name === 'TimeoutError') return 'TIMEOUT'
  if (error.name === 'HTTPParserError') return 'NOT_HTTP'
  return String(Reflect.get(error, 'code') ?? 'FAILED')
}

function certificateOf(error: unknown): Partial<PeerCertificate> | undefined {
  return error instanceof Error ? Reflect.get(error, 'cert') : undefined
}

const namesOf = (certificate: Partial<PeerCertificate> | undefined): string =>
  shown(/DNS:([^,]+)/.exec(certificate?.subjectaltname ?? '')?.[1] ?? '')

const shown = (name: string): string =>
  name
    .slice(0, 253)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
