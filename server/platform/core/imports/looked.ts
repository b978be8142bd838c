import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { LineAction } from '#shared/engine/imports/importStates.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { Refusal } from '../platform/refusal.ts'
import type { RowWork } from '../jobs/jobs.ts'
import { admit } from '../records/admitted.ts'
import { answered } from '../records/list/columns.ts'
import { rowsOf } from '../records/inScope.ts'
import type { Scoped } from '../records/inScope.ts'
import { refuseWrong, wrongIn } from '../records/settled.ts'
import type { Kept } from '../records/settled.ts'
import { comparable, takenIn } from '../records/taken.ts'
import { checkValues } from '../records/values.ts'
import type { Values } from '../records/values.ts'

export type Looked = {
  line: number
  key: string | null
  action: LineAction
  label: string | null
  targetId: number | null
  version: number | null
  record: Values | null
  reasons: string[]
}

/** A line that would make a record, with what is wrong with that by itself. */
export type New = { looked: Looked; values: Values; errors: FieldErrors }

/** What changes of a record, or why it may not. */
export async function changeOf(
  resource: Scoped<Kept>,
  work: RowWork,
  before: AnyRecord,
  given: Values,
  quoted = (told: FieldErrors): FieldErrors => told,
): Promise<Pick<Looked, 'action' | 'record' | 'reasons'>> {
  const { values, errors } = checkValues(resource, given, 'present')
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !sameValue(before[name], value)),
  )
  const reasons = Object.entries(quoted(errors)).flatMap(([name, error]) =>
    name in changed ? [error] : [],
  )
  for (const name of Object.keys(changed))
    if (resource.fields[name]?.fixed)
      reasons.push(platformMessages.fixed(resource.fields[name]?.label ?? name))
  if (Object.keys(changed).length === 0) return { action: 'unchanged', record: null, reasons: [] }
  if (reasons.length === 0)
    reasons.push(
      ...(await refusals(async () => {
        resource.consequence?.refuse?.(before)
        await admit(resource, work, { before, values: changed })
        await refuseWrong(resource, work, changed, before)
      })),
    )
  return { action: reasons.length > 0 ? 'refused' : 'change', record: changed, reasons }
}

/** What is wrong with new records is asked for all of them at once. */
export async function lookAtNew(
  resource: Scoped<Kept>,
  work: RowWork,
  made: readonly New[],
): Promise<void> {
  const { trx, platform } = work
  if (made.length === 0) return
  const records = made.map(({ values }) => values)
  const errors = made.map((one) => one.errors)
  const wrong = await wrongIn(resource, platform, trx, records, { errors })
  const taken = await takenIn(trx, resource, made)
  const known = (await resource.importing?.known?.(trx, records)) ?? []
  for (const [at, { looked, values }] of made.entries()) {
    const all = { ...wrong[at], ...taken[at], ...errors[at] }
    looked.reasons.push(...Object.values(all), ...[known[at] ?? []].flat())
    if (looked.reasons.length === 0)
      looked.reasons.push(...(await refusals(() => admit(resource, work, { values }))))
    if (looked.reasons.length === 0) Object.assign(looked, { action: 'create', record: values })
  }
}

async function refusals(attempt: () => Promise<void> | undefined): Promise<string[]> {
  try {
    await attempt()
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { fields, detail } = error.problem
    return fields ? Object.values(fields) : [detail]
  }
}

/** The records that these keys find, as far as who asks sees them. */
export async function recordsOf(
  resource: Scoped<Kept>,
  { trx }: RowWork,
  key: readonly string[],
  keys: readonly Values[],
): Promise<AnyRecord[]> {
  if (keys.length === 0) return []
  // Only what is unique has an index by which texts that look the same are found.
  const isUnique = resource.unique.some((names) => names.join() === key.join())
  const part = (name: string, value: RawBuilder<unknown>) =>
    isUnique ? comparable(resource, name, value) : value
  const columns = sql.join(key.map((name) => part(name, sql.ref(name))))
  const tuples = keys.map(
    (values) => sql`(${sql.join(key.map((name) => part(name, sql`${values[name]}`)))})`,
  )
  const { rows } = await sql<AnyRecord>`
    select ${sql.join(answered(resource).map((name) => sql.ref(name)))}
    from ${rowsOf(resource, resource.storeIds)}
    where (${columns}) in (${sql.join(tuples)})`.execute(trx)
  return rows
}
