import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { sql } from 'kysely'
import { can } from '#shared/permissions/can.ts'
import { permissionActions } from '#shared/permissions/permissions.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type NewAccount = {
  name: string
  email: string
  /** Hashed in advance, since hashing takes longer than a transaction should. */
  passwordHash: string
  /** Only 1 can use the console (spec.md section 6). */
  sIdentifier: number
  group: { name: string; permissions: readonly string[] }
  passwordGenerated?: boolean
  storeIds?: readonly number[] | null
  now: string
}

/**
 * Creates an account in a group and returns its ID. The email address must not be taken in any
 * case.
 */
export async function createAccount(
  connection: Connection,
  {
    name,
    email,
    passwordHash,
    sIdentifier,
    group,
    passwordGenerated = false,
    storeIds = null,
    now,
  }: NewAccount,
): Promise<number> {
  const groupId = await ensureUserGroup(connection, group, now)
  const [firstName = name, ...rest] = name.split(' ')
  const { id: userId } = await connection
    .insertInto('users')
    .values({
      firstName,
      lastName: rest.join(' '),
      email: normalizeAccountEmail(email),
      passwordHash,
      passwordGenerated,
      sIdentifier,
      storeId: platformStoreId,
      status: 'active',
      groupIds: [groupId],
      allStores: storeIds === null,
      storeIds: [...(storeIds ?? [])],
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return userId
}

export async function addAccountStores(
  connection: Connection,
  userId: number,
  storeIds: readonly number[],
): Promise<void> {
  await sql`update users set store_ids = store_ids || ${[...storeIds]}::int[]
    where id = ${userId}`.execute(connection)
}

const platformStoreId = 1

/**
 * Adds the actions to permission keys: a bare key grants all of them, and any action includes read.
 */
const expandPermissions = (permissions: readonly string[]): string[] =>
  [...new Set(permissions.map((permission) => permission.replace(/:.*/, '')))].flatMap((key) => [
    key,
    ...permissionActions
      .filter((action) => action === 'read' || can(permissions, key, action))
      .map((action) => `${key}:${action}`),
  ])

export async function ensureUserGroup(
  connection: Connection,
  { name, permissions }: NewAccount['group'],
  now: string,
): Promise<number> {
  const { id } = await connection
    .insertInto('userGroups')
    .values({ name, permissions: expandPermissions(permissions), createdAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ permissions: expandPermissions(permissions) }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
