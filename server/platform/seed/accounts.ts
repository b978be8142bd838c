import { actions, permissionKeys, withReading } from '#shared/permissions.ts'
import type { Action, Permission } from '#shared/permissions.ts'
import { storeAdminIdentifier } from '#shared/signIn/user.ts'
import { recordTables } from '../schema.ts'
import type { Connection } from '../schema.ts'
import { operators } from './people.ts'

const of = (keys: readonly Permission[], among: readonly Action[] = actions) =>
  withReading(keys.flatMap((key) => among.map((action) => `${key}:${action}`)))

const groups = [
  {
    name: 'Support',
    description: 'Answers stores and members.',
    permissions: of(['ordersRead', 'storesRead', 'dashboardRead'], ['read', 'write']),
  },
  {
    name: 'Catalogue',
    description: 'Keeps sizes, stickers, colors and training.',
    permissions: of(['modulesRead', 'Sizes', 'Stickers', 'Colors']),
  },
  {
    name: 'Finance',
    description: 'Payments, gift cards and credits.',
    permissions: of(
      ['ordersRead', 'dashboardRead', 'payments', 'giftCards'],
      ['read', 'write', 'export'],
    ),
  },
  {
    name: 'Auditors',
    description: 'Read everything and change nothing.',
    permissions: of(permissionKeys, ['read', 'export']),
  },
]

const day = 24 * 60 * 60_000

/** Operators with their groups, as many as show what the lists of users and groups can tell; nobody knows a password of theirs. */
export async function insertAccounts(trx: Connection, now: Date, author: string): Promise<void> {
  const at = now.toISOString()
  const stamp = { createdAt: at, createdBy: author, updatedAt: at, updatedBy: author }
  const made = await trx
    .insertInto('userGroups')
    .values(groups.map((group) => ({ ...group, ...stamp })))
    .returning('id')
    .execute()
  const groupIds = (...places: number[]) => places.flatMap((place) => made[place]?.id ?? [])
  const stores = await recordTables(trx)
    .selectFrom('stores')
    .select('id')
    .orderBy('id')
    .limit(2)
    .execute()
  const storeIds = stores.map(({ id }) => id)
  const who = [
    { groupIds: groupIds(0, 1), allStores: true, jobTitle: 'Head of Support', since: 0.1 },
    { groupIds: groupIds(2), allStores: true, jobTitle: 'Finance', since: 1 },
    { groupIds: groupIds(0), storeIds: storeIds.slice(0, 2), jobTitle: 'Support', since: 3 },
    {
      groupIds: groupIds(1),
      allStores: true,
      jobTitle: 'Merchandising',
      since: 40,
      suspended: true,
    },
    { groupIds: groupIds(3), allStores: true, jobTitle: 'Audit', since: null },
  ]
  const accounts = operators.map((email, at) => {
    const { since = null, suspended = false, ...told } = who[at] ?? {}
    const [firstName = '', lastName = ''] = (email.split('@')[0] ?? '').split('.').map(capital)
    return {
      firstName,
      lastName,
      email,
      allStores: false,
      ...told,
      status: suspended
        ? ('suspended' as const)
        : since === null
          ? ('invited' as const)
          : ('active' as const),
      statusReason: suspended ? 'On leave until spring' : null,
      lastSignIn: since === null ? null : new Date(now.getTime() - since * day).toISOString(),
      ...stamp,
    }
  })
  await trx
    .insertInto('users')
    .values(accounts.map((one) => ({ ...account, ...one })))
    .execute()
  await trx
    .insertInto('users')
    .values({
      ...account,
      ...stamp,
      firstName: 'Lena',
      lastName: 'Vogel',
      email: 'lena.vogel@example.com',
      sIdentifier: storeAdminIdentifier,
      status: 'active',
      allStores: false,
      storeIds: storeIds.slice(0, 1),
      jobTitle: 'Store admin',
    })
    .execute()
}

const account = { storeId: 1, sIdentifier: 1, passwordHash: null, passwordGenerated: false }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
