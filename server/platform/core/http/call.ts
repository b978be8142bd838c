import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Right } from '#shared/permissions/permissions.ts'
import type { TokenAudience } from '#shared/areas/users/accountStates.ts'
import type { Account, Caller } from '../auth/tokens.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Received } from './receive.ts'
import type { Parameter, Schema } from './schema.ts'
import type { Platform } from '../platform/platform.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Asked } from './asked.ts'
import type { CallLimitName } from './callLimits.ts'
import type { EventStream } from './eventStream.ts'

export type Answer = {
  status: number
  body?: unknown
  version?: number
  /** What is answered instead of JSON, piece by piece. */
  content?: { headers: Record<string, string>; open: () => Promise<Readable> }
  /** What is answered instead of JSON while the session lasts (openStreams.ts). */
  events?: EventStream
  /** What the body holds besides the first time alone: it is not kept for a request that is sent again. */
  once?: object
  afterwards?: () => Promise<void>
}

/** What writes, and for whom: everything goes through `trx`, its audit rows too. */
export type Work = {
  platform: Platform
  trx: Transaction<Database>
  caller: Account
  /** This change's one moment, ISO 8601. */
  now: string
  audit: (...entries: AuditEntry[]) => Promise<void>
}

export type Change = Work & { asked: Asked; caller: Caller }

type Facts = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  summary: string
  query?: readonly Parameter[]
  /** What the body must be; a call without one ignores what is sent. */
  body?: Schema
  success: { status: number; schema?: Schema; types?: readonly string[] }
  /** What else it may answer, besides 400, 401, 403, 404 and 500. */
  refusals?: readonly number[]
  ifMatch?: 'required' | 'optional'
  /** What one session may only do a few times at once (callLimits.ts). */
  limit?: CallLimitName
  /** Whose tokens it takes; only the console's if not set. */
  audiences?: readonly TokenAudience[]
}

/** Makes one change in a transaction of its own (writes.ts). */
export type Perform = (work: (change: Change) => Promise<Answer>) => Promise<Answer>

export type Need = Right | 'signedIn'

/** One call of the API: what it is, who may make it, what it does. Routes and OpenAPI are made from it. */
export type Call = Facts &
  (
    | { kind: 'open'; answer: (asked: Asked, platform: Platform) => Promise<Answer> }
    | {
        kind: 'read'
        needs: Need
        answer: (asked: Asked, platform: Platform, caller: Caller) => Promise<Answer>
      }
    | { kind: 'write'; needs: Need; answer: (change: Change) => Promise<Answer> }
    | {
        /** A write that takes its time before its change: it asks others, or hashes a password, and then performs it. */
        kind: 'asking'
        needs: Need
        answer: (
          asked: Asked,
          platform: Platform,
          caller: Caller,
          perform: Perform,
        ) => Promise<Answer>
      }
    | {
        kind: 'upload'
        needs: Need
        /** Before the file is read; `bytes` is what the request says that it sends. */
        admit: (asked: Asked, caller: Caller, platform: Platform, bytes: number) => Promise<void>
        answer: (
          received: Received,
          asked: Asked,
          platform: Platform,
          perform: Perform,
        ) => Promise<Answer>
      }
  )
