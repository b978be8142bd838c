import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change, Work } from '#server/platform/core/http/call.ts'
import { invalid, notFound, Refusal } from '#server/platform/core/platform/refusal.ts'
import { answered } from '../list/columns.ts'
import { admit } from '../admitted.ts'
import { among } from '../inScope.ts'
import type { Scoped } from '../inScope.ts'
import { readRecord } from '../read.ts'
import { recordIdOf, requiredVersion } from '../recordId.ts'
import { refusedFields } from '../refusedFields.ts'
import { refuseWrong, settled } from '../settled.ts'
import type { Kept } from '../settled.ts'
import { readValues } from '../values.ts'
import { recordMessages } from '../messages.ts'

/** What a deletion writes down besides the fields, so that it can be taken back. */
export const keptOfDeleted = ['version', 'createdAt', 'createdBy'] as const

/** POST /x/ID/restore: takes this version's deletion back: the same id, the audit log's values, which must still be right. */
export async function restoreRecord(resource: Scoped<Kept>, change: Change): Promise<Answer> {
  const { asked } = change
  const [id, version] = [recordIdOf(resource, asked), requiredVersion(asked)]
  const record = await restoreDeleted(resource, change, { id, version })
  return { status: 200, body: record, version: record.version }
}

export async function restoreDeleted(
  resource: Scoped<Kept>,
  work: Work,
  { id, version }: { id: number; version: number },
): Promise<AnyRecord> {
  const { trx, now, caller, audit } = work
  await sql`select pg_advisory_xact_lock(hashtext(${`${resource.name} ${id}`}))`.execute(trx)
  const { rows: there } = await sql`
    select id from ${sql.table(resource.name)} where id = ${id}`.execute(trx)
  // One that stands outside of who asks is not there for them.
  if (there.length > 0) await readRecord(trx, resource, id)
  const before = there.length > 0 ? null : await deleted(resource, work, id)
  if (there.length > 0 || (before && before['version'] !== version))
    throw new Refusal(409, 'wrong_state', recordMessages.alreadyRestored)
  if (!before) throw notFound(resource.title.one)

  const fields = Object.fromEntries(
    Object.keys(resource.fields).map((name) => [name, before[name] ?? null]),
  )
  const values = readValues(resource, fields, 'all')
  await admit(resource, work, { values })
  // With its ID: the files that it held are its own.
  await refuseWrong(resource, work, { ...values, id })
  const row = Object.entries({
    ...values,
    id,
    version: version + 1,
    createdAt: before['createdAt'],
    createdBy: before['createdBy'],
    updatedAt: now,
    updatedBy: caller.email,
  })
  const made = await sql<AnyRecord>`
    insert into ${sql.table(resource.name)} (${sql.join(row.map(([name]) => sql.ref(name)))})
    overriding system value values (${sql.join(row.map(([, value]) => value))})
    returning ${sql.join(answered(resource).map((name) => sql.ref(name)))}`
    .execute(trx)
    .catch((error: unknown) => {
      throw invalid(refusedFields(resource, error))
    })
  const [record] = await settled(resource, work, made.rows)
  if (!record) throw notFound(resource.title.one)
  await audit({
    event: `${resource.name}.restored`,
    target: targetOf(resource, record),
    after: values,
  })
  return record
}

async function deleted(
  { name, scope, storeIds }: Scoped<Kept>,
  { trx }: Work,
  id: number,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<{ changes: Record<string, { before?: unknown }> }>`
    select changes from audit
    where target_type = ${name} and target_id = ${id} and event = ${`${name}.deleted`}
      and ${scope === undefined ? sql`true` : among('storeId', storeIds)}
    order by id desc limit 1`.execute(trx)
  const changes = rows[0]?.changes ?? {}
  if (!keptOfDeleted.every((part) => part in changes)) return null
  return Object.fromEntries(Object.entries(changes).map(([part, { before }]) => [part, before]))
}
