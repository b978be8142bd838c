import { passStep } from '#server/platform/core/integrations/integration.ts'
import type { AlertThread, ChannelMessage, StartedThread } from '../channelMessage.ts'
import { ChannelError, repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { channelMessageTexts, channelTestMessages } from '../messages.ts'
import { callSlack } from './slackApi.ts'
import { buildSlackBody, buildThreadBody } from './slackBody.ts'

/** Slack allows about 50 updates a minute. */
const maxThreads = 40

/** Errors of a thread whose first message can no longer be edited. */
const lostThreadErrors = ['CANT_UPDATE_MESSAGE', 'EDIT_WINDOW_CLOSED', 'MESSAGE_NOT_FOUND']

/** Posts to the channel, or to a thread, and resolves with the ID of the message. */
async function post(context: ChannelContext, values: object): Promise<string> {
  const channel = context.record['slackChannel']
  const { ts } = await callSlack(context, 'chat.postMessage', {
    channel,
    unfurl_links: false,
    ...values,
  })
  return String(ts)
}

/** Updates the first message of a thread. Returns whether it's still there. */
async function updateThread(
  context: ChannelContext,
  thread: AlertThread,
  url: string,
): Promise<boolean> {
  const channel = context.record['slackChannel']
  const body = buildThreadBody(thread, url)
  try {
    await callSlack(context, 'chat.update', { channel, ts: thread.id, ...body })
    return true
  } catch (error) {
    if (error instanceof ChannelError && lostThreadErrors.includes(error.code)) return false
    throw error
  }
}

/**
 * Updates the threads of the message's alerts, and posts what is new once: as a reply if all of it
 * belongs to one thread, otherwise as a message of its own. Updates come first, because they can be
 * repeated.
 */
async function sendToSlack(
  context: ChannelContext,
  message: ChannelMessage,
): Promise<StartedThread | null> {
  const { items, threads, url } = message
  const found = []
  for (const thread of threads) if (await updateThread(context, thread, url)) found.push(thread)
  const keys = [...new Set(items.map(({ key }) => key))]
  const thread = keys.length === 1 ? found.find(({ key }) => key === keys[0]) : undefined
  const body = buildSlackBody(message)
  if (thread) {
    // Replies notify only those who follow the thread, but a reminder is for everyone.
    const isForAll = items.some(({ event }) => event === 'reminder' || event === 'escalated')
    await post(context, { ...body, thread_ts: thread.id, reply_broadcast: isForAll })
    return null
  }
  const id = await post(context, body)
  const started = keys.find((key) =>
    keys.length === 1 ? true : !threads.some((one) => one.key === key),
  )
  return started === undefined ? null : { id, key: started }
}

/** An app of Slack: each alert is a thread, whose first message is updated until it's fixed. */
export const slackApp: ChannelTypeDefinition = {
  async connect(context) {
    const { team, user } = await callSlack(context, 'auth.test')
    return passStep(channelTestMessages.slackConnected(String(user), String(team)))
  },
  send: sendToSlack,
  async sendTest(context) {
    await post(context, { text: channelMessageTexts.test(String(context.record['name'])) })
  },
  repeatAfterMinutes: repeatMinutes.unrecognized,
  maxThreads,
}
