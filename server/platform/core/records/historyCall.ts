import { sql } from 'kysely'
import { instant, isUpload } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord, Labels, Resource } from '#shared/engine/resource.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult, Call } from '../http/call.ts'
import { pageParameters } from '../http/listParameters.ts'
import { buildRecordSchemas } from './recordSchemas.ts'
import type { Platform } from '../platform/platform.ts'
import { limitToCaller } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import { addLabels } from './labels.ts'
import { redactOtherStores } from './otherStores.ts'
import { requireKnownParameters } from './list/list.ts'
import { loadPage } from './list/page.ts'
import { loadRecord } from './loadRecord.ts'
import { parseRecordId } from './recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { redactedValue } from '../audit/audit.ts'
import { parsePageLimit } from '../http/listParameters.ts'
import type { HistoryDetails, ResourceModule } from './resourceHooks.ts'
import { auditMessages } from '../audit/messages.ts'

type HistoryRow = Record<string, unknown>

const noDetails: HistoryDetails = { says: null, undo: null }

/**
 * GET /x/ID/history: a record's changes in the audit log. A caller who can't read the record gets
 * 404.
 */
export const buildHistoryCall = (resource: ResourceModule): Call => ({
  kind: 'read',
  permission: `${resource.permission}:read`,
  method: 'get',
  path: `/${resource.name}/:id/history`,
  summary: `List the changes to one ${resource.title.one}, newest first`,
  query: pageParameters,
  success: { status: 200, schema: buildRecordSchemas(resource).history },
  handler: (request, platform, caller) =>
    listRecordHistory(limitToCaller(caller, resource), request, platform),
})

async function listRecordHistory(
  resource: ScopedResource<ResourceModule>,
  request: ApiRequest,
  { db, now }: Platform,
): Promise<CallResult> {
  const { query } = request
  requireKnownParameters(query, ['limit', 'after'])
  const { id } = await loadRecord(db, resource, parseRecordId(resource, request))
  const body = await loadPage(db, {
    table: sql.table('readableAudit'),
    columns: ['id', 'time', 'actor', 'event', 'changes', 'requestId', 'targetId'],
    condition: sql`stream in ('audit', 'security') and target_type = ${resource.name} and target_id = ${id}`,
    sort: [{ field: 'time', descending: true }],
    sortColumns: [{ name: 'time', field: instant(auditMessages.time), nullable: false }],
    limit: parsePageLimit(query),
    after: query.get('after'),
    addFields: async (rows) => {
      const details = await resource.describeHistory?.(db, rows, now())
      const labeled = await addHistoryLabels(db, resource, rows)
      return labeled.map((row, index) => ({ ...row, ...(details?.[index] ?? noDetails) }))
    },
  })
  return { status: 200, body }
}

async function addHistoryLabels(
  db: Connection,
  resource: ScopedResource,
  rows: HistoryRow[],
): Promise<HistoryRow[]> {
  const entries = rows.map(({ changes, requestId: _request, targetId: _target, ...row }) => ({
    ...row,
    ...getVisibleChanges(resource, changes),
  }))
  const states = entries.flatMap(({ before, after }) => [before, after])
  const labeled = await addLabels(db, resource, await redactOtherStores(db, resource, states))
  const withFileNames = await addFileNames(db, resource, labeled)
  return entries.map((entry, index) => ({
    ...entry,
    before: withFileNames[index * 2],
    after: withFileNames[index * 2 + 1],
  }))
}

/**
 * Adds file names. Unused files are deleted, but the log still has the names they were uploaded
 * with.
 */
async function addFileNames(
  db: Connection,
  resource: Resource,
  sides: HistoryRow[],
): Promise<HistoryRow[]> {
  const names = Object.keys(resource.fields).filter((name) => {
    const field = getField(resource, name)
    return field && isUpload(field)
  })
  const ids = sides.flatMap((side) => names.map((name) => side[name])).filter(Number.isInteger)
  if (ids.length === 0) return sides
  const { rows } = await sql<{ id: number; label: string }>`
    select target_id as id, label from readable_audit
    where stream in ('audit', 'security') and target_type = 'files'
      and target_id = any(${ids}::int[]) and label is not null`.execute(db)
  const labelsById = new Map(rows.map(({ id, label }) => [id, label]))
  return sides.map((side) => {
    const fileLabels = names.flatMap((name) => {
      const label = labelsById.get(Number(side[name]))
      return label === undefined ? [] : [[name, label]]
    })
    return {
      ...side,
      labels: { ...Object.fromEntries(fileLabels), ...(side['labels'] as Labels | undefined) },
    }
  })
}

/** Returns the changes to the resource's own fields. For secrets, only that they changed. */
function getVisibleChanges(resource: Resource, changes: unknown) {
  const hidden: string[] = []
  const before: Partial<AnyRecord> = {}
  const after: Partial<AnyRecord> = {}
  // `createAuditor` wrote each change as an object with both values.
  for (const [name, change] of Object.entries(changes as Record<string, Partial<ChangedValue>>)) {
    const field = getField(resource, name)
    if (!field) continue
    if (
      !getKind(field).restorable ||
      change.before === redactedValue ||
      change.after === redactedValue
    )
      hidden.push(name)
    else {
      if (change.before !== undefined) before[name] = change.before
      if (change.after !== undefined) after[name] = change.after
    }
  }
  return { before, after, hidden, reason: getReason(resource, changes) }
}

/**
 * Returns the reason of a change that required one, unless a field of that name already shows it.
 */
function getReason(resource: Resource, changes: unknown): string | null {
  if (getField(resource, 'reason')) return null
  const { reason } = changes as { reason?: Partial<ChangedValue> } // As above.
  return typeof reason?.after === 'string' ? reason.after : null
}

type ChangedValue = { before: unknown; after: unknown }
