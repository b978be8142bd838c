import type { PeerCertificate } from 'node:tls'
import { formatDay } from '#shared/format/dates.ts'
import { DescribedError } from '../platform/describedError.ts'
import { outgoingMessages, unreachableMessages } from './messages.ts'

export type Endpoint = { host: string; port: number }

/** Why an outgoing request failed. The sentence doesn't contain the other side's own text. */
export class NetworkError extends DescribedError {
  override name = 'NetworkError'
}

/** The time limits of a connection and of a whole request, in milliseconds. */
export const networkTimeouts = { connect: 5000, request: 20_000 }
/** The maximum size of a response, in bytes. */
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

/**
 * Why a host that no operator entered can't be reached. The platform's network is its
 * administrator's to fix.
 */
const providerDescriptionsByCode: Record<string, (provider: string, host: string) => string> = {
  ENOTFOUND: unreachableMessages.hostUnknown,
  ENODATA: unreachableMessages.hostUnknown,
  EAI_NONAME: unreachableMessages.hostUnknown,
  EAI_AGAIN: unreachableMessages.nameServersSilent,
  EHOSTUNREACH: unreachableMessages.noRoute,
  ENETUNREACH: unreachableMessages.noRoute,
  ERR_IP_BLOCKED: unreachableMessages.insideNetwork,
}

/**
 * Replaces the sentence for a provider with a fixed host, since no operator can have misspelled it.
 */
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

/**
 * Creates the error for this code. A code without a sentence becomes a general failure; the cause
 * is kept.
 */
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
