import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext, WriteContext } from '#server/platform/core/http/call.ts'
import { validationFailed, notFound, HttpError } from '#server/platform/core/platform/httpError.ts'
import { getRecordColumns } from '../list/columns.ts'
import { authorizeWrite } from '../authorizeWrite.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { ScopedResource } from '../storeScope.ts'
import { loadRecord } from '../loadRecord.ts'
import { parseRecordId, requireVersion } from '../recordId.ts'
import { toUniqueErrors } from '../uniqueErrors.ts'
import { requireValid, applyAndReload } from '../resourceHooks.ts'
import type { ResourceModule } from '../resourceHooks.ts'
import { parseValues } from '../values.ts'
import { recordMessages } from '../messages.ts'

/** Columns that a deletion logs in addition to the fields, for its undo. */
export const restoredColumns = ['version', 'createdAt', 'createdBy'] as const

/**
 * POST /x/ID/restore: undoes the deletion of this version with the same ID. The logged values must
 * still be valid.
 */
export async function handleRestore(
  resource: ScopedResource<ResourceModule>,
  context: RequestContext,
): Promise<CallResult> {
  const { request } = context
  const [id, version] = [parseRecordId(resource, request), requireVersion(request)]
  const record = await restoreRecord(resource, context, { id, version })
  return { status: 200, body: record, version: record.version }
}

export async function restoreRecord(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  { id, version }: { id: number; version: number },
): Promise<AnyRecord> {
  const { trx, now, caller, audit } = context
  await sql`select pg_advisory_xact_lock(hashtext(${`${resource.name} ${id}`}))`.execute(trx)
  const { rows: existing } = await sql`
    select id from ${sql.table(resource.name)} where id = ${id}`.execute(trx)
  // Rejects with 404 if the caller can't see it.
  if (existing.length > 0) await loadRecord(trx, resource, id)
  const before = existing.length > 0 ? null : await findDeletedValues(resource, context, id)
  if (existing.length > 0 || (before && before['version'] !== version))
    throw new HttpError(409, 'wrong_state', recordMessages.alreadyRestored)
  if (!before) throw notFound(resource.title.one)

  const fields = Object.fromEntries(
    Object.keys(resource.fields).map((name) => [name, before[name] ?? null]),
  )
  const values = parseValues(resource, fields, 'all')
  await authorizeWrite(resource, context, { values })
  // With its ID, the files it held still count as its own.
  await requireValid(resource, context, { ...values, id })
  const row = Object.entries({
    ...values,
    id,
    version: version + 1,
    createdAt: before['createdAt'],
    createdBy: before['createdBy'],
    updatedAt: now,
    updatedBy: caller.email,
  })
  const inserted = await sql<AnyRecord>`
    insert into ${sql.table(resource.name)} (${sql.join(row.map(([name]) => sql.ref(name)))})
    overriding system value values (${sql.join(row.map(([, value]) => value))})
    returning ${sql.join(getRecordColumns(resource).map((name) => sql.ref(name)))}`
    .execute(trx)
    .catch((error: unknown) => {
      throw validationFailed(toUniqueErrors(resource, error))
    })
  const [record] = await applyAndReload(resource, context, inserted.rows)
  if (!record) throw notFound(resource.title.one)
  await audit({
    event: `${resource.name}.restored`,
    target: toAuditTarget(resource, record),
    after: values,
  })
  return record
}

async function findDeletedValues(
  { name, relations: { scope }, storeIds }: ScopedResource<ResourceModule>,
  { trx }: WriteContext,
  id: number,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<{ changes: Record<string, { before?: unknown }> }>`
    select changes from readable_audit
    where target_type = ${name} and target_id = ${id} and event = ${`${name}.deleted`}
      and ${scope === undefined ? sql`true` : matchesIds('storeId', storeIds)}
    order by id desc limit 1`.execute(trx)
  const changes = rows[0]?.changes ?? {}
  if (!restoredColumns.every((part) => part in changes)) return null
  return Object.fromEntries(Object.entries(changes).map(([part, { before }]) => [part, before]))
}
