import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { firstAdminMessages } from './adminMessages.ts'
import { lockStore } from './changeStore.ts'
import { findFirstAdmin, inviteFirstAdmin, planFirstAdmins } from './firstAdmin.ts'
import { refuseHeld } from './wrongState.ts'

/** GET /stores/ID/admin */
export async function answerFirstAdmin(
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const store = await readRecord(db, scopedTo(caller, stores), recordIdOf(stores, asked))
  return { status: 200, body: { account: (await findFirstAdmin(db, store)) ?? null } }
}

/** POST /stores/ID/admin/invitation */
export async function answerInviteFirstAdmin(change: Change): Promise<Answer> {
  const { trx } = change
  const store = await lockStore(change, null)
  refuseHeld(store)
  // Stores from before accounts were planned have none yet.
  if (!(await findFirstAdmin(trx, store))) await planFirstAdmins(change, [store], [])
  const account = await findFirstAdmin(trx, store)
  if (!account) throw notPossible(firstAdminMessages.nobody)
  if (account.status !== 'planned') throw notPossible(firstAdminMessages.alreadyInvited)
  const post = await inviteFirstAdmin(change, store)
  const body = { account: (await findFirstAdmin(trx, store)) ?? null }
  return { status: 200, body, ...(post && { afterwards: post }) }
}
