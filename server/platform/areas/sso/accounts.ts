import { users } from '#shared/areas/users/users.ts'
import { operatorIdentifier, storeAdminIdentifier } from '#shared/engine/user.ts'
import { userByEmail } from '../signIn/signIn.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Claims } from './claims.ts'
import { replaceSsoGroups } from './groups.ts'
import { personFrom } from './lead.ts'
import type { KnownAccount, Person } from './lead.ts'
import type { SetUp } from './setUp.ts'

/** The account that claims are about, as far as it matters for a sign-on to this store. */
export async function accountKnown(
  connection: Connection,
  claims: Claims,
  { mapped, store }: Pick<SetUp, 'mapped' | 'store'>,
): Promise<KnownAccount | undefined> {
  const person = personFrom(claims, mapped)
  const user = typeof person === 'string' ? undefined : await userByEmail(connection, person.email)
  if (!user) return undefined
  return {
    isOperator: user.sIdentifier === operatorIdentifier,
    status: user.status,
    isOfStore: user.storeIds?.includes(store.id) ?? false,
    isOfOthers: isOfOtherStores(user, store.id),
  }
}

const isOfOtherStores = ({ storeIds }: { storeIds: number[] | null }, storeId: number): boolean =>
  storeIds === null || storeIds.some((id) => id !== storeId)

type Work = { now: string; audit: (...entries: AuditEntry[]) => Promise<void> }

/** Makes the account of an admin of the store, or brings it to what the provider says; answers its id. */
export async function keepAccount(
  trx: Connection,
  { now, audit }: Work,
  { store, mapped, record }: SetUp,
  { email, firstName, lastName, groups }: Person,
): Promise<number> {
  const user = await userByEmail(trx, email)
  const target = (id: number) => ({ type: users.name, id, label: email, storeId: store.id })
  const setGroups = (userId: number) =>
    replaceSsoGroups(trx, { userId, storeId: store.id, signOnId: record.id, names: groups })
  if (!user) {
    const { id } = await trx
      .insertInto('users')
      .values({
        firstName,
        lastName,
        email,
        passwordHash: null,
        passwordGenerated: false,
        sIdentifier: storeAdminIdentifier,
        storeId: store.id,
        status: 'active',
        allStores: false,
        storeIds: [store.id],
        createdAt: now,
        createdBy: email,
        updatedAt: now,
        updatedBy: email,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { after } = await setGroups(id)
    await audit({
      event: 'users.created',
      target: target(id),
      after: { email, ssoGroups: after },
    })
    return id
  }
  const { status } = user
  await trx
    .updateTable('users')
    .set({ status: 'active' })
    .where('id', '=', user.id)
    .where('sIdentifier', '=', storeAdminIdentifier)
    .execute()
  if (status !== 'active')
    await audit({
      event: 'users.updated',
      target: target(user.id),
      before: { status },
      after: { status: 'active' },
    })
  // The provider decides about groups only where rules read them.
  if (mapped.groupRules === null) return user.id
  const { before, after } = await setGroups(user.id)
  if (before.join('\n') !== after.join('\n'))
    await audit({
      event: 'users.updated',
      target: target(user.id),
      before: { ssoGroups: before },
      after: { ssoGroups: after },
    })
  return user.id
}
