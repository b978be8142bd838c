import { sql } from 'kysely'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { IntegrationExpiration } from '#shared/engine/integrations/integrationCalls.ts'
import type { Caller } from '../auth/tokens.ts'
import { hasPermission } from '../http/createCallHandler.ts'
import type { Call } from '../http/call.ts'
import { badRequest } from '../platform/httpError.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '../http/schema.ts'
import { objectSchema } from '../http/schema.ts'
import { requireKnownParameters } from '../records/list/list.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration } from './integration.ts'
import { integrationCallMessages } from './messages.ts'

const defaultExpirationDays = 30

/** Loads what expires before this moment in integrations that the caller can see, soonest first. */
async function loadExpirations(
  connection: Connection,
  integrations: readonly Integration[],
  caller: Caller,
  before: string,
): Promise<IntegrationExpiration[]> {
  const visibleIntegrations = integrations.filter(({ resource }) =>
    hasPermission(`${resource.permission}:read`, caller),
  )
  const expirations = await Promise.all(
    visibleIntegrations.map(async ({ resource }) => {
      const { rows } = await sql<AnyRecord & { what: string; at: string; recordId: number }>`
        select ${sql.table(resource.name)}.*, what, at, record_id from integration_expiries
        join ${getVisibleRows(resource, caller.storeIds)} on ${sql.ref(`${resource.name}.id`)} = record_id
        where resource = ${resource.name} and at < ${before}`.execute(connection)
      return rows.map(({ what, at, recordId, ...record }): IntegrationExpiration => ({
        resource: resource.name,
        id: recordId,
        label: getLabel(resource, record as AnyRecord), // All columns of its table were read.
        storeId: typeof record['storeId'] === 'number' ? record['storeId'] : null,
        what,
        at,
      }))
    }),
  )
  return expirations.flat().toSorted((one, other) => one.at.localeCompare(other.at))
}

export const buildExpirationsCall = (integrations: readonly Integration[]): Call => ({
  kind: 'read',
  permission: 'signedIn',
  allowsApiKeys: true,
  method: 'get',
  path: '/integrations/expiries',
  summary: 'List expiring integration secrets and certificates, soonest first',
  query: [
    {
      name: 'days',
      description: `Only items that expire within this many days. The default is ${defaultExpirationDays}.`,
      schema: { type: 'integer', minimum: 0, maximum: 366 },
    },
  ],
  success: {
    status: 200,
    schema: objectSchema({
      data: arraySchema(
        objectSchema({
          resource: stringSchema,
          id: integerSchema,
          label: stringSchema,
          storeId: nullableSchema(integerSchema),
          what: stringSchema,
          at: instantSchema,
        }),
      ),
    }),
  },
  async handler({ query }, { db, now }, caller) {
    requireKnownParameters(query, ['days'])
    const days = Number(query.get('days') ?? defaultExpirationDays)
    if (!Number.isInteger(days) || days < 0 || days > 366)
      throw badRequest(integrationCallMessages.expiryDays)
    const before = new Date(now().getTime() + days * 86_400_000).toISOString()
    return { status: 200, body: { data: await loadExpirations(db, integrations, caller, before) } }
  },
})
