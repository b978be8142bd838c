import { sql } from 'kysely'
import { instant, isUpload } from '#shared/engine/fields/fields.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Labels, Resource } from '#shared/engine/resource.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Call } from '../http/call.ts'
import { pageParameters } from '../http/listParameters.ts'
import { recordSchemas } from '../http/schemas.ts'
import type { Platform } from '../platform/platform.ts'
import { scopedTo } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import { withLabels } from './labels.ts'
import { hideOtherStores } from './otherStores.ts'
import { refuseUnknownParameters } from './list/list.ts'
import { readPage } from './list/page.ts'
import { readRecord } from './read.ts'
import { recordIdOf } from './recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { redacted } from '../audit/audit.ts'
import { limitFrom } from '#server/platform/areas/logs/auditCalls.ts'
import { movesTold } from '#server/platform/areas/members/movesTold.ts'
import { auditMessages } from '../audit/messages.ts'

type Row = Record<string, unknown>

/** GET /x/ID/history: what the audit log holds of one record. Who may not read the record does not learn of it. */
export const historyCall = (resource: Resource): Call => ({
  kind: 'read',
  needs: `${resource.permission}:read`,
  method: 'get',
  path: `/${resource.name}/:id/history`,
  summary: `List the changes to one ${resource.title.one}, newest first`,
  query: pageParameters,
  success: { status: 200, schema: recordSchemas(resource).history },
  answer: (asked, platform, caller) => answerHistory(scopedTo(caller, resource), asked, platform),
})

async function answerHistory(
  resource: Scoped,
  asked: Asked,
  { db, now }: Platform,
): Promise<Answer> {
  const { query } = asked
  refuseUnknownParameters(query, ['limit', 'after'])
  const { id } = await readRecord(db, resource, recordIdOf(resource, asked))
  const body = await readPage(db, {
    table: sql.table('audit'),
    columns: ['id', 'time', 'actor', 'event', 'changes', 'requestId', 'targetId'],
    condition: sql`stream in ('audit', 'security') and target_type = ${resource.name} and target_id = ${id}`,
    sort: { field: 'time', descending: true },
    column: { name: 'time', field: instant(auditMessages.time), nullable: false },
    limit: limitFrom(query),
    after: query.get('after'),
    complete: async (rows) => {
      const moves = await movesTold(db, rows, now())
      const told = await labelled(db, resource, rows)
      return told.map((one, at) => ({ ...one, ...moves[at] }))
    },
  })
  return { status: 200, body }
}

async function labelled(db: Connection, resource: Scoped, rows: Row[]): Promise<Row[]> {
  const told = rows.map(({ changes, requestId: _request, targetId: _target, ...row }) => ({
    ...row,
    ...sidesOf(resource, changes),
  }))
  const both = told.flatMap(({ before, after }) => [before, after])
  const sides = await withLabels(db, resource, await hideOtherStores(db, resource, both))
  const named = await withFileNames(db, resource, sides)
  return told.map((one, at) => ({ ...one, before: named[at * 2], after: named[at * 2 + 1] }))
}

/** Files that no record holds any more are deleted: the log still knows what they were called when they were uploaded. */
async function withFileNames(db: Connection, resource: Resource, sides: Row[]): Promise<Row[]> {
  const names = Object.keys(resource.fields).filter((name) => {
    const field = fieldOf(resource, name)
    return field && isUpload(field)
  })
  const ids = sides.flatMap((side) => names.map((name) => side[name])).filter(Number.isInteger)
  if (ids.length === 0) return sides
  const { rows } = await sql<{ id: number; label: string }>`
    select target_id as id, label from audit
    where stream in ('audit', 'security') and target_type = 'files'
      and target_id = any(${ids}::int[]) and label is not null`.execute(db)
  const known = new Map(rows.map(({ id, label }) => [id, label]))
  return sides.map((side) => {
    const told = names.flatMap((name) => {
      const label = known.get(Number(side[name]))
      return label === undefined ? [] : [[name, label]]
    })
    return {
      ...side,
      labels: { ...Object.fromEntries(told), ...(side['labels'] as Labels | undefined) },
    }
  })
}

/** What is told of the resource's own fields; of what is kept secret only that it changed. */
function sidesOf(resource: Resource, changes: unknown) {
  const hidden: string[] = []
  const before: Partial<AnyRecord> = {}
  const after: Partial<AnyRecord> = {}
  // Written by `auditor` alone, as an object of both values by name.
  for (const [name, change] of Object.entries(changes as Record<string, Partial<Sides>>)) {
    const field = fieldOf(resource, name)
    if (!field) continue
    if (!kindOf(field).kept || change.before === redacted || change.after === redacted)
      hidden.push(name)
    else {
      if (change.before !== undefined) before[name] = change.before
      if (change.after !== undefined) after[name] = change.after
    }
  }
  return { before, after, hidden, reason: reasonIn(resource, changes) }
}

/** Why a change was made that asks for a reason; a field of that name tells it itself. */
function reasonIn(resource: Resource, changes: unknown): string | null {
  if (fieldOf(resource, 'reason')) return null
  const { reason } = changes as { reason?: Partial<Sides> } // As above.
  return typeof reason?.after === 'string' ? reason.after : null
}

type Sides = { before: unknown; after: unknown }
