import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ReadExtension } from '#server/platform/core/records/list/readExtension.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'

/** Adds to lists how many stores differ from each blueprint, as far as the viewer sees them. */
export const blueprintReads: ReadExtension = {
  async addFields(db, blueprints, condition, _parameters, { storeIds }) {
    if (condition === null) return blueprints
    const ids = blueprints.map(({ id }) => id)
    const { rows } = await sql<{ id: number; differing: number }>`
      select blueprint_id as id, count(*)::int as differing
      from ${getVisibleRows(stores, storeIds)}
      where blueprint_id = any(${ids}::int[]) and differs_from_blueprint
      group by blueprint_id`.execute(db)
    const counts = new Map(rows.map(({ id, differing }) => [id, differing]))
    return blueprints.map((blueprint) => ({
      ...blueprint,
      differing: counts.get(Number(blueprint['id'])) ?? 0,
    }))
  },
}
