import type { CreditAllowance } from '#shared/areas/credits/approval.ts'
import { findAllowanceWithoutApproval } from '#shared/areas/credits/creditCalls.ts'
import { references, required } from '#shared/engine/fields/fields.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { limits } from '#shared/limits.ts'
import { listRecords, loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { duplicateMemberGroup, deleteMemberGroup } from '#shared/areas/members/groupCalls.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { FormField, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import type { Intent, Intents } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import { toDeletedLink, recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { approvePanel } from './approvePanel.tsx'
import { membersPanel } from './membersPanel.tsx'
import { GroupCopyApprovalNote } from './GroupCopyApprovalNote.tsx'
import { ProgramCreditsNote } from './ProgramCreditsNote.tsx'
import { withRulePreview, createRulesInput } from './RulesInput.tsx'
import { parseFormPreview } from './useRulePreview.ts'
import { memberGroupsMessages } from './messages.ts'
const copyFields = {
  storeIds: required(
    references(memberGroupsMessages.copyTo, 'stores', { maxEntries: limits.createMany }),
    memberGroupsMessages.copyQuestion,
  ),
}

const duplicateIntents: Intents = {
  async duplicate({ api, resource, form, key }) {
    const { storeIds } = await parseValidForm(api, copyFields, form)
    const ids = Array.isArray(storeIds) ? storeIds.map(Number) : []
    const {
      made: copies,
      refused,
      waiting,
    } = await duplicateMemberGroup(api, parseRecordVersion(form).id, ids, key)
    if (refused.length > 0)
      throw new FormError({
        storeIds: memberGroupsMessages.copied(copies, refused.slice(0, 10).join(' ')),
      })
    const { id } = parseRecordVersion(form)
    const notice = waiting > 0 ? 'copies-wait' : 'copied'
    return { notice, of: toRecordLink(resource, await loadRecord(api, resource, id)) }
  },
}

const deleteIntents: Intents = {
  async delete({ api, resource, form, key }) {
    const moveTo = Number(form.get('moveTo') ?? 0) || null
    await deleteMemberGroup(api, parseRecordVersion(form).id, moveTo, key)
    return { notice: 'deleted', of: toDeletedLink(resource, form) }
  },
}

function DuplicateGroupPanel({ loaded: group, ...props }: PanelProps<AnyRecord>) {
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={group}
      intent="duplicate"
      title={memberGroupsMessages.titles.duplicate}
      buttons={<SubmitButton>{memberGroupsMessages.duplicate}</SubmitButton>}
    >
      {(answer) => (
        <>
          <p>{memberGroupsMessages.copyExplain}</p>
          <FormField
            id="group-stores"
            name="storeIds"
            field={copyFields.storeIds}
            answer={answer}
            initialValue={[]}
          />
          <GroupCopyApprovalNote group={group} fields={copyFields} />
        </>
      )}
    </SmallForm>
  )
}

type GroupPanelData = {
  group: AnyRecord | null
  allowance: CreditAllowance | null
  prefill?: Prefill
}

/** Renders the generic form with a preview of the rules and the approval that the credits need. */
function GroupPanel({
  loaded: { group, allowance, prefill },
  ...props
}: PanelProps<GroupPanelData>) {
  const preview = props.refused?.result && parseFormPreview(props.refused)
  return (
    <RecordPanel
      {...props}
      loaded={group}
      {...(prefill && { prefill })}
      own={createRulesInput(preview)}
      under={{ creditAmount: <ProgramCreditsNote group={group} allowance={allowance} /> }}
    >
      {/* Enter in a field presses the first submit button, which must save rather than preview. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </RecordPanel>
  )
}

async function loadGroupPanel(context: PanelLoadContext): Promise<GroupPanelData> {
  const group = await loadPanelRecord(context)
  const account = { storeId: Number(group['storeId']), memberId: null }
  return {
    group,
    allowance: await findAllowanceWithoutApproval(context.api, account, context.signal),
  }
}

/** Loads what is left of the limits for the form's initial store, if it has one. */
async function loadNewGroupPanel({
  api,
  params,
  signal,
}: PanelLoadContext): Promise<GroupPanelData> {
  const prefill = await loadPrefill({ api, fields: memberGroups.fields, params, signal })
  const { storeId } = prefill
  const account = isReferenceValue(storeId) ? { storeId: storeId.id, memberId: null } : null
  return {
    group: null,
    prefill,
    allowance: account && (await findAllowanceWithoutApproval(api, account, signal)),
  }
}

/**
 * Wraps an intent that saves a group, and reports if a second operator has to approve its credits.
 */
const withApprovalNotice =
  (save: Intent): Intent =>
  async (context) => {
    const outcome = await save(context)
    const { of: link } = 'of' in outcome ? outcome : {}
    if (!link) return outcome
    const group = await loadRecord(context.api, memberGroups, link.id)
    return typeof group['programWaiting'] === 'number'
      ? { notice: 'program-waits', of: link }
      : outcome
  }

type DeleteGroupData = { group: AnyRecord; others: AnyRecord[] }

async function loadDeleteGroup(context: PanelLoadContext): Promise<DeleteGroupData> {
  const group = await loadPanelRecord(context)
  const storeFilter = { field: 'storeId', op: 'eq', value: String(group['storeId']) } as const
  const query = {
    search: '',
    filters: [storeFilter],
    sort: getDefaultSort(memberGroups),
    limit: 100,
    after: null,
  }
  const { records } = await listRecords(context.api, memberGroups, query, context.signal)
  return { group, others: records.filter(({ id }) => id !== group.id) }
}

function DeleteGroupPanel({ loaded: { group, others }, ...props }: PanelProps<DeleteGroupData>) {
  const count = Number(group['members'] ?? 0)
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={group}
      intent="delete"
      title={memberGroupsMessages.titles.delete}
      buttons={<SubmitButton color="error">{memberGroupsMessages.delete}</SubmitButton>}
    >
      {(answer) => (
        <>
          <p>{memberGroupsMessages.inIt(count)}</p>
          {count > 0 && (
            <Select
              id="group-move"
              name="moveTo"
              label={memberGroupsMessages.moveTo}
              emptyLabel={memberGroupsMessages.noGroup}
              options={others.map((one) => ({
                value: String(one.id),
                label: getLabel(memberGroups, one),
              }))}
              defaultValue={String(others.find(({ isDefault }) => isDefault === true)?.id ?? '')}
              error={answer?.errors['moveTo']}
            />
          )}
          <p>{memberGroupsMessages.explain}</p>
        </>
      )}
    </SmallForm>
  )
}

export const groupPanels = definePanels({
  create: {
    Panel: GroupPanel,
    intents: { create: withRulePreview(withApprovalNotice(recordIntents.create)) },
    load: loadNewGroupPanel,
  },
  edit: {
    Panel: GroupPanel,
    intents: { edit: withRulePreview(withApprovalNotice(recordIntents.edit)) },
    load: loadGroupPanel,
  },
  members: { ...membersPanel, reads: true },
  approve: approvePanel,
  duplicate: { Panel: DuplicateGroupPanel, intents: duplicateIntents, load: loadPanelRecord },
  delete: { Panel: DeleteGroupPanel, intents: deleteIntents, load: loadDeleteGroup },
})
