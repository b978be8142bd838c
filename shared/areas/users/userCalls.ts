import { array, boolean, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { AccountChange, AccountKind } from './accountStates.ts'

/** The ID of an account, and the version that a change is based on. */
type VersionedUser = { id: number; version: number }

/** Password links, returned only once. `token` is null if the same request is sent again. */
const PasswordLinks = type({
  links: array(
    type({ id: number(), email: string(), token: nullable(string()), expiresAt: string() }),
  ),
  /** Whether the platform also emails them to their owners. */
  mailed: optional(boolean()),
})
export type PasswordLinks = Infer<typeof PasswordLinks>
export type PasswordLink = PasswordLinks['links'][number]

/** POST /users/invitations: invites all users or none. Fails with 422 and `rows`. */
export async function inviteUsers(
  api: Api,
  body: { kind: AccountKind; records: object[] },
  idempotencyKey: string,
): Promise<PasswordLinks> {
  const path = '/users/invitations'
  return parseResponse(
    PasswordLinks,
    (await api.send({ method: 'POST', path, body, idempotencyKey })).body,
  )
}

/** POST /users/ID/link: creates a new link. The previous one stops working. */
export async function createPasswordLink(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<PasswordLinks> {
  const path = `/users/${id}/link`
  return parseResponse(
    PasswordLinks,
    (await api.send({ method: 'POST', path, idempotencyKey })).body,
  )
}

/**
 * POST /users/ID/status. Fails with 409 `wrong_state` if the status doesn't allow the change or no
 * super administrator would remain.
 */
export async function updateAccountStatus(
  api: Api,
  { id, version }: VersionedUser,
  body: { change: AccountChange; reason: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/users/${id}/status`
  return parseRecord(
    (await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })).body,
  )
}

const UserSessionsSchema = type({
  data: array(
    type({
      id: number(),
      agent: nullable(string()),
      ip: nullable(string()),
      createdAt: string(),
      lastSeen: string(),
      current: boolean(),
    }),
  ),
})
export type UserSession = Infer<typeof UserSessionsSchema>['data'][number]

/** GET /users/ID/sessions: the last active one first. */
export async function listUserSessions(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<UserSession[]> {
  const path = `/users/${id}/sessions`
  return parseResponse(UserSessionsSchema, (await api.send({ method: 'GET', path, signal })).body)
    .data
}

/** DELETE /users/ID/sessions/SESSION: ends one session, or all of them without SESSION. */
/** DELETE /users/ID/factors: removes all second factors of a user. */
export async function resetUserFactors(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'DELETE', path: `/users/${id}/factors`, idempotencyKey })
}

export async function revokeUserSessions(
  api: Api,
  id: number,
  session: number | null,
  idempotencyKey: string,
): Promise<void> {
  const path = `/users/${id}/sessions${session === null ? '' : `/${session}`}`
  await api.send({ method: 'DELETE', path, idempotencyKey })
}

const UserPermissions = type({
  rights: array(type({ right: string(), from: array(string()) })),
  stores: type({ all: boolean(), from: array(string()), names: array(string()) }),
})
export type UserPermissions = Infer<typeof UserPermissions>

/** GET /users/ID/rights: the user's permissions and stores, with the groups that give them. */
export async function loadUserPermissions(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<UserPermissions> {
  const path = `/users/${id}/rights`
  return parseResponse(UserPermissions, (await api.send({ method: 'GET', path, signal })).body)
}

/**
 * POST /userGroups/ID/replacement: moves the members to the other group and deletes this one. Fails
 * with 422 and `fields`, or with 409 and `reach`.
 */
export async function replaceUserGroup(
  api: Api,
  { id, version, groupId, reach }: VersionedUser & { groupId: number; reach: string },
  idempotencyKey: string,
): Promise<void> {
  await api.send({
    method: 'POST',
    path: `/userGroups/${id}/replacement`,
    body: { groupId },
    ifMatch: version,
    idempotencyKey,
    ...(reach ? { search: new URLSearchParams({ [impactParam]: reach }) } : {}),
  })
}
