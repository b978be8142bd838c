import { loadEmailText } from '#shared/areas/email/emailText.ts'
import type { EmailText } from '#shared/areas/email/emailText.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { members } from '#shared/areas/members/members.ts'
import { revealMessages } from '#shared/areas/members/messages.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { EmailTextSection } from '#client/list/emails/EmailText.tsx'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { NeighborLinks } from '#client/list/panels/RecordPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { smtpSettingsMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

type EmailData = { mail: AnyRecord; text: EmailText | PageFailure }

/** Loads an email and its text, without which its facts still show. */
export async function loadEmailRecord(context: PanelLoadContext): Promise<EmailData> {
  const [mail, text] = await Promise.all([
    loadPanelRecord(context),
    resolveOrFailure(
      loadEmailText(context.api, Number(context.id), context.signal),
      smtpSettingsMessages.textWhat,
    ),
  ])
  return { mail, text }
}

export const mailFacts = [...Object.keys(mails.fields), 'memberId']

/** An email: its facts, what an operator can do about it, and the text that its recipient got. */
export function EmailRecordPanel({ loaded: { mail, text }, ...props }: PanelProps<EmailData>) {
  const can = useCan()
  const heading = getPanelHeading(props, mail)
  const buildPanelUrl = createPanelUrls(mails, props.view)
  const actions = [
    ...(mail['status'] === 'failed' && can(smtpSettings, 'write')
      ? [{ label: smtpSettingsMessages.retry, to: buildPanelUrl('retry', mail.id) }]
      : []),
    ...(!can(members, 'read') && can(orders, 'reveal')
      ? [{ label: revealMessages.showEmail, to: buildPanelUrl('revealEmail', mail.id) }]
      : []),
  ]
  return (
    <Panel {...heading} size="medium" tools={<NeighborLinks {...props} record={mail} />}>
      <div className={styles.body} role="region" aria-label={heading.title} tabIndex={0}>
        <RecordFacts resource={mails} record={mail} names={mailFacts} />
        {actions.length > 0 && (
          <nav className={styles.inline} aria-label={smtpSettingsMessages.actions}>
            {actions.map(({ label, to }) => (
              <ButtonLink key={to} to={to} size="small" color="white" preventScrollReset>
                {messages.addEllipsis(label)}
              </ButtonLink>
            ))}
          </nav>
        )}
        {isPageFailure(text) ? <FailureText failure={text} /> : <EmailTextSection {...text} />}
      </div>
    </Panel>
  )
}
