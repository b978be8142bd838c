import { array, boolean, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { AccountChange, AccountKind } from './accountStates.ts'

/** An account as it was read: which one, and the version that a change is based on. */
type VersionedUser = { id: number; version: number }

/** A link that sets a password, told once; null where the request was done before, and it is told no more. */
const PasswordLinks = type({
  links: array(
    type({ id: number(), email: string(), token: nullable(string()), expiresAt: string() }),
  ),
  /** Whether the platform sends them to their owners too. */
  mailed: optional(boolean()),
})
export type PasswordLinks = Infer<typeof PasswordLinks>
export type PasswordLink = PasswordLinks['links'][number]

/** POST /users/invitations: all or none; fails with 422 and `rows`. */
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

/** POST /users/ID/link: a new link, the one before works no more. */
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

/** POST /users/ID/status. Fails with 409 `wrong_state` when its status does not allow the change, or nobody would be left. */
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

/** GET /users/ID/sessions, the last seen first. */
export async function listUserSessions(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<UserSession[]> {
  const path = `/users/${id}/sessions`
  return parseResponse(UserSessionsSchema, (await api.send({ method: 'GET', path, signal })).body)
    .data
}

/** DELETE /users/ID/sessions/SESSION, or all of them. */
export async function revokeSessions(
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

/** GET /users/ID/rights: what they may do, and which of their groups lets them. */
export async function loadUserPermissions(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<UserPermissions> {
  const path = `/users/${id}/rights`
  return parseResponse(UserPermissions, (await api.send({ method: 'GET', path, signal })).body)
}

/** The calls of who is not signed in yet. */
export const invitationPaths = {
  check: '/invitations/check',
  accept: '/invitations/accept',
} as const

const LinkCheckSchema = type({ email: string(), purpose: string(), expiresAt: string() })
export type LinkCheck = Infer<typeof LinkCheckSchema>

/** POST /invitations/check: whom a link is for. Fails with 404 when it does not work any more. */
export async function checkLink(api: Api, token: string): Promise<LinkCheck> {
  const path = invitationPaths.check
  return parseResponse(
    LinkCheckSchema,
    (await api.send({ method: 'POST', path, body: { token } })).body,
  )
}

const AcceptedLink = type({ email: string(), sIdentifier: number() })

/** POST /invitations/accept: sets the password; the link works no more. Fails with 404 as well, with 422 and `fields`. */
export async function acceptLink(
  api: Api,
  body: { token: string; password: string },
): Promise<Infer<typeof AcceptedLink>> {
  const path = invitationPaths.accept
  return parseResponse(AcceptedLink, (await api.send({ method: 'POST', path, body })).body)
}

/** POST /userGroups/ID/replacement: its members are in the other group, and it is deleted. Fails with 422 and `fields`, with 409 and `reach`. */
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
