import { useEffect, useState } from 'react'
import { getRemaining, exceedsAllowance } from '#shared/areas/credits/approval.ts'
import type { CreditAllowance as Allowance, LimitUse } from '#shared/areas/credits/approval.ts'
import { findAllowanceWithoutApproval } from '#shared/areas/credits/creditCalls.ts'
import { formatMoney } from '#shared/format/money.ts'
import { useApi } from '../runtime/ConsoleContext.tsx'
import { allowanceMessages } from './allowanceMessages.ts'
import * as frame from '../ui/inputs/Field.css.ts'

type Props = {
  storeId: number | null
  memberId: number | null
  /** Minor units; 0 while no amount is entered. */
  amount: number
  /** The loader's allowance, for pages without JavaScript. */
  initial: Allowance | null
  /** Requirement for an amount above the limits; by default, the approval of a second operator. */
  aboveLimits?: string
}

/**
 * Shows what is left of the limits for a store and a member, and whether an amount needs a second
 * operator, before it's saved.
 */
export function CreditAllowance({
  storeId,
  memberId,
  amount,
  initial,
  aboveLimits = allowanceMessages.needsApproval,
}: Props) {
  const allowance = useAllowance({ storeId, memberId }, initial)
  if (!allowance) return <p className={frame.hint}>{allowanceMessages.limitsCount}</p>
  const { unit, store, member } = allowance
  const formatUse = (use: LimitUse) =>
    [formatMoney(getRemaining(use), unit), formatMoney(use.limit, unit)] as const
  return (
    <div className={frame.hint}>
      {amount !== 0 && exceedsAllowance(amount, allowance) && (
        <p role="status">
          <strong>{aboveLimits}</strong>
        </p>
      )}
      <p>
        {allowanceMessages.leftInStore(...formatUse(store))}{' '}
        {member && allowanceMessages.leftForMember(...formatUse(member))}
      </p>
    </div>
  )
}

type AllowanceScope = Pick<Props, 'storeId' | 'memberId'>

/** Loads the allowance again whenever another store or member is selected. */
function useAllowance(
  { storeId, memberId }: AllowanceScope,
  initial: Allowance | null,
): Allowance | null {
  const api = useApi()
  const [loaded, setLoaded] = useState<(AllowanceScope & { allowance: Allowance | null }) | null>(
    null,
  )
  useEffect(() => {
    if (storeId === null) return undefined
    const controller = new AbortController()
    const saveAllowance = (allowance: Allowance | null) =>
      controller.signal.aborted || setLoaded({ storeId, memberId, allowance })
    findAllowanceWithoutApproval(api, { storeId, memberId }, controller.signal).then(
      saveAllowance,
      () => saveAllowance(null),
    )
    return () => controller.abort()
  }, [api, storeId, memberId])
  if (loaded === null) return initial
  return loaded.storeId === storeId && loaded.memberId === memberId ? loaded.allowance : null
}
