import { sql } from 'kysely'
import type { Resource } from '#shared/engine/resource.ts'
import type { Connection } from '../schema.ts'
import { secretColumns } from './keysInUse.ts'
import { SecretFault } from './ring.ts'
import type { Place, Ring } from './ring.ts'

const inBatch = 200

type Sealed = { id: number; text: string }
type Options = {
  definitions?: readonly Resource[]
  /** Hears how many were sealed anew so far. */
  onBatch?: (count: number) => void
}

/** How many were sealed anew, and the places of those that do not open, which are left. */
export type Rotated = { count: number; damaged: string[] }

/**
 * Seals with the ring's first key what others have sealed. Writes go on meanwhile: nothing is
 * locked, and a secret that changed since it was read is left as it is, sealed by whoever wrote it.
 */
export async function rotateSecrets(
  db: Connection,
  ring: Ring,
  { definitions, onBatch }: Options = {},
): Promise<Rotated> {
  let count = 0
  const damaged: string[] = []
  for (const { table, column, sealed } of secretColumns(definitions)) {
    for (let after = 0; ;) {
      const { rows } = await sql<Sealed>`
        select id, ${sql.ref(sealed)} as text from ${sql.table(table)}
        where id > ${after} and split_part(${sql.ref(sealed)}, '.', 2) <> ${ring.first}
        order by id limit ${inBatch}`.execute(db)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      const anew = rows.flatMap(({ id, text }) => {
        const again = resealed(ring, { table, column, id }, text)
        if (again === null) damaged.push(`${table}.${column}#${id}`)
        return again === null ? [] : [sql`(${id}::integer, ${text}, ${again})`]
      })
      if (anew.length === 0) continue
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} as kept set ${sql.ref(sealed)} = anew.text
        from (values ${sql.join(anew)}) as anew (id, before, text)
        where kept.id = anew.id and ${sql.ref(`kept.${sealed}`)} = anew.before`.execute(db)
      count += Number(numAffectedRows ?? 0)
      onBatch?.(count)
    }
  }
  return { count, damaged }
}

/** Null where it does not open: whoever needs it must give it again. */
function resealed(ring: Ring, place: Place, text: string): string | null {
  try {
    return ring.seal(place, ring.open(place, text))
  } catch (error) {
    if (error instanceof SecretFault) return null
    throw error
  }
}
