import { maxMarkdownDepth } from '#shared/format/markdown.ts'
import { messages } from '#shared/messages.ts'

const formatNames = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
const formatAlternatives = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names)

/** Texts of comments. */
export const commentCallMessages = {
  noun: 'comment',
  resource: 'Resource',
  recordId: 'Record ID',
  tooDeep: `Lists and quotes can be nested at most ${maxMarkdownDepth} deep.`,
  notCommented: '"resource" must name a kind of record that has comments.',
  otherAuthor: 'Only the author of a comment can change or delete it.',
  noSuchOperator: (name: string) =>
    `No active operator that you can see matches @${name}. Check the name, or remove the @.`,
  severalOperators: (name: string, emails: readonly string[]) =>
    `@${name} could mean ${emails.length > 3 ? 'several operators' : formatAlternatives(emails)}. Use the full email address.`,
  cantView: (names: readonly string[], record: string) =>
    names.length === 1
      ? `${formatNames(names)} can't view this ${record}, so we can't send a notification. Remove the @.`
      : `${formatNames(names)} can't view this ${record}, so we can't send notifications. Remove each @.`,
}

type Mention = { author: string; noun: string; record: string; sentence: string; url: string }

/** Formats the email about a mention. The subject names no record, because emails are listed. */
export const formatMentionEmail = ({ author, noun, record, sentence, url }: Mention) => ({
  subject: `${author} mentioned you in a comment`,
  text: `Hello,\n\n${author} mentioned you in a comment on the ${noun} ${record}:\n\n"${sentence}"\n\nOpen the comment here:\n\n${url}\n\n${messages.product}\n`,
})
