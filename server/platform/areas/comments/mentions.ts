/** An operator who can be mentioned. */
export type MentionableOperator = { id: number; name: string; firstName: string; email: string }

/** A mention: where it starts in the text, what was written, and the operators that it can mean. */
export type Mention = { at: number; written: string; operators: MentionableOperator[] }

const maxSentenceLength = 500

/** An @ at the start of a word, not within an email address or a URL. */
const mentionStart = /(?<![\p{L}\p{N}_.%+\-/@])@(?=[\p{L}\p{N}])/gu

const namePattern = /^[\p{L}\p{N}._+'@-]+/u

/** The names by which an operator can be mentioned, in lower case. */
const getNames = ({ name, firstName, email }: MentionableOperator): string[] =>
  [email, email.split('@', 1)[0] ?? email, name, firstName].map((one) => one.toLowerCase())

/** Whether the text may mention anyone. If not, no operators need to be loaded. */
export const hasMentions = (text: string): boolean => blankCode(text).search(mentionStart) >= 0

/**
 * Replaces code with spaces, because it isn't read for mentions: `@media` isn't a colleague. Code
 * is between two runs of as many backticks. A block of three or more may be open to the end.
 */
function blankCode(text: string): string {
  let prose = ''
  let from = 0
  for (const { 0: fence, index } of text.matchAll(/`+/g)) {
    if (index < from) continue
    const end = findFence(text, fence, index + fence.length)
    if (end === null && fence.length < 3) continue
    const to = end ?? text.length
    prose += text.slice(from, index) + ' '.repeat(to - index)
    from = to
  }
  return prose + text.slice(from)
}

/** Finds where code ends that began with these backticks; null if it doesn't end. */
function findFence(text: string, fence: string, from: number): number | null {
  for (let at = text.indexOf(fence, from); at >= 0; at = text.indexOf(fence, at + 1)) {
    const end = at + fence.length
    if (text[at - 1] !== '`' && text[end] !== '`') return end
  }
  return null
}

/**
 * Finds the mentions in a comment. An operator is named by full name, first name, email address, or
 * the part of it before the @, in any case; the longest name counts.
 */
export function findMentions(text: string, operators: readonly MentionableOperator[]): Mention[] {
  const prose = blankCode(text)
  return [...prose.matchAll(mentionStart)].map(({ index }) => {
    const rest = prose.slice(index + 1)
    const lowered = rest.toLowerCase()
    const matches = operators.flatMap((operator) => {
      const lengths = getNames(operator)
        .filter((name) => name !== '' && lowered.startsWith(name) && endsWord(lowered, name.length))
        .map((name) => name.length)
      return lengths.length > 0 ? [{ operator, length: Math.max(...lengths) }] : []
    })
    const length = Math.max(0, ...matches.map((match) => match.length))
    return {
      at: index,
      written: length > 0 ? rest.slice(0, length) : getWrittenName(rest),
      operators: matches.filter((match) => match.length === length).map(({ operator }) => operator),
    }
  })
}

/** Whether a word ends here. "@ana.petrov" doesn't mention Ana, but "@Ana." at the end does. */
const endsWord = (text: string, at: number): boolean =>
  !/^(?:[\p{L}\p{N}_@]|[.+-][\p{L}\p{N}])/u.test(text.slice(at))

/** Returns a name that is no operator's, without the punctuation after it. */
function getWrittenName(text: string): string {
  let name = namePattern.exec(text)?.[0] ?? ''
  while (/[.'-]$/.test(name)) name = name.slice(0, -1)
  return name
}

const sentenceEnds = ['. ', '! ', '? ']

/** Returns the sentence around a mention, on one line and at most 500 characters long. */
export function getSentence(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at) + 1
  const lineEnd = text.indexOf('\n', at)
  const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd)
  const column = at - lineStart
  const previous = Math.max(...sentenceEnds.map((end) => line.lastIndexOf(end, column)))
  const next = sentenceEnds.map((end) => line.indexOf(end, column)).filter((end) => end >= 0)
  const start = previous < 0 ? 0 : previous + 2
  const sentence = line.slice(start, Math.min(...next, line.length) + 1).trim()
  return sentence.length > maxSentenceLength
    ? `${sentence.slice(0, maxSentenceLength)}...`
    : sentence
}
