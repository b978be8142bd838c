import { useState } from 'react'
import { previewGroup } from '#shared/areas/members/groupCalls.ts'
import type { GroupPreview } from '#shared/areas/members/groupCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { memberIds, moving, takesOut } from './moveIntents.ts'
import { Sample } from './Sample.tsx'
import { groupsMessages as say } from './words.ts'
import * as styles from './Sample.css.ts'

type Seen = { group: AnyRecord; preview: GroupPreview }

function MembersPanel({ loaded: { group, preview }, ...props }: PanelProps<Seen>) {
  const { count, sample } = preview
  const isByRule = group['type'] === 'rule'
  const mayMove = useMay()(memberGroups, 'write') && !isByRule
  const { reach, isStale } = useTold(props.refused)
  const all = `/stores/${String(group['storeId'])}?tab=members&filter[groupId][eq]=${group.id}`
  return (
    <SmallForm
      {...besideList(props)}
      record={group}
      intent="move"
      title={(name) => say.titles.members(name, group.labels?.['storeId'] ?? '')}
      question={
        reach && (
          <div className={styles.told} role="region" aria-label={say.told} tabIndex={0}>
            <ReachQuestion reach={reach} words={say.reach} />
          </div>
        )
      }
      buttons={
        mayMove && (
          <SendButton name="action" value="add">
            {reach ? reachButton(reach, say.reach) : say.add}
          </SendButton>
        )
      }
    >
      {(answer) => (
        <>
          {mayMove && (
            // Enter in a field presses the first button that sends: it takes nobody out.
            <button type="submit" name="action" value="add" hidden tabIndex={-1} aria-hidden />
          )}
          <div className={styles.whole}>
            <p>{(isByRule ? say.found : say.inIt)(count)}</p>
            {count > 0 && (
              <ButtonLink size="small" color="white" to={all}>
                {isByRule ? say.allIn : say.all(count)}
              </ButtonLink>
            )}
          </div>
          {isByRule && <Rules {...preview} />}
          <Sample sample={sample} count={count} removes={mayMove ? takesOut : undefined} />
          {mayMove && (
            <div className={styles.asked} onInput={isStale}>
              <AskedInput
                id="group-members"
                name="memberIds"
                field={memberIds(group)}
                answer={answer}
                begins={[]}
              />
              <Textarea
                id="group-emails"
                name="emails"
                label={say.emails}
                hint={say.emailsHint}
                rows={3}
                defaultValue={String(answer?.values['emails'] ?? '')}
                error={answer?.errors['emails']}
              />
              <p>
                <SendButton name="action" value="remove" size="small" color="white">
                  {say.remove}
                </SendButton>
              </p>
            </div>
          )}
        </>
      )}
    </SmallForm>
  )
}

const Rules = ({ joining, leaving }: GroupPreview) => (
  <p>
    {joining + leaving > 0 ? say.moves(joining, leaving) : say.current} {say.byRule}
  </p>
)

/** What an answer told of those who were chosen then: once something else is typed it is asked for anew. */
function useTold(refused: Refused | undefined) {
  const [stale, setStale] = useState<Refused>()
  const told = refused?.intent === 'move' && refused !== stale ? refused.reach : undefined
  return {
    reach: told && { ...told, impact: members.title },
    isStale: () => setStale(refused),
  }
}

const openMembers = async (work: PanelWork): Promise<Seen> => {
  const [group, preview] = await Promise.all([
    openRecord(work),
    previewGroup(work.api, work.id ?? 0, work.signal),
  ])
  return { group, preview }
}

/** Who is in a group, and who is put into it or out of it. */
export const membersPanel = { Panel: MembersPanel, intents: moving, load: openMembers }
