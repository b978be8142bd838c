import '#client/frame/forms.ts'
import type { CreditAllowance } from '#shared/areas/credits/approval.ts'
import { findAllowance } from '#shared/areas/credits/creditCalls.ts'
import { references, required } from '#shared/engine/fields/fields.ts'
import { usualSort } from '#shared/engine/list/listQuery.ts'
import { isPicked } from '#shared/engine/list/picked.ts'
import { limits } from '#shared/limits.ts'
import { listRecords, readRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { duplicateGroup, removeGroup } from '#shared/areas/members/groupCalls.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'
import { Refusal } from '#client/form/answerForm.ts'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import type { Intent, Intents } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { deletedLink, recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { approvePanel } from './approvePanel.tsx'
import { membersPanel } from './membersPanel.tsx'
import { DuplicateNote } from './DuplicateNote.tsx'
import { ProgramNote } from './ProgramNote.tsx'
import { orPreview, rulesInput } from './RulesInput.tsx'
import { toldIn } from './useRulePreview.ts'
import { groupsMessages } from './words.ts'

const say = groupsMessages
const copyFields = {
  storeIds: required(
    references(say.copyTo, storeReference, { most: limits.createMany }),
    say.copyAsks,
  ),
}

const copying: Intents = {
  async duplicate({ api, resource, form, key }) {
    const { storeIds } = await writtenIn(api, copyFields, form)
    const ids = Array.isArray(storeIds) ? storeIds.map(Number) : []
    const { made, refused, waiting } = await duplicateGroup(api, target(form).id, ids, key)
    if (refused.length > 0)
      throw new Refusal({ storeIds: say.copied(made, refused.slice(0, 10).join(' ')) })
    const { id } = target(form)
    const notice = waiting > 0 ? 'copies-wait' : 'copied'
    return { notice, of: recordLink(resource, await readRecord(api, resource, id)) }
  },
}

const removing: Intents = {
  async delete({ api, resource, form, key }) {
    const moveTo = Number(form.get('moveTo') ?? 0) || null
    await removeGroup(api, target(form).id, moveTo, key)
    return { notice: 'deleted', of: deletedLink(resource, form) }
  },
}

function DuplicatePanel({ loaded: group, ...props }: PanelProps<AnyRecord>) {
  return (
    <SmallForm
      {...besideList(props)}
      record={group}
      intent="duplicate"
      title={say.titles.duplicate}
      buttons={<SendButton>{say.duplicate}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{say.copyExplain}</p>
          <AskedInput
            id="group-stores"
            name="storeIds"
            field={copyFields.storeIds}
            answer={answer}
            begins={[]}
          />
          <DuplicateNote group={group} fields={copyFields} />
        </>
      )}
    </SmallForm>
  )
}

type Opened = { group: AnyRecord | null; allowance: CreditAllowance | null; begun?: Begun }

/** The form of every record, with a preview of the rules and what the credits need. */
function GroupPanel({ loaded: { group, allowance, begun }, ...props }: PanelProps<Opened>) {
  const told = props.refused?.told && toldIn(props.refused)
  return (
    <RecordPanel
      {...props}
      loaded={group}
      {...(begun && { begun })}
      own={rulesInput(told)}
      under={{ creditAmount: <ProgramNote group={group} allowance={allowance} /> }}
    >
      {/* Enter in a field presses the first button that sends: it saves, and is no preview. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </RecordPanel>
  )
}

async function openGroup(work: PanelWork): Promise<Opened> {
  const group = await openRecord(work)
  const place = { storeId: Number(group['storeId']), memberId: null }
  return { group, allowance: await findAllowance(work.api, place, work.signal) }
}

/** What is left of the limits for the store that the form begins with, if it begins with one. */
async function openNew({ api, params, signal }: PanelWork): Promise<Opened> {
  const begun = await begunWith({ api, fields: memberGroups.fields, params, signal })
  const { storeId } = begun
  const place = isPicked(storeId) ? { storeId: storeId.id, memberId: null } : null
  return { group: null, begun, allowance: place && (await findAllowance(api, place, signal)) }
}

/** Saves a group, and says if a second operator has to approve its credits. */
const withApproval =
  (save: Intent): Intent =>
  async (work) => {
    const outcome = await save(work)
    const { of } = 'of' in outcome ? outcome : {}
    if (!of) return outcome
    const group = await readRecord(work.api, memberGroups, of.id)
    return typeof group['programWaiting'] === 'number' ? { notice: 'program-waits', of } : outcome
  }

type Leaving = { group: AnyRecord; others: AnyRecord[] }

async function openLeaving(work: PanelWork): Promise<Leaving> {
  const group = await openRecord(work)
  const ofStore = { field: 'storeId', op: 'eq', value: String(group['storeId']) } as const
  const query = {
    search: '',
    filters: [ofStore],
    sort: usualSort(memberGroups),
    limit: 100,
    after: null,
  }
  const { records } = await listRecords(work.api, memberGroups, query, work.signal)
  return { group, others: records.filter(({ id }) => id !== group.id) }
}

function DeletePanel({ loaded: { group, others }, ...props }: PanelProps<Leaving>) {
  const count = Number(group['members'] ?? 0)
  return (
    <SmallForm
      {...besideList(props)}
      record={group}
      intent="delete"
      title={say.titles.delete}
      buttons={<SendButton color="error">{say.delete}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{say.inIt(count)}</p>
          {count > 0 && (
            <Select
              id="group-move"
              name="moveTo"
              label={say.moveTo}
              emptyLabel={say.noGroup}
              options={others.map((one) => ({
                value: String(one.id),
                label: labelOf(memberGroups, one),
              }))}
              defaultValue={String(others.find(({ isDefault }) => isDefault === true)?.id ?? '')}
              error={answer?.errors['moveTo']}
            />
          )}
          <p>{say.explain}</p>
        </>
      )}
    </SmallForm>
  )
}

export const panels = {
  create: {
    Panel: GroupPanel,
    intents: { create: orPreview(withApproval(recordIntents.create)) },
    load: openNew,
  },
  edit: {
    Panel: GroupPanel,
    intents: { edit: orPreview(withApproval(recordIntents.edit)) },
    load: openGroup,
  },
  members: membersPanel,
  approve: approvePanel,
  duplicate: { Panel: DuplicatePanel, intents: copying, load: openRecord },
  delete: { Panel: DeletePanel, intents: removing, load: openLeaving },
}
