import { integer, max, min } from 'superstruct'
import type { Resource } from '#shared/engine/resource.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import { badRequest, notFound, HttpError } from '../platform/httpError.ts'
import { recordMessages } from './messages.ts'

export const RecordId = min(max(integer(), 2 ** 31 - 1), 1)

/** Parses the ID in a path. An impossible ID is rejected with 404, like an unused one. */
export function parseId({ id: text = '' }: ApiRequest['params'], noun: string): number {
  const id = Number(text)
  if (!/^[1-9]\d{0,9}$/.test(text) || id >= 2 ** 31) throw notFound(noun)
  return id
}

export const parseRecordId = ({ title }: Resource, { params }: ApiRequest): number =>
  parseId(params, title.one)

/** Parses the version in `If-Match`, bare or quoted as an entity tag; null without the header. */
export function parseVersion({ ifMatch }: ApiRequest): number | null {
  if (ifMatch === undefined) return null
  const [, , version] = /^("?)([1-9]\d{0,8})\1$/.exec(ifMatch.trim()) ?? []
  if (version === undefined) throw badRequest(recordMessages.versionBody)
  return Number(version)
}

/** Parses the version in `If-Match`, or rejects the request with 428 if it's missing. */
export function requireVersion(request: ApiRequest): number {
  const version = parseVersion(request)
  if (version !== null) return version
  throw new HttpError(428, 'bad_request', recordMessages.sendVersion)
}
