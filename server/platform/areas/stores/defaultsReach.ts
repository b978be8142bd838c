import { sql } from 'kysely'
import { readinessOf } from '#shared/areas/stores/readiness/readiness.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { Untold } from '#server/platform/core/records/settled.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { readinessFacts } from './figures/readinessFigures.ts'

const say = storeRuleMessages.worse

const examplesShown = 5

type Condition = { percent: number; contrast: boolean }

/** Which stores inherit what is changed, and which of them are worse off for it. */
export async function reachOfDefaults(
  trx: Connection,
  changed: readonly string[],
): Promise<() => Promise<Untold>> {
  const before = await conditions(trx)
  return async () => {
    const after = await conditions(trx)
    const worse = (isWorse: (was: Condition, is: Condition) => boolean) =>
      [...before].flatMap(([id, was]) => {
        const is = after.get(id)
        return is && isWorse(was, is) ? [id] : []
      })
    return {
      ...(await countInheriting(trx, changed)),
      worse: await named(trx, [
        [say.contrast, worse((was, is) => was.contrast && !is.contrast)],
        [say.readiness, worse((was, is) => is.percent < was.percent)],
      ]),
    }
  }
}

async function conditions(trx: Connection): Promise<Map<number, Condition>> {
  const all = (await readinessFacts(trx, null)).map(({ id, facts }): [number, Condition] => {
    const { percent, checks } = readinessOf(facts)
    return [id, { percent, contrast: checks.some(({ key, ok }) => key === 'contrast' && ok) }]
  })
  return new Map(all)
}

async function countInheriting(trx: Connection, changed: readonly string[]) {
  const inherits = sql.join(
    changed.map((name) => sql`${sql.ref(name)} is null`),
    sql` or `,
  )
  const { rows } = await sql<{ reaches: number; own: number }>`
    select count(*) filter (where ${inherits}) as reaches,
      count(*) filter (where not (${inherits})) as own
    from stores`.execute(trx)
  return rows[0] ?? { reaches: 0, own: 0 }
}

async function named(trx: Connection, kinds: [string, number[]][]): Promise<Untold['worse']> {
  const found: Untold['worse'] = []
  // One after the other: inside a transaction there is one connection.
  for (const [what, ids] of kinds.filter(([, { length }]) => length > 0)) {
    const { rows } = await sql<{ name: string }>`
      select name from stores where id = any(${ids}::int[])
      order by lower(name), id limit ${examplesShown}`.execute(trx)
    found.push({ what, count: ids.length, examples: rows.map(({ name }) => name) })
  }
  return found
}
