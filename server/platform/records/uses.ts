import { sql } from 'kysely'
import type { Uses } from '#shared/engine/recordCalls.ts'
import type { Connection } from '../schema.ts'
import { usesOfOrganisation, usesOfStore } from '../stores/uses.ts'

/** How many names are given of what uses a record. */
const examplesShown = 3

/** What refers to the records of a resource, and so keeps them from being deleted. */
const usersOf: Record<string, (connection: Connection, id: number) => Promise<Uses>> = {
  sizes: async (connection, id) => {
    const { rows } = await sql<{ count: number; examples: string[] | null }>`
      select count(*) as count, (array_agg(name order by name, id))[1:${sql.lit(examplesShown)}] as examples
      from products join product_sizes on product_id = id where size_id = ${id}`.execute(connection)
    const { count = 0, examples = null } = rows[0] ?? {}
    return count > 0 ? [{ kind: 'product', count, examples: examples ?? [] }] : []
  },
  organisations: usesOfOrganisation,
  stores: usesOfStore,
}

/** What uses this record, one entry per kind; nothing keeps a record of no use from being deleted. */
export const usesOf = async (
  connection: Connection,
  resourceName: string,
  id: number,
): Promise<Uses> => (await usersOf[resourceName]?.(connection, id)) ?? []
