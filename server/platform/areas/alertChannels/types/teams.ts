import { limitItems, writeItemDetail, writeItemTitle, writeSubject } from '../channelMessage.ts'
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
  const detail = writeItemDetail(item)
  return [buildText(writeItemTitle(item), true), ...(detail ? [buildText(detail)] : [])]
}

const buildCard = (body: readonly object[], link: { title: string; url: string } | null) => ({
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
        actions: link ? [{ type: 'Action.OpenUrl', ...link }] : [],
      },
    },
  ],
})

function buildBody(message: ChannelMessage) {
  const [first] = message.items
  if (message.items.length === 1 && first)
    return buildCard(
      buildItem(first),
      first.event === 'fixed' ? null : { title: channelMessageTexts.open, url: first.url },
    )
  const { listed, more } = limitItems(message)
  return buildCard(
    [
      buildText(writeSubject(message), true),
      ...listed.flatMap(buildItem),
      ...(more > 0 ? [buildText(channelMessageTexts.more(more))] : []),
    ],
    { title: channelMessageTexts.openAll, url: message.url },
  )
}

const postToTeams = (context: ChannelContext, body: object) =>
  postMessage(context, { url: context.secrets['url'] ?? '', body: JSON.stringify(body) })

/** Webhooks of Microsoft Teams workflows. They can't edit a post, so each update is a new one. */
export const teams: ChannelTypeDefinition = {
  connect: (context) => checkUrl(context, context.secrets['url'] ?? ''),
  send: (context, message) => postToTeams(context, buildBody(message)),
  sendTest: (context) =>
    postToTeams(
      context,
      buildCard([buildText(channelMessageTexts.test(String(context.record['name'])))], null),
    ),
  repeatAfterMinutes: repeatMinutes.unrecognized,
}
