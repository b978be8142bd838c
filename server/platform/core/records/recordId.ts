import { integer, max, min } from 'superstruct'
import type { Resource } from '#shared/engine/resource.ts'
import type { ApiRequest } from '../http/apiRequest.ts'
import { badRequest, notFound, HttpError } from '../platform/httpError.ts'
import { recordMessages } from './messages.ts'

export const RecordId = min(max(integer(), 2 ** 31 - 1), 1)

/** The id a path names. What nothing can have is not found, like an id that nothing has. */
export function parseId({ id: given = '' }: ApiRequest['params'], noun: string): number {
  const id = Number(given)
  if (!/^[1-9]\d{0,9}$/.test(given) || id >= 2 ** 31) throw notFound(noun)
  return id
}

export const parseRecordId = ({ title }: Resource, { params }: ApiRequest): number =>
  parseId(params, title.one)

/** The version that `If-Match` names, bare or quoted as an entity tag; null without the header. */
export function parseVersion({ ifMatch }: ApiRequest): number | null {
  if (ifMatch === undefined) return null
  const [, , version] = /^("?)([1-9]\d{0,8})\1$/.exec(ifMatch.trim()) ?? []
  if (version === undefined) throw badRequest(recordMessages.versionBody)
  return Number(version)
}

/** The same where a change must not be made blindly: 428 without it. */
export function requireVersion(asked: ApiRequest): number {
  const version = parseVersion(asked)
  if (version !== null) return version
  throw new HttpError(428, 'bad_request', recordMessages.sendVersion)
}
