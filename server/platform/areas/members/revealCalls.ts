import { sql } from 'kysely'
import { mails } from '#shared/areas/email/mails.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { revealFields } from '#shared/areas/members/revealCalls.ts'
import type { RevealedMember } from '#shared/areas/members/revealCalls.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import { nullableSchema, objectSchema, stringSchema } from '#server/platform/core/http/schema.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { toSchemaProperties } from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type FindMember = (connection: Connection, record: AnyRecord) => Promise<RevealedMember>

async function findReferredMember(
  connection: Connection,
  { memberId }: AnyRecord,
): Promise<RevealedMember> {
  const { rows } = await sql<RevealedMember>`
    select name, email from members where id = ${memberId}`.execute(connection)
  return rows[0] ?? { name: null, email: null }
}

/** Finds the recipient, who may not be a member. */
const createRecipientFinder =
  (table: string): FindMember =>
  async (connection, { id }) => {
    const { rows } = await sql<{ email: string }>`
      select recipient as email from ${sql.table(table)} where id = ${id}`.execute(connection)
    return { name: null, email: rows[0]?.email ?? null }
  }

/** Records that show personal data masked, and how to find it. */
const maskedRecords: readonly { resource: Resource; findMember: FindMember }[] = [
  { resource: orders, findMember: findReferredMember },
  { resource: paymentAttempts, findMember: findReferredMember },
  { resource: giftCards, findMember: createRecipientFinder('gift_cards') },
  { resource: mails, findMember: createRecipientFinder('mails') },
]

/**
 * Calls that show one masked name and email address (shared/areas/members/revealCalls.ts). They
 * need `payments:reveal`, the permission to read the record, and a reason, which is logged.
 */
export const revealCalls: readonly Call[] = maskedRecords.map(({ resource, findMember }) => ({
  kind: 'write',
  permission: 'payments:reveal',
  method: 'post',
  path: `/${resource.name}/:id/reveal`,
  summary: `Show the name and email address of a masked ${resource.title.one}, for a reason. Returned only once.`,
  body: objectSchema(toSchemaProperties(revealFields)),
  success: {
    status: 200,
    schema: objectSchema({
      name: nullableSchema(stringSchema),
      email: nullableSchema(stringSchema),
    }),
  },
  handler: (context) => handleReveal(context, resource, findMember),
}))

async function handleReveal(
  { trx, caller, request, audit }: RequestContext,
  resource: Resource,
  findMember: FindMember,
): Promise<CallResult> {
  requirePermission(`${resource.permission}:read`, caller)
  const { reason } = parseValues({ fields: revealFields }, request.body, 'all')
  const id = parseRecordId(resource, request)
  const record = await loadRecord(trx, limitToCaller(caller, resource), id)
  const revealed = await findMember(trx, record)
  await audit({
    event: `${resource.name}.revealed`,
    target: toAuditTarget(resource, record),
    stream: 'security',
    after: { reason },
  })
  return { status: 200, body: { name: null, email: null }, uncachedBody: revealed }
}
