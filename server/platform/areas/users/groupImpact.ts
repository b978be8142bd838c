import { sql } from 'kysely'
import { formatActions, getAreaLabel, groupByArea } from '#shared/permissions/permissions.ts'
import { users } from '#shared/areas/users/users.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import {
  anyStorePermissionsSql,
  userStoreIdsSql,
} from '#server/platform/core/auth/permissionSql.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { userMessages } from './messages.ts'

/** The maximum number of operators named per permission. */
const maxExampleOperators = 3

type OperatorAccess = { id: number; name: string; permissions: string[]; storeIds: number[] | null }

/** Loads the access of all accounts with groups, since a group can affect any of them. */
async function loadOperators(trx: Connection): Promise<OperatorAccess[]> {
  const { rows } =
    await sql<OperatorAccess>`select id, name, ${anyStorePermissionsSql}, ${userStoreIdsSql}
    from users where group_ids <> '{}' or id in (select user_id from sso_groups)
    order by name, id`.execute(trx)
  return rows
}

/** The operators who lose or gain the same actions in one area. */
type PermissionChange = { verb: 'lose' | 'gain'; key: string; actions: string; names: string[] }

/**
 * Estimates which operators lose or gain permissions or stores through a change of a group. Callers
 * who can't read users get only the counts.
 */
export async function estimateUserGroupImpact(
  trx: Connection,
  caller: Account,
): Promise<() => Promise<ImpactSummary>> {
  const isNamed = hasPermission(`${users.permission}:read`, caller)
  const before = new Map((await loadOperators(trx)).map((one) => [one.id, one]))
  return async () => {
    const changes = new Map<string, PermissionChange>()
    const namesWithOtherStores: string[] = []
    const reachedIds = new Set<number>()
    for (const after of await loadOperators(trx)) {
      const previous = before.get(after.id)
      if (!previous) continue
      const addChanges = (verb: PermissionChange['verb'], permissions: string[]) => {
        for (const { key, actions: permissionActions } of groupByArea(permissions)) {
          const actions = formatActions(permissionActions)
          const { names = [] } = changes.get(`${verb} ${key} ${actions}`) ?? {}
          const change = { verb, key, actions, names: [...names, after.name] }
          changes.set(`${verb} ${key} ${actions}`, change)
          reachedIds.add(after.id)
        }
      }
      addChanges('lose', findMissing(previous.permissions, after.permissions))
      addChanges('gain', findMissing(after.permissions, previous.permissions))
      if (JSON.stringify(previous.storeIds) !== JSON.stringify(after.storeIds)) {
        namesWithOtherStores.push(after.name)
        reachedIds.add(after.id)
      }
    }
    const worse = [
      ...describeChanges([...changes.values()]),
      ...toImpactEntries(userMessages.otherStores, namesWithOtherStores),
    ]
    const visibleEntries = worse.map((one) => ({ ...one, ...(isNamed ? {} : { examples: [] }) }))
    return { reaches: reachedIds.size, own: 0, worse: visibleEntries }
  }
}

/** Combines areas in which the same operators lose or gain the same actions. */
function describeChanges(changes: readonly PermissionChange[]): ImpactSummary['worse'] {
  const changeGroups = Map.groupBy(changes, ({ verb, actions, names }) =>
    JSON.stringify([verb, actions, names]),
  )
  return [...changeGroups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const areas = group.map(({ key }) => getAreaLabel(key))
    return toImpactEntries(userMessages[first.verb](areas, first.actions), first.names)
  })
}

const toImpactEntries = (what: string, names: readonly string[]): ImpactSummary['worse'] =>
  names.length === 0
    ? []
    : [{ what, count: names.length, examples: names.slice(0, maxExampleOperators) }]

const findMissing = (from: readonly string[], among: readonly string[]) =>
  from.filter((permission) => !among.includes(permission))
