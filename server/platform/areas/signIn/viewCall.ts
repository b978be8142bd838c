import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { users } from '#shared/areas/users/users.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { findActiveOperator, issueViewToken } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, invalidState } from '#server/platform/core/platform/httpError.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { RecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { viewMessages } from './viewMessages.ts'

const ViewBody = type({ userId: RecordId })

/**
 * POST /auth/view: lets the caller view the console as another operator. Only the first response has
 * the token.
 */
export async function handleStartView({
  trx,
  caller,
  now,
  request,
  audit,
}: RequestContext): Promise<CallResult> {
  const { body } = request
  if (!is(body, ViewBody)) throw badRequest(viewMessages.body)
  const { userId } = body
  if (userId === caller.id) throw invalidState(viewMessages.own)
  const record = await loadRecord(trx, limitToCaller(caller, users), userId)
  if (!(await findActiveOperator(trx, userId))) throw invalidState(viewMessages.cannotSignIn)
  const { token, until } = await issueViewToken(trx, {
    caller,
    viewedUserId: userId,
    now,
    ...request,
  })
  await audit({
    event: 'users.viewStarted',
    target: toAuditTarget(users, record),
    after: { until },
  })
  return { status: 201, body: { token: null, until }, uncachedBody: { token } }
}
