import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { users } from '#shared/areas/users/users.ts'
import { accountKinds } from '#shared/areas/users/accountStates.ts'
import {
  findSsoAssignedGroups,
  getEffectivePermissions,
} from '#server/platform/core/auth/effectivePermissions.ts'
import type { Membership } from '#server/platform/core/auth/effectivePermissions.ts'
import { listSessions } from '#server/platform/core/auth/sessions.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import { sessionListSchema } from '#server/platform/core/http/sessionSchema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { nameSchema, objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { handleAcceptAccountLink, handleCheckAccountLink } from './accountLinks.ts'
import {
  handleChangeUserStatus,
  handleRevokeUserSessions,
  handleInviteUsers,
  handleCreatePasswordLink,
} from './userCallHandlers.ts'
import { handleResetFactors } from './resetFactors.ts'
import { userMessages } from './messages.ts'

const loadAccount = ({ db }: Platform, caller: Caller, request: ApiRequest) =>
  loadRecord(db, limitToCaller(caller, users), parseRecordId(users, request))

/** GET /users/ID/sessions: the sessions that haven't expired. */
async function handleListUserSessions(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { id } = await loadAccount(platform, caller, request)
  const rows = await listSessions(platform, id)
  const data = rows.map((row) => ({ ...row, current: row.id === caller.tokenId }))
  return { status: 200, body: { data } }
}

/** GET /users/ID/rights: each permission with the groups that grant it. */
async function handleListPermissionSources(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const record = await loadAccount(platform, caller, request)
  const account = record as unknown as Membership // Its columns are those of the definition.
  const { groups, storeIds } = await getEffectivePermissions(platform.db, account)
  const fromProviders = (await findSsoAssignedGroups(platform.db, record.id)).filter(
    ({ storeId }) => caller.storeIds === null || caller.storeIds.includes(storeId),
  )
  const grantors = [
    ...groups,
    ...fromProviders.map(({ name, store, permissions }) => ({
      name: userMessages.ssoGroup(name, store),
      permissions,
    })),
  ]
  const permissions = [...new Set(grantors.flatMap((group) => group.permissions))].toSorted()
  const { rows } = await sql<{
    name: string
  }>`select name from ${getVisibleRows(stores, caller.storeIds)}
    where id = any(${storeIds ?? []}::int[]) order by lower(name) limit 50`.execute(platform.db)
  return {
    status: 200,
    body: {
      rights: permissions.map((permission) => ({
        right: permission,
        from: grantors
          .filter((group) => group.permissions.includes(permission))
          .map(({ name }) => name),
      })),
      stores: {
        all: storeIds === null,
        from: groups
          .filter((group) => group.allStores || group.storeIds.length > 0)
          .map(({ name }) => name),
        names: rows.map(({ name }) => name),
      },
    },
  }
}

const booleanSchema = { type: 'boolean' }
const linksSchema = nameSchema(
  'InvitationLinks',
  objectSchema({
    links: arraySchema(
      objectSchema({
        id: integerSchema,
        email: stringSchema,
        token: nullableSchema(stringSchema),
        expiresAt: instantSchema,
      }),
    ),
    mailed: booleanSchema,
  }),
)
const userSchemas = buildRecordSchemas(users)

/**
 * The calls of users, in addition to the generic ones. They must come first, because those would
 * read `invitations` as an account.
 */
export const userCalls: readonly Call[] = [
  {
    kind: 'write',
    permission: 'users:write',
    method: 'post',
    path: '/users/invitations',
    stepUp: 'always',
    summary: "Invite users, or none if at least one isn't valid; each link is returned only once",
    body: objectSchema({
      kind: { type: 'string', enum: Object.keys(accountKinds) },
      records: arraySchema(userSchemas.values),
    }),
    success: { status: 201, schema: linksSchema },
    handler: handleInviteUsers,
  },
  {
    kind: 'write',
    permission: 'users:write',
    method: 'delete',
    path: '/users/:id/factors',
    stepUp: 'always',
    summary: "Remove a user's second factors, end the user's sessions, and email the user",
    success: { status: 204 },
    handler: handleResetFactors,
  },
  {
    kind: 'write',
    permission: 'users:write',
    method: 'post',
    path: '/users/:id/link',
    stepUp: 'always',
    summary: 'Create a password link for a new user or a user who forgot their password',
    success: { status: 201, schema: linksSchema },
    handler: handleCreatePasswordLink,
  },
  {
    kind: 'write',
    permission: 'users:write',
    method: 'post',
    path: '/users/:id/status',
    summary: 'Suspend, reactivate, or unlock a user',
    body: objectSchema({ change: stringSchema, reason: stringSchema }),
    ifMatch: 'required',
    success: { status: 200, schema: userSchemas.record },
    handler: handleChangeUserStatus,
  },
  {
    kind: 'read',
    permission: 'users:read',
    method: 'get',
    path: '/users/:id/sessions',
    summary: "List a user's sessions",
    success: { status: 200, schema: sessionListSchema },
    handler: handleListUserSessions,
  },
  ...(['/users/:id/sessions', '/users/:id/sessions/:session'] as const).map((path): Call => ({
    kind: 'write',
    permission: 'users:write',
    method: 'delete',
    path,
    stepUp: ({ params }, caller) => params['id'] !== String(caller.id),
    summary: path.endsWith('s')
      ? "End all of a user's sessions, except the one that makes this call"
      : "End one of a user's sessions",
    success: { status: 204 },
    handler: handleRevokeUserSessions,
  })),
  {
    kind: 'read',
    permission: 'users:read',
    method: 'get',
    path: '/users/:id/rights',
    summary: "List a user's permissions and the groups that grant them",
    success: {
      status: 200,
      schema: objectSchema({
        rights: arraySchema(objectSchema({ right: stringSchema, from: arraySchema(stringSchema) })),
        stores: objectSchema({
          all: booleanSchema,
          from: arraySchema(stringSchema),
          names: arraySchema(stringSchema),
        }),
      }),
    },
    handler: handleListPermissionSources,
  },
  {
    kind: 'open',
    method: 'post',
    path: '/invitations/check',
    summary: 'Check a password link',
    body: objectSchema({ token: stringSchema }),
    success: {
      status: 200,
      schema: objectSchema({
        email: stringSchema,
        purpose: stringSchema,
        expiresAt: instantSchema,
      }),
    },
    handler: handleCheckAccountLink,
  },
  {
    kind: 'open',
    method: 'post',
    path: '/invitations/accept',
    summary: 'Set a password with a password link, which works only once',
    body: objectSchema({ token: stringSchema, password: stringSchema }),
    success: {
      status: 200,
      schema: objectSchema({ email: stringSchema, sIdentifier: integerSchema }),
    },
    handler: handleAcceptAccountLink,
  },
]
