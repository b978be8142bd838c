import { sql } from 'kysely'
import { actionNames } from '#shared/permissions.ts'
import type { Action } from '#shared/permissions.ts'
import { permissionsOfUser, storesOfUser } from '../accounts/tokens.ts'
import type { Untold } from '../records/settled.ts'
import type { Connection } from '../schema.ts'

/** How many operators are named of those who gain or lose something. */
const examplesShown = 3

type Operator = { id: number; name: string; permissions: string[]; storeIds: number[] | null }

/** What each account holds; groups reach all of them, so all are looked at. */
async function everyone(trx: Connection): Promise<Operator[]> {
  const { rows } = await sql<Operator>`select id, name, ${permissionsOfUser}, ${storesOfUser}
    from users where group_ids <> '{}' order by name, id`.execute(trx)
  return rows
}

const inWords = (right: string) => {
  const [key, action] = right.split(':')
  return action ? `${key}: ${actionNames[action as Action].toLowerCase()}` : null
}

/** Who loses and who gains which right, and whose stores change, when a group is another one. */
export async function reachOfGroups(trx: Connection): Promise<() => Promise<Untold>> {
  const before = new Map((await everyone(trx)).map((one) => [one.id, one]))
  return async () => {
    const told = new Map<string, string[]>()
    const reached = new Set<number>()
    for (const after of await everyone(trx)) {
      const was = before.get(after.id)
      if (!was) continue
      const tell = (verb: string, rights: string[]) => {
        for (const words of rights.map(inWords))
          if (words)
            told.set(`${verb} ${words}`, [...(told.get(`${verb} ${words}`) ?? []), after.name])
        if (rights.length > 0) reached.add(after.id)
      }
      tell('Lose', missing(was.permissions, after.permissions))
      tell('Gain', missing(after.permissions, was.permissions))
      if (JSON.stringify(was.storeIds) !== JSON.stringify(after.storeIds)) {
        told.set('Other stores', [...(told.get('Other stores') ?? []), after.name])
        reached.add(after.id)
      }
    }
    const worse = [...told].map(([what, names]) => ({
      what,
      count: names.length,
      examples: names.slice(0, examplesShown),
    }))
    return { reaches: reached.size, own: 0, worse }
  }
}

const missing = (from: readonly string[], among: readonly string[]) =>
  from.filter((right) => !among.includes(right))
