import { toComparableText } from '#shared/engine/normalizeText.ts'
import { sql } from 'kysely'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { users } from '#shared/areas/users/users.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import {
  hasSuperAdministrator,
  getEffectivePermissions,
  getMissingPermissions,
  hasAccessToStores,
} from '#server/platform/core/auth/effectivePermissions.ts'
import type { Membership } from '#server/platform/core/auth/effectivePermissions.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import {
  validationFailed,
  invalidState,
  HttpError,
} from '#server/platform/core/platform/httpError.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { getColumn, buildSortKey } from '#server/platform/core/records/list/columns.ts'
import { createTakenError } from '#server/platform/core/records/uniqueErrors.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Dependent } from '#server/platform/core/records/uses.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { estimateUserGroupImpact } from './groupImpact.ts'
import { unlinkProviders } from '../signIn/index.ts'
import { withdrawAccountLinks } from './accountLinks.ts'

const forbidden = (detail: string) => new HttpError(403, 'forbidden', detail)

const membershipFields = ['groupIds', 'allStores', 'storeIds'] as const

/** Its columns are those of the definition. */
const toMembership = (account: AnyRecord) => account as unknown as Membership

/** Rejects managing an account that has more access than the caller, also through a group. */
export async function assertNoGreaterPermissions(
  trx: Connection,
  caller: Account,
  account: AnyRecord,
) {
  if (account.id === caller.id) return
  const access = await getEffectivePermissions(trx, toMembership(account), account.id)
  if (
    getMissingPermissions(caller, access.permissions).length > 0 ||
    !hasAccessToStores(caller, access.storeIds)
  )
    throw forbidden(userRuleMessages.more)
}

/**
 * Rejects a write, once made, that removed the last super administrator. `before` is the account
 * before the write.
 */
export async function assertSuperAdministratorRemains(
  trx: Connection,
  before: AnyRecord,
): Promise<void> {
  if (before['status'] !== 'active') return
  const account = toMembership(before)
  const { groups } = await getEffectivePermissions(trx, account)
  const wasOne = groups.some(
    ({ builtIn, allStores }) => builtIn && (account.allStores || allStores),
  )
  if (wasOne && !(await hasSuperAdministrator(trx))) throw invalidState(userRuleMessages.last)
}

/** Rejects granting permissions or stores that the caller doesn't have. */
async function assertCanGrant(
  { trx, caller }: WriteContext,
  values: FieldValues,
  account: AnyRecord,
) {
  const access = await getEffectivePermissions(trx, toMembership(account))
  const missing = getMissingPermissions(caller, access.permissions)
  const permissionsError = missing.length > 0 && { groupIds: userRuleMessages.notHeld(missing) }
  const stores =
    'allStores' in values ? 'allStores' : 'storeIds' in values ? 'storeIds' : 'groupIds'
  const storesError = !hasAccessToStores(caller, access.storeIds) && {
    [stores]: userRuleMessages.notReached,
  }
  if (permissionsError || storesError)
    throw validationFailed({ ...storesError, ...permissionsError })
}

export const grantsStores = ({ allStores, storeIds }: Pick<Membership, 'allStores' | 'storeIds'>) =>
  allStores || storeIds.length > 0

/**
 * Validates store access: store admins need selected stores, and can't get stores from groups.
 * Limited callers can only save accounts that they can see.
 */
export async function assertValidStoreAccess(
  trx: Connection,
  { storeIds: own }: Account,
  account: AnyRecord,
): Promise<void> {
  const { allStores, storeIds } = toMembership(account)
  if (account['kind'] === 'store_admin') {
    if (allStores || storeIds.length === 0)
      throw validationFailed({ storeIds: userRuleMessages.storeAdmin })
    const { groups } = await getEffectivePermissions(trx, toMembership(account))
    const grantingGroups = groups.filter((group) => group.builtIn || grantsStores(group))
    if (grantingGroups.length > 0)
      throw validationFailed({
        groupIds: userRuleMessages.adminGroups(grantingGroups.map(({ name }) => name)),
      })
  }
  if (own !== null && !storeIds.some((id) => own.includes(id)))
    throw validationFailed({ storeIds: userRuleMessages.noStore })
}

export const userHooks: ResourceHooks = {
  async authorize(context, { before, values = {} }) {
    const { trx, caller } = context
    const changedFields = membershipFields.filter((name) => name in values)
    // Logs and requests that need another operator's approval identify an account by its email.
    const isIdentity = changedFields.length > 0 || 'email' in values
    if (before?.id === caller.id && isIdentity) throw invalidState(userRuleMessages.self)
    if (before) await assertNoGreaterPermissions(trx, caller, before)
    if (changedFields.length === 0 && before) return
    // A new account has all values of its fields.
    const account = { ...before, ...values } as AnyRecord
    await assertCanGrant(context, values, account)
    await assertValidStoreAccess(trx, caller, account)
  },
  async afterWrite({ trx, now }, records, before) {
    for (const account of before) await assertSuperAdministratorRemains(trx, account)
    // The link went to the old address, which may belong to another person. So may the accounts
    // at Google and other providers.
    for (const { id, email } of before)
      if (records.some((one) => one.id === id && one['email'] !== email)) {
        await withdrawAccountLinks(trx, id, now)
        await unlinkProviders(trx, id)
      }
  },
}

/** Rejects giving stores to a group with store admins, since they would get these stores too. */
async function assertNoStoreAdmins(trx: Connection, group: Membership, id: number): Promise<void> {
  if (!grantsStores(group)) return
  const { rows } = await sql`
    select from users where kind = 'store_admin' and (${id} = any(group_ids)
      or exists (select from sso_groups where user_id = users.id and group_id = ${id})) limit 1`.execute(
    trx,
  )
  if (rows.length > 0)
    throw validationFailed({
      [group.allStores ? 'allStores' : 'storeIds']: userRuleMessages.adminsInGroup,
    })
}

const foldName = ({ name }: Record<string, unknown>) => toComparableText(String(name))

/**
 * Rejects names that differ only in case. Groups whose names were already equal keep them until
 * renamed.
 */
async function assertUniqueNames({ trx }: WriteContext, records: AnyRecord[], before: AnyRecord[]) {
  // The database can fold only A to Z, so the names are compared here. The lock makes the second of
  // two parallel writes see the first.
  await sql`select pg_advisory_xact_lock(hashtext('names of user groups'))`.execute(trx)
  const all = await trx.selectFrom('userGroups').select(['id', 'name']).execute()
  for (const record of records) {
    const previous = before.find(({ id }) => id === record.id)
    if (previous && foldName(previous) === foldName(record)) continue
    if (all.some((other) => other.id !== record.id && foldName(other) === foldName(record)))
      throw validationFailed(createTakenError(userGroups, ['name']))
  }
}

export const userGroupHooks: ResourceHooks = {
  assertEditable(before) {
    if (before['builtIn'] === true) throw invalidState(userRuleMessages.builtIn)
  },
  async authorize({ trx, caller }, { before, values }) {
    if (caller.storeIds !== null) throw forbidden(userRuleMessages.limited)
    if (before) {
      const { groupIds } = await trx
        .selectFrom('users')
        .select('groupIds')
        .where('id', '=', caller.id)
        .executeTakeFirstOrThrow()
      if (values && groupIds.includes(before.id)) throw invalidState(userRuleMessages.ownGroup)
      if (getMissingPermissions(caller, getPermissions(before)).length > 0)
        throw forbidden(userRuleMessages.groupMore)
    }
    if (before && values)
      await assertNoStoreAdmins(trx, toMembership({ ...before, ...values }), before.id)
    const missing = getMissingPermissions(caller, getPermissions(values))
    if (missing.length > 0)
      throw validationFailed({ permissions: userRuleMessages.notHeld(missing) })
  },
  affectedRecords: (trx, _changed, _id, _now, caller) => estimateUserGroupImpact(trx, caller),
  afterWrite: assertUniqueNames,
}

const getPermissions = (group: FieldValues | undefined): string[] => {
  const { permissions } = group ?? {}
  return Array.isArray(permissions) ? permissions : []
}

/** The accounts that are in a group through a store's identity provider. */
export const ssoUserDependent: Dependent = {
  kind: userRuleMessages.ssoUser.one,
  permission: users.permission,
  rows: (storeIds) => getVisibleRows(users, storeIds),
  refersTo: (id) => sql<boolean>`id in (select user_id from sso_groups where group_id = ${id})`,
  many: {
    title: userRuleMessages.ssoUser,
    referTo: (ids) =>
      sql<boolean>`id in (select user_id from sso_groups where group_id = any(${[...ids]}::int[]))`,
  },
  example: sql.ref(users.relations.label),
  order: buildSortKey(getColumn(users, getDefaultSort(users)[0].field)),
}
