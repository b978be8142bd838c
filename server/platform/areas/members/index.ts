import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { findProgramAlerts } from './approvalAlerts.ts'
import { applyAllGroupRules } from './groupRules.ts'
import { issueProgramCredits } from './issueProgramCredits.ts'
import { memberGroupCalls } from './memberGroupCalls.ts'
import { memberGroupHooks } from './memberGroupHooks.ts'
import { memberHooks } from './memberHooks.ts'
import { loadMemberMoveDetails } from './moveHistory.ts'
import { memberPageCalls } from './page/index.ts'
import { changeGroupsHandler, findMemberImportApprovalNotes } from './programNotes.ts'
import { recipientReads } from './recipients.ts'
import { revealCalls } from './revealCalls.ts'
import { sendMemberInvitations } from './sendMemberInvitations.ts'

export const membersArea = defineArea({
  name: 'members',
  resources: [memberGroups, members],
  hooks: { memberGroups: memberGroupHooks, members: memberHooks },
  reads: recipientReads,
  imports: { members: { notes: findMemberImportApprovalNotes } },
  bulkActions: { memberGroups: { handlers: { change: changeGroupsHandler } } },
  history: { memberGroups: loadMemberMoveDetails },
  alerts: { approval: findProgramAlerts },
  calls: [...memberGroupCalls, ...memberPageCalls, ...revealCalls],
  chores: [
    {
      name: 'memberInvitations',
      cron: '* * * * *',
      run: sendMemberInvitations,
      failure: "Member invitations couldn't be sent",
    },
    {
      name: 'groups',
      cron: '3/5 * * * *',
      run: applyAllGroupRules,
      failure: "Member groups couldn't be updated",
    },
    {
      name: 'issueProgramCredits',
      cron: '41 * * * *',
      run: issueProgramCredits,
      failure: "Program credits couldn't be issued",
    },
  ],
})

// What the demo data is made from.
export { generateMemberGroups } from './seed/memberGroups.ts'
export { insertMemberHistories } from './seed/memberHistories.ts'
export { generateMembers } from './seed/members.ts'
