import type { Write } from '#shared/engine/resource.ts'
import { isRestorable } from '#shared/engine/undo.ts'
import { historyCall } from './historyCall.ts'
import type { Asked } from '../http/asked.ts'
import type { Call } from '../http/call.ts'
import { reachParameter } from '../http/reachParameter.ts'
import { listParameters } from '../http/listParameters.ts'
import { recordSchemas, schemas } from '../http/schemas.ts'
import type { Platform } from '../platform/platform.ts'
import { checkRecords, createRecord, createRecords } from './changes/create.ts'
import { scopedTo } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import { listRecords } from './list/list.ts'
import { hideOtherStores } from './otherStores.ts'
import { reorderRecords } from './changes/order.ts'
import { readRecord } from './read.ts'
import { recordIdOf } from './recordId.ts'
import { standingCalls } from './standing.ts'
import { deleteRecord } from './changes/remove.ts'
import { restoreRecord } from './changes/restore.ts'
import { updateRecord } from './changes/update.ts'
import type { Kept } from './settled.ts'
import { usesBy } from './uses.ts'
import { recordMessages } from './messages.ts'

const callsOf: Record<Write, (resource: Kept) => Call[]> = {
  create: creatingCalls,
  change: changingCalls,
  delete: deletingCalls,
}

const writingCalls = (resource: Kept): Call[] =>
  resource.writes.flatMap((write) => callsOf[write](resource))

/** The calls of a resource, made from its definition and what its area adds (design.md, API). */
export const recordCalls = (resource: Kept): Call[] => [
  ...readingCalls(resource),
  ...writingCalls(resource),
]

function listingCalls(resource: Kept): Call[] {
  const { name, title, permission } = resource
  return [
    {
      kind: 'read',
      needs: `${permission}:read`,
      method: 'get',
      path: `/${name}`,
      summary: `List ${title.many}`,
      query: [...listParameters(resource), ...(resource.listing?.parameters ?? [])],
      success: { status: 200, schema: recordSchemas(resource).list },
      answer: async ({ query }, { db, now }, caller) => {
        await resource.consequence?.keepTime?.(db, now().toISOString())
        return { status: 200, body: await listRecords(db, scopedTo(caller, resource), query) }
      },
    },
  ]
}

function readingCalls(resource: Kept): Call[] {
  const { name, title, permission, single, entries, listing } = resource
  return [
    ...(single ? [] : listingCalls(resource)),
    {
      kind: 'read',
      needs: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id`,
      summary: `Get one ${title.one}`,
      success: { status: 200, schema: recordSchemas(resource).record },
      answer: async (asked, { db, now }, caller) => {
        await resource.consequence?.keepTime?.(db, now().toISOString())
        const found = await readRecord(db, scopedTo(caller, resource), recordIdOf(resource, asked))
        const whole = (await listing?.complete(db, [found], null, asked.query)) ?? [found]
        const [body] = await hideOtherStores(db, scopedTo(caller, resource), whole)
        return { status: 200, body, version: found.version }
      },
    },
    ...(entries ? [] : [historyCall(resource)]),
  ]
}

/** What some fields need besides the right of the call. */
function besides({ fields }: Kept): string {
  const rights = new Set(Object.values(fields).flatMap(({ needs }) => needs ?? []))
  return [...rights].map((right) => ` ${recordMessages.secretsNeed(right)}`).join('')
}

function creatingCalls(resource: Kept): Call[] {
  const { name, title, permission } = resource
  const { values, record, many, created } = recordSchemas(resource)
  return [
    {
      kind: 'write',
      needs: `${permission}:write`,
      method: 'post',
      path: `/${name}`,
      summary: `Create one ${title.one}${besides(resource)}`,
      body: values,
      success: { status: 201, schema: record },
      refusals: [409, 413, 415, 422],
      answer: (change) => createRecord(scopedTo(change.caller, resource), change),
    },
    {
      kind: 'write',
      needs: `${permission}:write`,
      method: 'post',
      path: `/${name}/many`,
      summary: `Create many ${title.many}, or none if any of them isn't valid${besides(resource)}`,
      body: many,
      success: { status: 201, schema: created },
      refusals: [409, 413, 415, 422],
      answer: (change) => createRecords(scopedTo(change.caller, resource), change),
    },
    {
      kind: 'read',
      needs: `${permission}:write`,
      method: 'post',
      path: `/${name}/many/check`,
      summary: `Validate many new ${title.many} without creating them`,
      body: many,
      success: { status: 200, schema: schemas.rowsAnswer },
      refusals: [413, 415],
      answer: (asked, platform, caller) =>
        checkRecords(scopedTo(caller, resource), asked, platform),
    },
  ]
}

function changingCalls(resource: Kept): Call[] {
  const { name, title, permission, position, impact } = resource
  const { changes, record } = recordSchemas(resource)
  const calls: Call[] = [
    {
      kind: 'write',
      needs: `${permission}:write`,
      method: 'patch',
      path: `/${name}/:id`,
      summary: `Change one ${title.one}${besides(resource)}`,
      ...(impact ? { query: [reachParameter(`the ${impact.many} that this change affects`)] } : {}),
      body: changes,
      ifMatch: 'required',
      success: { status: 200, schema: record },
      refusals: [409, 413, 415, 422, 428],
      answer: (change) => updateRecord(scopedTo(change.caller, resource), change),
    },
  ]
  calls.push(...standingCalls(resource))
  if (position !== undefined)
    calls.push({
      kind: 'write',
      needs: `${permission}:write`,
      method: 'put',
      path: `/${name}/order`,
      summary: `Change the order of ${title.many}`,
      body: schemas.order,
      success: { status: 204 },
      refusals: [409, 413, 415, 422],
      answer: (change) => reorderRecords(scopedTo(change.caller, resource), position, change),
    })
  return calls
}

function deletingCalls(resource: Kept): Call[] {
  const { name, title, permission } = resource
  return [
    {
      kind: 'write',
      needs: `${permission}:delete`,
      method: 'delete',
      path: `/${name}/:id`,
      summary: `Delete one ${title.one}`,
      ifMatch: 'optional',
      success: { status: 204 },
      refusals: [409, 422],
      answer: (change) => deleteRecord(scopedTo(change.caller, resource), change),
    },
    ...(isRestorable(resource) ? [restoringCall(resource)] : []),
    {
      kind: 'read',
      needs: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id/uses`,
      summary: `List the records that use one ${title.one} and keep it from being deleted`,
      success: { status: 200, schema: schemas.usesAnswer },
      answer: (asked, platform, caller) => answerUses(scopedTo(caller, resource), asked, platform),
    },
  ]
}

const restoringCall = (resource: Kept): Call => ({
  kind: 'write',
  needs: `${resource.permission}:delete`,
  method: 'post',
  path: `/${resource.name}/:id/restore`,
  summary: `Restore one deleted ${resource.title.one}. If-Match must be the version that was deleted.`,
  ifMatch: 'required',
  success: { status: 200, schema: recordSchemas(resource).record },
  refusals: [409, 413, 415, 422, 428],
  answer: (change) => restoreRecord(scopedTo(change.caller, resource), change),
})

async function answerUses(resource: Scoped<Kept>, asked: Asked, { db }: Platform) {
  const { id } = await readRecord(db, resource, recordIdOf(resource, asked))
  return {
    status: 200,
    body: { data: await usesBy(resource.dependents, db, id, resource) },
  }
}
