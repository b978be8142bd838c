import { createReadStream } from 'node:fs'
import { detectEncoding, decodeText } from '../csv/readTable.ts'
import { HttpError } from '../platform/httpError.ts'

/** The beginning of SubRip: a number and a line of times with commas. */
const subRipStart = /^\ufeff?\s*\d+[ \t]*\r?\n[ \t]*\d{1,3}:\d\d:\d\d,\d{1,3}[ \t]*-->/

const timesPattern =
  /^[ \t]*(\d{1,3}:\d\d:\d\d,\d{1,3})[ \t]*-->[ \t]*(\d{1,3}:\d\d:\d\d,\d{1,3}).*$/

/** Lines that the WebVTT header adds. */
export const addedHeaderLines = 2

/**
 * Converts SubRip captions (SRT) in any encoding to WebVTT; null for other files. Stops reading
 * soon after the character limit.
 */
export async function convertSubRip(path: string, maxCharacters: number): Promise<string | null> {
  try {
    const encoding = await detectEncoding(createReadStream(path))
    let text = ''
    for await (const piece of decodeText(createReadStream(path), encoding)) {
      text += piece
      if (text.length > 100 && !subRipStart.test(text)) return null
      if (text.length > maxCharacters) break
    }
    return subRipStart.test(text) ? toWebVtt(text) : null
  } catch (error) {
    if (error instanceof HttpError) return null // Not a text.
    throw error
  }
}

/** Adds the header, changes commas to points, and keeps the markup that WebVTT supports. */
const toWebVtt = (text: string): string =>
  [
    'WEBVTT',
    '',
    ...text
      .replace(/^\ufeff/, '')
      .split(/\r\n?|\n/)
      .flatMap((line) => (line.trim() === '' ? '' : convertLine(line) || [])),
  ].join('\n')

function convertLine(line: string): string {
  const [, from, to] = timesPattern.exec(line) ?? []
  if (from !== undefined && to !== undefined) return `${convertTime(from)} --> ${convertTime(to)}`
  return line
    .replaceAll(/<\/?font\b[^<>]*>|\{\\an?\d+\}/gi, '')
    .replaceAll(/<\/?[BIU]>/g, (tag) => tag.toLowerCase())
    .replaceAll(/&(?!(amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replaceAll(/<(?!\/?[biu]>)/g, '&lt;')
}

/** Pads hours to two digits and fractions to three. */
const convertTime = (time: string): string => {
  const [clock = '', parts = ''] = time.split(',')
  return `${clock.padStart(8, '0')}.${parts.padEnd(3, '0')}`
}
