import { sql } from 'kysely'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { selectWithStoreCount } from '#server/platform/core/records/storeScope.ts'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

/** Everyone sees all blueprints, but counts only stores that the account has. */
export const blueprintVisibility: Readonly<Record<string, Visibility>> = {
  blueprints: {
    selectRows: ({ storeIds }) =>
      storeIds &&
      sql`(${selectWithStoreCount(blueprints, sql`from stores where stores.blueprint_id = blueprints.id`, storeIds)}) as blueprints`,
  },
}
