import { users } from '#shared/areas/users/users.ts'
import { operatorIdentifier, storeAdminIdentifier } from '#shared/engine/user.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findUserByEmail } from '../signIn/index.ts'
import type { Claims } from './claims.ts'
import { replaceSsoGroups } from './groups.ts'
import { insertAccount } from './insertAccount.ts'
import { mapPerson } from './claimMapping.ts'
import type { KnownAccount, SsoPerson } from './claimMapping.ts'
import type { AdminSsoSetup } from './adminSsoSetup.ts'

/** Finds the account that claims identify, as far as it matters for SSO at this store. */
export async function findKnownAccount(
  connection: Connection,
  claims: Claims,
  { claimMapping, store }: Pick<AdminSsoSetup, 'claimMapping' | 'store'>,
): Promise<KnownAccount | undefined> {
  const person = mapPerson(claims, claimMapping)
  const user =
    typeof person === 'string' ? undefined : await findUserByEmail(connection, person.email)
  if (!user) return undefined
  return {
    isOperator: user.sIdentifier === operatorIdentifier,
    status: user.status,
    isAdminHere: user.storeIds?.includes(store.id) ?? false,
    isAdminElsewhere: hasOtherStores(user, store.id),
  }
}

const hasOtherStores = ({ storeIds }: { storeIds: number[] | null }, storeId: number): boolean =>
  storeIds === null || storeIds.some((id) => id !== storeId)

type AccountContext = { now: string; audit: (...entries: AuditEntry[]) => Promise<void> }

/**
 * Creates the account of a store admin, or updates it from the provider's claims. Returns its ID.
 */
export async function saveSsoAccount(
  trx: Connection,
  { now, audit }: AccountContext,
  { store, claimMapping, record }: AdminSsoSetup,
  { email, firstName, lastName, groups }: SsoPerson,
): Promise<number> {
  const user = await findUserByEmail(trx, email)
  const toTarget = (id: number) => ({ type: users.name, id, label: email, storeId: store.id })
  const setGroups = (userId: number) =>
    replaceSsoGroups(trx, { userId, storeId: store.id, signOnId: record.id, names: groups })
  if (!user) {
    const id = await insertAccount(
      trx,
      {
        firstName,
        lastName,
        email,
        sIdentifier: storeAdminIdentifier,
        storeId: store.id,
        storeIds: [store.id],
      },
      now,
    )
    const { after } = await setGroups(id)
    await audit({
      event: 'users.created',
      target: toTarget(id),
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
      target: toTarget(user.id),
      before: { status },
      after: { status: 'active' },
    })
  // Without group rules, the provider doesn't decide about groups.
  if (claimMapping.groupRules === null) return user.id
  const { before, after } = await setGroups(user.id)
  if (before.join('\n') !== after.join('\n'))
    await audit({
      event: 'users.updated',
      target: toTarget(user.id),
      before: { ssoGroups: before },
      after: { ssoGroups: after },
    })
  return user.id
}
