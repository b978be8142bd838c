import { limits } from '#shared/limits.ts'
import { moveMembers, previewGroup } from '#shared/members/groupCalls.ts'
import type { GroupPreview } from '#shared/members/groupCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { useMay } from '#client/ConsoleContext.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/definePanels.ts'
import { Link } from '#client/ui/Link.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { groupsMessages } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'

const say = groupsMessages

const moving: Intents = {
  async move({ api, form, key }) {
    const emails = String(form.get('emails') ?? '')
      .split(/[\s,;]+/)
      .filter(Boolean)
    if (emails.length === 0) throw new Refusal({ emails: say.noEmails })
    if (emails.length > limits.createMany) throw new Refusal({ emails: say.tooMany })
    const action = form.get('action') === 'remove' ? 'remove' : 'add'
    const { moved, unknown } = await moveMembers(api, target(form).id, { emails, action }, key)
    if (unknown.length > 0)
      throw new Refusal({ emails: say.unknown(moved, unknown.slice(0, 20).join(', ')) })
    return { notice: 'saved' }
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
      asks={(isByRule ? say.found : say.inIt)(count)}
      buttons={
        mayMove && (
          <>
            <SendButton name="action" value="remove" color="white">
              {say.remove}
            </SendButton>
            <SendButton name="action" value="add">
              {say.add}
            </SendButton>
          </>
        )
      }
    >
      {(answer) => (
        <>
          {isByRule && <p>{joining + leaving > 0 ? say.moves(joining, leaving) : say.current}</p>}
          <Sample sample={sample} />
          <p>
            <Link to={all}>{say.find}</Link>
          </p>
          {isByRule && <p>{say.byRule}</p>}
          {mayMove && (
            <Textarea
              id="group-emails"
              name="emails"
              label={say.emails}
              hint={say.emailsHint}
              rows={6}
              defaultValue={String(answer?.values['emails'] ?? '')}
              error={answer?.errors['emails']}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

/** Some of those that are in a group. */
export const Sample = ({ sample }: Pick<GroupPreview, 'sample'>) =>
  sample.length > 0 && (
    <>
      <h4 className={panel.asks}>{say.some}</h4>
      <ul className={panel.list}>
        {sample.map(({ id, name, email }) => (
          <li key={id}>
            {name} · {email}
          </li>
        ))}
      </ul>
    </>
  )

const openMembers = async (work: PanelWork): Promise<Seen> => {
  const [group, preview] = await Promise.all([
    openRecord(work),
    previewGroup(work.api, work.id ?? 0, work.signal),
  ])
  return { group, preview }
}

/** Who is in a group, and who is put into it or out of it. */
export const membersPanel = { Panel: MembersPanel, intents: moving, load: openMembers }
