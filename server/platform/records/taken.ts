import { sql } from 'kysely'
import type { Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Connection } from '../schema.ts'
import { takenError } from './refusedFields.ts'
import type { Values } from './values.ts'

type Checked = { values: Values; errors: FieldErrors }

/** What to say of each of these records whose values another one has already; what is wrong by itself is not asked for. */
export async function takenIn(
  connection: Connection,
  resource: Resource,
  records: readonly Checked[],
): Promise<FieldErrors[]> {
  const found: FieldErrors[] = records.map(() => ({}))
  for (const names of resource.unique) {
    const keyOf = (values: Values) => JSON.stringify(names.map((name) => values[name]))
    const whole = records.filter(({ values, errors }) =>
      names.every((name) => values[name] !== null && !(name in errors)),
    )
    if (whole.length === 0) continue
    const columns = sql.join(names.map((name) => sql.ref(name)))
    const tuples = whole.map(({ values }) => sql`(${sql.join(names.map((name) => values[name]))})`)
    const { rows } = await sql<Values>`
      select ${columns} from ${sql.table(resource.name)}
      where (${columns}) in (${sql.join(tuples)})`.execute(connection)
    const taken = new Set(rows.map(keyOf))
    for (const [at, { values }] of records.entries())
      if (taken.has(keyOf(values))) found[at] = { ...found[at], ...takenError(resource, names) }
  }
  return found
}
