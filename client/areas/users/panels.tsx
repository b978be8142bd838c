import '#client/frame/forms.ts'
import '#client/frame/people.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { undoCall } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { users } from '#shared/areas/users/users.ts'
import { accountReason } from '#shared/areas/users/accountFields.ts'
import { accountChanges, isAccountChange } from '#shared/areas/users/accountStates.ts'
import type { AccountChange } from '#shared/areas/users/accountStates.ts'
import { changeAccount } from '#shared/areas/users/userCalls.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent, Refused } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { aboutRecord, openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { RowErrors } from '#client/list/panels/PastePanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { useAnswer } from '#client/runtime/useAnswer.ts'
import { invite, inviteFields, link } from './invite.ts'
import type { Shown } from './invite.ts'
import { ofAccount } from './told.tsx'
import { userWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

const listOf = ({ view }: Pick<PanelProps, 'view'>) => listAddress(users, withPanel(view, null))

/** The links that the action has just made; they are in its answer alone, and gone with the page. */
function useLinks(intent: string): Shown | null {
  const shown = useAnswer<Shown | Refused>()
  return shown && 'links' in shown && shown.intent === intent ? shown : null
}

const titleOf = ({ mailed }: Shown) => (mailed ? say.mailedTitle : say.linksTitle)

function Links({ links, mailed, close }: Shown & { close: string }) {
  return (
    <div className={styles.form}>
      <div className={styles.body}>
        <p>{mailed ? say.mailed : say.links}</p>
        {links.map(({ id, email, address, expiresAt }) => (
          <div key={id}>
            <label htmlFor={`link-${id}`}>
              <Instant at={expiresAt} say={(when) => say.until(email, when)} />
            </label>
            {address === null ? (
              <p>{say.told}</p>
            ) : (
              <textarea
                id={`link-${id}`}
                className={styles.copied}
                rows={2}
                readOnly
                aria-label={say.linkOf(email)}
                defaultValue={address}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            )}
          </div>
        ))}
      </div>
      <FormFooter>
        <ButtonLink to={close}>{say.done}</ButtonLink>
      </FormFooter>
    </div>
  )
}

function InvitePanel(props: PanelProps<Begun>) {
  const { data, refused, loaded: begun } = props
  const close = listOf(props)
  const links = useLinks('create')
  const rows = refused?.intent === 'create' ? refused.rows : undefined
  return (
    <Panel title={links ? titleOf(links) : say.title} close={close} size="medium">
      {links ? (
        <Links {...links} close={close} />
      ) : (
        <RecordForm
          fields={inviteFields}
          sections={users.sections}
          record={null}
          begun={begun}
          refused={refused}
          writeKey={data.writeKey}
          draftName="users.invite"
          leave={close}
          save={say.invite}
        >
          {rows && <RowErrors rows={rows} title={say.refused} say={say.line} />}
        </RecordForm>
      )}
    </Panel>
  )
}

function LinkPanel({ loaded: account, ...props }: PanelProps<AnyRecord>) {
  const links = useLinks('link')
  const isNotIn = account['status'] === 'invited' || account['status'] === 'planned'
  const status = isNotIn ? 'invited' : 'active'
  return links ? (
    <Panel {...aboutRecord(props, account, () => titleOf(links))}>
      <Links {...links} close={listOf(props)} />
    </Panel>
  ) : (
    <SmallForm
      {...besideList(props)}
      record={account}
      intent="link"
      title={say.linkTitleOf[status]}
      buttons={<SendButton>{say.makeLink}</SendButton>}
    >
      {() => <p>{say.linkAsks[status]}</p>}
    </SmallForm>
  )
}

const status: Intent = async ({ api, form, key }) => {
  const change = String(form.get('change'))
  const reason = String(form.get('reason') ?? '').trim()
  const error = fieldError(accountReason, reason || null)
  if (error || !isAccountChange(change)) throw new Refusal({ reason: error ?? '' })
  const account = await changeAccount(api, target(form), { change, reason }, key)
  const undo = undoChange(account, change, form)
  return { notice: 'status-changed', of: recordLink(users, account), undo }
}

/** Lets in who was suspended, and suspends for the old reason who was let in; an invitation that ended needs another link. */
function undoChange(
  account: { id: number; version: number },
  change: AccountChange,
  form: FormData,
): Undo | null {
  const because = String(form.get('because') ?? '')
  const wasInvited = form.get('status') === 'invited'
  const back: Record<AccountChange, { change: AccountChange; reason: string } | null> = {
    suspend: wasInvited ? null : { change: 'reactivate', reason: say.takenBack },
    reactivate: because ? { change: 'suspend', reason: because } : null,
    unlock: null,
  }
  const body = back[change]
  return body && undoCall(account, { method: 'POST', path: `/users/${account.id}/status`, body })
}

/** A change of an account's status: what follows, and why it is made. */
const changePanel = (change: AccountChange): PanelCode<AnyRecord> => ({
  Panel: ({ loaded: account, ...props }) => (
    <SmallForm
      {...besideList(props)}
      record={account}
      intent="status"
      sends={{
        change,
        status: String(account['status']),
        because: String(account['statusReason'] ?? ''),
      }}
      title={(name) => `${accountChanges[change].label} ${name}`}
      buttons={
        <SendButton color={change === 'suspend' ? 'error' : 'primary'}>
          {accountChanges[change].label}
        </SendButton>
      }
    >
      {(answer) => (
        <>
          {account['statusReason'] && change !== 'suspend' && (
            <p>{say.because(String(account['status']), String(account['statusReason']))}</p>
          )}
          <p>{say.follows[change]}</p>
          <AskedInput id="reason" name="reason" field={accountReason} answer={answer} />
        </>
      )}
    </SmallForm>
  ),
  intents: { status },
  load: openRecord,
})

export const panels = {
  invite: {
    Panel: InvitePanel,
    intents: { create: invite },
    load: ({ api, params, signal }: PanelWork) =>
      begunWith({ api, fields: inviteFields, params, signal }),
  },
  link: { Panel: LinkPanel, intents: { link }, load: openRecord },
  suspend: changePanel('suspend'),
  reactivate: changePanel('reactivate'),
  unlock: changePanel('unlock'),
  ...ofAccount,
}
