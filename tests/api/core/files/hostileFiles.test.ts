import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { createDatabaseIfPossible } from '#tests/support/servers/newDatabase.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { buildArchive } from '#tests/api/support/archives.ts'
import { fetchToken } from '#tests/api/support/calling.ts'
import { createPapersTable, papersArea, uploadFile } from '#tests/api/support/papers.ts'

let platform: TestPlatform
let token: string
beforeAll(async () => {
  const databaseUrl = await createDatabaseIfPossible()
  platform = await startTestPlatform({ databaseUrl, areas: [papersArea] })
  await createPapersTable(platform.platform)
  token = await fetchToken(platform, platform.operator)
})
afterAll(() => platform.stop())

const send = (content: Buffer | string, field = 'extra') =>
  uploadFile({ url: platform.url, token }, field, { content })

async function expectRejected(content: Buffer | string, sentence: RegExp, field = 'extra') {
  const before = process.memoryUsage().rss
  const answer = await send(content, field)
  expect(answer).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.stringMatching(sentence) } },
  })
  // The client runs in this process too.
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6 + 3 * content.length)
}

test('an archive of regular files is stored unchanged', async () => {
  const content = buildArchive([
    { name: 'theme/', content: '', mode: 0o040755, packed: false },
    { name: 'theme/style.css', content: 'a{}'.repeat(1000) },
    { name: 'theme/größe.html', content: '<p>' },
    { name: 'theme/logo.png', packed: false },
    // Some programs write no file modes.
    { name: 'readme.txt', mode: 0 },
  ])
  const { status, body } = await send(content)
  expect({ status, body }).toMatchObject({ status: 201, body: { type: 'application/zip' } })
  const { sha256 } = await platform.platform.db
    .selectFrom('files')
    .select('sha256')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
})

test('an archive can contain files that operating systems add', async () => {
  const names = [
    'theme/.DS_Store',
    '__MACOSX/theme/._style.css',
    '__MACOSX/._theme',
    'theme/._.DS_Store',
    'theme/Icon\r',
    'Thumbs.db',
    'theme/img/thumbs.db',
    'theme/desktop.ini',
  ]
  const style = { name: 'theme/style.css', content: 'a{}' }
  const { status } = await send(buildArchive([style, ...names.map((name) => ({ name }))]))
  expect(status).toBe(201)
  // Their names don't bypass other checks.
  await expectRejected(buildArchive([{ name: '../.DS_Store' }]), /points outside it/)
  await expectRejected(
    buildArchive([{ name: '__MACOSX/a', mode: 0o120777 }]),
    /isn't a regular file/,
  )
  await expectRejected(buildArchive([{ name: '__MACOSX/a', content: zeros }]), /100 times/)
  await expectRejected(buildArchive([{ name: 'MACOSX/a.exe' }]), /file type that isn't allowed/)
})

const zeros = Buffer.alloc(19_000_000)

test.each([
  ['a path out of the archive', [{ name: '../a.txt' }], /points outside it/],
  ['a path out of the archive through a folder', [{ name: 'a/../../a.txt' }], /points outside it/],
  ['an absolute path', [{ name: '/etc/a.txt' }], /points outside it/],
  ['a drive path', [{ name: 'C:/a.txt' }], /points outside it/],
  ['backslashes', [{ name: 'a\\..\\b.txt' }], /path with backslashes/],
  ['a link', [{ name: 'a.txt', content: '/etc/passwd', mode: 0o120777 }], /isn't a regular file/],
  ['a device', [{ name: 'a.txt', mode: 0o020666 }], /isn't a regular file/],
  ['a duplicate name', [{ name: 'a.txt' }, { name: 'a.txt' }], / twice/],
  ['a name that differs only in case', [{ name: 'A.txt' }, { name: 'a.TXT' }], / twice/],
  ['a name in two Unicode forms', [{ name: 'é.txt' }, { name: 'e\u0301.txt' }], / twice/],
  [
    'a file that is a folder too',
    [{ name: 'a.txt' }, { name: 'a.txt/', content: '', mode: 0, packed: false }],
    / twice/,
  ],
  ['a NUL byte in a name', [{ name: 'a.txt\0.js' }], /contains invisible characters/],
  [
    'a text direction mark in a name',
    [{ name: 'a\u202etxt.css' }],
    /contains invisible characters/,
  ],
  ['an encrypted file', [{ name: 'a.txt', overrides: { flags: 0x801 } }], /encrypted/],
  ['an unsupported compression', [{ name: 'a.txt', overrides: { method: 12 } }], /isn't supported/],
  ['a program', [{ name: 'a.exe' }], /file type that isn't allowed/],
  ['another archive', [{ name: 'a.zip' }], /file type that isn't allowed/],
  ['a file without an extension', [{ name: 'Makefile' }], /file type that isn't allowed/],
  ['a wrong checksum', [{ name: 'a.txt', overrides: { crc: 1 } }], /damaged/],
  [
    'more content than its size says',
    [{ name: 'a.txt', content: 'x'.repeat(9000), overrides: { size: 10 } }],
    /damaged/,
  ],
  [
    'less content than its size says',
    [{ name: 'a.txt', content: 'x', overrides: { size: 10 } }],
    /damaged/,
  ],
  [
    'a file that is too large',
    [{ name: 'a.txt', content: Buffer.alloc(20_000_001), packed: false }],
    /larger than 20 MB/,
  ],
  ['a compression bomb', [{ name: 'a.txt', content: zeros }], /100 times/],
  [
    'overlapping files',
    [
      { name: 'a.txt', packed: false },
      { name: 'b.txt', packed: false, overrides: { at: 0 } },
    ],
    /overlap|damaged/,
  ],
  [
    'too many files',
    Array.from({ length: 2001 }, (_, at) => ({ name: `${at}.txt` })),
    /2,000 files/,
  ],
] as const)('rejects an archive with %s', async (_what, parts, sentence) => {
  await expectRejected(buildArchive(parts as Parameters<typeof buildArchive>[0]), sentence)
})

test('rejects an archive that is larger than 200 MB when unpacked', async () => {
  // Each file has 199 kB, so no limit for a single file applies.
  const content = Buffer.alloc(199_000)
  const parts = Array.from({ length: 1100 }, (_, at) => ({ name: `${at}.txt`, content }))
  await expectRejected(buildArchive(parts), /200 MB/)
})

test.each([
  ['with data before its start', buildArchive([{ name: 'a.txt' }], Buffer.from('PK\x03\x04junk'))],
  ['that is cut off', buildArchive([{ name: 'a.txt' }]).subarray(0, 40)],
  ['with only its first bytes', Buffer.from('PK\x03\x04')],
])('rejects an archive %s', async (_what, content) => {
  await expectRejected(content, /damaged/)
})

const createImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false })

/** Builds a PNG that declares these dimensions and has little content. */
function buildHugePng(width: number, height: number): Buffer {
  const buildChunk = (type: string, data: Buffer) => {
    const chunkBody = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(chunkBody))
    return Buffer.concat([length, chunkBody, sum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    buildChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Builds a GIF with this many frames of a single pixel each. */
function buildGif(side: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(side, 6)
  head.writeUInt16LE(side, 8)
  const frame = Buffer.from(
    '\x21\xf9\x04\0\x0a\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0',
    'latin1',
  )
  return Buffer.concat([head, ...Array(frames).fill(frame), Buffer.from(';')])
}

test('accepts a small animated GIF', async () => {
  expect((await send(buildGif(20, 3), 'cover')).status).toBe(201)
})

test.each([
  ['900 million pixels', buildHugePng(30_000, 30_000), /more than 40 million pixels/],
  ['too many frames', buildGif(2, 301), /more than 300 frames/],
])('rejects an image with %s', async (_what, content, sentence) => {
  await expectRejected(content, sentence, 'cover')
})

test('rejects an image whose frames together have too many pixels', async () => {
  const colours = ['red', 'green', 'blue', 'white', 'black']
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 3000, height: 3000, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const options = { join: { animated: true }, limitInputPixels: false }
  const content = await sharp(frames, options).gif({ effort: 1 }).toBuffer()
  await expectRejected(content, /more than 40 million pixels/, 'cover')
}, 30_000)

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const tiff = () => createImage(10, 10).tiff().toBuffer()
const avif = () => createImage(10, 10).avif().toBuffer()

test.each([
  ['SVG', async () => svg],
  ['SVG after a declaration', async () => `<?xml version="1.0"?>\n${svg}`],
  ['TIFF', tiff],
  ['AVIF', avif],
  ['HTML', async () => '\n <!doctype html><script>alert(1)</script>'],
  ['HTML after a byte order mark', async () => '\ufeff<html>'],
  ['a program', async () => Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
  ['text in UTF-16', async () => Buffer.from('\ufeffa,b', 'utf16le')],
  ['text in Windows-1252', async () => Buffer.from('M\xfcller,1', 'latin1')],
  ['blank text', async () => ' \n '],
])('rejects %s as an unsupported type', async (_what, content) => {
  await expectRejected(await content(), /has a type that isn't allowed|isn't a supported type/)
})

test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
  'reports a truncated %s as damaged',
  async (format) => {
    const image = await createImage(200, 200).toFormat(format).toBuffer()
    await expectRejected(image.subarray(0, Math.floor(image.length / 2)), /damaged/, 'cover')
  },
)

test.each([
  ['a PNG', '\x89PNG\r\n\x1a\n'],
  ['a JPEG', '\xff\xd8\xff'],
  ['a GIF', 'GIF89a'],
])('reports content that only begins like %s as damaged', async (_what, signature) => {
  const content = Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.from(svg)])
  await expectRejected(content, /damaged/, 'cover')
})

test('rejects an empty file', () => expectRejected('', /is empty/))

test('rejects a PDF without an end', () =>
  expectRejected('%PDF-1.7\nstream', /has a type that isn't allowed/))

test('captions are checked, and an error names its line', async () => {
  const validCaptions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  expect((await send(validCaptions)).body).toMatchObject({ type: 'text/vtt' })
  await expectRejected('WEBVTT\n\n00:02.000 -> 00:01.000\nHello\n', /text on line 3/)
  await expectRejected(validCaptions + '\n'.repeat(200_001), /at most 200 kB/)
})

test('SubRip captions are converted to WebVTT, and errors name the original lines', async () => {
  const buildSubRip = (...lines: string[]) => ({
    name: 'Intro.srt',
    content: Buffer.from(lines.join('\r\n'), 'latin1'),
  })
  const uploadCaptions = (sent: { name: string; content: Buffer }) =>
    uploadFile({ url: platform.url, token }, 'trainingContent.captions', sent)
  const lines = [
    '1',
    '0:00:01,5 --> 00:00:02,500 X1:10',
    '<font color="red">Grüße</font> & <b>1 < 2</b>',
    '{\\an8}',
    '<I>Hallo</I>',
    '',
  ]
  const { status, body } = await uploadCaptions(buildSubRip(...lines))
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { type: 'text/vtt', name: 'Intro.vtt' },
  })
  const download = await fetch(`${platform.url}/files/${body.id}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(await download.text()).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.500\nGrüße &amp; <b>1 &lt; 2</b>\n<i>Hallo</i>\n',
  )
  const rejected = await uploadCaptions(
    buildSubRip(...lines, '2', '00:00:09,000 --> 00:00:08,000', 'Back', ''),
  )
  expect(rejected).toMatchObject({
    status: 422,
    body: { fields: { captions: expect.stringMatching(/The caption on line 7 ends before/) } },
  })
  const long = buildSubRip(...lines, ...Array.from({ length: 100_000 }, () => 'A long line'))
  expect((await uploadCaptions(long)).body.fields.captions).toMatch(/larger than 200 kB/)
  // In any other field it's a regular text file.
  expect((await send(lines.join('\n'))).body).toMatchObject({ type: 'text/csv' })
})
