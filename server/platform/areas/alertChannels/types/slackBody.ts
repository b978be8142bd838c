import {
  splitListedItems,
  formatItemDetail,
  formatItemTitle,
  formatSubject,
} from '../channelMessage.ts'
import type { AlertItem, AlertThread, ChannelMessage } from '../channelMessage.ts'
import { channelMessageTexts } from '../messages.ts'

/** Escapes the characters that Slack would read as links and mentions. */
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The longest text of a section that Slack accepts. */
const maxSectionLength = 3000

const buildTextSection = (text: string) => ({
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

const formatItem = (item: AlertItem) =>
  [`*${escapeText(formatItemTitle(item))}*`, escapeText(formatItemDetail(item))]
    .filter(Boolean)
    .join('\n')

/** Writes an alert of a summary, with a link to respond to it. */
const formatLinkedItem = (item: AlertItem) =>
  [formatItem(item), ...getResponseLinks(item).map(([text, url]) => `<${url}|${text}>`)].join('\n')

type SlackContent = Pick<ChannelMessage, 'items' | 'url'>

/** Builds the text and the blocks of a message. A single alert is its own subject. */
export function buildSlackBody(message: SlackContent, subject = formatSubject(message)) {
  const [first] = message.items
  if (message.items.length === 1 && first)
    return {
      text: escapeText(subject),
      blocks: [
        buildTextSection(formatItem(first)),
        ...(first.event === 'fixed'
          ? []
          : [buildLinks([[channelMessageTexts.open, first.url], ...getResponseLinks(first)])]),
      ],
    }
  const { listed, more } = splitListedItems(message)
  return {
    text: escapeText(subject),
    blocks: [
      buildTextSection(`*${escapeText(subject)}*`),
      ...listed.map((item) => buildTextSection(formatLinkedItem(item))),
      ...(more > 0 ? [buildTextSection(channelMessageTexts.more(more))] : []),
      buildLinks([[channelMessageTexts.openAll, message.url]]),
    ],
  }
}

/** Builds the first message of a thread as its alerts are now. Once all are fixed, it says so. */
export function buildThreadBody({ items }: AlertThread, url: string) {
  if (items.length === 1) return buildSlackBody({ items, url })
  const fixed = items.filter(({ event }) => event === 'fixed').length
  const subject = channelMessageTexts.thread({ open: items.length - fixed, fixed })
  return buildSlackBody({ items, url }, subject)
}
