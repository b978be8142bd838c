import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { channelMessageTexts } from '../messages.ts'
import { checkUrl, postMessage } from '../postMessage.ts'
import { buildSlackBody } from './slackBody.ts'

async function postToSlack(context: ChannelContext, body: object): Promise<null> {
  await postMessage(context, { url: context.secrets['url'] ?? '', body: JSON.stringify(body) })
  return null
}

/** Incoming webhooks of Slack. They can't edit or answer a message, so each update is a new one. */
export const slack: ChannelTypeDefinition = {
  connect: (context) => checkUrl(context, context.secrets['url'] ?? ''),
  send: (context, message) => postToSlack(context, buildSlackBody(message)),
  async sendTest(context) {
    await postToSlack(context, { text: channelMessageTexts.test(String(context.record['name'])) })
  },
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
