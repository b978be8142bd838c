import { createReadStream } from 'node:fs'
import { encodingOf, textOf } from '../csv/readTable.ts'
import { Refusal } from '../platform/refusal.ts'

/** As SubRip begins: a number, and a line of times with commas. */
const begins = /^\ufeff?\s*\d+[ \t]*\r?\n[ \t]*\d{1,3}:\d\d:\d\d,\d{1,3}[ \t]*-->/

const times = /^[ \t]*(\d{1,3}:\d\d:\d\d,\d{1,3})[ \t]*-->[ \t]*(\d{1,3}:\d\d:\d\d,\d{1,3}).*$/

/** How many lines the heading puts before what stood first. */
export const linesBefore = 2

/** Captions in SubRip (SRT), in whatever encoding, as WebVTT; null where it is none. Of more than `most` characters it is the beginning. */
export async function webVttOf(path: string, most: number): Promise<string | null> {
  try {
    const encoding = await encodingOf(createReadStream(path))
    let text = ''
    for await (const piece of textOf(createReadStream(path), encoding)) {
      text += piece
      if (text.length > 100 && !begins.test(text)) return null
      if (text.length > most) break
    }
    return begins.test(text) ? converted(text) : null
  } catch (error) {
    if (error instanceof Refusal) return null // It is no text.
    throw error
  }
}

/** Comma to point, a heading, and of what stands between the times what WebVTT knows. */
const converted = (text: string): string =>
  [
    'WEBVTT',
    '',
    ...text
      .replace(/^\ufeff/, '')
      .split(/\r\n?|\n/)
      .flatMap((line) => (line.trim() === '' ? '' : lineOf(line) || [])),
  ].join('\n')

function lineOf(line: string): string {
  const [, from, to] = times.exec(line) ?? []
  if (from !== undefined && to !== undefined) return `${pointed(from)} --> ${pointed(to)}`
  return line
    .replaceAll(/<\/?font\b[^<>]*>|\{\\an?\d+\}/gi, '')
    .replaceAll(/<\/?[BIU]>/g, (tag) => tag.toLowerCase())
    .replaceAll(/&(?!(amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replaceAll(/<(?!\/?[biu]>)/g, '&lt;')
}

/** Two digits of hours at least, three of the second's parts. */
const pointed = (time: string): string => {
  const [clock = '', parts = ''] = time.split(',')
  return `${clock.padStart(8, '0')}.${parts.padEnd(3, '0')}`
}
