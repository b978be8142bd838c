import { approveProgramCredits } from '#shared/areas/members/groupCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { loadPanelRecord } from '#client/frame/index.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { memberGroupsMessages } from './messages.ts'

const approvalIntents: Intents = {
  async approve({ api, form, key }) {
    const { id } = parseRecordVersion(form)
    await approveProgramCredits(api, id, Number(form.get('total')), key)
    const group = await loadRecord(api, memberGroups, id)
    return { notice: 'program-approved', of: toRecordLink(memberGroups, group) }
  },
}

function ApproveCreditsPanel({ loaded: group, ...props }: PanelProps<AnyRecord>) {
  const total = group['programWaiting']
  const isWaiting = typeof total === 'number'
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={group}
      intent="approve"
      title={memberGroupsMessages.titles.approve}
      buttons={isWaiting && <SubmitButton>{memberGroupsMessages.approveCredits}</SubmitButton>}
    >
      {() => (
        <>
          {isWaiting && <input type="hidden" name="total" value={total} />}
          <RecordFacts
            resource={memberGroups}
            record={group}
            names={['storeId', 'creditAmount', 'creditPeriod', 'members', 'programWaiting']}
          />
          <p>
            {isWaiting
              ? memberGroupsMessages.approveExplain
              : memberGroupsMessages.nothingToApprove}
          </p>
        </>
      )}
    </SmallForm>
  )
}

/** The panel in which a second operator approves a group's credits. */
export const approvePanel = {
  Panel: ApproveCreditsPanel,
  intents: approvalIntents,
  load: loadPanelRecord,
}
