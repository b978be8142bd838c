import { limitItems, writeItemDetail, writeItemTitle, writeSubject } from '../channelMessage.ts'
import type { AlertItem, ChannelMessage } from '../channelMessage.ts'
import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { channelMessageTexts } from '../messages.ts'
import { checkUrl, postMessage } from '../postMessage.ts'

/** Escapes the characters that Slack would read as links and mentions. */
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The longest text of a section that Slack accepts. */
const maxSectionLength = 3000

const buildSection = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.slice(0, maxSectionLength) },
})

const buildLinks = (links: readonly (readonly [text: string, url: string])[]) => ({
  type: 'actions',
  elements: links.map(([text, url]) => ({
    type: 'button',
    text: { type: 'plain_text', text },
    url,
  })),
})

const getResponseLinks = ({ responseUrl }: AlertItem) =>
  responseUrl === null ? [] : [[channelMessageTexts.respond, responseUrl] as const]

const writeItem = (item: AlertItem) =>
  [`*${escapeText(writeItemTitle(item))}*`, escapeText(writeItemDetail(item))]
    .filter(Boolean)
    .join('\n')

/** Writes an alert of a summary, with a link to respond to it. */
const writeLinkedItem = (item: AlertItem) =>
  [writeItem(item), ...getResponseLinks(item).map(([text, url]) => `<${url}|${text}>`)].join('\n')

function buildBody(message: ChannelMessage) {
  const subject = writeSubject(message)
  const [first] = message.items
  if (message.items.length === 1 && first)
    return {
      text: escapeText(subject),
      blocks: [
        buildSection(writeItem(first)),
        ...(first.event === 'fixed'
          ? []
          : [buildLinks([[channelMessageTexts.open, first.url], ...getResponseLinks(first)])]),
      ],
    }
  const { listed, more } = limitItems(message)
  return {
    text: escapeText(subject),
    blocks: [
      buildSection(`*${escapeText(subject)}*`),
      ...listed.map((item) => buildSection(writeLinkedItem(item))),
      ...(more > 0 ? [buildSection(channelMessageTexts.more(more))] : []),
      buildLinks([[channelMessageTexts.openAll, message.url]]),
    ],
  }
}

const postToSlack = (context: ChannelContext, body: object) =>
  postMessage(context, { url: context.secrets['url'] ?? '', body: JSON.stringify(body) })

/** Incoming webhooks of Slack. They can't edit or answer a message, so each update is a new one. */
export const slack: ChannelTypeDefinition = {
  connect: (context) => checkUrl(context, context.secrets['url'] ?? ''),
  send: (context, message) => postToSlack(context, buildBody(message)),
  sendTest: (context) =>
    postToSlack(context, { text: channelMessageTexts.test(String(context.record['name'])) }),
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
