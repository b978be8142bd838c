import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import parser from 'webvtt-parser'
import { normalizeCaptions } from '#server/platform/core/files/captions.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'

const first = '00:00:01.000 --> 00:00:02.000'
const withCue = (text: string) => `WEBVTT\n\n${first}\n${text}\n`

/** Returns the sentence that rejects the captions. Any other error fails the test. */
function findRejection(text: string): string {
  try {
    normalizeCaptions(text)
  } catch (error) {
    if (error instanceof HttpError) return error.problem.detail
    throw error
  }
  return ''
}

/** Returns the errors of the W3C's strict parser. */
const findStrictErrors = (captions: string) =>
  new parser.WebVTTParser().parse(captions, 'subtitles').errors

describe('Captions', () => {
  test('may have metadata under their first line and "&" in a cue', () => {
    const file = new URL('../../../cases/captions-header-lines.vtt', import.meta.url)
    const captions = normalizeCaptions(readFileSync(file, 'utf8'))
    expect(captions).toBe(
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nR&amp;D meets <v Ana>sales</v>\n',
    )
    expect(findStrictErrors(captions)).toEqual([])
  })

  test.each([
    ['a byte order mark', `\ufeff${withCue('Hi')}`],
    ['a title', `WEBVTT - A title\n\n${first}\nHi\n`],
    [
      'a timestamp map',
      `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n${first}\nHi\n`,
    ],
    ['metadata after an empty line', `WEBVTT\n\nKind: captions\nLanguage: en\n\n${first}\nHi\n`],
    ['carriage returns', withCue('Hi').replaceAll('\n', '\r')],
    ['CR LF', withCue('Hi').replaceAll('\n', '\r\n')],
    ['no empty line before its first cue', `WEBVTT\n${first}\nHi\n`],
    ['no line break at the end', withCue('Hi').trimEnd()],
    ['short times', 'WEBVTT\n\n0:01.0 --> 00:02.000\nHi\n'],
    ['commas in its times', 'WEBVTT\n\n00:00:01,000-->00:00:02,000\nHi\n'],
    ['unknown settings', `WEBVTT\n\n${first} align:middle foo:bar line:-x size:200%\nHi\n`],
    ['unknown tags', withCue('<font color="red">Hi</font><br/>')],
  ])('may have %s', (_what, captions) => {
    expect(normalizeCaptions(captions)).toBe(withCue('Hi'))
  })

  test('keep comments, styles, regions, identifiers, and settings', () => {
    const captions = [
      'WEBVTT',
      'STYLE\n::cue { color: red }',
      'REGION\nid:fred\nwidth:40%',
      'NOTE for us\ntwo lines',
      `intro\n${first} line:10%,start position:5% align:left region:fred\nHi\nthere`,
    ].join('\n\n')
    expect(normalizeCaptions(captions)).toBe(`${captions}\n`)
  })

  test.each([
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['I <3 you', 'I &lt;3 you'],
    ['&amp; &lt; &nbsp; &#39; &x', '&amp; &lt; &nbsp; &#39; &amp;x'],
    ['<i>open', '<i>open</i>'],
    ['<b><i>crossed</b></i>', '<b><i>crossed</i></b>'],
    ['closed</i>', 'closed'],
    ['<v Ana>one\n<v Bob & Eve>two', '<v Ana>one\n</v><v Bob &amp; Eve>two</v>'],
    ['<ruby>a<rt>b</ruby>c', '<ruby>a<rt>b</rt></ruby>c'],
    ['<c.loud.big>x</c>', '<c.loud.big>x</c>'],
    ['one <1:01.5>two <x:y>three', 'one <00:01:01.500>two three'],
    ['<font>\ntext\n</font>', 'text'],
    ['--&gt;', '--&gt;'],
  ])('show the text %j as %j', (written, shown) => {
    expect(normalizeCaptions(withCue(written))).toBe(withCue(shown))
  })

  test.each([
    ['', /must start with the line WEBVTT/],
    ['WEBVTTX\n', /must start with the line WEBVTT/],
    ['WEBVTT\n\n00:02.000 -> 00:01.000\nHello\n', /^The caption text on line 3/],
    [`${withCue('Hi')}\nLost text\n`, /^The caption text on line 6/],
    ['WEBVTT\n\nid\nmore\n00:01.000 --> 00:02.000\nHi\n', /^The caption text on line 3/],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\nHi\n', /^The caption on line 3 ends before it starts/],
    [
      'WEBVTT\n\n1\n00:61.000 --> 00:62.000\nHi\n',
      /^Line 4 of the captions must contain a start and end time/,
    ],
    [`${withCue('a --> b')}`, /^Line 4/],
  ])('are rejected with the line number if a player would not show them (%#)', (captions, why) => {
    expect(findRejection(captions)).toMatch(why)
  })

  test('become valid for the strict parser, and normalizing them again changes nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom('<', '>', '&', '<v Ana>', '<i>', '</i>', '<ruby>', '<rt>', '</ruby>'),
      fc.constantFrom('<c.x>', '</c>', '<v>', '&amp;', 'text', ' ', '\n', '<br>', '</v>', '<b'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    )
    const cue = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(cue, (text) => {
        const written = `WEBVTT\nKind: x\n\n${first}\n${text.replaceAll(/[\r\n]+/g, '\n').trim()}\n`
        if (findRejection(written) !== '') return
        const captions = normalizeCaptions(written)
        expect(findStrictErrors(captions)).toEqual([])
        expect(normalizeCaptions(captions)).toBe(captions)
      }),
    )
  })

  test('are read or rejected, whatever they contain', () => {
    const piece = fc.oneof(
      fc.constantFrom('WEBVTT', '\n', '\n\n', '-->', first, 'NOTE', 'STYLE', '<', '>', '&', ':'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        findRejection(`WEBVTT\n${pieces.join('')}`)
      }),
    )
  })

  test.each([
    '&',
    '<',
    '<i>',
    '</i>',
    '<v A>',
    '<v',
    '<v ',
    '<c.a',
    '<c.',
    '&amp',
    '<1',
    '<rt><ruby>',
    '\n',
    ' ',
    'a',
    '\r',
    `\n\n${first}\na`,
    '\n-->',
    '\nNOTE',
    'a:',
    'STYLE\n\n',
    '<b>\n',
  ])('take linear time for %j repeated', (unit) => {
    const repeated = unit.repeat(200_000 / unit.length)
    for (const captions of [withCue(repeated), `WEBVTT\n\n${first} ${repeated}\n`]) {
      const started = process.threadCpuUsage()
      findRejection(captions)
      expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(1000)
    }
  })
})
