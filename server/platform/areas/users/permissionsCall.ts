import { sql } from 'kysely'
import { can } from '#shared/permissions/can.ts'
import { getAreaActions, permissionKeys, permissions } from '#shared/permissions/permissions.ts'
import { users } from '#shared/areas/users/users.ts'
import type { AccountKind } from '#shared/areas/users/accountStates.ts'
import { userPermissionsSql, userStoreIdsSql } from '#server/platform/core/auth/permissionSql.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'

const maxNamedUsers = 10

/** Finds the calls that a key protects, from the permission that each call requires. */
const findGuardedCalls = (key: string, calls: readonly Call[]) =>
  calls.flatMap((call) =>
    call.kind !== 'open' && call.permission.startsWith(`${key}:`)
      ? [
          {
            method: call.method.toUpperCase(),
            path: call.path,
            summary: call.summary,
            right: call.permission,
          },
        ]
      : [],
  )

type PermissionUser = {
  name: string
  kind: AccountKind
  permissions: string[]
  storeIds: number[] | null
}

/**
 * Finds the operators who can grant each permission: they have it, and can manage users or, with
 * access to all stores, user groups.
 */
const findGrantors = (key: string, users: readonly PermissionUser[]) => {
  const granting = users.filter(
    ({ kind, permissions: userPermissions, storeIds }) =>
      kind === 'operator' &&
      (can(userPermissions, 'users', 'write') ||
        (storeIds === null && can(userPermissions, 'usersGroups', 'write'))),
  )
  return getAreaActions(key).map((action) => ({
    right: `${key}:${action}`,
    names: granting
      .filter(({ permissions: userPermissions }) => can(userPermissions, key, action))
      .slice(0, maxNamedUsers)
      .map(({ name }) => name),
  }))
}

/** Finds the users who have each permission of a key, and names some. */
const findPermissionUsers = (key: string, users: readonly PermissionUser[]) =>
  getAreaActions(key).map((action) => {
    const usersWithPermission = users.filter(({ permissions: userPermissions }) =>
      can(userPermissions, key, action),
    )
    return { right: `${key}:${action}`, ...toNamedUsers(usersWithPermission) }
  })

const toNamedUsers = (users: readonly PermissionUser[]) => ({
  total: users.length,
  names: users.slice(0, maxNamedUsers).map(({ name }) => name),
})

/** Loads groups and users with their permissions, as far as the caller can see them. */
async function loadPermissionUsers({ db }: Platform, caller: Caller) {
  const groups = await db
    .selectFrom('userGroups')
    .select(['id', 'name', 'permissions'])
    .orderBy('name')
    .execute()
  const { rows } = await sql<PermissionUser>`
    select users.name, users.kind, ${userPermissionsSql}, ${userStoreIdsSql}
    from ${getVisibleRows(users, caller.storeIds)} where status = 'active'
    order by lower(users.name), users.id`.execute(db)
  const canRead = (key: string) => can(caller.permissions, key, 'read')
  return {
    groups: canRead('usersGroups') ? groups : null,
    users: canRead('users') ? rows : null,
  }
}

/** GET /permissions: the catalog of permissions. It needs no permission (spec.md section 2). */
export const buildPermissionsCall = (getCalls: () => readonly Call[]): Call => ({
  kind: 'read',
  permission: 'signedIn',
  allowsApiKeys: true,
  method: 'get',
  path: '/permissions',
  summary:
    'List all permissions, with what they allow, the API calls that they protect, and the users who have them',
  success: {
    status: 200,
    schema: objectSchema({
      data: arraySchema(
        objectSchema({
          key: stringSchema,
          allows: stringSchema,
          calls: arraySchema(
            objectSchema({
              method: stringSchema,
              path: stringSchema,
              summary: stringSchema,
              right: stringSchema,
            }),
          ),
          groups: nullableSchema(
            arraySchema(
              objectSchema({
                id: integerSchema,
                name: stringSchema,
                rights: arraySchema(stringSchema),
              }),
            ),
          ),
          users: nullableSchema(
            objectSchema({ total: integerSchema, names: arraySchema(stringSchema) }),
          ),
          holders: nullableSchema(
            arraySchema(
              objectSchema({
                right: stringSchema,
                total: integerSchema,
                names: arraySchema(stringSchema),
              }),
            ),
          ),
          grants: nullableSchema(
            arraySchema(objectSchema({ right: stringSchema, names: arraySchema(stringSchema) })),
          ),
        }),
      ),
    }),
  },
  handler: async (_asked, platform, caller): Promise<CallResult> => {
    const calls = getCalls()
    const visible = await loadPermissionUsers(platform, caller)
    const data = permissionKeys.map((key) => {
      const usersWithKey = visible.users?.filter(({ permissions: ownPermissions }) =>
        ownPermissions.includes(key),
      )
      return {
        key,
        allows: permissions[key].allows,
        calls: findGuardedCalls(key, calls),
        groups:
          visible.groups?.flatMap(({ id, name, permissions: ownPermissions }) => {
            const keyPermissions = ownPermissions.filter((permission) =>
              permission.startsWith(`${key}:`),
            )
            return keyPermissions.length > 0 ? [{ id, name, rights: keyPermissions }] : []
          }) ?? null,
        users: usersWithKey ? toNamedUsers(usersWithKey) : null,
        holders: visible.users && findPermissionUsers(key, visible.users),
        grants: visible.users && findGrantors(key, visible.users),
      }
    })
    return { status: 200, body: { data } }
  },
})
