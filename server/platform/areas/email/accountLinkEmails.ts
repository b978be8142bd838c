import { sql } from 'kysely'
import type { LinkPurpose } from '#shared/areas/users/accountStates.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { enqueueEmail } from './emailQueue.ts'
import { formatInvitationEmail, formatPasswordLinkEmail, formatSecurityEmail } from './messages.ts'
import type { SecurityEvent } from './messages.ts'

type EmailedLink = { email: string; token: string; expiresAt: string; purpose: LinkPurpose }

/** Whether the platform has a default SMTP setting, which sends emails to operators. */
export async function hasDefaultSmtpSetting(connection: Connection): Promise<boolean> {
  const { rows } = await sql`select 1 from smtp_settings where scope = 'platform'`.execute(
    connection,
  )
  return rows.length > 0
}

/**
 * Enqueues emails with links that set a password. Returns a function that wakes the queue after
 * commit; null if the platform has no default SMTP setting.
 */
export async function enqueueAccountLinkEmails(
  context: Pick<WriteContext, 'trx' | 'platform' | 'now'>,
  links: readonly EmailedLink[],
): Promise<(() => Promise<void>) | null> {
  if (!(await hasDefaultSmtpSetting(context.trx))) return null
  const { consoleOrigin } = context.platform
  const wakeups: (() => Promise<void>)[] = []
  for (const { email, token, expiresAt, purpose } of links) {
    const formatEmail = purpose === 'invitation' ? formatInvitationEmail : formatPasswordLinkEmail
    wakeups.push(
      await enqueueEmail(context, {
        kind: purpose,
        to: email,
        ...formatEmail({ url: `${consoleOrigin}/?invitation=${token}`, expiresAt }),
      }),
    )
  }
  return async () => {
    for (const wakeQueue of wakeups) await wakeQueue()
  }
}

/**
 * Enqueues an email about an event of an account's sign-in. Returns a function that wakes the queue
 * after commit; null if the platform has no default SMTP setting.
 */
export async function enqueueSecurityEmail(
  context: Pick<WriteContext, 'trx' | 'platform' | 'now'>,
  { to, ...event }: SecurityEvent & { to: string },
): Promise<(() => Promise<void>) | null> {
  if (!(await hasDefaultSmtpSetting(context.trx))) return null
  return enqueueEmail(context, { kind: 'security', to, ...formatSecurityEmail(event) })
}
