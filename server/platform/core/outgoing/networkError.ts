import type { PeerCertificate } from 'node:tls'
import { formatDay } from '#shared/format/dates.ts'
import { outgoingMessages, unreachableMessages } from './messages.ts'

export type Endpoint = { host: string; port: number }

/** Why nothing was had from outside: a code for programs and a sentence for operators, without the words of whoever answered. */
export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly code: string
  readonly sentence: string

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(`${code}: ${sentence}`, options)
    this.code = code
    this.sentence = sentence
  }
}

/** How long a connection, and all of a request, may take. Milliseconds. */
export const networkTimeouts = { connect: 5000, request: 20_000 }
/** The most that is read of an answer, in bytes. */
export const maxResponseBytes = 1024 * 1024

type DescribeError = (to: Endpoint, error: unknown) => string

const describeNoResponse: DescribeError = () =>
  outgoingMessages.noResponse(networkTimeouts.connect / 1000)
const describeUnknownHost: DescribeError = ({ host }) => outgoingMessages.notFound(host)
const describeClosedConnection: DescribeError = () => outgoingMessages.closed
const describeSlowResponse: DescribeError = () =>
  outgoingMessages.tooSlow(networkTimeouts.request / 1000)
const describeMissingTls: DescribeError = () => outgoingMessages.noTls
const describeMissingRoute: DescribeError = () => outgoingMessages.noRoute

const descriptionsByCode: Record<string, DescribeError> = {
  ENOTFOUND: describeUnknownHost,
  ENODATA: describeUnknownHost,
  EAI_NONAME: describeUnknownHost,
  EAI_AGAIN: () => outgoingMessages.nameServerSilent,
  ECONNREFUSED: ({ host, port }) => outgoingMessages.notListening(host, port),
  ETIMEDOUT: describeNoResponse,
  EHOSTUNREACH: describeMissingRoute,
  ENETUNREACH: describeMissingRoute,
  ECONNRESET: describeClosedConnection,
  EPIPE: describeClosedConnection,
  UND_ERR_SOCKET: describeClosedConnection,
  ERR_IP_BLOCKED: () => outgoingMessages.blocked,
  CERT_HAS_EXPIRED: (_, error) => {
    const until = new Date(getCertificate(error)?.valid_to ?? '')
    return Number.isNaN(until.getTime())
      ? outgoingMessages.expired
      : outgoingMessages.expiredOn(formatDay(until.toISOString().slice(0, 10)))
  },
  CERT_NOT_YET_VALID: () => outgoingMessages.notYetValid,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => outgoingMessages.selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: () => outgoingMessages.notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => outgoingMessages.chainIncomplete,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }, error) => {
    const other = getCertificateHost(getCertificate(error))
    return other === ''
      ? outgoingMessages.otherHost(host)
      : outgoingMessages.certificateFor(other, host)
  },
  ERR_SSL_WRONG_VERSION_NUMBER: describeMissingTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: describeMissingTls,
  EPROTO: describeMissingTls,
  UND_ERR_RES_EXCEEDED_MAX_SIZE: () => outgoingMessages.tooLarge(maxResponseBytes / 1024 / 1024),
  UND_ERR_HEADERS_OVERFLOW: () => outgoingMessages.tooManyHeaders,
  UND_ERR_HEADERS_TIMEOUT: describeSlowResponse,
  UND_ERR_BODY_TIMEOUT: describeSlowResponse,
  TIMEOUT: describeSlowResponse,
  NOT_A_HOST: ({ host }) => outgoingMessages.notAHost(host),
  REDIRECTED: () => outgoingMessages.redirected,
  NOT_HTTP: () => outgoingMessages.notHttp,
}

/** Why a host that no operator names is not reached: with whoever runs the platform, whose network it is. */
const providerDescriptionsByCode: Record<string, (provider: string, host: string) => string> = {
  ENOTFOUND: unreachableMessages.hostUnknown,
  ENODATA: unreachableMessages.hostUnknown,
  EAI_NONAME: unreachableMessages.hostUnknown,
  EAI_AGAIN: unreachableMessages.nameServersSilent,
  EHOSTUNREACH: unreachableMessages.noRoute,
  ENETUNREACH: unreachableMessages.noRoute,
  ERR_IP_BLOCKED: unreachableMessages.insideNetwork,
}

/** The same of a provider whose host is fixed: nobody's spelling is to blame. */
export function toProviderError(
  provider: string,
  { host }: Endpoint,
  cause: NetworkError,
): NetworkError {
  const sentence = providerDescriptionsByCode[cause.code]?.(provider, sanitizeHost(host))
  return sentence === undefined ? cause : new NetworkError(cause.code, sentence, { cause })
}

export const toNetworkError = (error: unknown, to: Endpoint): NetworkError =>
  error instanceof NetworkError ? error : createNetworkError(getErrorCode(error), to, error)

/** The fault of this code. One that has no sentence is told as a failure, and kept as the cause. */
export function createNetworkError(code: string, to: Endpoint, cause?: unknown): NetworkError {
  const sentence = descriptionsByCode[code] ?? (() => outgoingMessages.failed)
  return new NetworkError(code, sentence({ ...to, host: sanitizeHost(to.host) }, cause), { cause })
}

function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'FAILED'
  if (error.name === 'TimeoutError') return 'TIMEOUT'
  if (error.name === 'HTTPParserError') return 'NOT_HTTP'
  return String(Reflect.get(error, 'code') ?? 'FAILED')
}

function getCertificate(error: unknown): Partial<PeerCertificate> | undefined {
  return error instanceof Error ? Reflect.get(error, 'cert') : undefined
}

const getCertificateHost = (certificate: Partial<PeerCertificate> | undefined): string =>
  sanitizeHost(/DNS:([^,]+)/.exec(certificate?.subjectaltname ?? '')?.[1] ?? '')

const sanitizeHost = (name: string): string =>
  name
    .slice(0, 253)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
