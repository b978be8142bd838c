import { approveProgram } from '#shared/areas/members/groupCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { groupsMessages as say } from './words.ts'

const approving: Intents = {
  async approve({ api, form, key }) {
    const { id } = target(form)
    await approveProgram(api, id, Number(form.get('total')), key)
    const group = await readRecord(api, memberGroups, id)
    return { notice: 'program-approved', of: recordLink(memberGroups, group) }
  },
}

function ApprovePanel({ loaded: group, ...props }: PanelProps<AnyRecord>) {
  const total = group['programWaiting']
  const isWaiting = typeof total === 'number'
  return (
    <SmallForm
      {...besideList(props)}
      record={group}
      intent="approve"
      title={say.titles.approve}
      buttons={isWaiting && <SendButton>{say.approveCredits}</SendButton>}
    >
      {() => (
        <>
          {isWaiting && <input type="hidden" name="total" value={total} />}
          <RecordFacts
            resource={memberGroups}
            record={group}
            names={['storeId', 'creditAmount', 'creditPeriod', 'members', 'programWaiting']}
          />
          <p>{isWaiting ? say.approveExplain : say.nothingToApprove}</p>
        </>
      )}
    </SmallForm>
  )
}

/** The panel in which a second operator approves what a group gives. */
export const approvePanel = { Panel: ApprovePanel, intents: approving, load: openRecord }
