import { creditBulkActions } from '#shared/areas/credits/bulkActions.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import { creditLimits } from '#shared/areas/credits/creditLimits.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { findCreditAlerts } from './alerts.ts'
import { creditLimitHooks } from './approvalLimits.ts'
import { creditCalls } from './creditCalls.ts'
import { creditEntryBulkHandlers, expireCreditEntriesJob } from './creditEntryBulkHandlers.ts'
import { creditEntryReadExtension } from './creditEntryModule.ts'
import { creditImport } from './creditImport.ts'
import { findCreditDeadlines } from './expirationDeadlines.ts'
import { expireCredits } from './expireCredits.ts'
import { creditRequestHooks } from './hooks.ts'
import { creditVisibility } from './visibility.ts'

export const creditsArea = defineArea({
  name: 'credits',
  resources: [creditEntries, creditRequests, creditLiabilities, creditLimits],
  hooks: { creditRequests: creditRequestHooks, creditLimits: creditLimitHooks },
  reads: {
    creditEntries: creditEntryReadExtension,
    creditRequests: { searchThrough: ['memberId', 'storeId'] },
    creditLiabilities: { totals: { by: 'unit', of: ['holders', 'outstanding', 'expiring'] } },
  },
  imports: { creditRequests: creditImport },
  alerts: { approval: findCreditAlerts },
  deadlines: findCreditDeadlines,
  calls: creditCalls,
  jobs: [expireCreditEntriesJob],
  bulkActions: {
    creditEntries: { actions: creditBulkActions, handlers: creditEntryBulkHandlers },
  },
  visibility: creditVisibility,
  chores: [
    {
      name: 'credits',
      cron: '1/5 * * * *',
      run: expireCredits,
      failure: "Credits couldn't be expired",
    },
  ],
})

// What other areas use.
export { ApprovalBudget, getApprovalWindowStart, lockApprovalBudget } from './approvalBudget.ts'
export type { Spending } from './approvalBudget.ts'
export { getApprovalLimits } from './approvalLimits.ts'
export { findNextExpiry } from './expireCredits.ts'
export { creditsMessages } from './messages.ts'
export { postEntries } from './postEntries.ts'
export { storeUnitSql, validateCreditUnit } from './storeUnit.ts'

// What the demo data is made from.
export { generateCreditEntries } from './seed/creditEntries.ts'
export { seedWaitingCreditRequests, setCreditRequesterIds } from './seed/creditRequests.ts'
