import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { firstAdminMessages } from './adminMessages.ts'
import { lockStore } from './updateStore.ts'
import { findFirstAdmin, inviteFirstAdmin, createFirstAdmins } from './firstAdmin.ts'
import { assertNotPendingDeletion } from './pendingDeletion.ts'

/** GET /stores/ID/admin */
export async function handleLoadFirstAdmin(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const store = await loadRecord(db, limitToCaller(caller, stores), parseRecordId(stores, request))
  return { status: 200, body: { account: (await findFirstAdmin(db, store)) ?? null } }
}

/** POST /stores/ID/admin/invitation */
export async function handleInviteFirstAdmin(context: RequestContext): Promise<CallResult> {
  const { trx } = context
  const store = await lockStore(context, null)
  assertNotPendingDeletion(store)
  // Stores created before planned accounts existed have none yet.
  if (!(await findFirstAdmin(trx, store))) await createFirstAdmins(context, [store], [])
  const account = await findFirstAdmin(trx, store)
  if (!account) throw invalidState(firstAdminMessages.noAdmin)
  if (account.status !== 'planned') throw invalidState(firstAdminMessages.alreadyInvited)
  const wakeEmailQueue = await inviteFirstAdmin(context, store)
  const body = { account: (await findFirstAdmin(trx, store)) ?? null }
  return { status: 200, body, ...(wakeEmailQueue && { afterCommit: wakeEmailQueue }) }
}
