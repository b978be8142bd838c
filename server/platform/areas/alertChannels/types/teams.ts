import {
  splitListedItems,
  formatItemDetail,
  formatItemTitle,
  formatSubject,
} from '../channelMessage.ts'
import type { AlertItem, ChannelMessage } from '../channelMessage.ts'
import { repeatMinutes } from '../channelType.ts'
import type { ChannelContext, ChannelTypeDefinition } from '../channelType.ts'
import { channelMessageTexts } from '../messages.ts'
import { checkUrl, postMessage } from '../postMessage.ts'

/** Builds a block of plain text. Microsoft Teams would read Markdown in a `TextBlock`. */
const buildText = (text: string, isBold = false) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...(isBold && { weight: 'bolder' }) }],
})

const buildItem = (item: AlertItem) => {
  const detail = formatItemDetail(item)
  return [buildText(formatItemTitle(item), true), ...(detail ? [buildText(detail)] : [])]
}

const buildOpenUrl = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url })

const getResponseLinks = ({ responseUrl }: AlertItem) =>
  responseUrl === null ? [] : [buildOpenUrl(channelMessageTexts.respond, responseUrl)]

/** Builds an alert of a summary, with a link to respond to it. */
const buildLinkedItem = (item: AlertItem) => [
  ...buildItem(item),
  ...getResponseLinks(item).map((action) => ({ type: 'ActionSet', actions: [action] })),
]

const buildCard = (body: readonly object[], actions: readonly object[]) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body,
        actions,
      },
    },
  ],
})

function buildBody(message: ChannelMessage) {
  const [first] = message.items
  if (message.items.length === 1 && first)
    return buildCard(
      buildItem(first),
      first.event === 'fixed'
        ? []
        : [buildOpenUrl(channelMessageTexts.open, first.url), ...getResponseLinks(first)],
    )
  const { listed, more } = splitListedItems(message)
  return buildCard(
    [
      buildText(formatSubject(message), true),
      ...listed.flatMap(buildLinkedItem),
      ...(more > 0 ? [buildText(channelMessageTexts.more(more))] : []),
    ],
    [buildOpenUrl(channelMessageTexts.openAll, message.url)],
  )
}

async function postToTeams(context: ChannelContext, body: object): Promise<null> {
  await postMessage(context, { url: context.secrets['url'] ?? '', body: JSON.stringify(body) })
  return null
}

/** Webhooks of Microsoft Teams workflows. They can't edit a post, so each update is a new one. */
export const teams: ChannelTypeDefinition = {
  connect: (context) => checkUrl(context, context.secrets['url'] ?? ''),
  send: (context, message) => postToTeams(context, buildBody(message)),
  async sendTest(context) {
    const text = buildText(channelMessageTexts.test(String(context.record['name'])))
    await postToTeams(context, buildCard([text], []))
  },
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
