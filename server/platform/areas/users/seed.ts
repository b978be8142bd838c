import { sql } from 'kysely'
import {
  permissionActions,
  permissionKeys,
  addReadPermissions,
} from '#shared/permissions/permissions.ts'
import type { Action, PermissionKey } from '#shared/permissions/permissions.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { operators } from '#server/platform/demoData/people.ts'
import { msPerDay } from '#server/platform/demoData/period.ts'

const createPermissions = (
  keys: readonly PermissionKey[],
  among: readonly Action[] = permissionActions,
) => addReadPermissions(keys.flatMap((key) => among.map((action) => `${key}:${action}`)))

const userGroupRows = [
  {
    name: 'Support',
    description: 'Helps stores and members.',
    permissions: createPermissions(
      ['ordersRead', 'storesRead', 'dashboardRead'],
      ['read', 'write'],
    ),
  },
  {
    name: 'Catalog',
    description: 'Manages sizes, stickers, colors, and training.',
    permissions: createPermissions(['modulesRead', 'Sizes', 'Stickers', 'Colors']),
  },
  {
    name: 'Finance',
    description: 'Manages payments, gift cards, and credits.',
    permissions: createPermissions(
      ['ordersRead', 'dashboardRead', 'payments', 'giftCards'],
      ['read', 'write', 'export'],
    ),
  },
  {
    name: 'Auditors',
    description: "Can view and export everything, but can't change anything.",
    permissions: createPermissions(permissionKeys, ['read', 'export']),
  },
]

/**
 * Inserts operators and groups that show everything the lists of users and groups can contain. They
 * have no passwords.
 */
export async function insertDemoAccounts(
  trx: Connection,
  { now, since, author }: { now: Date; since: Date; author: string },
): Promise<void> {
  const at = since.toISOString()
  const stamp = { createdAt: at, createdBy: author, updatedAt: at, updatedBy: author }
  const createdGroups = await trx
    .insertInto('userGroups')
    .values(userGroupRows.map((group) => ({ ...group, ...stamp })))
    .returning('id')
    .execute()
  const groupIds = (...indexes: number[]) =>
    indexes.flatMap((index) => createdGroups[index]?.id ?? [])
  const stores = await withRecordTables(trx)
    .selectFrom('stores')
    .select('id')
    .orderBy('id')
    .limit(2)
    .execute()
  const storeIds = stores.map(({ id }) => id)
  const profiles = [
    { groupIds: groupIds(0, 1), allStores: true, jobTitle: 'Head of Support', daysAgo: 0.1 },
    { groupIds: groupIds(0, 2), allStores: true, jobTitle: 'Finance Manager', daysAgo: 1 },
    {
      groupIds: groupIds(0),
      storeIds: storeIds.slice(0, 2),
      jobTitle: 'Support Specialist',
      daysAgo: 3,
    },
    {
      groupIds: groupIds(1),
      allStores: true,
      jobTitle: 'Merchandising Manager',
      daysAgo: 40,
      suspended: true,
    },
    { groupIds: groupIds(3), allStores: true, jobTitle: 'Internal Auditor', daysAgo: null },
  ]
  const accounts = operators.map((email, index) => {
    const { daysAgo = null, suspended = false, ...profile } = profiles[index] ?? {}
    const [firstName = '', lastName = ''] = (email.split('@')[0] ?? '').split('.').map(capitalize)
    return {
      firstName,
      lastName,
      email,
      allStores: false,
      ...profile,
      status: suspended
        ? ('suspended' as const)
        : daysAgo === null
          ? ('invited' as const)
          : ('active' as const),
      statusReason: suspended ? 'On leave until spring' : null,
      lastSignIn:
        daysAgo === null ? null : new Date(now.getTime() - daysAgo * msPerDay).toISOString(),
      ...stamp,
    }
  })
  await trx
    .insertInto('users')
    .values(accounts.map((one) => ({ ...accountDefaults, ...one })))
    .execute()
  await sql`update users set last_sign_in = told.at
    from (select actor, max(time) as at from audit where event = 'auth.signedIn' group by actor) as told
    where told.actor = users.email`.execute(trx)
  await trx
    .insertInto('users')
    .values({
      ...accountDefaults,
      ...stamp,
      firstName: 'Lena',
      lastName: 'Vogel',
      email: 'lena.vogel@example.com',
      sIdentifier: storeAdminIdentifier,
      status: 'active',
      allStores: false,
      storeIds: storeIds.slice(0, 1),
      jobTitle: 'Store Manager',
      lastSignIn: new Date(now.getTime() - 2 * msPerDay).toISOString(),
    })
    .execute()
}

const accountDefaults = { storeId: 1, sIdentifier: 1, passwordHash: null, passwordGenerated: false }

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
