import { sql } from 'kysely'
import type { Uses } from '#shared/engine/recordCalls.ts'
import { sizes } from '#shared/resources/sizes.ts'
import type { Kept } from '../records/settled.ts'
import type { Connection } from '../schema.ts'

/** How many names are given of the products that use a size. */
const examplesShown = 3

/** Products come in sizes, which therefore stay. */
async function usesOfSize(connection: Connection, id: number): Promise<Uses> {
  const { rows } = await sql<{ count: number; examples: string[] | null }>`
    select count(*) as count, (array_agg(name order by name, id))[1:${sql.lit(examplesShown)}] as examples
    from products join product_sizes on product_id = id where size_id = ${id}`.execute(connection)
  const { count = 0, examples = null } = rows[0] ?? {}
  return count > 0 ? [{ kind: 'product', count, examples: examples ?? [] }] : []
}

export const keptSizes: Kept = { ...sizes, consequence: null, uses: usesOfSize }
