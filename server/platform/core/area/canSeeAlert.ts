import { can } from '#shared/permissions/can.ts'
import type { Account } from '../auth/tokens.ts'

type SeenAlert = { permission: string; storeIds: readonly number[] }

/** Whether an account can see an alert: it can read its area, and has one of its stores. */
export const canSeeAlert = (
  { permissions, storeIds }: Pick<Account, 'permissions' | 'storeIds'>,
  alert: SeenAlert,
): boolean =>
  can(permissions, alert.permission, 'read') &&
  (storeIds === null || alert.storeIds.some((storeId) => storeIds.includes(storeId)))
