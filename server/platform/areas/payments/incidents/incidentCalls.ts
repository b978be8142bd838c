import { sql } from 'kysely'
import { incidentFields } from '#shared/areas/payments/incidentCalls.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import {
  arraySchema,
  integerSchema,
  nameSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { requireStores, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { readOwnerId } from '#server/platform/areas/users/index.ts'
import { paymentMessages } from '../messages.ts'

const { resolution, ownerId } = incidentFields
const incidentWriteOptions = {
  kind: 'write',
  permission: `${incidents.permission}:write`,
  ifMatch: 'required',
  success: { status: 200, schema: buildRecordSchemas(incidents).record },
} as const

/** Calls that change incidents (shared/areas/payments/incidentCalls.ts). */
export const incidentCalls: readonly Call[] = [
  {
    ...incidentWriteOptions,
    method: 'post',
    path: '/incidents/:id/resolution',
    summary: 'Resolve an incident. New failures open a new one.',
    body: objectSchema(toSchemaProperties({ resolution })),
    handler: handleResolveIncident,
  },
  {
    ...incidentWriteOptions,
    method: 'put',
    path: '/incidents/:id/owner',
    summary: 'Assign an incident to a user',
    body: nameSchema('NewOwner', objectSchema(toSchemaProperties({ ownerId }))),
    handler: handleAssignIncident,
  },
  {
    kind: 'read',
    permission: `${incidents.permission}:read`,
    method: 'get',
    path: '/incidents/:id/stores',
    summary: 'List the stores affected by an incident, with their failures and amounts at stake',
    success: {
      status: 200,
      schema: objectSchema({
        data: arraySchema(
          objectSchema({
            id: integerSchema,
            name: stringSchema,
            currency: stringSchema,
            failures: integerSchema,
            amount: integerSchema,
          }),
        ),
      }),
    },
    async handler(request, { db }, caller) {
      const { id } = await loadRecord(
        db,
        limitToCaller(caller, incidents),
        parseRecordId(incidents, request),
      )
      const { rows } = await sql`
        select stores.id, stores.name, currency, failures, amount from incident_stores
        join stores on stores.id = store_id
        where incident_id = ${id} and ${matchesIds('storeId', caller.storeIds)}
        order by amount desc, failures desc, lower(stores.name), stores.id limit 500`.execute(db)
      return { status: 200, body: { data: rows } }
    },
  },
]

async function lockIncident(context: RequestContext) {
  const { trx, caller, request } = context
  const { id } = await loadRecord(
    trx,
    limitToCaller(caller, incidents),
    parseRecordId(incidents, request),
  )
  const { rows } = await sql<{ storeId: number }>`
    select distinct store_id from incident_stores where incident_id = ${id}`.execute(trx)
  const storeIds = rows.map(({ storeId }) => storeId)
  requireStores(incidents, storeIds, caller)
  // A limited account reads computed sums, and Postgres can't lock those rows.
  return lockRecord(trx, { ...incidents, storeIds: null }, id, requireVersion(request))
}

async function reloadIncident({ trx, caller }: RequestContext, id: number): Promise<CallResult> {
  const body = await loadRecord(trx, limitToCaller(caller, incidents), id)
  return { status: 200, body, version: body.version }
}

async function handleResolveIncident(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit, request } = context
  const incident = await lockIncident(context)
  const { resolution: resolutionText } = parseValues(
    { fields: { resolution } },
    request.body,
    'all',
  )
  if (incident['status'] === 'resolved') throw invalidState(paymentMessages.alreadyResolved)
  await sql`update incidents set status = 'resolved', resolved_at = ${now}, resolution = ${resolutionText},
    version = version + 1, updated_at = ${now}, updated_by = ${caller.email} where id = ${incident.id}`.execute(
    trx,
  )
  // Deleted immediately, because the job that refreshes alerts runs only every five minutes.
  await sql`delete from attention_items where subject = ${`incident/${incident.id}`}`.execute(trx)
  await audit({
    event: 'incidents.resolved',
    target: toAuditTarget(incidents, incident),
    after: { resolution: resolutionText },
  })
  return reloadIncident(context, incident.id)
}

async function handleAssignIncident(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit } = context
  const incident = await lockIncident(context)
  const newOwnerId = await readOwnerId(context)
  await sql`update incidents set owner_id = ${newOwnerId}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where id = ${incident.id}`.execute(trx)
  const [before, after] = [{ ownerId: incident['ownerId'] }, { ownerId: newOwnerId }]
  await audit({
    event: 'incidents.assigned',
    target: toAuditTarget(incidents, incident),
    before,
    after,
  })
  return reloadIncident(context, incident.id)
}
