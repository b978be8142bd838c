import { sql } from 'kysely'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Expiry } from '#shared/engine/integrations/integrationCalls.ts'
import type { Caller } from '../auth/tokens.ts'
import { holds } from '../http/answering.ts'
import type { Call } from '../http/call.ts'
import { badRequest } from '../platform/refusal.ts'
import { instant, listOf, orNull, text, whole } from '../http/schema.ts'
import { object } from '../http/schemas.ts'
import { refuseUnknownParameters } from '../records/list/list.ts'
import { rowsOf } from '../records/inScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration } from './integration.ts'
import { integrationCallMessages } from './messages.ts'

const usualDays = 30

/** What of the integrations that the caller may see ends before this moment, soonest first. */
export async function expiriesOf(
  connection: Connection,
  known: readonly Integration[],
  caller: Caller,
  before: string,
): Promise<Expiry[]> {
  const seen = known.filter(({ resource }) => holds(`${resource.permission}:read`, caller))
  const found = await Promise.all(
    seen.map(async ({ resource }) => {
      const { rows } = await sql<AnyRecord & { what: string; at: string; recordId: number }>`
        select ${sql.table(resource.name)}.*, what, at, record_id from integration_expiries
        join ${rowsOf(resource, caller.storeIds)} on ${sql.ref(`${resource.name}.id`)} = record_id
        where resource = ${resource.name} and at < ${before}`.execute(connection)
      return rows.map(({ what, at, recordId, ...record }): Expiry => ({
        resource: resource.name,
        id: recordId,
        label: labelOf(resource, record as AnyRecord), // All columns of its table were read.
        storeId: typeof record['storeId'] === 'number' ? record['storeId'] : null,
        what,
        at,
      }))
    }),
  )
  return found.flat().toSorted((one, other) => one.at.localeCompare(other.at))
}

export const expiriesCall = (known: readonly Integration[]): Call => ({
  kind: 'read',
  needs: 'signedIn',
  method: 'get',
  path: '/integrations/expiries',
  summary: 'List expiring integration secrets and certificates, soonest first',
  query: [
    {
      name: 'days',
      description: `Only items that expire within this many days. The default is ${usualDays}.`,
      schema: { type: 'integer', minimum: 0, maximum: 366 },
    },
  ],
  success: {
    status: 200,
    schema: object({
      data: listOf(
        object({
          resource: text,
          id: whole,
          label: text,
          storeId: orNull(whole),
          what: text,
          at: instant,
        }),
      ),
    }),
  },
  async answer({ query }, { db, now }, caller) {
    refuseUnknownParameters(query, ['days'])
    const days = Number(query.get('days') ?? usualDays)
    if (!Number.isInteger(days) || days < 0 || days > 366)
      throw badRequest(integrationCallMessages.expiryDays)
    const before = new Date(now().getTime() + days * 86_400_000).toISOString()
    return { status: 200, body: { data: await expiriesOf(db, known, caller, before) } }
  },
})
