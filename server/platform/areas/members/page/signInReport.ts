import { sql } from 'kysely'
import { enums, nullable, object, size, string } from 'superstruct'
import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { is } from '#shared/engine/is.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import {
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { badRequest, notFound } from '#server/platform/core/platform/httpError.ts'
import { RecordId } from '#server/platform/core/records/recordId.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { memberPageCallMessages } from './messages.ts'

const methods = ['password', 'sso', 'link'] as const

const SignInBody = object({
  storeId: RecordId,
  email: size(string(), 1, 120),
  method: enums(methods),
  /** Why it failed, in the words of the store or the provider; null if it succeeded. */
  failure: nullable(size(string(), 1, 200)),
})

/** POST /memberSignIns: a store reports a sign-in of one of its members, or why it failed. */
async function handleReportSignIn(context: RequestContext): Promise<CallResult> {
  const { trx, caller, request, audit } = context
  const { body } = request
  if (!is(body, SignInBody)) throw badRequest(memberPageCallMessages.signInBody)
  const { storeId, email, method, failure } = body
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${getVisibleRows(members, caller.storeIds)}
    where store_id = ${storeId} and email = ${normalizeAccountEmail(email)}`.execute(trx)
  const [member] = rows
  if (!member) throw notFound(members.title.one)
  await audit({
    event: failure === null ? 'members.signedIn' : 'members.signInRefused',
    stream: 'security',
    target: { type: members.name, id: member.id, label: member.name, storeId },
    after: { method },
    ...(failure === null ? {} : { severity: 'warning' as const, cause: failure }),
  })
  return { status: 204 }
}

export const signInReportCall: Call = {
  kind: 'write',
  permission: `${members.permission}:write`,
  method: 'post',
  path: '/memberSignIns',
  summary: "Report a member's sign-in at their store, or why it failed",
  body: objectSchema({
    storeId: integerSchema,
    email: stringSchema,
    method: { type: 'string', enum: methods },
    failure: nullableSchema(stringSchema),
  }),
  success: { status: 204 },
  handler: handleReportSignIn,
}
