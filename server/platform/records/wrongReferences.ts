import { sql } from 'kysely'
import { messages } from '#shared/messages.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'
import type { Connection } from '../schema.ts'
import { rowsOf } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import { isInteger } from './kinds.ts'
import type { Values } from './values.ts'

const say = messages.validation

/**
 * What is wrong with each of these records by what these fields of it lead to: a record that is there for who
 * writes, and in the same store where both are in one. What is led to is held until the end of the transaction, so that nobody deletes it meanwhile.
 */
export async function wrongReferences(
  connection: Connection,
  { fields, scope, storeIds }: Pick<Scoped, 'fields' | 'scope' | 'storeIds'>,
  records: readonly Values[],
  names = Object.keys(fields),
): Promise<FieldErrors[]> {
  const wrong: FieldErrors[] = records.map(() => ({}))
  for (const name of names) {
    const field = fields[name]
    if (!field?.to) continue
    const ids = [...new Set(records.flatMap((values) => idsIn(values[name])))]
    if (ids.length === 0) continue
    const its = scope && field.to.scope ? sql.ref(field.to.scope) : sql.lit(null)
    const { rows } = await sql<{ id: number; store: number | null }>`
      select id, ${its} as store from ${rowsOf(field.to, storeIds)}
      where id = any(${ids}::int[]) order by id for key share`.execute(connection)
    const storeOf = new Map(rows.map(({ id, store }) => [id, store]))
    for (const [at, values] of records.entries()) {
      const [own = null, led] = [scope && values[scope], idsIn(values[name])]
      const isElsewhere = (id: number) =>
        ![own, storeOf.get(id) ?? null].includes(null) && storeOf.get(id) !== own
      if (!led.every((id) => storeOf.has(id)))
        wrong[at] = { ...wrong[at], [name]: say.gone(field.label) }
      else if (led.some(isElsewhere))
        wrong[at] = { ...wrong[at], [name]: say.elsewhere(field.label) }
    }
  }
  return wrong
}

const idsIn = (value: unknown): number[] => [value].flat().filter(isInteger)
