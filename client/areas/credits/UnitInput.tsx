import { useEffect, useRef, useState } from 'react'
import { creditUnits } from '#shared/areas/credits/approval.ts'
import type { CreditAllowance as CreditAllowanceFacts } from '#shared/areas/credits/approval.ts'
import { loadBalance } from '#shared/areas/credits/creditCalls.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { formatMinor, formatMoney } from '#shared/format/money.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { useTypedValues } from '#client/frame/index.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import type { CustomInput } from '#client/form/RecordForm.tsx'
import { CreditAllowance } from '#client/form/CreditAllowance.tsx'
import { FieldNote } from '#client/ui/inputs/Field.tsx'
import { creditsMessages } from './messages.ts'
import * as frame from '#client/ui/inputs/Field.css.ts'
import * as styles from './UnitInput.css.ts'

const { storeId, memberId, type, amount, unit } = creditRequests.fields
const watchedFields = { storeId, memberId, type, amount, unit }

type CreditDraft = { unit: string; storeId: number | null; memberId: number | null; change: number }

function toCreditDraft(values: Readonly<Record<string, unknown>>): CreditDraft {
  // A negative amount is rejected, so it changes nothing.
  const sum = typeof values['amount'] === 'number' ? Math.max(0, values['amount']) : 0
  const getId = (value: unknown) => (isReferenceValue(value) ? value.id : null)
  return {
    unit: String(values['unit'] ?? ''),
    storeId: getId(values['storeId']),
    memberId: getId(values['memberId']),
    change: values['type'] === 'debit' ? -sum : sum,
  }
}

type Props = CustomInput & { allowance: CreditAllowanceFacts | null }

/**
 * Shows the store's unit, the member's balance before and after, and what is left of the limits.
 * Follows what is typed; without JavaScript, the platform checks it all.
 */
export function UnitInput({ id, name, value, error, errors, allowance }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const values = useTypedValues(container, watchedFields)
  const typed = toCreditDraft(values ?? { unit: value })
  const options: Readonly<Record<string, string>> = creditUnits
  const unitLabel = options[typed.unit] ?? typed.unit
  return (
    <div ref={container} className={frame.field} data-invalid={error ? true : undefined}>
      <span className={frame.label}>{unit.label}</span>
      <input type="hidden" name={name} value={typed.unit} />
      <p className={styles.fact}>{unitLabel || creditsMessages.unitFollows}</p>
      <FieldNote id={id} error={error} />
      <BalanceHint {...typed} isRefused={errors['amount'] !== undefined} />
      <CreditAllowance
        storeId={typed.storeId}
        memberId={typed.memberId}
        amount={typed.change}
        initial={allowance}
      />
    </div>
  )
}

type MemberBalance = Pick<CreditDraft, 'unit' | 'memberId'> & { balance: number | null }

/** Loads the balance when the member or the unit changes, not on each key press. */
function BalanceHint({
  unit: counted,
  memberId: member,
  change,
  isRefused,
}: Omit<CreditDraft, 'storeId'> & { isRefused: boolean }) {
  const api = useApi()
  const [loaded, setLoaded] = useState<MemberBalance | null>(null)
  useEffect(() => {
    if (member === null || counted === '') return undefined
    const controller = new AbortController()
    const saveBalance = (balance: number | null) =>
      controller.signal.aborted || setLoaded({ unit: counted, memberId: member, balance })
    loadBalance(api, { memberId: member, unit: counted }, controller.signal).then(saveBalance, () =>
      saveBalance(null),
    )
    return () => controller.abort()
  }, [api, member, counted])
  const isHere = loaded?.memberId === member && loaded.unit === counted
  const isShort = isHere && loaded.balance !== null && isOverdrawn(loaded.balance, change)
  return (
    <p role="status" className={isShort ? frame.error : frame.hint}>
      {/* The amount's own error already says that the balance is too low. */}
      {isHere && !(isShort && isRefused) && formatBalance(loaded, change)}
    </p>
  )
}

/** Returns whether the change exceeds the balance. Only a debit can. */
const isOverdrawn = (balance: number, change: number) => change < 0 && balance + change < 0

function formatBalance({ unit: counted, balance }: MemberBalance, change: number): string {
  if (balance === null) return creditsMessages.noBalance
  const now = formatMoney(balance, counted)
  const after = balance + change
  if (change === 0) return creditsMessages.balance(now)
  if (isOverdrawn(balance, change))
    return creditsMessages.missingBalance(now, formatMoney(-after, counted))
  return creditsMessages.balanceAfter(now, formatMinor(after, counted))
}
