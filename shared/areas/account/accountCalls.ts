import { array, boolean, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { accountPath } from './accountUrl.ts'

/** GET /account: the caller's own profile. */
export const loadOwnProfile = async (api: Api, signal: AbortSignal): Promise<AnyRecord> =>
  parseRecord((await api.send({ method: 'GET', path: accountPath, signal })).body)

/** PATCH /account. Fails with 409 and `current` if another version was saved. */
export const updateOwnProfile = async (
  api: Api,
  { version, changes }: { version: number; changes: object },
  idempotencyKey: string,
): Promise<AnyRecord> =>
  parseRecord(
    (
      await api.send({
        method: 'PATCH',
        path: accountPath,
        body: changes,
        ifMatch: version,
        idempotencyKey,
      })
    ).body,
  )

const OwnSession = type({
  id: number(),
  agent: nullable(string()),
  ip: nullable(string()),
  createdAt: string(),
  lastSeen: string(),
  current: boolean(),
})
export type OwnSession = Infer<typeof OwnSession>

/** GET /account/sessions: the caller's own, the last active one first. */
export const listOwnSessions = async (api: Api, signal: AbortSignal): Promise<OwnSession[]> =>
  parseResponse(
    type({ data: array(OwnSession) }),
    (await api.send({ method: 'GET', path: `${accountPath}/sessions`, signal })).body,
  ).data

/** DELETE /account/sessions/ID: ends one session, or all others without an ID. */
export async function endOwnSessions(
  api: Api,
  session: number | null,
  idempotencyKey: string,
): Promise<void> {
  const path = `${accountPath}/sessions${session === null ? '' : `/${session}`}`
  await api.send({ method: 'DELETE', path, idempotencyKey })
}

const SecurityEvent = type({
  id: number(),
  time: string(),
  event: string(),
  actor: string(),
  ip: nullable(string()),
  result: string(),
})
const SecurityEventPage = type({ data: array(SecurityEvent), next: nullable(string()) })
export type SecurityEvent = Infer<typeof SecurityEvent>
export type SecurityEventPage = Infer<typeof SecurityEventPage>

/** GET /account/securityEvents: a page of what happened to the caller's account, newest first. */
export const listSecurityEvents = async (
  api: Api,
  after: string | null,
  signal: AbortSignal,
): Promise<SecurityEventPage> =>
  parseResponse(
    SecurityEventPage,
    (
      await api.send({
        method: 'GET',
        path: `${accountPath}/securityEvents`,
        search: new URLSearchParams(after === null ? {} : { after }),
        signal,
      })
    ).body,
  )
