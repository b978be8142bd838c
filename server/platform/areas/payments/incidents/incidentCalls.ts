import { sql } from 'kysely'
import { incidentFields } from '#shared/areas/payments/paymentIncidents.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { users } from '#shared/areas/users/users.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { invalid, notPossible } from '#server/platform/core/platform/refusal.ts'
import { listOf, text, whole } from '#server/platform/core/http/schema.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { among, demandStores, rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf, requiredVersion } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { paymentMessages } from '../messages.ts'

const { resolution, ownerId } = incidentFields
const write = {
  kind: 'write',
  needs: `${incidents.permission}:write`,
  ifMatch: 'required',
  success: { status: 200, schema: recordSchemas(incidents).record },
  refusals: [409, 413, 415, 422, 428],
} as const

/** What is done about incidents (shared/areas/payments/paymentIncidents.ts). */
export const incidentCalls: readonly Call[] = [
  {
    ...write,
    method: 'post',
    path: '/incidents/:id/resolution',
    summary: 'Resolve an incident. New failures open a new one.',
    body: object(propertiesOf({ resolution })),
    answer: resolve,
  },
  {
    ...write,
    method: 'put',
    path: '/incidents/:id/owner',
    summary: 'Assign an incident to a user',
    body: object(propertiesOf({ ownerId })),
    answer: assign,
  },
  {
    kind: 'read',
    needs: `${incidents.permission}:read`,
    method: 'get',
    path: '/incidents/:id/stores',
    summary: 'List the stores affected by an incident, with their failures and amounts at stake',
    success: {
      status: 200,
      schema: object({
        data: listOf(
          object({ id: whole, name: text, currency: text, failures: whole, amount: whole }),
        ),
      }),
    },
    async answer(asked, { db }, caller) {
      const { id } = await readRecord(db, scopedTo(caller, incidents), recordIdOf(incidents, asked))
      const { rows } = await sql`
        select stores.id, stores.name, currency, failures, amount from incident_stores
        join stores on stores.id = store_id
        where incident_id = ${id} and ${among('storeId', caller.storeIds)}
        order by amount desc, failures desc, lower(stores.name), stores.id limit 500`.execute(db)
      return { status: 200, body: { data: rows } }
    },
  },
]

async function held(change: Change) {
  const { trx, caller, asked } = change
  const { id } = await readRecord(trx, scopedTo(caller, incidents), recordIdOf(incidents, asked))
  const { rows } = await sql<{ storeId: number }>`
    select distinct store_id from incident_stores where incident_id = ${id}`.execute(trx)
  const ofIt = rows.map(({ storeId }) => storeId)
  demandStores(incidents, ofIt, caller)
  // The sums of who is for some stores are worked out, and no lock may be on that.
  return lockRecord(trx, { ...incidents, storeIds: null }, id, requiredVersion(asked))
}

async function answer({ trx, caller }: Change, id: number): Promise<Answer> {
  const body = await readRecord(trx, scopedTo(caller, incidents), id)
  return { status: 200, body, version: body.version }
}

async function resolve(change: Change): Promise<Answer> {
  const { trx, caller, now, audit, asked } = change
  const incident = await held(change)
  const { resolution: how } = readValues({ fields: { resolution } }, asked.body, 'all')
  if (incident['status'] === 'resolved') throw notPossible(paymentMessages.alreadyResolved)
  await sql`update incidents set status = 'resolved', resolved_at = ${now}, resolution = ${how},
    version = version + 1, updated_at = ${now}, updated_by = ${caller.email} where id = ${incident.id}`.execute(
    trx,
  )
  // At once: the job that lists what needs attention comes every five minutes.
  await sql`delete from attention_items where subject = ${`incident/${incident.id}`}`.execute(trx)
  await audit({
    event: 'incidents.resolved',
    target: targetOf(incidents, incident),
    after: { resolution: how },
  })
  return answer(change, incident.id)
}

async function assign(change: Change): Promise<Answer> {
  const { trx, caller, now, audit, asked } = change
  const incident = await held(change)
  const { ownerId: owner } = readValues({ fields: { ownerId } }, asked.body, 'all')
  if (owner !== null) {
    const { rows } = await sql`select from ${rowsOf(users, caller.storeIds)}
      where id = ${owner} and status = 'active'`.execute(trx)
    if (rows.length === 0) throw invalid({ ownerId: paymentMessages.notActiveUser })
  }
  await sql`update incidents set owner_id = ${owner}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where id = ${incident.id}`.execute(trx)
  const [before, after] = [{ ownerId: incident['ownerId'] }, { ownerId: owner }]
  await audit({ event: 'incidents.assigned', target: targetOf(incidents, incident), before, after })
  return answer(change, incident.id)
}
