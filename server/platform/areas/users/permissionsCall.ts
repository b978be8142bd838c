import { sql } from 'kysely'
import { may } from '#shared/permissions/may.ts'
import { actionsIn, permissionKeys, permissions } from '#shared/permissions/permissions.ts'
import { users } from '#shared/areas/users/users.ts'
import type { AccountKind } from '#shared/areas/users/accountStates.ts'
import { permissionsOfUser, storesOfUser } from '#server/platform/core/auth/permissionSql.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { rowsOf } from '#server/platform/core/records/inScope.ts'

const namedUsers = 10

/** What each key guards: made of the calls themselves, each of which names the right that it is refused without. */
const guardedBy = (key: string, calls: readonly Call[]) =>
  calls.flatMap((call) =>
    call.kind !== 'open' && call.needs.startsWith(`${key}:`)
      ? [
          {
            method: call.method.toUpperCase(),
            path: call.path,
            summary: call.summary,
            right: call.needs,
          },
        ]
      : [],
  )

type Holder = {
  name: string
  kind: AccountKind
  permissions: string[]
  storeIds: number[] | null
}

/** Operators give what they hold themselves: by the groups somebody is in, or, for all stores, by what those hold. */
const grantsOf = (key: string, users: readonly Holder[]) => {
  const granting = users.filter(
    ({ kind, permissions: held, storeIds }) =>
      kind === 'operator' &&
      (may(held, 'users', 'write') || (storeIds === null && may(held, 'usersGroups', 'write'))),
  )
  return actionsIn(key).map((action) => ({
    right: `${key}:${action}`,
    names: granting
      .filter(({ permissions: held }) => may(held, key, action))
      .slice(0, namedUsers)
      .map(({ name }) => name),
  }))
}

/** Who holds each right of a key, by name as far as there is room. */
const holdersOf = (key: string, users: readonly Holder[]) =>
  actionsIn(key).map((action) => {
    const holding = users.filter(({ permissions: held }) => may(held, key, action))
    return { right: `${key}:${action}`, ...named(holding) }
  })

const named = (users: readonly Holder[]) => ({
  total: users.length,
  names: users.slice(0, namedUsers).map(({ name }) => name),
})

/** Who holds keys, as far as the caller may see groups and users. */
async function holders({ db }: Platform, caller: Caller) {
  const groups = await db
    .selectFrom('userGroups')
    .select(['id', 'name', 'permissions'])
    .orderBy('name')
    .execute()
  const { rows } = await sql<Holder>`
    select users.name, users.kind, ${permissionsOfUser}, ${storesOfUser}
    from ${rowsOf(users, caller.storeIds)} where status = 'active'
    order by lower(users.name), users.id`.execute(db)
  const mayRead = (key: string) => may(caller.permissions, key, 'read')
  return {
    groups: mayRead('usersGroups') ? groups : null,
    users: mayRead('users') ? rows : null,
  }
}

/** GET /permissions: the catalogue. No right is needed for it (spec.md section 2). */
export const permissionsCall = (calls: readonly Call[]): Call => ({
  kind: 'read',
  needs: 'signedIn',
  method: 'get',
  path: '/permissions',
  summary:
    'List all permissions, with what they allow, the API calls that they protect, and the users who have them',
  success: {
    status: 200,
    schema: object({
      data: listOf(
        object({
          key: text,
          allows: text,
          calls: listOf(object({ method: text, path: text, summary: text, right: text })),
          groups: orNull(listOf(object({ id: whole, name: text, rights: listOf(text) }))),
          users: orNull(object({ total: whole, names: listOf(text) })),
          holders: orNull(listOf(object({ right: text, total: whole, names: listOf(text) }))),
          grants: orNull(listOf(object({ right: text, names: listOf(text) }))),
        }),
      ),
    }),
  },
  answer: async (_asked, platform, caller): Promise<Answer> => {
    const held = await holders(platform, caller)
    const data = permissionKeys.map((key) => {
      const theirs = held.users?.filter(({ permissions: all }) => all.includes(key))
      return {
        key,
        allows: permissions[key].allows,
        calls: guardedBy(key, calls),
        groups:
          held.groups?.flatMap(({ id, name, permissions: all }) => {
            const rights = all.filter((right) => right.startsWith(`${key}:`))
            return rights.length > 0 ? [{ id, name, rights }] : []
          }) ?? null,
        users: theirs ? named(theirs) : null,
        holders: held.users && holdersOf(key, held.users),
        grants: held.users && grantsOf(key, held.users),
      }
    })
    return { status: 200, body: { data } }
  },
})
