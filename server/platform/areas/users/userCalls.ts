import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { users } from '#shared/areas/users/users.ts'
import { accountKinds } from '#shared/areas/users/accountStates.ts'
import { findSsoGroups, heldBy } from '#server/platform/core/auth/held.ts'
import type { Membership } from '#server/platform/core/auth/held.ts'
import { tokenLife } from '#server/platform/core/auth/tokens.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, recordSchemas } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { keptUsers } from './guards.ts'
import { acceptLink, checkLink } from './links.ts'
import { changeAccount, endSessions, inviteUsers, linkUser } from './manage.ts'
import { userMessages } from './messages.ts'

const accountOf = ({ db }: Platform, caller: Caller, asked: Asked) =>
  readRecord(db, scopedTo(caller, users), recordIdOf(users, asked))

/** GET /users/ID/sessions: those that still count. */
async function listSessions(asked: Asked, platform: Platform, caller: Caller): Promise<Answer> {
  const { id } = await accountOf(platform, caller, asked)
  const since = (ms: number) => new Date(platform.now().getTime() - ms).toISOString()
  const rows = await platform.db
    .selectFrom('tokens')
    .select(['id', 'agent', 'ip', 'createdAt', 'lastUsedAt as lastSeen'])
    .where('userId', '=', id)
    .where('lastUsedAt', '>', since(tokenLife.idleMs))
    .where('createdAt', '>', since(tokenLife.absoluteMs))
    .orderBy('lastUsedAt', 'desc')
    .execute()
  const data = rows.map((row) => ({ ...row, current: row.id === caller.tokenId }))
  return { status: 200, body: { data } }
}

/** GET /users/ID/rights: each with the groups that give it. */
async function tellRights(asked: Asked, platform: Platform, caller: Caller): Promise<Answer> {
  const record = await accountOf(platform, caller, asked)
  const account = record as unknown as Membership // Its columns are the definition's.
  const { groups, storeIds } = await heldBy(platform.db, account)
  const fromProviders = (await findSsoGroups(platform.db, record.id)).filter(
    ({ storeId }) => caller.storeIds === null || caller.storeIds.includes(storeId),
  )
  const givers = [
    ...groups,
    ...fromProviders.map(({ name, store, permissions }) => ({
      name: userMessages.ssoGroup(name, store),
      permissions,
    })),
  ]
  const permissions = [...new Set(givers.flatMap((group) => group.permissions))].toSorted()
  const { rows } = await sql<{ name: string }>`select name from ${rowsOf(stores, caller.storeIds)}
    where id = any(${storeIds ?? []}::int[]) order by lower(name) limit 50`.execute(platform.db)
  return {
    status: 200,
    body: {
      rights: permissions.map((right) => ({
        right,
        from: givers.filter((group) => group.permissions.includes(right)).map(({ name }) => name),
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

const yesOrNo = { type: 'boolean' }
const links = object({
  links: listOf(object({ id: whole, email: text, token: orNull(text), expiresAt: instant })),
  mailed: yesOrNo,
})
const record = recordSchemas(keptUsers)

/** What is done to accounts besides the generic calls; they stand before those, which take `invitations` for an account. */
export const userCalls: readonly Call[] = [
  {
    kind: 'write',
    needs: 'users:write',
    method: 'post',
    path: '/users/invitations',
    summary: "Invite users, or none if any of them isn't valid; each link is returned only once",
    body: object({
      kind: { type: 'string', enum: Object.keys(accountKinds) },
      records: listOf(record.values),
    }),
    success: { status: 201, schema: links },
    refusals: [409, 413, 415, 422],
    answer: inviteUsers,
  },
  {
    kind: 'write',
    needs: 'users:write',
    method: 'post',
    path: '/users/:id/link',
    summary: 'Create a password link for a new user or a user who forgot their password',
    success: { status: 201, schema: links },
    refusals: [409, 422],
    answer: linkUser,
  },
  {
    kind: 'write',
    needs: 'users:write',
    method: 'post',
    path: '/users/:id/status',
    summary: 'Suspend or reactivate a user',
    body: object({ change: text, reason: text }),
    ifMatch: 'required',
    success: { status: 200, schema: record.record },
    refusals: [409, 413, 415, 422, 428],
    answer: changeAccount,
  },
  {
    kind: 'read',
    needs: 'users:read',
    method: 'get',
    path: '/users/:id/sessions',
    summary: "List a user's sessions",
    success: {
      status: 200,
      schema: object({
        data: listOf(
          object({
            id: whole,
            agent: orNull(text),
            ip: orNull(text),
            createdAt: instant,
            lastSeen: instant,
            current: yesOrNo,
          }),
        ),
      }),
    },
    answer: listSessions,
  },
  ...(['/users/:id/sessions', '/users/:id/sessions/:session'] as const).map((path): Call => ({
    kind: 'write',
    needs: 'users:write',
    method: 'delete',
    path,
    summary: path.endsWith('s') ? 'Sign a user out everywhere' : "End one of a user's sessions",
    success: { status: 204 },
    refusals: [409, 422],
    answer: endSessions,
  })),
  {
    kind: 'read',
    needs: 'users:read',
    method: 'get',
    path: '/users/:id/rights',
    summary: "List a user's permissions and the groups that grant them",
    success: {
      status: 200,
      schema: object({
        rights: listOf(object({ right: text, from: listOf(text) })),
        stores: object({ all: yesOrNo, from: listOf(text), names: listOf(text) }),
      }),
    },
    answer: tellRights,
  },
  {
    kind: 'open',
    method: 'post',
    path: '/invitations/check',
    summary: 'Check a password link',
    body: object({ token: text }),
    success: { status: 200, schema: object({ email: text, purpose: text, expiresAt: instant }) },
    refusals: [413, 415],
    answer: checkLink,
  },
  {
    kind: 'open',
    method: 'post',
    path: '/invitations/accept',
    summary: 'Set a password with a password link, which works only once',
    body: object({ token: text, password: text }),
    success: { status: 200, schema: object({ email: text, sIdentifier: whole }) },
    refusals: [413, 415, 422],
    answer: acceptLink,
  },
]
