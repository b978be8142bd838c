import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Permission } from '#shared/permissions/permissions.ts'
import type { TokenAudience } from '#server/platform/database/schema.ts'
import type { ActingAccount, Caller } from '../auth/tokens.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { ReceivedFile } from './receiveUpload.ts'
import type { Parameter, Schema } from './schema.ts'
import type { Platform } from '../platform/platform.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallLimitName } from './callLimits.ts'
import type { EventStream } from './eventStream.ts'

export type CallResult = {
  status: number
  body?: unknown
  version?: number
  /** Identifies the body. A request that already has it is answered with 304. */
  etag?: string
  /** Streamed instead of a JSON body. */
  content?: { headers: Record<string, string>; open: () => Promise<Readable> }
  /** Sent instead of a JSON body while the session lasts (openStreams.ts). */
  events?: EventStream
  /** Added to the body of the first response only; not stored for a request that is sent again. */
  uncachedBody?: object
  afterCommit?: () => Promise<void>
}

/** The context of a write. All its queries, audit rows included, must go through `trx`. */
export type WriteContext = {
  platform: Platform
  trx: Transaction<Database>
  caller: ActingAccount
  /** The single timestamp of this write, ISO 8601. */
  now: string
  audit: (...entries: AuditEntry[]) => Promise<void>
}

export type RequestContext = WriteContext & { request: ApiRequest; caller: Caller }

type CallInfo = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  summary: string
  query?: readonly Parameter[]
  /** The body's schema; a call without one ignores the body. */
  body?: Schema
  success: { status: number; schema?: Schema; types?: readonly string[] }
  /** Error statuses in addition to those of any call; a call with a limit also returns 429. */
  errorStatuses?: readonly (429 | 502 | 503)[]
  ifMatch?: 'required' | 'optional'
  /** Limits how many calls of this kind one session can run at once (callLimits.ts). */
  limit?: CallLimitName
  /** Whether a view of another account can make it, although it's a write. */
  endsView?: true
  /**
   * Whether the session must have proved a second factor within ten minutes: always, as the request
   * says, or `handler` if the handler decides (core/auth/requireRecentFactor.ts).
   */
  stepUp?: 'always' | 'handler' | ((request: ApiRequest, caller: Caller) => boolean)
  /** The audiences whose tokens it accepts; the console's only if unset. */
  audiences?: readonly TokenAudience[]
  /**
   * Whether API keys can make it. If unset, they can if it needs a permission that keys can have
   * (apiKeyCalls.ts).
   */
  allowsApiKeys?: boolean
}

/** Runs a handler in a transaction of its own (performWrite.ts). */
export type PerformWrite = (
  work: (change: RequestContext) => Promise<CallResult>,
) => Promise<CallResult>

export type RequiredPermission = Permission | 'signedIn'

/**
 * One API call: its address, permission, and handler. Routes and the OpenAPI document are built
 * from it.
 */
export type Call = CallInfo &
  (
    | {
        kind: 'open'
        /** Gets the API key that a request has, although the call needs none. */
        identifiesApiKeys?: true
        handler: (asked: ApiRequest, platform: Platform, key?: Caller) => Promise<CallResult>
      }
    | {
        kind: 'read'
        permission: RequiredPermission
        handler: (asked: ApiRequest, platform: Platform, caller: Caller) => Promise<CallResult>
      }
    | {
        kind: 'write'
        permission: RequiredPermission
        handler: (change: RequestContext) => Promise<CallResult>
      }
    | {
        /**
         * A write with slow work before its transaction, such as calling a provider or hashing a
         * password; then it calls `perform`.
         */
        kind: 'externalWrite'
        permission: RequiredPermission
        handler: (
          asked: ApiRequest,
          platform: Platform,
          caller: Caller,
          perform: PerformWrite,
        ) => Promise<CallResult>
      }
    | {
        kind: 'upload'
        permission: RequiredPermission
        /** Runs before the file is read; `bytes` is the request's Content-Length. */
        authorize: (
          asked: ApiRequest,
          caller: Caller,
          platform: Platform,
          bytes: number,
        ) => Promise<void>
        handler: (
          received: ReceivedFile,
          asked: ApiRequest,
          platform: Platform,
          perform: PerformWrite,
        ) => Promise<CallResult>
      }
  )
