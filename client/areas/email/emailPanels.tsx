import { Form, useLocation, useNavigation } from 'react-router'
import { buildListUrl, createPanelUrls, withPanel } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { resendEmail } from '#shared/areas/email/emailCalls.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { members } from '#shared/areas/members/members.ts'
import { revealMessages } from '#shared/areas/members/messages.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import {
  Button,
  definePanels,
  getPanelHeading,
  loadPanelRecord,
  revealPart,
} from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import type { Intents } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import type { ListPanels, PanelProps } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { messages } from '#shared/messages.ts'
import * as styles from '#client/form/Panel.css.ts'
import { EmailRecordPanel, loadEmailRecord, mailFacts } from './EmailRecordPanel.tsx'
import { smtpSettingsMessages } from './messages.ts'

const emailIntents = {
  async retry({ api, form, key }) {
    await resendEmail(api, parseRecordVersion(form).id, key)
    const to = String(form.get('called') ?? '')
    return { notice: 'posted', of: { resource: mails.name, id: 0, name: to, to: '' } }
  },
} satisfies Intents

/** Shows an email and its status, and retries it if it failed. */
function EmailPanel({ resource, view, data, refused, loaded: mail }: PanelProps<AnyRecord>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const isFailed = mail['status'] === 'failed'
  const can = useCan()
  const canRetry = can(smtpSettings, 'write') && isFailed
  const isRevealable = !can(members, 'read') && can(orders, 'reveal')
  const close = buildListUrl(resource, withPanel(view, null))
  const recipient = String(mail['recipient'])
  return (
    <Panel
      {...getPanelHeading(
        { resource, view },
        mail,
        canRetry ? smtpSettingsMessages.retryTitle : undefined,
      )}
    >
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <div className={styles.body}>
          {refused?.failure && <FailureText failure={refused.failure} />}
          <RecordFacts resource={mails} record={mail} names={mailFacts} />
          {isRevealable && (
            <div className={styles.inline}>
              <ButtonLink
                to={createPanelUrls(mails, view)('revealEmail', mail.id)}
                size="small"
                color="white"
                preventScrollReset
              >
                {messages.addEllipsis(revealMessages.showEmail)}
              </ButtonLink>
            </div>
          )}
          {!isFailed && <p>{smtpSettingsMessages.notFailed}</p>}
          {canRetry && <p>{smtpSettingsMessages.retryExplain}</p>}
          <input type="hidden" name="intent" value="retry" />
          <input type="hidden" name="writeKey" value={data.writeKey} />
          <input type="hidden" name="id" value={mail.id} />
          <input type="hidden" name="called" value={recipient} />
        </div>
        <FormFooter cancelUrl={close}>
          {canRetry && (
            <Button type="submit" loading={busy}>
              {smtpSettingsMessages.retry}
            </Button>
          )}
        </FormFooter>
      </Form>
    </Panel>
  )
}

const ownPanels = definePanels({
  record: { reads: true, Panel: EmailRecordPanel, intents: {}, load: loadEmailRecord },
  retry: {
    reads: true,
    Panel: EmailPanel,
    intents: emailIntents,
    load: loadPanelRecord,
  },
})

/** The panels of emails. */
export const emailPanels: ListPanels = {
  ...ownPanels,
  revealEmail: { part: revealPart, of: mails, reads: true },
}
