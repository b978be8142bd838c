import { toSameText } from '#shared/engine/normalizeText.ts'
import { sql } from 'kysely'
import { usualSort } from '#shared/engine/list/listQuery.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { users } from '#shared/areas/users/users.ts'
import { userRuleMessages as say } from '#shared/areas/users/userRuleMessages.ts'
import { hasSuperAdministrator, heldBy, notHeld, reaches } from '#server/platform/core/auth/held.ts'
import type { Membership } from '#server/platform/core/auth/held.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { invalid, notPossible, Refusal } from '#server/platform/core/platform/refusal.ts'
import { rowsOf } from '#server/platform/core/records/inScope.ts'
import { columnOf, sortKeyOf } from '#server/platform/core/records/list/columns.ts'
import { takenError } from '#server/platform/core/records/refusedFields.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'
import type { Dependent } from '#server/platform/core/records/uses.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { reachOfGroups } from './groupReach.ts'
import { withdrawLinks } from './links.ts'

const forbidden = (detail: string) => new Refusal(403, 'forbidden', detail)

const membership = ['groupIds', 'allStores', 'storeIds'] as const

/** Its columns are those of the definition. */
const membershipOf = (account: AnyRecord) => account as unknown as Membership

/** Refuses to manage an account that holds more than who asks, also through a group. */
export async function refuseGreater(trx: Connection, caller: Account, account: AnyRecord) {
  if (account.id === caller.id) return
  const held = await heldBy(trx, membershipOf(account), account.id)
  if (notHeld(caller, held.permissions).length > 0 || !reaches(caller, held.storeIds))
    throw forbidden(say.more)
}

/** Refuses what took the last super administrator away, once it is written: a super administrator that was. */
export async function refuseTakingLast(trx: Connection, before: AnyRecord): Promise<void> {
  if (before['status'] !== 'active') return
  const account = membershipOf(before)
  const { groups } = await heldBy(trx, account)
  const wasOne = groups.some(
    ({ builtIn, allStores }) => builtIn && (account.allStores || allStores),
  )
  if (wasOne && !(await hasSuperAdministrator(trx))) throw notPossible(say.last)
}

/** Nobody gives what they do not hold, of rights and of stores. */
async function refuseGiving({ trx, caller }: Work, values: Values, account: AnyRecord) {
  const held = await heldBy(trx, membershipOf(account))
  const rights = notHeld(caller, held.permissions)
  const rightsError = rights.length > 0 && { groupIds: say.notHeld(rights) }
  const stores =
    'allStores' in values ? 'allStores' : 'storeIds' in values ? 'storeIds' : 'groupIds'
  const storesError = !reaches(caller, held.storeIds) && { [stores]: say.notReached }
  if (rightsError || storesError) throw invalid({ ...storesError, ...rightsError })
}

export const givesStores = ({ allStores, storeIds }: Pick<Membership, 'allStores' | 'storeIds'>) =>
  allStores || storeIds.length > 0

/** Store admins have chosen stores, none by groups; who is for some stores makes and keeps accounts that they see. */
export async function refuseElsewhere(
  trx: Connection,
  { storeIds: own }: Account,
  account: AnyRecord,
): Promise<void> {
  const { allStores, storeIds } = membershipOf(account)
  if (account['kind'] === 'store_admin') {
    if (allStores || storeIds.length === 0) throw invalid({ storeIds: say.storeAdmin })
    const { groups } = await heldBy(trx, membershipOf(account))
    const giving = groups.filter((group) => group.builtIn || givesStores(group))
    if (giving.length > 0)
      throw invalid({ groupIds: say.adminGroups(giving.map(({ name }) => name)) })
  }
  if (own !== null && !storeIds.some((id) => own.includes(id)))
    throw invalid({ storeIds: say.noStore })
}

const usersConsequence: Consequence = {
  async admit(change, { before, values = {} }) {
    const { trx, caller } = change
    const given = membership.filter((name) => name in values)
    // By their address all logs, and requests that another one must approve, know who somebody is.
    const isIdentity = given.length > 0 || 'email' in values
    if (before?.id === caller.id && isIdentity) throw notPossible(say.self)
    if (before) await refuseGreater(trx, caller, before)
    if (given.length === 0 && before) return
    const account = { ...before, ...values } as AnyRecord // A new one has all values of its fields.
    await refuseGiving(change, values, account)
    await refuseElsewhere(trx, caller, account)
  },
  async settle({ trx, now }, records, before) {
    for (const account of before) await refuseTakingLast(trx, account)
    // The link went to the old address, which may belong to another person, and so may the Google account.
    for (const { id, email } of before)
      if (records.some((one) => one.id === id && one['email'] !== email)) {
        await withdrawLinks(trx, id, now)
        await trx.updateTable('users').set({ googleSub: null }).where('id', '=', id).execute()
      }
  },
}

/** A group that store admins are in gives no stores: they would have them too. */
async function refuseAdmins(trx: Connection, group: Membership, id: number): Promise<void> {
  if (!givesStores(group)) return
  const { rows } = await sql`
    select from users where kind = 'store_admin' and (${id} = any(group_ids)
      or exists (select from sso_groups where user_id = users.id and group_id = ${id})) limit 1`.execute(
    trx,
  )
  if (rows.length > 0)
    throw invalid({ [group.allStores ? 'allStores' : 'storeIds']: say.adminsInGroup })
}

const folded = ({ name }: Record<string, unknown>) => toSameText(String(name))

/** Names are told apart whatever their case. Those that were kept alike before stay, until one is given another name. */
async function refuseNamesakes({ trx }: Work, records: AnyRecord[], before: AnyRecord[]) {
  // The database folds A to Z alone, so it cannot say; of two at once the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext('names of user groups'))`.execute(trx)
  const all = await trx.selectFrom('userGroups').select(['id', 'name']).execute()
  for (const record of records) {
    const was = before.find(({ id }) => id === record.id)
    if (was && folded(was) === folded(record)) continue
    if (all.some((other) => other.id !== record.id && folded(other) === folded(record)))
      throw invalid(takenError(userGroups, ['name']))
  }
}

const groupsConsequence: Consequence = {
  refuse(before) {
    if (before['builtIn'] === true) throw notPossible(say.builtIn)
  },
  async admit({ trx, caller }, { before, values }) {
    if (caller.storeIds !== null) throw forbidden(say.limited)
    if (before) {
      const { groupIds } = await trx
        .selectFrom('users')
        .select('groupIds')
        .where('id', '=', caller.id)
        .executeTakeFirstOrThrow()
      if (values && groupIds.includes(before.id)) throw notPossible(say.ownGroup)
      if (notHeld(caller, rightsOf(before)).length > 0) throw forbidden(say.groupMore)
    }
    if (before && values) await refuseAdmins(trx, membershipOf({ ...before, ...values }), before.id)
    const given = notHeld(caller, rightsOf(values))
    if (given.length > 0) throw invalid({ permissions: say.notHeld(given) })
  },
  reach: (trx, _changed, _id, _now, caller) => reachOfGroups(trx, caller),
  settle: refuseNamesakes,
}

const rightsOf = (group: Values | undefined): string[] => {
  const { permissions } = group ?? {}
  return Array.isArray(permissions) ? permissions : []
}

export const keptUsers: Kept = { ...users, consequence: usersConsequence, dependents: [] }

/** The accounts that are in a group because the identity provider of a store says so. */
const ssoUsers: Dependent = {
  kind: say.ssoUser.one,
  permission: users.permission,
  rows: (storeIds) => rowsOf(users, storeIds),
  refersTo: (id) => sql<boolean>`id in (select user_id from sso_groups where group_id = ${id})`,
  many: {
    title: say.ssoUser,
    referTo: (ids) =>
      sql<boolean>`id in (select user_id from sso_groups where group_id = any(${[...ids]}::int[]))`,
  },
  example: sql.ref(users.label),
  order: sortKeyOf(columnOf(users, usualSort(users).field)),
}

export const keptUserGroups: Kept = {
  ...userGroups,
  consequence: groupsConsequence,
  dependents: [ssoUsers],
}
