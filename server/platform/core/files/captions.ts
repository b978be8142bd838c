import { formatCaptionTime, parseCueTiming } from './captionTimes.ts'
import { normalizeCueText } from './captionText.ts'
import { captionMessages } from './messages.ts'
import { fileRejected } from './detectFileType.ts'

const signaturePattern = /^WEBVTT(?:[ \t]|$)/
const commentPattern = /^NOTE(?:[ \t]|$)/
const definitionPattern = /^(?:STYLE|REGION)[ \t]*$/
/**
 * Lines that some programs write under the first line, such as "Kind: captions" or X-TIMESTAMP-MAP.
 */
const metadataPattern = /^[a-z][\w-]*[ \t]?[:=]/i
const reservedPattern = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/

const isTimingLine = (line: string) => line.includes('-->')

/**
 * Normalizes WebVTT captions for all players in linear time: no metadata, complete times, known
 * settings, and escaped text. Rejects what a player wouldn't show, with its line. `linesBefore`
 * counts leading lines that the operator didn't write.
 */
export function normalizeCaptions(text: string, linesBefore = 0): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n?|\n/)
  const reject = (message: (line: number) => string, lineIndex: number) =>
    fileRejected(message(lineIndex + 1 - linesBefore))
  if (!signaturePattern.test(lines[0] ?? '')) throw reject(captionMessages.signature, 0)
  const reader = createBlockReader(lines)
  const blocks = ['WEBVTT']
  let hasCues = false
  reader.skipHeader()
  for (let block = reader.next(); block; block = reader.next()) {
    const { start, before, times, content } = block
    const isId = times !== undefined && before.length === 1
    if (before.length > 0 && !isId) {
      const [first = ''] = before
      if (commentPattern.test(first) || (definitionPattern.test(first) && !hasCues))
        blocks.push(before.join('\n'))
      else if (
        !definitionPattern.test(first) &&
        (hasCues || !before.every((line) => metadataPattern.test(line)))
      )
        throw reject(captionMessages.noTimes, start)
    }
    if (times === undefined) continue
    const timing = parseCueTiming(times)
    const lineIndex = start + before.length
    if (!timing) throw reject(captionMessages.times, lineIndex)
    if (timing.end <= timing.start) throw reject(captionMessages.order, lineIndex)
    const id = isId && !reservedPattern.test(before[0] ?? '') ? before : []
    const range = `${formatCaptionTime(timing.start)} --> ${formatCaptionTime(timing.end)}`
    const cue = [...id, [range, ...timing.settings].join(' '), normalizeCueText(content.join('\n'))]
    blocks.push(cue.filter((line) => line !== '').join('\n'))
    hasCues = true
  }
  return `${blocks.join('\n\n')}\n`
}

type CaptionBlock = {
  /** The index of its first line. */
  start: number
  /** Lines before the times: an identifier, a comment, or text that belongs to no cue. */
  before: string[]
  times: string | undefined
  content: string[]
}

/**
 * Splits lines into blocks as players do: an empty line ends one, and a line of times begins one.
 */
function createBlockReader(lines: readonly string[]) {
  let lineIndex = 1
  const readText = (): string[] => {
    const start = lineIndex
    while (
      lineIndex < lines.length &&
      lines[lineIndex] !== '' &&
      !isTimingLine(lines[lineIndex] ?? '')
    )
      lineIndex++
    return lines.slice(start, lineIndex)
  }
  return {
    skipHeader: () => void readText(),
    next(): CaptionBlock | null {
      while (lineIndex < lines.length && lines[lineIndex] === '') lineIndex++
      if (lineIndex >= lines.length) return null
      const start = lineIndex
      const before = readText()
      const line = lines[lineIndex] ?? ''
      if (!isTimingLine(line)) return { start, before, times: undefined, content: [] }
      lineIndex++
      return { start, before, times: line, content: readText() }
    },
  }
}
