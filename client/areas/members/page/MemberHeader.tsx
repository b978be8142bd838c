import { buildMemberExportUrl } from '#shared/areas/members/memberActions.ts'
import { members } from '#shared/areas/members/members.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { MemberOverview } from '#shared/areas/members/memberOverview.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { Status } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import type { Fact } from '#client/ui/PageHeader.tsx'
import type { PageLink } from '#client/ui/pageActions.ts'
import { buildMemberUrl } from './memberUrl.ts'
import type { MemberPanel } from './memberUrl.ts'
import { memberPageTexts } from './messages.ts'

const { facts: factTexts, status: statusTexts } = memberPageTexts

/** Who the member is, whether they can sign in, and what an operator can do. */
export function MemberHeader({ overview }: { overview: MemberOverview }) {
  const { member, store, group } = overview
  const can = useCan()
  return (
    <PageHeader
      title={getLabel(members, member)}
      status={<MemberStatus overview={overview} />}
      facts={[
        { name: factTexts.email, value: String(member['email']) },
        {
          name: factTexts.store,
          value:
            store && can(stores) ? (
              <Link to={buildStoreUrl(store.id)}>{store.name}</Link>
            ) : (
              (store?.name ?? factTexts.none)
            ),
        },
        {
          name: factTexts.group,
          value: group ? (
            <Link to={`${memberGroups.path}?members=${group.id}`}>{group.name}</Link>
          ) : (
            factTexts.none
          ),
        },
        buildSinceFact(overview),
      ]}
      actions={[
        {
          label: memberPageTexts.signIn,
          short: memberPageTexts.signInShort,
          to: buildMemberUrl(member.id, { panel: 'signIn' }),
          preventScrollReset: true,
        },
      ]}
      menu={{
        id: 'member-actions',
        label: memberPageTexts.actions,
        actions: useMemberActions(overview),
      }}
    />
  )
}

/** Since when the member has their status, who changed it, and why. */
function buildSinceFact({ member, suspension, statusChange }: MemberOverview): Fact {
  const { erasedAt } = member
  if (typeof erasedAt === 'string')
    return { name: factTexts.erased, value: <Instant at={erasedAt} /> }
  const change = suspension ?? statusChange
  if (!change) return { name: factTexts.since, value: <Instant at={member.createdAt} /> }
  const current = member['active'] === true ? factTexts.activeSince : factTexts.inactiveSince
  return {
    name: suspension ? factTexts.suspended : current,
    value: (
      <>
        <Instant at={change.at} />{' '}
        {memberPageTexts.changedBy(change.reason, formatActor(change.by))}
      </>
    ),
  }
}

function MemberStatus({ overview: { member, suspension } }: { overview: MemberOverview }) {
  if (member['erasedAt']) return <Status tone="off">{statusTexts.erased}</Status>
  if (suspension) return <Status tone="bad">{statusTexts.suspended}</Status>
  return member['active'] === true ? (
    <Status tone="good">{statusTexts.active}</Status>
  ) : (
    <Status tone="off">{statusTexts.inactive}</Status>
  )
}

function useMemberActions({ member, store }: MemberOverview): PageLink[] {
  const can = useCan()
  const openPanel = (label: string, panel: MemberPanel): PageLink => ({
    label: messages.addEllipsis(label),
    to: buildMemberUrl(member.id, { panel }),
    preventScrollReset: true,
  })
  const isErased = Boolean(member['erasedAt'])
  const isActive = member['active'] === true
  const canWrite = can(members, 'write') && !isErased
  // The panel says why, if the member can't get one.
  const giftCardActions =
    can(giftCards, 'write') && !isErased ? [openPanel(memberPageTexts.giftCard, 'giftCard')] : []
  const buildExportLink = (label: string, format: 'json' | 'csv'): PageLink => ({
    label,
    to: buildMemberExportUrl(member.id, format),
    download: true,
  })
  return [
    {
      label: memberPageTexts.comment,
      to: `${buildMemberUrl(member.id)}#new-comment`,
      preventScrollReset: true,
    },
    ...(canWrite && store && can(stores)
      ? [
          {
            label: memberPageTexts.edit,
            to: buildStoreUrl(store.id, 'members', { edit: String(member.id) }),
          },
        ]
      : []),
    ...(canWrite && store ? [openPanel(memberPageTexts.move, 'move')] : []),
    ...(canWrite && store && can(creditRequests, 'write')
      ? [{ label: memberPageTexts.issue, to: buildIssueUrl(member.id, store.id) }]
      : []),
    ...giftCardActions,
    ...(canWrite && isActive ? [openPanel(memberPageTexts.invite, 'invite')] : []),
    ...(canWrite
      ? [
          isActive
            ? openPanel(memberPageTexts.suspend, 'suspend')
            : openPanel(memberPageTexts.reactivate, 'reactivate'),
        ]
      : []),
    ...(can(members, 'export')
      ? [
          buildExportLink(memberPageTexts.exportJson, 'json'),
          buildExportLink(memberPageTexts.exportCsv, 'csv'),
        ]
      : []),
    ...(can(members, 'erase') && !isErased ? [openPanel(memberPageTexts.erase, 'erase')] : []),
  ]
}

function buildIssueUrl(memberId: number, storeId: number): string {
  const prefill = new URLSearchParams({
    [prefillParam('storeId')]: String(storeId),
    [prefillParam('memberId')]: String(memberId),
  })
  return `${creditRequests.path}&create&${prefill.toString()}`
}
