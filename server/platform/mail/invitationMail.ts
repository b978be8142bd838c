import { sql } from 'kysely'
import type { LinkPurpose } from '#shared/users/accountStates.ts'
import { formatDay } from '#shared/dates.ts'

import type { Work } from '../http/call.ts'
import { enqueue } from './mails.ts'

type Link = { email: string; token: string; expiresAt: string; purpose: LinkPurpose }

const words = {
  invitation: {
    subject: 'Your invitation to the operator console',
    text: 'you were invited to the operator console. Set your password here:',
  },
  password: {
    subject: 'Choose a new password for the operator console',
    text: 'this link lets you choose a new password for the operator console:',
  },
} as const

/** Sends links that set a password to those they are for, where the platform has a mail setting; answers what has them sent, null where none is. */
export async function mailLinks(
  work: Pick<Work, 'trx' | 'platform' | 'now'>,
  links: readonly Link[],
): Promise<(() => Promise<void>) | null> {
  const { rows } = await sql`select 1 from smtp_settings where scope = 'platform'`.execute(work.trx)
  if (rows.length === 0) return null
  const { consoleOrigin } = work.platform
  const posts: (() => Promise<void>)[] = []
  for (const { email, token, expiresAt, purpose } of links) {
    const address = `${consoleOrigin}/?invitation=${token}`
    const { subject, text } = words[purpose]
    const until = `It works once, until ${formatDay(expiresAt.slice(0, 10))}.`
    posts.push(
      await enqueue(work, {
        kind: purpose,
        to: email,
        subject,
        text: `Hello,\n\n${text}\n\n${address}\n\n${until}\n`,
      }),
    )
  }
  return async () => {
    for (const post of posts) await post()
  }
}
