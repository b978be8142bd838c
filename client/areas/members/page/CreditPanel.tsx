import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import type { CreditCheck, CreditCheckName } from '#shared/areas/members/creditCheck.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { CheckPanel } from './CheckPanel.tsx'
import type { CheckFix } from './CheckPanel.tsx'
import { buildLedgerUrl, buildMemberUrl } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'

const { creditCheck: texts } = memberPageTexts

/** Returns where to fix, or look up, what a check found. */
function getFix(name: CreditCheckName, member: AnyRecord, groupId: number | null): CheckFix | null {
  const label = texts.fixes[name]
  const ledger = {
    to: buildLedgerUrl(member.id),
    of: creditEntries,
    label,
  }
  const fixes: Record<CreditCheckName, CheckFix | null> = {
    program:
      groupId === null
        ? null
        : { to: getRecordUrl(memberGroups, { id: groupId }), of: memberGroups, label },
    requests: {
      to: `${creditRequests.path}&filter[memberId][eq]=${member.id}`,
      of: creditRequests,
      label,
    },
    refunds: { to: buildMemberUrl(member.id, { kind: 'payments' }), of: members, label },
    orders: ledger,
    expired: ledger,
    reversed: ledger,
    adjusted: ledger,
    redeemed: ledger,
  }
  return fixes[name]
}

type Props = { member: AnyRecord; check: CreditCheck | PageFailure; close: string }

/** Answers whether credits of a member are missing, or where they went. */
export const CreditPanel = ({ member, check, close }: Props) => (
  <CheckPanel
    title={memberPageTexts.titles.creditCheck(getLabel(members, member))}
    close={close}
    results={check}
    names={texts.names}
    fix={isPageFailure(check) || !check.cause ? null : getFix(check.cause, member, check.groupId)}
  />
)
