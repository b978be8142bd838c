import { sql } from 'kysely'
import { userPermissionsSql, userStoreIdsSql } from '#server/platform/core/auth/permissionSql.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const selectUser = (connection: Connection) =>
  connection
    .selectFrom('users')
    .select(['id', 'storeId', 'sIdentifier', 'name', 'email', 'status', 'passwordHash'])
    .select('lastSignIn')
    .select([userPermissionsSql, userStoreIdsSql])

const selectUserByEmail = (connection: Connection, email: string) =>
  selectUser(connection).where('email', '=', sql<string>`lower(${email})`)

/** Finds the account with an email address, ignoring case. */
export const findUserByEmail = (connection: Connection, email: string) =>
  selectUserByEmail(connection, email).executeTakeFirst()

/**
 * Locks the active account with an email address until the transaction ends. A concurrent password
 * change or suspension either comes first, or finds the token that was issued.
 */
export const lockActiveUserRecord = (trx: Connection, email: string) =>
  selectUserByEmail(trx, email)
    .where('status', '=', 'active')
    .forNoKeyUpdate('users')
    .executeTakeFirst()

/** Like `lockActiveUserRecord`, for the account with this ID. */
export const lockActiveUserById = (trx: Connection, id: number) =>
  selectUser(trx)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forNoKeyUpdate('users')
    .executeTakeFirst()
