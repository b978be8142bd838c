import { useState } from 'react'
import { loadGroupPreview } from '#shared/areas/members/groupCalls.ts'
import type { GroupPreview } from '#shared/areas/members/groupCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { FormField, loadPanelRecord } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { ImpactConfirmation, formatImpactButton } from '#client/form/ImpactConfirmation.tsx'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { createMembersField, moveIntents, removeParam } from './moveIntents.ts'
import { MemberSample } from './MemberSample.tsx'
import { memberGroupsMessages } from './messages.ts'
import * as styles from './MemberSample.css.ts'

type GroupMembersData = { group: AnyRecord; preview: GroupPreview }

function GroupMembersPanel({ loaded: { group, preview }, ...props }: PanelProps<GroupMembersData>) {
  const { count, sample } = preview
  const isByRule = group['type'] === 'rule'
  const canMove = useCan()(memberGroups, 'write') && !isByRule
  const { reach: impact, isStale } = useImpact(props.refused)
  const all = `/stores/${String(group['storeId'])}?tab=members&filter[groupId][eq]=${group.id}`
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={group}
      intent="move"
      title={(name) => memberGroupsMessages.titles.members(name, group.labels?.['storeId'] ?? '')}
      question={
        impact && (
          <div
            className={styles.impact}
            role="region"
            aria-label={memberGroupsMessages.told}
            tabIndex={0}
          >
            <ImpactConfirmation reach={impact} words={memberGroupsMessages.reach} />
          </div>
        )
      }
      buttons={
        canMove && (
          <SubmitButton name="action" value="add">
            {impact
              ? formatImpactButton(impact, memberGroupsMessages.reach)
              : memberGroupsMessages.add}
          </SubmitButton>
        )
      }
    >
      {(answer) => (
        <>
          {canMove && (
            // Enter in a field presses the first submit button, which must not remove a member.
            <button type="submit" name="action" value="add" hidden tabIndex={-1} aria-hidden />
          )}
          <div className={styles.total}>
            <p>{(isByRule ? memberGroupsMessages.found : memberGroupsMessages.inIt)(count)}</p>
            {count > 0 && (
              <ButtonLink size="small" color="white" to={all}>
                {isByRule ? memberGroupsMessages.allIn : memberGroupsMessages.all(count)}
              </ButtonLink>
            )}
          </div>
          {isByRule && <RuleNote {...preview} />}
          <MemberSample sample={sample} count={count} removes={canMove ? removeParam : undefined} />
          {canMove && (
            <div className={styles.inputs} onInput={isStale}>
              <FormField
                id="group-members"
                name="memberIds"
                field={createMembersField(group)}
                answer={answer}
                initialValue={[]}
              />
              <Textarea
                id="group-emails"
                name="emails"
                label={memberGroupsMessages.emails}
                hint={memberGroupsMessages.emailsHint}
                rows={3}
                defaultValue={String(answer?.values['emails'] ?? '')}
                error={answer?.errors['emails']}
              />
              <p>
                <SubmitButton name="action" value="remove" size="small" color="white">
                  {memberGroupsMessages.remove}
                </SubmitButton>
              </p>
            </div>
          )}
        </>
      )}
    </SmallForm>
  )
}

const RuleNote = ({ joining, leaving }: GroupPreview) => (
  <p>
    {joining + leaving > 0
      ? memberGroupsMessages.moves(joining, leaving)
      : memberGroupsMessages.current}{' '}
    {memberGroupsMessages.byRule}
  </p>
)

/** Returns the impact for the members selected then. It is discarded once the selection changes. */
function useImpact(refused: RejectedForm | undefined) {
  const [stale, setStale] = useState<RejectedForm>()
  const impact = refused?.intent === 'move' && refused !== stale ? refused.impact : undefined
  return {
    reach: impact && { ...impact, nouns: members.title },
    isStale: () => setStale(refused),
  }
}

const loadGroupMembers = async (context: PanelLoadContext): Promise<GroupMembersData> => {
  const [group, preview] = await Promise.all([
    loadPanelRecord(context),
    loadGroupPreview(context.api, context.id ?? 0, context.signal),
  ])
  return { group, preview }
}

/** The panel that lists, adds, and removes a group's members. */
export const membersPanel = {
  Panel: GroupMembersPanel,
  intents: moveIntents,
  load: loadGroupMembers,
}
