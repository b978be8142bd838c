import { sql } from 'kysely'
import { calculateReadiness } from '#shared/areas/stores/readiness/readiness.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadReadinessFacts } from './figures/readiness.ts'

const defaultsImpactMessages = storeRuleMessages.worse

const maxExampleStores = 5

type StoreCondition = { percent: number; contrast: boolean }

/**
 * Estimates which stores inherit the changed defaults, and for which of them readiness or contrast
 * gets worse.
 */
export async function estimateDefaultsImpact(
  trx: Connection,
  changed: readonly string[],
): Promise<() => Promise<ImpactSummary>> {
  const before = await loadStoreConditions(trx)
  return async () => {
    const after = await loadStoreConditions(trx)
    const findWorse = (isWorse: (was: StoreCondition, is: StoreCondition) => boolean) =>
      [...before].flatMap(([id, previous]) => {
        const current = after.get(id)
        return current && isWorse(previous, current) ? [id] : []
      })
    return {
      ...(await countInheritingStores(trx, changed)),
      worse: await toAffectedStores(trx, [
        [
          defaultsImpactMessages.contrast,
          findWorse((previous, current) => previous.contrast && !current.contrast),
        ],
        [
          defaultsImpactMessages.readiness,
          findWorse((previous, current) => current.percent < previous.percent),
        ],
      ]),
    }
  }
}

async function loadStoreConditions(trx: Connection): Promise<Map<number, StoreCondition>> {
  const all = (await loadReadinessFacts(trx, null)).map(
    ({ id, facts }): [number, StoreCondition] => {
      const { percent, checks } = calculateReadiness(facts)
      return [id, { percent, contrast: checks.some(({ key, ok }) => key === 'contrast' && ok) }]
    },
  )
  return new Map(all)
}

async function countInheritingStores(trx: Connection, changed: readonly string[]) {
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

async function toAffectedStores(
  trx: Connection,
  kinds: [string, number[]][],
): Promise<ImpactSummary['worse']> {
  const affected: ImpactSummary['worse'] = []
  // Sequentially, because a transaction has only one connection.
  for (const [what, ids] of kinds.filter(([, { length }]) => length > 0)) {
    const { rows } = await sql<{ name: string }>`
      select name from stores where id = any(${ids}::int[])
      order by lower(name), id limit ${maxExampleStores}`.execute(trx)
    affected.push({ what, count: ids.length, examples: rows.map(({ name }) => name) })
  }
  return affected
}
