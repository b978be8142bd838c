import { sql } from 'kysely'
import { actionsInWords, areaLabel, byArea } from '#shared/permissions/permissions.ts'
import { users } from '#shared/areas/users/users.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { holds } from '#server/platform/core/http/answering.ts'
import { permissionsInAnyStore, storesOfUser } from '#server/platform/core/auth/permissionSql.ts'
import type { Untold } from '#server/platform/core/records/settled.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { userMessages } from './messages.ts'

/** How many operators are named of those who gain or lose something. */
const examplesShown = 3

type Operator = { id: number; name: string; permissions: string[]; storeIds: number[] | null }

/** What each account holds; groups reach all of them, so all are looked at. */
async function everyone(trx: Connection): Promise<Operator[]> {
  const { rows } = await sql<Operator>`select id, name, ${permissionsInAnyStore}, ${storesOfUser}
    from users where group_ids <> '{}' or id in (select user_id from sso_groups)
    order by name, id`.execute(trx)
  return rows
}

/** What some operators lose or gain in one area. */
type Told = { verb: 'lose' | 'gain'; key: string; actions: string; names: string[] }

/** Who loses and who gains which right, and whose stores change, when a group is another one; who may not read users is told how many. */
export async function reachOfGroups(
  trx: Connection,
  caller: Account,
): Promise<() => Promise<Untold>> {
  const isNamed = holds(`${users.permission}:read`, caller)
  const before = new Map((await everyone(trx)).map((one) => [one.id, one]))
  return async () => {
    const changes = new Map<string, Told>()
    const moved: string[] = []
    const reached = new Set<number>()
    for (const after of await everyone(trx)) {
      const was = before.get(after.id)
      if (!was) continue
      const tell = (verb: Told['verb'], rights: string[]) => {
        for (const { key, actions: those } of byArea(rights)) {
          const actions = actionsInWords(those)
          const { names = [] } = changes.get(`${verb} ${key} ${actions}`) ?? {}
          const change = { verb, key, actions, names: [...names, after.name] }
          changes.set(`${verb} ${key} ${actions}`, change)
          reached.add(after.id)
        }
      }
      tell('lose', missing(was.permissions, after.permissions))
      tell('gain', missing(after.permissions, was.permissions))
      if (JSON.stringify(was.storeIds) !== JSON.stringify(after.storeIds)) {
        moved.push(after.name)
        reached.add(after.id)
      }
    }
    const worse = [
      ...sentencesOf([...changes.values()]),
      ...sentenceOf(userMessages.otherStores, moved),
    ]
    const told = worse.map((one) => ({ ...one, ...(isNamed ? {} : { examples: [] }) }))
    return { reaches: reached.size, own: 0, worse: told }
  }
}

/** Areas of which the same people lose or gain the same are told together. */
function sentencesOf(told: readonly Told[]): Untold['worse'] {
  const alike = Map.groupBy(told, ({ verb, actions, names }) =>
    JSON.stringify([verb, actions, names]),
  )
  return [...alike.values()].flatMap((those) => {
    const [first] = those
    if (!first) return []
    const areas = those.map(({ key }) => areaLabel(key))
    return sentenceOf(userMessages[first.verb](areas, first.actions), first.names)
  })
}

const sentenceOf = (what: string, names: readonly string[]): Untold['worse'] =>
  names.length === 0 ? [] : [{ what, count: names.length, examples: names.slice(0, examplesShown) }]

const missing = (from: readonly string[], among: readonly string[]) =>
  from.filter((right) => !among.includes(right))
