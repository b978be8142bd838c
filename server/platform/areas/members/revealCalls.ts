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
import {
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { toSchemaProperties } from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { openSavedText } from '../email/index.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type FindMember = (
  platform: Platform,
  connection: Connection,
  record: AnyRecord,
) => Promise<RevealedMember>

const nothing: RevealedMember = { name: null, email: null, text: null }

const findReferredMember: FindMember = async (_platform, connection, { memberId }) => {
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from members where id = ${memberId}`.execute(connection)
  return { ...nothing, ...rows[0] }
}

/** Finds the recipient, who may not be a member. */
const findCardRecipient: FindMember = async (_platform, connection, { id }) => {
  const { rows } = await sql<{ email: string }>`
    select recipient as email from gift_cards where id = ${id}`.execute(connection)
  return { ...nothing, ...rows[0] }
}

/** Finds the recipient and the text. */
const findEmailRecipient: FindMember = async (platform, connection, { id }) => {
  const { rows } = await sql<{ id: number; email: string; contentSealed: string | null }>`
    select id, recipient as email, content_sealed from mails where id = ${id}`.execute(connection)
  const [email] = rows
  return email ? { ...nothing, email: email.email, text: openSavedText(platform, email) } : nothing
}

/** Records that show personal data masked, and how to find it. */
const maskedRecords: readonly { resource: Resource; findMember: FindMember }[] = [
  { resource: orders, findMember: findReferredMember },
  { resource: paymentAttempts, findMember: findReferredMember },
  { resource: giftCards, findMember: findCardRecipient },
  { resource: mails, findMember: findEmailRecipient },
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
  summary: `Show the personal data of a masked ${resource.title.one}, for a reason. Returned only once.`,
  body: nameSchema('Reason', objectSchema(toSchemaProperties(revealFields))),
  success: {
    status: 200,
    schema: nameSchema(
      'RevealedMember',
      objectSchema({
        name: nullableSchema(stringSchema),
        email: nullableSchema(stringSchema),
        text: nullableSchema(stringSchema),
      }),
    ),
  },
  handler: (context) => handleReveal(context, resource, findMember),
}))

async function handleReveal(
  { trx, platform, caller, request, audit }: RequestContext,
  resource: Resource,
  findMember: FindMember,
): Promise<CallResult> {
  requirePermission(`${resource.permission}:read`, caller)
  const { reason } = parseValues({ fields: revealFields }, request.body, 'all')
  const id = parseRecordId(resource, request)
  const record = await loadRecord(trx, limitToCaller(caller, resource), id)
  const revealed = await findMember(platform, trx, record)
  await audit({
    event: `${resource.name}.revealed`,
    target: toAuditTarget(resource, record),
    stream: 'security',
    after: { reason },
  })
  return { status: 200, body: nothing, uncachedBody: revealed }
}
