import { sql } from 'kysely'
import { forbidden } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'

/** Only operators of all stores set the policy. The grace period starts with a new demand. */
export const secondFactorPolicyHooks: ResourceHooks = {
  async authorize({ caller }) {
    if (caller.storeIds !== null) throw forbidden(userRuleMessages.limitedPolicy)
  },
  async afterWrite({ trx, now }, [policy], [before]) {
    if (policy?.['demand'] === before?.['demand']) return
    const since = policy?.['demand'] === 'off' ? null : now
    await sql`update second_factor_policies set demanded_since = ${since}`.execute(trx)
  },
}
