import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findLowBalanceAccounts } from './balances.ts'
import { giftCardAlertMessages } from './messages.ts'
import { findUnderfundedRunaAccounts } from './shortages.ts'

/**
 * Finds balance alerts, one per account: gift cards that failed for lack of funds, otherwise low
 * balances.
 */
export async function findBalanceAlerts(trx: Connection): Promise<Alert[]> {
  const toAlertBase = (id: number) => ({
    subject: `balance/${id}`,
    kind: 'integration' as const,
    permission: giftCardSetup.permission,
    storeIds: [],
    fix: '/giftCardSetup?environment=live#balances',
  })
  const shortAccounts = await findUnderfundedRunaAccounts(trx)
  const lowAccounts = (await findLowBalanceAccounts(trx)).filter(({ id }) =>
    shortAccounts.every((one) => one.id !== id),
  )
  return [
    ...shortAccounts.map(({ id, name, failed, since, currencies }) => ({
      ...toAlertBase(id),
      since,
      title: giftCardAlertMessages.short(name, currencies),
      detail: giftCardAlertMessages.shortDetail(failed),
      rank: 790,
    })),
    ...lowAccounts.map(({ id, name, low: amounts, empty }) => ({
      ...toAlertBase(id),
      title:
        empty.length > 0
          ? giftCardAlertMessages.noBalance(name, empty)
          : giftCardAlertMessages.lowBalance(name),
      detail: giftCardAlertMessages.lowBalanceDetail(amounts),
      rank: 690,
    })),
  ]
}
