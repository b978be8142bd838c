import { references } from '#shared/engine/fields/fields.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { within } from '#shared/engine/scope.ts'
import { limits } from '#shared/limits.ts'
import { moveMembers, previewGroup } from '#shared/members/groupCalls.ts'
import type { GroupPreview } from '#shared/members/groupCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { members } from '#shared/resources/members.ts'
import { useMay } from '#client/ConsoleContext.tsx'
import { Refusal, stayParam } from '#client/form/answerForm.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { Sample } from './Sample.tsx'
import { groupsMessages } from './words.ts'
import * as styles from './Sample.css.ts'

const say = groupsMessages

/** Found by typing, among the members of the store alone. */
const memberIds = (group: AnyRecord) =>
  references(
    say.search,
    within(members, { field: 'storeId', id: Number(group['storeId']), path: members.path }),
    { hint: say.searchHint },
  )

/** The buttons beside members: which of them goes, whatever else is typed. */
const takesOut = 'takesOut'

const moving: Intents = {
  async move({ api, form, key }) {
    const { id } = target(form)
    const group = await readRecord(api, memberGroups, id)
    const one = Number(form.get(takesOut) ?? 0)
    if (one > 0) {
      const body = { emails: [], memberIds: [one], action: 'remove' as const }
      const { moved } = await moveMembers(api, id, body, key)
      form.set(stayParam, '1')
      return { notice: `removed-${moved}`, of: recordLink(memberGroups, group) }
    }
    const emails = String(form.get('emails') ?? '')
      .split(/[\s,;]+/)
      .filter(Boolean)
    const picked = (await writtenIn(api, { memberIds: memberIds(group) }, form))['memberIds']
    const ids = Array.isArray(picked) ? picked.map(Number) : []
    if (emails.length + ids.length === 0) throw new Refusal({ emails: say.noEmails })
    if (Math.max(emails.length, ids.length) > limits.createMany)
      throw new Refusal({ emails: say.tooMany })
    const action = form.get('action') === 'remove' ? 'remove' : 'add'
    const body = { emails, memberIds: ids, action } as const
    const { moved, unknown } = await moveMembers(api, id, body, key)
    const done = action === 'add' ? 'added' : 'removed'
    // It is told as something done: the panel's figures are read again.
    if (unknown.length > 0)
      throw new Refusal(
        { emails: say.unknown(done, moved, unknown.slice(0, 20).join(', ')) },
        { told: { moved } },
      )
    return { notice: `${done}-${moved}`, of: recordLink(memberGroups, group) }
  },
}

type Seen = { group: AnyRecord; preview: GroupPreview }

function MembersPanel({ loaded: { group, preview }, ...props }: PanelProps<Seen>) {
  const { count, sample, joining, leaving } = preview
  const isByRule = group['type'] === 'rule'
  const mayMove = useMay()(memberGroups, 'write') && !isByRule
  const all = `/stores/${String(group['storeId'])}?tab=members&filter[groupId][eq]=${group.id}`
  return (
    <SmallForm
      {...besideList(props)}
      record={group}
      intent="move"
      title={say.titles.members}
      buttons={
        mayMove && (
          <SendButton name="action" value="add">
            {say.add}
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
                {say.find}
              </ButtonLink>
            )}
          </div>
          {isByRule && (
            <p>
              {joining + leaving > 0 ? say.moves(joining, leaving) : say.current} {say.byRule}
            </p>
          )}
          <Sample sample={sample} count={count} removes={mayMove ? takesOut : undefined} />
          {mayMove && (
            <>
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
            </>
          )}
        </>
      )}
    </SmallForm>
  )
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
