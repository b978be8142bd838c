import { useState } from 'react'
import { impactParam } from '#shared/engine/impact.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { deleteRecord, listRecords } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createDeletionUndo } from '#shared/engine/undo.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { replaceUserGroup } from '#shared/areas/users/userCalls.ts'
import { loadPanelRecord } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { ImpactConfirmation, formatImpactButton } from '#client/form/ImpactConfirmation.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { toDeletedLink } from '#client/list/recordIntents.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { userGroupsMessages } from './messages.ts'

/** Loads the other groups to choose from, at most 100. */
export const loadOtherUserGroups = async (
  { api, signal }: Pick<PanelLoadContext, 'api' | 'signal'>,
  id: number,
) => {
  const sort: Sort = [{ field: 'name', descending: false }]
  const query = { search: '', filters: [], sort, limit: 100, after: null }
  const { records } = await listRecords(api, userGroups, query, signal)
  return records.filter((record) => record.id !== id)
}

type RemoveGroupData = { group: AnyRecord; groups: AnyRecord[] }

function RemoveGroupPanel({ loaded: { group, groups }, ...props }: PanelProps<RemoveGroupData>) {
  const members = Number(group['members'] ?? 0)
  const { impact, values } = props.refused?.intent === 'remove' ? props.refused : {}
  const [selectedId, setSelectedId] = useState<string>()
  // The impact is for one replacement group. Another selection discards it.
  const shownImpact =
    selectedId === undefined || selectedId === values?.['groupId'] ? impact : undefined
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={group}
      intent="remove"
      title={userGroupsMessages.deleteTitle}
      question={shownImpact && <ImpactConfirmation reach={shownImpact} />}
      buttons={
        <SubmitButton color="error">
          {shownImpact
            ? userGroupsMessages.removeSure(formatImpactButton(shownImpact))
            : userGroupsMessages.remove}
        </SubmitButton>
      }
    >
      {(answer) => (
        <>
          <p>
            {members > 0
              ? userGroupsMessages.moves(userGroupsMessages.members(members))
              : userGroupsMessages.noUsers}
          </p>
          {members > 0 && (
            <Select
              id="group-to"
              name="groupId"
              label={userGroupsMessages.moveTo}
              required
              emptyLabel={userGroupsMessages.chooseGroup}
              options={groups.map((one) => ({
                value: String(one.id),
                label: getLabel(userGroups, one),
              }))}
              error={answer?.errors['groupId']}
              defaultValue={String(answer?.values['groupId'] ?? '')}
              onChange={({ target: { value } }) => setSelectedId(value)}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

/** Deletes a group, after moving its users to the replacement group. */
const removeGroupIntent: Intent = async ({ api, resource, form, key }) => {
  const group = parseRecordVersion(form)
  const to = form.get('groupId')
  const link = toDeletedLink(resource, form)
  if (to === null) {
    await deleteRecord(api, resource, group, key)
    return { notice: 'deleted', of: link, undo: createDeletionUndo(resource, group) }
  }
  if (to === '') throw new FormError({ groupId: userGroupsMessages.chooseFirst })
  const impact = String(form.get(impactParam) ?? '')
  await replaceUserGroup(api, { ...group, groupId: Number(to), reach: impact }, key)
  return { notice: 'reassigned', of: link }
}

export const removeGroupPanel = {
  Panel: RemoveGroupPanel,
  intents: { remove: removeGroupIntent },
  load: async (context: PanelLoadContext) => ({
    group: await loadPanelRecord(context),
    groups: await loadOtherUserGroups(context, context.id ?? 0),
  }),
}
