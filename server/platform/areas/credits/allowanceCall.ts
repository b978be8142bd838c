import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { unitOfStore } from '#shared/areas/credits/approval.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { idIn } from '#server/platform/core/records/recordId.ts'
import { loadApprovalBudget } from './approvalBudget.ts'

const limitUse = object({ limit: whole, used: whole })

/** GET /creditAllowance (shared/areas/credits/creditCalls.ts) */
export const allowanceCall: Call = {
  kind: 'read',
  needs: `${creditRequests.permission}:read`,
  method: 'get',
  path: '/creditAllowance',
  summary:
    'Get your 24-hour limits for issuing and debiting credits without approval, per store and member, with the amounts used, in minor units',
  query: [
    { name: 'storeId', description: 'The ID of the store', schema: whole },
    { name: 'memberId', description: 'The ID of a member of this store', schema: whole },
  ],
  success: {
    status: 200,
    schema: object({ unit: text, store: limitUse, member: orNull(limitUse) }),
  },
  answer: answerAllowance,
}

async function answerAllowance(
  { query }: Asked,
  { db, now }: Platform,
  caller: Caller,
): Promise<Answer> {
  const idOf = (name: string, noun: string) => idIn({ id: query.get(name) ?? '' }, noun)
  const store = await readRecord(db, scopedTo(caller, stores), idOf('storeId', stores.title.one))
  const memberId = query.has('memberId') ? idOf('memberId', members.title.one) : null
  if (memberId !== null) await readRecord(db, scopedTo(caller, members), memberId)
  const budget = await loadApprovalBudget(db, {
    accounts: [caller],
    storeIds: [store.id],
    now: now().toISOString(),
  })
  const body = budget.getAllowance({ storeId: store.id, memberId, unit: unitOfStore(store) })
  return { status: 200, body }
}
