import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { users } from '#shared/areas/users/users.ts'
import { accountChanges, isAccountChange } from '#shared/areas/users/accountStates.ts'
import type { AccountChange } from '#shared/areas/users/accountStates.ts'
import { updateAccountStatus } from '#shared/areas/users/userCalls.ts'
import { accountReasonField } from '#shared/areas/users/accountFields.ts'
import {
  FormField,
  definePanels,
  getPanelHeading,
  loadPanelRecord,
  RowErrors,
} from '#client/frame/index.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent, RejectedForm } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type {
  PanelDefinition,
  PanelProps,
  PanelLoadContext,
} from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { inviteUsersIntent, inviteFields, createAccountLink } from './invite.ts'
import type { LinksShown } from './invite.ts'
import { accountPanels } from './accountPanels.tsx'
import { viewAsPanels } from './viewAsPanel.tsx'
import { factorPanels } from './factorPanels.tsx'
import { usersMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

const buildUsersUrl = ({ view }: Pick<PanelProps, 'view'>) =>
  buildListUrl(users, withPanel(view, null))

/**
 * Returns the links that the action has just created. Only its response has them, so they are gone
 * when the page is left.
 */
function useLinksShown(intent: string): LinksShown | null {
  const shown = useLastActionData<LinksShown | RejectedForm>()
  return shown && 'links' in shown && shown.intent === intent ? shown : null
}

const getLinksTitle = ({ links, mailed }: LinksShown) =>
  (mailed ? usersMessages.emailedTitle : usersMessages.linksTitle)(links.length)

const explainLinks = ({ links, mailed }: Pick<LinksShown, 'links' | 'mailed'>) => {
  if (links.length === 1) return mailed ? usersMessages.emailedOne : usersMessages.link
  return mailed ? usersMessages.emailed : usersMessages.links
}

function LinkList({ links, mailed, close }: LinksShown & { close: string }) {
  return (
    <div className={styles.form}>
      <div className={styles.body}>
        <p>{explainLinks({ links, mailed })}</p>
        {links.map(({ id, email, address, expiresAt }) => (
          <div key={id}>
            <label htmlFor={`link-${id}`}>
              <Instant at={expiresAt} format={(when) => usersMessages.linkExpires(email, when)} />
            </label>
            {address === null ? (
              <p>{usersMessages.alreadyShown}</p>
            ) : (
              <textarea
                id={`link-${id}`}
                className={styles.copied}
                rows={2}
                readOnly
                aria-label={usersMessages.linkOf(email)}
                defaultValue={address}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            )}
          </div>
        ))}
      </div>
      <FormFooter>
        <ButtonLink to={close}>{usersMessages.done}</ButtonLink>
      </FormFooter>
    </div>
  )
}

function InvitePanel(props: PanelProps<Prefill>) {
  const { data, refused, loaded: prefill } = props
  const close = buildUsersUrl(props)
  const links = useLinksShown('create')
  const rows = refused?.intent === 'create' ? refused.rows : undefined
  return (
    <Panel title={links ? getLinksTitle(links) : usersMessages.title} close={close} size="medium">
      {links ? (
        <LinkList {...links} close={close} />
      ) : (
        <RecordForm
          fields={inviteFields}
          sections={users.form.sections}
          record={null}
          prefill={prefill}
          refused={refused}
          writeKey={data.writeKey}
          draftName="users.invite"
          leave={close}
          save={usersMessages.invite}
        >
          {rows && (
            <RowErrors rows={rows} title={usersMessages.refused} formatRow={usersMessages.line} />
          )}
        </RecordForm>
      )}
    </Panel>
  )
}

function AccountLinkPanel({ loaded: account, ...props }: PanelProps<AnyRecord>) {
  const links = useLinksShown('link')
  const isNotIn = account['status'] === 'invited' || account['status'] === 'planned'
  const status = isNotIn ? 'invited' : 'active'
  return links ? (
    <Panel {...getPanelHeading(props, account, () => getLinksTitle(links))}>
      <LinkList {...links} close={buildUsersUrl(props)} />
    </Panel>
  ) : (
    <SmallForm
      {...getListFormProps(props)}
      record={account}
      intent="link"
      title={usersMessages.linkTitleOf[status]}
      buttons={<SubmitButton>{usersMessages.createLink}</SubmitButton>}
    >
      {() => (
        <p>{usersMessages.linkExplanations[account['status'] === 'locked' ? 'locked' : status]}</p>
      )}
    </SmallForm>
  )
}

const changeAccountStatus: Intent = async ({ api, form, key }) => {
  const change = String(form.get('change'))
  const reason = String(form.get('reason') ?? '').trim()
  const error = validateField(accountReasonField, reason || null)
  if (error || !isAccountChange(change)) throw new FormError({ reason: error ?? '' })
  const account = await updateAccountStatus(api, parseRecordVersion(form), { change, reason }, key)
  const undo = createAccountStatusUndo(account, change, form)
  return { notice: 'status-changed', of: toRecordLink(users, account), undo }
}

/**
 * Builds the undo of a status change: reactivates a suspended account, or suspends again for the
 * previous reason. Null for a suspended invitation, which needs another link.
 */
function createAccountStatusUndo(
  account: { id: number; version: number },
  change: AccountChange,
  form: FormData,
): Undo | null {
  const because = String(form.get('because') ?? '')
  const wasInvited = form.get('status') === 'invited'
  const back: Record<AccountChange, { change: AccountChange; reason: string } | null> = {
    suspend: wasInvited ? null : { change: 'reactivate', reason: usersMessages.reactivated },
    reactivate: because ? { change: 'suspend', reason: because } : null,
    unlock: null,
  }
  const body = back[change]
  return body && createUndo(account, { method: 'POST', path: `/users/${account.id}/status`, body })
}

/** Creates the panel of a status change, which shows the consequences and asks for a reason. */
const createAccountStatusPanel = (change: AccountChange): PanelDefinition<AnyRecord> => ({
  Panel: ({ loaded: account, ...props }) => (
    <SmallForm
      {...getListFormProps(props)}
      record={account}
      intent="status"
      sends={{
        change,
        status: String(account['status']),
        because: String(account['statusReason'] ?? ''),
      }}
      title={(name) => `${accountChanges[change].label} ${name}`}
      buttons={
        <SubmitButton color={change === 'suspend' ? 'error' : 'primary'}>
          {accountChanges[change].label}
        </SubmitButton>
      }
    >
      {(answer) => (
        <>
          {account['statusReason'] && change !== 'suspend' && (
            <p>
              {usersMessages.statusReason(
                String(account['status']),
                String(account['statusReason']),
              )}
            </p>
          )}
          <p>{usersMessages.consequences[change]}</p>
          <FormField id="reason" name="reason" field={accountReasonField} answer={answer} />
        </>
      )}
    </SmallForm>
  ),
  intents: { status: changeAccountStatus },
  load: loadPanelRecord,
})

export const usersPanels = definePanels({
  invite: {
    params: ['begin'],

    Panel: InvitePanel,
    intents: { create: inviteUsersIntent },
    load: ({ api, params, signal }: PanelLoadContext) =>
      loadPrefill({ api, fields: inviteFields, params, signal }),
  },
  link: { Panel: AccountLinkPanel, intents: { link: createAccountLink }, load: loadPanelRecord },
  suspend: createAccountStatusPanel('suspend'),
  reactivate: createAccountStatusPanel('reactivate'),
  unlock: createAccountStatusPanel('unlock'),
  ...accountPanels,
  ...viewAsPanels,
  ...factorPanels,
})
