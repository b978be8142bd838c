import { sql } from 'kysely'
import { isUpload } from '#shared/engine/fields/fields.ts'
import { platformMessages } from '#shared/platformMessages.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Connection } from '../schema.ts'
import { rowsOf } from './inScope.ts'
import type { Scoped, StoreIds } from './inScope.ts'
import { isInteger } from './kinds.ts'
import { ledTo } from './labels.ts'
import type { Values } from './values.ts'

const say = platformMessages

type Limited = Pick<Scoped, 'name' | 'fields' | 'scope' | 'parent' | 'storeIds'>

/** What is wrong with each by what these fields lead to: it must be there for who writes, in the same store; it is held meanwhile. */
export async function wrongReferences(
  connection: Connection,
  resource: Limited,
  records: readonly Values[],
  names = Object.keys(resource.fields),
): Promise<FieldErrors[]> {
  const { fields, scope, storeIds } = resource
  const wrong: FieldErrors[] = records.map(() => ({}))
  for (const name of names) {
    const field = fields[name]
    const to = field && ledTo(field)
    if (!to) continue
    const ids = [...new Set(records.flatMap((values) => idsIn(values[name])))]
    if (ids.length === 0) continue
    const ours = isUpload(field) ? isOurs(resource, name) : sql`true`
    const its = scope && to.scope ? sql.ref(to.scope) : sql.lit(null)
    const { rows } = await sql<{ id: number; store: number | null }>`
      select id, ${its} as store from ${rowsOf(to, storeIds)}
      where id = any(${ids}::int[]) and ${ours} order by id for key share`.execute(connection)
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

/** A file is for the field that it was uploaded for, which said what it may be; one of others' records is theirs. */
function isOurs(resource: Limited, name: string) {
  const column = sql.ref(`${resource.name}.${name}`)
  const held = (storeIds: StoreIds) =>
    sql`exists (select 1 from ${rowsOf(resource, storeIds)} where ${column} = files.id)`
  return sql`used_for = ${`${resource.name}.${name}`}
    and (not ${held(null)} or ${held(resource.storeIds)})`
}

const idsIn = (value: unknown): number[] => [value].flat().filter(isInteger)
