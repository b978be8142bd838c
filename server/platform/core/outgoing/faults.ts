import type { PeerCertificate } from 'node:tls'
import { formatDay } from '#shared/format/dates.ts'
import { outgoingMessages, unreachedMessages } from './messages.ts'

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

const noResponse: Sentence = () => outgoingMessages.noResponse(waits.connect / 1000)
const notFound: Sentence = ({ host }) => outgoingMessages.notFound(host)
const closed: Sentence = () => outgoingMessages.closed
const tooSlow: Sentence = () => outgoingMessages.tooSlow(waits.request / 1000)
const noTls: Sentence = () => outgoingMessages.noTls
const noRoute: Sentence = () => outgoingMessages.noRoute

const sentences: Record<string, Sentence> = {
  ENOTFOUND: notFound,
  ENODATA: notFound,
  EAI_NONAME: notFound,
  EAI_AGAIN: () => outgoingMessages.nameServerSilent,
  ECONNREFUSED: ({ host, port }) => outgoingMessages.notListening(host, port),
  ETIMEDOUT: noResponse,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  ERR_IP_BLOCKED: () => outgoingMessages.blocked,
  CERT_HAS_EXPIRED: (_, error) => {
    const until = new Date(certificateOf(error)?.valid_to ?? '')
    return Number.isNaN(until.getTime())
      ? outgoingMessages.expired
      : outgoingMessages.expiredOn(formatDay(until.toISOString().slice(0, 10)))
  },
  CERT_NOT_YET_VALID: () => outgoingMessages.notYetValid,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => outgoingMessages.selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: () => outgoingMessages.notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => outgoingMessages.chainIncomplete,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }, error) => {
    const other = namesOf(certificateOf(error))
    return other === ''
      ? outgoingMessages.otherHost(host)
      : outgoingMessages.certificateFor(other, host)
  },
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
  UND_ERR_RES_EXCEEDED_MAX_SIZE: () => outgoingMessages.tooLarge(largestAnswer / 1024 / 1024),
  UND_ERR_HEADERS_OVERFLOW: () => outgoingMessages.tooManyHeaders,
  UND_ERR_HEADERS_TIMEOUT: tooSlow,
  UND_ERR_BODY_TIMEOUT: tooSlow,
  TIMEOUT: tooSlow,
  NOT_A_HOST: ({ host }) => outgoingMessages.notAHost(host),
  REDIRECTED: () => outgoingMessages.redirected,
  NOT_HTTP: () => outgoingMessages.notHttp,
}

/** Why a host that no operator names is not reached: with whoever runs the platform, whose network it is. */
const unreached: Record<string, (provider: string, host: string) => string> = {
  ENOTFOUND: unreachedMessages.hostUnknown,
  ENODATA: unreachedMessages.hostUnknown,
  EAI_NONAME: unreachedMessages.hostUnknown,
  EAI_AGAIN: unreachedMessages.nameServersSilent,
  EHOSTUNREACH: unreachedMessages.noRoute,
  ENETUNREACH: unreachedMessages.noRoute,
  ERR_IP_BLOCKED: unreachedMessages.insideNetwork,
}

/** The same of a provider whose host is fixed: nobody's spelling is to blame. */
export function faultAt(provider: string, { host }: Target, cause: OutgoingFault): OutgoingFault {
  const sentence = unreached[cause.code]?.(provider, shown(host))
  return sentence === undefined ? cause : new OutgoingFault(cause.code, sentence, { cause })
}

export const faultOf = (error: unknown, to: Target): OutgoingFault =>
  error instanceof OutgoingFault ? error : fault(codeOf(error), to, error)

/** The fault of this code. One that has no sentence is told as a failure, and kept as the cause. */
export function fault(code: string, to: Target, cause?: unknown): OutgoingFault {
  const sentence = sentences[code] ?? (() => outgoingMessages.failed)
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
