import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Permission } from '#shared/permissions/permissions.ts'
import type { TokenAudience } from '#shared/areas/users/accountStates.ts'
import type { Account, Caller } from '../auth/tokens.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { ReceivedFile } from './receiveUpload.ts'
import type { Parameter, Schema } from './schema.ts'
import type { Platform } from '../platform/platform.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { ApiRequest } from './apiRequest.ts'
import type { CallLimitName } from './callLimits.ts'
import type { EventStream } from './eventStream.ts'

export type CallResult = {
  status: number
  body?: unknown
  version?: number
  /** What is answered instead of JSON, piece by piece. */
  content?: { headers: Record<string, string>; open: () => Promise<Readable> }
  /** What is answered instead of JSON while the session lasts (openStreams.ts). */
  events?: EventStream
  /** What the body holds besides the first time alone: it is not kept for a request that is sent again. */
  uncachedBody?: object
  afterCommit?: () => Promise<void>
}

/** What writes, and for whom: everything goes through `trx`, its audit rows too. */
export type WriteContext = {
  platform: Platform
  trx: Transaction<Database>
  caller: Account
  /** This change's one moment, ISO 8601. */
  now: string
  audit: (...entries: AuditEntry[]) => Promise<void>
}

export type RequestContext = WriteContext & { request: ApiRequest; caller: Caller }

type CallInfo = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  summary: string
  query?: readonly Parameter[]
  /** What the body must be; a call without one ignores what is sent. */
  body?: Schema
  success: { status: number; schema?: Schema; types?: readonly string[] }
  /** What else it may answer, besides 400, 401, 403, 404 and 500. */
  errorStatuses?: readonly number[]
  ifMatch?: 'required' | 'optional'
  /** What one session may only do a few times at once (callLimits.ts). */
  limit?: CallLimitName
  /** Whose tokens it takes; only the console's if not set. */
  audiences?: readonly TokenAudience[]
}

/** Makes one change in a transaction of its own (writes.ts). */
export type PerformWrite = (
  work: (change: RequestContext) => Promise<CallResult>,
) => Promise<CallResult>

export type RequiredPermission = Permission | 'signedIn'

/** One call of the API: what it is, who may make it, what it does. Routes and OpenAPI are made from it. */
export type Call = CallInfo &
  (
    | { kind: 'open'; handler: (asked: ApiRequest, platform: Platform) => Promise<CallResult> }
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
        /** A write that takes its time before its change: it asks others, or hashes a password, and then performs it. */
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
        /** Before the file is read; `bytes` is what the request says that it sends. */
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
