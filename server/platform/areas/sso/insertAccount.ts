import type { Connection } from '#server/platform/database/schema.ts'

type NewAccount = {
  firstName: string
  lastName: string
  email: string
  sIdentifier: number
  storeId: number
  storeIds: number[]
  groupIds?: number[]
}

/**
 * Inserts an active account without a password, which signs in at a provider. Returns its ID. It
 * counts as created by its owner.
 */
export async function insertAccount(
  trx: Connection,
  account: NewAccount,
  now: string,
): Promise<number> {
  const { email } = account
  const { id } = await trx
    .insertInto('users')
    .values({
      ...account,
      passwordHash: null,
      passwordGenerated: false,
      status: 'active',
      allStores: false,
      createdAt: now,
      createdBy: email,
      updatedAt: now,
      updatedBy: email,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
