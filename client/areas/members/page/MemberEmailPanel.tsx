import type { EmailText } from '#shared/areas/email/emailText.ts'
import { loadEmailText } from '#shared/areas/email/emailText.ts'
import { mails } from '#shared/areas/email/mails.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { EmailTextSection } from '#client/list/emails/EmailText.tsx'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { Link } from '#client/ui/Link.tsx'
import { memberPageTexts } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

export type MemberEmail = { email: AnyRecord; text: EmailText }

/** Loads an email and its text. */
export async function loadMemberEmail(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<MemberEmail> {
  const [email, text] = await Promise.all([
    loadRecord(api, mails, id, signal),
    loadEmailText(api, id, signal),
  ])
  return { email, text }
}

const emailFacts = ['recipient', 'kind', 'time', 'status', 'endedAt', 'problem']

type Props = { loaded: MemberEmail | PageFailure; close: string }

/** What a member got by email, and whether it was delivered. */
export function MemberEmailPanel({ loaded, close }: Props) {
  if (isPageFailure(loaded))
    return (
      <Panel title={memberPageTexts.emailTitle} close={close}>
        <div className={panel.body}>
          <FailureText failure={loaded} />
        </div>
      </Panel>
    )
  const { email, text } = loaded
  const title = String(email['subject'])
  return (
    <Panel title={title} kind={mails.title.one} close={close} size="medium">
      <div className={panel.body} role="region" aria-label={title} tabIndex={0}>
        <RecordFacts resource={mails} record={email} names={emailFacts} />
        <EmailTextSection {...text} />
        <p>
          <Link to={getRecordUrl(mails, email)}>{memberPageTexts.openEmail}</Link>
        </p>
      </div>
    </Panel>
  )
}
