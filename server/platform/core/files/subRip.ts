import { createReadStream } from 'node:fs'
import { detectEncoding, decodeText } from '../csv/readTable.ts'
import { HttpError } from '../platform/httpError.ts'

/** As SubRip begins: a number, and a line of times with commas. */
const subRipStart = /^\ufeff?\s*\d+[ \t]*\r?\n[ \t]*\d{1,3}:\d\d:\d\d,\d{1,3}[ \t]*-->/

const timesPattern =
  /^[ \t]*(\d{1,3}:\d\d:\d\d,\d{1,3})[ \t]*-->[ \t]*(\d{1,3}:\d\d:\d\d,\d{1,3}).*$/

/** How many lines the heading puts before what stood first. */
export const addedHeaderLines = 2

/** Captions in SubRip (SRT), in whatever encoding, as WebVTT; null where it is none. Of more than `most` characters it is the beginning. */
export async function convertSubRip(path: string, most: number): Promise<string | null> {
  try {
    const encoding = await detectEncoding(createReadStream(path))
    let text = ''
    for await (const piece of decodeText(createReadStream(path), encoding)) {
      text += piece
      if (text.length > 100 && !subRipStart.test(text)) return null
      if (text.length > most) break
    }
    return subRipStart.test(text) ? toWebVtt(text) : null
  } catch (error) {
    if (error instanceof HttpError) return null // It is no text.
    throw error
  }
}

/** Comma to point, a heading, and of what stands between the times what WebVTT knows. */
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

/** Two digits of hours at least, three of the second's parts. */
const convertTime = (time: string): string => {
  const [clock = '', parts = ''] = time.split(',')
  return `${clock.padStart(8, '0')}.${parts.padEnd(3, '0')}`
}
