import { useState } from 'react'
import { reachParam } from '#shared/engine/reach.ts'
import { deleteRecord, listRecords } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { undoDeletion } from '#shared/engine/undo.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { replaceGroup } from '#shared/areas/users/userCalls.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { deletedLink } from '#client/list/recordIntents.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { groupWords as say } from './words.ts'

/** All groups, as far as a choice of them goes. */
export const others = async ({ api, signal }: Pick<PanelWork, 'api' | 'signal'>, id: number) => {
  const sort = { field: 'name', descending: false }
  const query = { search: '', filters: [], sort, limit: 100, after: null }
  const { records } = await listRecords(api, userGroups, query, signal)
  return records.filter((record) => record.id !== id)
}

type Removed = { group: AnyRecord; groups: AnyRecord[] }

function RemovePanel({ loaded: { group, groups }, ...props }: PanelProps<Removed>) {
  const members = Number(group['members'] ?? 0)
  const { reach, values } = props.refused?.intent === 'remove' ? props.refused : {}
  const [chosen, setChosen] = useState<string>()
  // It is told of one group: of another one it is asked for anew.
  const told = chosen === undefined || chosen === values?.['groupId'] ? reach : undefined
  return (
    <SmallForm
      {...besideList(props)}
      record={group}
      intent="remove"
      title={say.deleteTitle}
      question={told && <ReachQuestion reach={told} />}
      buttons={
        <SendButton color="error">
          {told ? say.removeSure(reachButton(told)) : say.remove}
        </SendButton>
      }
    >
      {(answer) => (
        <>
          <p>{members > 0 ? say.moves(say.members(members)) : say.nobody}</p>
          {members > 0 && (
            <Select
              id="group-to"
              name="groupId"
              label={say.moveTo}
              required
              emptyLabel={say.chooseGroup}
              options={groups.map((one) => ({
                value: String(one.id),
                label: labelOf(userGroups, one),
              }))}
              error={answer?.errors['groupId']}
              defaultValue={String(answer?.values['groupId'] ?? '')}
              onChange={({ target: { value } }) => setChosen(value)}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

/** Deletes a group; whoever is in it is in the other one first. */
const remove: Intent = async ({ api, resource, form, key }) => {
  const group = target(form)
  const to = form.get('groupId')
  const of = deletedLink(resource, form)
  if (to === null) {
    await deleteRecord(api, resource, group, key)
    return { notice: 'deleted', of, undo: undoDeletion(resource, group) }
  }
  if (to === '') throw new Refusal({ groupId: say.chooseFirst })
  const reach = String(form.get(reachParam) ?? '')
  await replaceGroup(api, { ...group, groupId: Number(to), reach }, key)
  return { notice: 'reassigned', of }
}

export const removePanel = {
  Panel: RemovePanel,
  intents: { remove },
  load: async (work: PanelWork) => ({
    group: await openRecord(work),
    groups: await others(work, work.id ?? 0),
  }),
}
