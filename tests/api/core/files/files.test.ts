import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseS3Location, createS3Storage } from '#server/platform/core/files/s3Storage.ts'
import { startS3Server } from '#tests/support/s3Server.ts'
import { purgeOrphanFiles } from '#server/platform/core/files/orphans.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { limits } from '#shared/limits.ts'
import { signedIn, tokenOf, visitor } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { insertReferred, insertRows, sampleValues } from '#tests/api/support/records.ts'
import { papersTable, upload, withPapers } from '#tests/api/support/papers.ts'
import type { Sent } from '#tests/api/support/papers.ts'
import { newestEntries } from '#tests/api/support/stores.ts'

const csv = (text: string): Sent => ({ name: 'people.csv', content: text })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\nendobj\ntrailer\n%%EOF\n')
const plain = (channels: 3 | 4 = 3) =>
  sharp({
    create: { width: 900, height: 600, channels, background: { r: 200, g: 30, b: 30, alpha: 1 } },
  })

const s3 = await startS3Server()
afterAll(() => s3.stop())

/** Files are kept beside a database, in a folder or in S3. */
const places = usually('PostgreSQL').flatMap((database) => [
  { name: `${database.name}, in a folder`, database, url: '' },
  { name: `${database.name}, in S3`, database, url: s3.url },
])

/** What an S3 storage is given in place of the folder of the data. */
async function storageAt(url: string) {
  const address = parseS3Location(url)
  if (!address) return {}
  const folder = await mkdtemp(join(tmpdir(), 'incoming-'))
  afterAll(() => rm(folder, { recursive: true }))
  return { storage: createS3Storage(address, folder, pino({ level: 'silent' })) }
}

describe.each(places)('files on $name', async ({ database, url }) => {
  const given = await storageAt(url)
  const platform = usePlatform(database, { definitions: withPapers, ...given })
  let call: Caller
  let token: string
  beforeAll(async () => {
    await papersTable.up(platform().platform.db)
    token = await tokenOf(platform(), platform().operator)
    call = await signedIn(platform())
  })

  const send = (field: string, sent: Sent, headers?: Record<string, string>, as = token) =>
    upload({ url: platform().url, token: as }, field, sent, headers)
  const get = (path: string, as = token) =>
    fetch(platform().url + path, { headers: { Authorization: `Bearer ${as}` } })
  const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
  const storage = () => platform().platform.storage
  const incoming = () => readdir(storage().incoming)

  test('are kept under their hash, and nothing is left beside them', async () => {
    const content = `name\n${randomUUID()}`
    const { status, body } = await send('sheet', csv(content))
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'people.csv',
      type: 'text/csv',
      size: content.length,
      width: null,
      height: null,
    })
    const hash = createHash('sha256').update(content).digest('hex')
    expect(await text(await storage().open(hash))).toBe(content)
    expect(await incoming()).toEqual([])
    const [entry] = await newestEntries(call, 1)
    expect(entry).toMatchObject({ event: 'files.uploaded', label: 'people.csv' })
  })

  test('are answered as something to save, which nothing of may run', async () => {
    const name = 'Ümläut "x"; a=b.csv'
    const { body } = await send('sheet', { name, content: 'a,b' })
    const answer = await get(`/files/${body.id}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('a,b')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    const disposition = answer.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%~!-]+$/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(body.name)
  })

  test('a content that breaks off leaves its cause in the log; whoever leaves, also before it begins, leaves none', async () => {
    const { body } = await send('sheet', csv('a,b'))
    const { open } = storage()
    const lines = (id: string) => platform().log.filter(({ requestId }) => requestId === id)
    const isOver = async (id: string) => {
      const ended = () => lines(id).filter(({ status }) => status === 'aborted')
      await expect.poll(ended).toHaveLength(1)
    }
    const faults = (id: string) => lines(id).filter(({ level }) => Number(level) > 30)
    const content = (goOn: () => Promise<never>) =>
      Readable.from(
        (async function* () {
          yield 'begun'
          await goOn()
        })(),
      )
    const download = (id: string, signal?: AbortSignal) =>
      fetch(`${platform().url}/files/${body.id}`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': id },
        ...(signal && { signal }),
      })
    const never = () => new Promise<never>(() => {})
    const leaving = new AbortController()
    const [broken, left, early] = [randomUUID(), randomUUID(), randomUUID()]
    try {
      storage().open = async () => content(() => Promise.reject(new Error('Lost')))
      await expect((await download(broken)).text()).rejects.toThrow()
      await isOver(broken)
      expect(faults(broken)).toMatchObject([{ level: 50, err: { message: 'Lost' } }])

      storage().open = async () => content(never)
      await download(left, leaving.signal)
      leaving.abort()
      await isOver(left)
      expect(faults(left)).toEqual([])

      const opened = content(never)
      const leavingEarly = new AbortController()
      storage().open = async () => {
        leavingEarly.abort()
        await isOver(early)
        return opened
      }
      await expect(download(early, leavingEarly.signal)).rejects.toThrow()
      await expect.poll(() => opened.destroyed).toBe(true)
      expect(faults(early)).toEqual([])
    } finally {
      storage().open = open
    }
  })

  test.each([
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\temp\\list.csv', 'list.csv'],
    ['a\u202egpj.csv', 'agpj.csv'],
    ['..hidden.csv', 'hidden.csv'],
    [`${'x'.repeat(300)}.csv`, 'x'.repeat(200)],
  ])('a name such as %j is a name and no path', async (name, kept) => {
    expect((await send('sheet', { name, content: 'a,b' })).body.name).toBe(kept)
  })

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'a %s is written anew: nothing that it told or hid is left',
    async (format) => {
      const canary = 'CANARY-48.2082N'
      const picture = await plain()
        .withExif({ IFD0: { Artist: canary }, IFD3: { GPSLatitude: '48/1' } })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${canary}</x:xmpmeta>`)
        .toFormat(format)
        .toBuffer()
      const content = Buffer.concat([picture, Buffer.from(`<script>${canary}</script>PK\x03\x04`)])
      const { status, body } = await send('cover', { name: `photo.${format}`, content })
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { type: `image/${format}`, width: 900, height: 600 },
      })
      const kept = await bytesOf(`/files/${body.id}`)
      expect(kept.includes(canary)).toBe(false)
      expect(kept.length).toBe(body.size)
      const { exif, xmp, icc, ...found } = await sharp(kept).metadata()
      expect({ exif, xmp, icc }).toEqual({})
      expect(found).toMatchObject({ format, width: 900, height: 600 })

      const small = await get(`/files/${body.id}/thumbnail`)
      expect(small.headers.get('content-type')).toBe('image/webp')
      const { width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata()
      expect([width, height]).toEqual([limits.thumbnailSide, 213])
    },
  )

  test('a photo that lies on its side is turned before that is forgotten', async () => {
    const content = await plain().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await send('cover', { content })).body).toMatchObject({ width: 600, height: 900 })
  })

  test('a moving picture goes on moving', async () => {
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const content = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { body } = await send('cover', { content })
    expect(body).toMatchObject({ type: 'image/gif', width: 20, height: 10 })
    expect((await sharp(await bytesOf(`/files/${body.id}`)).metadata()).pages).toBe(3)
  })

  test('what it is decides, and not what it is called', async () => {
    const picture = await plain().png().toBuffer()
    const sent = { name: 'sheet.pdf', type: 'application/pdf', content: picture }
    expect((await send('extra', sent)).body).toMatchObject({ type: 'image/png' })
    expect(await send('sheet', sent)).toMatchObject({
      status: 422,
      body: { fields: { sheet: 'Sheet: This is a PNG file. Upload a PDF or CSV file instead.' } },
    })
    expect((await send('sheet', { content: pdf })).body).toMatchObject({ type: 'application/pdf' })
  })

  test('the same file twice is kept once, and each has its name', async () => {
    const content = `a,${randomUUID()}`
    const one = await send('sheet', { name: 'one.csv', content })
    const other = await send('sheet', { name: 'other.csv', content })
    expect(other.body.id).not.toBe(one.body.id)
    expect([one.body.name, other.body.name]).toEqual(['one.csv', 'other.csv'])
    const rows = await platform()
      .platform.db.selectFrom('files')
      .select('sha256')
      .where('id', 'in', [one.body.id, other.body.id])
      .execute()
    expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(1)
  })

  test('an upload that is repeated under its key is the first one', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await send('sheet', csv('a,b'), headers)
    const again = await send('sheet', csv('a,b'), headers)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await send('sheet', csv('a,c'), headers)).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    })
  })

  test('50 MB are taken, one byte more is not, and neither is what says that it is more', async () => {
    const content = Buffer.alloc(limits.fileBytes, 'a,b\n')
    expect((await send('sheet', { content })).body).toMatchObject({ size: limits.fileBytes })
    const more = { content: Buffer.concat([content, Buffer.from('x')]) }
    expect(await send('sheet', more)).toMatchObject({
      status: 413,
      body: { code: 'too_large', title: 'Request too large' },
    })
    expect(await incoming()).toEqual([])
  })

  test('of a picture 2 MB are taken; one byte more is refused at its field', async () => {
    const small = await plain(4).resize(77, 33).png().toBuffer()
    // What follows a picture is no part of it.
    const sized = (size: number) => ({
      content: Buffer.concat([small, Buffer.alloc(size - small.length)]),
    })
    expect(await send('cover', sized(limits.pictureBytes))).toMatchObject({ status: 201 })
    expect(await send('cover', sized(limits.pictureBytes + 1))).toMatchObject({
      status: 422,
      body: { fields: { cover: 'Cover: the file is larger than 2 MB. Select a smaller one.' } },
    })
  })

  test('whoever leaves in the middle leaves nothing', async () => {
    const { port, hostname } = new URL(platform().url)
    const lines = platform().log.length
    const socket = connect(Number(port), hostname)
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`
    socket.write(
      `POST /files?for=papers.sheet HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n${head}`,
    )
    socket.write(randomBytes(200_000))
    await expect.poll(async () => (await incoming()).length).toBe(1)
    socket.destroy()
    await expect
      .poll(() =>
        platform()
          .log.slice(lines)
          .map(({ status }) => status),
      )
      .toContain('aborted')
    await expect.poll(incoming).toEqual([])
    expect(
      platform()
        .log.slice(lines)
        .filter(({ level }) => level === 50),
    ).toEqual([])
  })

  describe('and their records', () => {
    const made = async (values: object) =>
      call('POST', '/papers', { body: { name: randomUUID(), ...values } })

    test('a record holds the id of one that was uploaded for its field, and tells its name', async () => {
      const { body } = await send('sheet', csv('a,b'))
      const paper = await made({ sheet: body.id })
      expect(paper).toMatchObject({
        status: 201,
        body: { sheet: body.id, cover: null, labels: { sheet: 'people.csv' } },
      })
    })

    test.each([
      ['that is not there', async () => 1_000_000],
      ['for another field', async () => (await send('extra', csv('a,b'))).body.id],
    ])('a file %s is refused', async (_what, id) => {
      expect(await made({ sheet: await id() })).toMatchObject({
        status: 422,
        body: { fields: { sheet: "Sheet: this record doesn't exist, or it was deleted." } },
      })
    })

    test('are seen by whoever uploaded them, and by those who may read a record with them', async () => {
      const as = async (held: string[]) => tokenOf(platform(), await platform().addAccount(held))
      const [writer, reader, other] = await Promise.all([
        as(['Colors:write']),
        as(['Colors:read']),
        as(['Sizes']),
      ])
      const { body } = await send('cover', { content: await plain().png().toBuffer() }, {}, writer)
      for (const path of [`/files/${body.id}`, `/files/${body.id}/thumbnail`]) {
        const seen = () =>
          Promise.all([writer, reader, other].map(async (who) => (await get(path, who)).status))
        expect(await seen()).toEqual([200, 404, 404])
      }
      const values = { name: randomUUID(), cover: body.id }
      const byWriter = visitor(platform(), writer)
      expect((await byWriter('POST', '/papers', { body: values })).status).toBe(201)
      for (const path of [`/files/${body.id}`, `/files/${body.id}/thumbnail`]) {
        const seen = () =>
          Promise.all([writer, reader, other].map(async (who) => (await get(path, who)).status))
        expect(await seen()).toEqual([200, 200, 404])
      }
    })

    describe('that no record uses', () => {
      const unusable = {
        status: 422,
        body: { fields: { sheet: "Sheet: this record doesn't exist, or it was deleted." } },
      }
      const account = async () => signedIn(platform(), await platform().addAccount(['Colors']))
      const upload = async () => (await send('sheet', csv(randomUUID()))).body.id

      test('are used by their uploader alone, whichever call is made', async () => {
        const [other, sheet] = [await account(), await upload()]
        const values = { name: randomUUID(), sheet }
        expect(await other('POST', '/papers', { body: values })).toMatchObject(unusable)
        expect(await other('POST', '/papers/many', { body: { records: [values] } })).toMatchObject({
          status: 422,
          body: { rows: [{ index: 0, fields: unusable.body.fields }] },
        })
        const { id, version } = (await made({})).body
        const patch = { body: { sheet }, ifMatch: version }
        expect(await other('PATCH', `/papers/${id}`, patch)).toMatchObject(unusable)
        const plan = { action: 'change', values: { sheet }, ids: [id] }
        expect((await other('POST', '/papers/bulk/plan', { body: plan })).status).not.toBe(200)
        expect(await call('PATCH', `/papers/${id}`, patch)).toMatchObject({ body: { sheet } })
      })

      test('go back, by anyone, to the record that held them, and to no other', async () => {
        const [other, sheet] = [await account(), await upload()]
        const [{ body: paper }, { body: another }] = [await made({ sheet }), await made({})]
        const emptied = { body: { sheet: null }, ifMatch: paper.version }
        const { version } = (await call('PATCH', `/papers/${paper.id}`, emptied)).body
        expect(
          await other('PATCH', `/papers/${another.id}`, {
            body: { sheet },
            ifMatch: another.version,
          }),
        ).toMatchObject(unusable)
        const back = await other('PATCH', `/papers/${paper.id}`, {
          body: { sheet },
          ifMatch: version,
        })
        expect(back).toMatchObject({ status: 200, body: { sheet } })
        await call('DELETE', `/papers/${paper.id}`)
        expect(
          await other('POST', `/papers/${paper.id}/restore`, { ifMatch: back.body.version }),
        ).toMatchObject({ status: 200, body: { sheet } })
      })
    })

    test('of a store are seen, and put into records, by accounts that are for it', async () => {
      await insertReferred(platform(), stores)
      const two = [sampleValues(stores), sampleValues(stores)]
      const [one, other] = await insertRows(platform(), stores, two)
      const { body } = await send('sheet', csv('a,b'))
      await made({ sheet: body.id, storeId: one?.id })
      for (const [store, status, kept] of [
        [one, 200, 201],
        [other, 404, 422],
      ] as const) {
        const storeId = store?.id ?? 0
        const account = await platform().addAccount(['Colors', 'storesRead'], [storeId])
        const who = await tokenOf(platform(), account)
        expect((await get(`/files/${body.id}`, who)).status).toBe(status)
        const values = { name: randomUUID(), sheet: body.id, storeId }
        const theirs = await (
          await signedIn(platform(), account)
        )('POST', '/papers', {
          body: values,
        })
        expect(theirs.status).toBe(kept)
      }
    })

    test('are uploaded by those who may write, which is known before the body is read', async () => {
      const reader = await tokenOf(platform(), await platform().addAccount(['Colors:read']))
      expect(await send('cover', csv('a,b'), {}, reader)).toMatchObject({
        status: 403,
        body: { permission: 'Colors:write' },
      })
    })
  })

  test('those that no record has held for 31 days are deleted, with contents that nobody has; before, Undo of a deletion finds them', async () => {
    const picture = await plain(4).resize(77, 33).png().toBuffer()
    const [alone, held, left, undone] = [
      await send('cover', { content: picture }),
      await send('sheet', csv('held,1')),
      await send('sheet', csv('held,1')),
      await send('sheet', csv('undone,1')),
    ]
    await call('POST', '/papers', { body: { name: randomUUID(), sheet: held.body.id } })
    const paper = { name: randomUUID(), sheet: undone.body.id }
    const { body: deleted } = await call('POST', '/papers', { body: paper })
    const hashes = await platform()
      .platform.db.selectFrom('files')
      .select(['id', 'sha256'])
      .where('id', 'in', [alone.body.id, held.body.id])
      .orderBy('id')
      .execute()
    const [gone = '', kept = ''] = hashes.map(({ sha256 }) => sha256)
    const isThere = (hash: string) => storage().has(hash)
    const unfinished = join(storage().incoming, 'killed')
    await writeFile(unfinished, 'x')
    await utimes(unfinished, 0, 0)

    const known = async () => {
      const ids = [alone, held, left, undone].map(({ body }) => body.id)
      const files = platform().platform.db.selectFrom('files').select('id')
      return (await files.where('id', 'in', ids).orderBy('id').execute()).map(({ id }) => id)
    }
    const lookAfter = (days: number) =>
      purgeOrphanFiles(
        { ...platform().platform, now: () => new Date(Date.now() + days * 24 * 60 * 60_000) },
        withPapers,
      )
    await lookAfter(0)
    await call('DELETE', `/papers/${deleted.id}`, { ifMatch: deleted.version })
    await lookAfter(1)
    await lookAfter(30)
    expect(await known()).toHaveLength(4)
    const restored = await call('POST', `/papers/${deleted.id}/restore`, {
      ifMatch: deleted.version,
    })
    expect([restored.status, restored.body.sheet]).toEqual([200, undone.body.id])
    await lookAfter(31.1)
    expect(await known()).toEqual([held.body.id, undone.body.id])
    expect(await Promise.all([gone, `${gone}-small`, kept].map(isThere))).toEqual([
      false,
      false,
      true,
    ])
    expect(await incoming()).toEqual([])
  })

  test('what the storage does not let go of stays known until it does, and keeps nothing else', async () => {
    const [stuck, shared, next] = [
      await send('sheet', csv('stuck,1')),
      await send('sheet', csv('stuck,1')),
      await send('sheet', csv('next,1')),
    ]
    const ids = [stuck, shared, next].map(({ body }) => body.id)
    const files = async () =>
      platform()
        .platform.db.selectFrom('files')
        .select(['id', 'sha256'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
    const [first, , last] = await files()
    const now = () => new Date(Date.now() + 32 * 24 * 60 * 60_000)
    await purgeOrphanFiles(platform().platform, withPapers)
    const remove = (key: string) =>
      key === first?.sha256 ? Promise.reject(new Error('503')) : storage().remove(key)
    const down = { ...storage(), remove }
    await purgeOrphanFiles({ ...platform().platform, now, storage: down }, withPapers)
    // Of two files with one content the first needs it no more.
    expect((await files()).map(({ id }) => id)).toEqual([shared.body.id])
    expect(await storage().has(first?.sha256 ?? '')).toBe(true)
    expect(await storage().has(last?.sha256 ?? '')).toBe(false)
    expect(platform().log.filter(({ file }) => file === shared.body.id)).toMatchObject([
      { level: 40, err: { message: '503' } },
    ])
    await purgeOrphanFiles({ ...platform().platform, now }, withPapers)
    expect(await files()).toEqual([])
    expect(await storage().has(first?.sha256 ?? '')).toBe(false)
  })

  test.each(['/files/0', '/files/x', '/files/1e3', '/files/99999999999', '/files/4000000'])(
    'GET %s: there is none',
    async (path) => {
      expect((await get(path)).status).toBe(404)
      expect((await get(`${path}/thumbnail`)).status).toBe(404)
    },
  )

  test('what is no picture has no small one', async () => {
    const { body } = await send('sheet', csv('a,b'))
    expect((await get(`/files/${body.id}/thumbnail`)).status).toBe(404)
  })

  test.each([
    ["isn't a field", 'nowhere', 400],
    ['a field that holds no file', 'name', 400],
  ])('an upload for %s is refused', async (_what, field, status) => {
    expect((await send(field, csv('a,b'))).status).toBe(status)
  })

  test.each([
    ['application/json', '{}', 415],
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=b', 'x', 400],
    ['multipart/form-data; boundary=b', '--b--\r\n', 400],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\na,b',
      400,
    ],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n',
      400,
    ],
  ])('a body of type %s that is %j is refused', async (type, body, status) => {
    const answer = await fetch(`${platform().url}/files?for=papers.sheet`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    })
    expect(answer.status).toBe(status)
    expect(await incoming()).toEqual([])
  })
})
