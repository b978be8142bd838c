import { sql } from 'kysely'
import { sizes } from '#shared/resources/sizes.ts'
import type { Kept } from '../records/settled.ts'

/** Products come in sizes, which therefore stay; they are no resource yet. */
export const keptSizes: Kept = {
  ...sizes,
  consequence: null,
  dependents: [
    {
      kind: 'product',
      rows: () => sql.table('products'),
      refersTo: (id) => sql`id in (select product_id from product_sizes where size_id = ${id})`,
      example: sql.ref('name'),
      order: sql.ref('name'),
    },
  ],
}
