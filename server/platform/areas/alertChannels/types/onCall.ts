import type { Transaction } from 'kysely'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import { enqueueEmail } from '#server/platform/areas/email/index.ts'
import { findQuietUsers, saveWaitingMessages } from '#server/platform/areas/notifications/index.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection, Database } from '#server/platform/database/schema.ts'
import type { ChannelMessage } from '../channelMessage.ts'
import { ChannelError, repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import {
  checkSmtpSetting,
  toWaitingMessages,
  withPersonalLinks,
  formatEmail,
  formatTestEmail,
} from '../emailText.ts'
import { channelTestMessages } from '../messages.ts'
import { findOnCallUser } from '../onCallUsers.ts'
import { splitMessageByUser, saveNotified } from '../notifiedUsers.ts'
import type { UserMessage } from '../notifiedUsers.ts'

async function requireOnCallUser(connection: Connection, { record }: ChannelContext, now: string) {
  const { rotation, user } = await findOnCallUser(connection, record['rotationId'], now)
  if (!user) throw new ChannelError('NO_USER_ON_CALL', channelTestMessages.noUserOnCall(rotation))
  return user
}

/** Emails the user on call, and those who got an email about an alert once it's fixed. */
async function emailOnCallUsers(context: ChannelContext, message: ChannelMessage): Promise<null> {
  const { platform } = context
  const wakeQueue = await platform.db.transaction().execute(async (trx) => {
    const now = platform.now().toISOString()
    const user = await requireOnCallUser(trx, context, now)
    const wakes = []
    for (const part of await splitMessageByUser(trx, message, user))
      wakes.push(await emailUser({ trx, platform, now }, part))
    await saveNotified(trx, message, user)
    return wakes.findLast((wake) => wake !== null)
  })
  await wakeQueue?.()
  return null
}

/** Queues an email to a user. In their quiet hours, alerts that aren't critical wait. */
async function emailUser(
  { trx, platform, now }: { trx: Transaction<Database>; platform: Platform; now: string },
  { user, message }: UserMessage,
) {
  const isQuiet = (await findQuietUsers(trx, [user.email], now)).size > 0
  const own = withPersonalLinks(platform, message, user)
  const waiting = isQuiet ? own.items.filter(({ severity }) => severity !== 'critical') : []
  const items = own.items.filter((item) => !waiting.includes(item))
  await saveWaitingMessages(trx, user.id, toWaitingMessages({ items: waiting }), now)
  if (items.length === 0) return null
  const content = formatEmail({ ...own, items })
  return enqueueEmail({ trx, platform, now }, { to: user.email, kind: 'alert', ...content })
}

/** Emails the user who is on call in a rotation, through the platform default SMTP setting. */
export const onCall: ChannelTypeDefinition = {
  async connect(context) {
    const { db, now } = context.platform
    const { rotation, user } = await findOnCallUser(
      db,
      context.record['rotationId'],
      now().toISOString(),
    )
    if (!user) return failStep('NO_USER_ON_CALL', channelTestMessages.noUserOnCall(rotation))
    const result = await checkSmtpSetting(db)
    return result.outcome === 'passed'
      ? { ...result, sentence: `${channelTestMessages.onCall(user.name)} ${result.sentence}` }
      : result
  },
  send: emailOnCallUsers,
  async sendTest(context) {
    const { platform } = context
    const wakeQueue = await platform.db.transaction().execute(async (trx) => {
      const now = platform.now().toISOString()
      const { email: to } = await requireOnCallUser(trx, context, now)
      const content = formatTestEmail(context.record['name'])
      return enqueueEmail({ trx, platform, now }, { to, kind: 'alert', ...content })
    })
    await wakeQueue()
  },
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
