import { useRef } from 'react'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import type { CreditAllowance as Allowance } from '#shared/areas/credits/approval.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMoney } from '#shared/format/money.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { useTypedValues } from '#client/frame/index.ts'
import { CreditAllowance } from '#client/form/CreditAllowance.tsx'
import { memberGroupsMessages } from './messages.ts'

const { storeId, unit, creditAmount } = memberGroups.fields
const watchedProgramFields = { storeId, unit, creditAmount }

type Props = { group: AnyRecord | null; allowance: Allowance | null }

/**
 * Shows the credits that a group would issue per period, and whether a second operator has to
 * approve them, before it is saved.
 */
export function ProgramCreditsNote({ group, allowance }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const values = useTypedValues(container, watchedProgramFields) ?? { ...group, storeId: null }
  const store = isReferenceValue(values['storeId'])
    ? values['storeId'].id
    : Number(group?.['storeId'] ?? 0)
  const amount = typeof values['creditAmount'] === 'number' ? values['creditAmount'] : 0
  const members = Number(group?.['members'] ?? 0)
  const counted = typeof values['unit'] === 'string' ? values['unit'] : ''
  const total = counted ? amount * members : 0
  const approved = Number(group?.['programApproved'] ?? 0)
  const waiting = group?.['programWaiting']
  return (
    <div ref={container}>
      {total > 0 && (
        <p>{memberGroupsMessages.programGives(formatMoney(total, counted), members)}</p>
      )}
      {typeof waiting === 'number' && <p>{memberGroupsMessages.programWaits}</p>}
      <CreditAllowance
        storeId={store || null}
        memberId={null}
        amount={Math.max(0, total - approved)}
        initial={allowance}
      />
    </div>
  )
}
