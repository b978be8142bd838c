import { users } from '#shared/areas/users/users.ts'
import { listSessions } from '#server/platform/core/auth/sessions.ts'
import { revokeOtherTokens } from '#server/platform/core/auth/tokens.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { invalidState, notFound } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { parseId } from '#server/platform/core/records/recordId.ts'
import { ownAccountMessages } from './messages.ts'

/** GET /account/sessions */
export async function handleListSessions(
  _request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const data = await listSessions(platform, caller.id)
  return {
    status: 200,
    body: { data: data.map((one) => ({ ...one, current: one.id === caller.tokenId })) },
  }
}

const toTarget = ({ id, email }: Caller) => ({ type: users.name, id, label: email })

/** DELETE /account/sessions: ends all other sessions of the caller. */
export async function handleEndOtherSessions({
  trx,
  caller,
  audit,
}: RequestContext): Promise<CallResult> {
  await revokeOtherTokens(trx, caller)
  await audit({ event: 'users.otherSessionsEnded', target: toTarget(caller) })
  return { status: 204 }
}

/** DELETE /account/sessions/ID: ends another session of the caller. */
export async function handleEndSession({
  trx,
  caller,
  request,
  audit,
}: RequestContext): Promise<CallResult> {
  const id = parseId(request.params, ownAccountMessages.session)
  if (id === caller.tokenId) throw invalidState(ownAccountMessages.currentSession)
  const ended = await trx
    .deleteFrom('tokens')
    .where('userId', '=', caller.id)
    .where('id', '=', id)
    .returning('id')
    .execute()
  if (ended.length === 0) throw notFound(ownAccountMessages.session)
  await audit({ event: 'users.ownSessionEnded', target: toTarget(caller) })
  return { status: 204 }
}
