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
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertReferences, insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import {
  createPapersTable,
  papersArea,
  uploadFile,
  resourcesWithPapers,
} from '#tests/api/support/papers.ts'
import type { FileToUpload } from '#tests/api/support/papers.ts'
import { loadNewestEntries } from '#tests/api/support/stores.ts'

const buildCsv = (text: string): FileToUpload => ({ name: 'people.csv', content: text })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\nendobj\ntrailer\n%%EOF\n')
const createImage = (channels: 3 | 4 = 3) =>
  sharp({
    create: { width: 900, height: 600, channels, background: { r: 200, g: 30, b: 30, alpha: 1 } },
  })

const s3 = await startS3Server()
afterAll(() => s3.stop())

/** Files are stored in a folder or in S3. */
const storagePlaces = chooseDatabases('PostgreSQL').flatMap((database) => [
  { name: `${database.name}, in a folder`, database, url: '' },
  { name: `${database.name}, in S3`, database, url: s3.url },
])

/** Creates an S3 storage for this URL; without one the platform uses its data folder. */
async function createStorage(url: string) {
  const address = parseS3Location(url)
  if (!address) return {}
  const folder = await mkdtemp(join(tmpdir(), 'incoming-'))
  afterAll(() => rm(folder, { recursive: true }))
  return { storage: createS3Storage(address, folder, pino({ level: 'silent' })) }
}

describe.each(storagePlaces)('Files on $name', async ({ database, url }) => {
  const storageOptions = await createStorage(url)
  const platform = usePlatform(database, { areas: [papersArea], ...storageOptions })
  let call: Caller
  let token: string
  beforeAll(async () => {
    await createPapersTable(platform().platform)
    token = await fetchToken(platform(), platform().operator)
    call = await openSession(platform())
  })

  const send = (
    field: string,
    sent: FileToUpload,
    headers?: Record<string, string>,
    bearer = token,
  ) => uploadFile({ url: platform().url, token: bearer }, field, sent, headers)
  const fetchFile = (path: string, bearer = token) =>
    fetch(platform().url + path, { headers: { Authorization: `Bearer ${bearer}` } })
  const downloadBytes = async (path: string) =>
    Buffer.from(await (await fetchFile(path)).arrayBuffer())
  const storage = () => platform().platform.storage
  const listIncoming = () => readdir(storage().incoming)

  test('an upload is stored under its hash and leaves no temporary file', async () => {
    const content = `name\n${randomUUID()}`
    const { status, body } = await send('sheet', buildCsv(content))
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
    expect(await listIncoming()).toEqual([])
    const [entry] = await loadNewestEntries(call, 1)
    expect(entry).toMatchObject({ event: 'files.uploaded', label: 'people.csv' })
  })

  test("a file is downloaded as an attachment and can't run scripts", async () => {
    const name = 'Ümläut "x"; a=b.csv'
    const { body } = await send('sheet', { name, content: 'a,b' })
    const answer = await fetchFile(`/files/${body.id}`)
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

  test("a failed download is logged with its cause, and a canceled one isn't", async () => {
    const { body } = await send('sheet', buildCsv('a,b'))
    const { open } = storage()
    const getLines = (id: string) => platform().log.filter(({ requestId }) => requestId === id)
    const waitUntilAborted = async (id: string) => {
      const getAborted = () => getLines(id).filter(({ status }) => status === 'aborted')
      await expect.poll(getAborted).toHaveLength(1)
    }
    const getErrors = (id: string) => getLines(id).filter(({ level }) => Number(level) > 30)
    const createContent = (proceed: () => Promise<never>) =>
      Readable.from(
        (async function* () {
          yield 'begun'
          await proceed()
        })(),
      )
    const download = (id: string, signal?: AbortSignal) =>
      fetch(`${platform().url}/files/${body.id}`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': id },
        ...(signal && { signal }),
      })
    const never = () => new Promise<never>(() => {})
    const cancel = new AbortController()
    const [brokenId, leftId, earlyId] = [randomUUID(), randomUUID(), randomUUID()]
    try {
      storage().open = async () => createContent(() => Promise.reject(new Error('Lost')))
      await expect((await download(brokenId)).text()).rejects.toThrow()
      await waitUntilAborted(brokenId)
      expect(getErrors(brokenId)).toMatchObject([{ level: 50, err: { message: 'Lost' } }])

      storage().open = async () => createContent(never)
      await download(leftId, cancel.signal)
      cancel.abort()
      await waitUntilAborted(leftId)
      expect(getErrors(leftId)).toEqual([])

      const opened = createContent(never)
      const cancelEarly = new AbortController()
      storage().open = async () => {
        cancelEarly.abort()
        await waitUntilAborted(earlyId)
        return opened
      }
      await expect(download(earlyId, cancelEarly.signal)).rejects.toThrow()
      await expect.poll(() => opened.destroyed).toBe(true)
      expect(getErrors(earlyId)).toEqual([])
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
  ])('the name %j is saved without a path', async (name, savedName) => {
    expect((await send('sheet', { name, content: 'a,b' })).body.name).toBe(savedName)
  })

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'a %s is re-encoded without metadata or appended data',
    async (format) => {
      const canary = 'CANARY-48.2082N'
      const picture = await createImage()
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
      const savedBytes = await downloadBytes(`/files/${body.id}`)
      expect(savedBytes.includes(canary)).toBe(false)
      expect(savedBytes.length).toBe(body.size)
      const { exif, xmp, icc, ...metadata } = await sharp(savedBytes).metadata()
      expect({ exif, xmp, icc }).toEqual({})
      expect(metadata).toMatchObject({ format, width: 900, height: 600 })

      const thumbnail = await fetchFile(`/files/${body.id}/thumbnail`)
      expect(thumbnail.headers.get('content-type')).toBe('image/webp')
      const { width, height } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()
      expect([width, height]).toEqual([limits.thumbnailSide, 213])
    },
  )

  test('a photo is rotated before its orientation is removed', async () => {
    const content = await createImage().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await send('cover', { content })).body).toMatchObject({ width: 600, height: 900 })
  })

  test('an animated image keeps its frames', async () => {
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
    expect((await sharp(await downloadBytes(`/files/${body.id}`)).metadata()).pages).toBe(3)
  })

  test('the content decides the file type, not the name', async () => {
    const picture = await createImage().png().toBuffer()
    const sent = { name: 'sheet.pdf', type: 'application/pdf', content: picture }
    expect((await send('extra', sent)).body).toMatchObject({ type: 'image/png' })
    expect(await send('sheet', sent)).toMatchObject({
      status: 422,
      body: { fields: { sheet: 'Sheet: This is a PNG file. Upload a PDF or CSV file instead.' } },
    })
    expect((await send('sheet', { content: pdf })).body).toMatchObject({ type: 'application/pdf' })
  })

  test('equal files are stored once, each with its name', async () => {
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

  test('an upload repeated with its idempotency key returns the first file', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await send('sheet', buildCsv('a,b'), headers)
    const repeated = await send('sheet', buildCsv('a,b'), headers)
    expect(repeated).toMatchObject({ status: 201, body: first.body })
    expect(await send('sheet', buildCsv('a,c'), headers)).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    })
  })

  test('accepts 50 MB and rejects one byte more', async () => {
    const content = Buffer.alloc(limits.fileBytes, 'a,b\n')
    expect((await send('sheet', { content })).body).toMatchObject({ size: limits.fileBytes })
    const more = { content: Buffer.concat([content, Buffer.from('x')]) }
    expect(await send('sheet', more)).toMatchObject({
      status: 413,
      body: { code: 'too_large', title: 'Request too large' },
    })
    expect(await listIncoming()).toEqual([])
  })

  test('accepts an image of 2 MB and rejects one byte more at its field', async () => {
    const small = await createImage(4).resize(77, 33).png().toBuffer()
    // Bytes after an image don't belong to it.
    const padTo = (size: number) => ({
      content: Buffer.concat([small, Buffer.alloc(size - small.length)]),
    })
    expect(await send('cover', padTo(limits.pictureBytes))).toMatchObject({ status: 201 })
    expect(await send('cover', padTo(limits.pictureBytes + 1))).toMatchObject({
      status: 422,
      body: { fields: { cover: 'Cover: the file is larger than 2 MB. Select a smaller one.' } },
    })
  })

  test('a client that disconnects during an upload leaves no file', async () => {
    const { port, hostname } = new URL(platform().url)
    const lines = platform().log.length
    const socket = connect(Number(port), hostname)
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`
    socket.write(
      `POST /files?for=papers.sheet HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n${head}`,
    )
    socket.write(randomBytes(200_000))
    await expect.poll(async () => (await listIncoming()).length).toBe(1)
    socket.destroy()
    await expect
      .poll(() =>
        platform()
          .log.slice(lines)
          .map(({ status }) => status),
      )
      .toContain('aborted')
    await expect.poll(listIncoming).toEqual([])
    expect(
      platform()
        .log.slice(lines)
        .filter(({ level }) => level === 50),
    ).toEqual([])
  })

  describe('Files and records', () => {
    const createPaper = async (values: object) =>
      call('POST', '/papers', { body: { name: randomUUID(), ...values } })

    test('a record stores the ID of a file uploaded for its field, and returns its name', async () => {
      const { body } = await send('sheet', buildCsv('a,b'))
      const paper = await createPaper({ sheet: body.id })
      expect(paper).toMatchObject({
        status: 201,
        body: { sheet: body.id, cover: null, labels: { sheet: 'people.csv' } },
      })
    })

    test.each([
      ["that doesn't exist", async () => 1_000_000],
      ['for another field', async () => (await send('extra', buildCsv('a,b'))).body.id],
    ])('rejects a file %s', async (_what, id) => {
      expect(await createPaper({ sheet: await id() })).toMatchObject({
        status: 422,
        body: { fields: { sheet: "Sheet: this record doesn't exist, or it was deleted." } },
      })
    })

    test('a file is visible to its uploader and to accounts that can read a record with it', async () => {
      const getTokenWith = async (permissions: string[]) =>
        fetchToken(platform(), await platform().addAccount(permissions))
      const [writer, reader, other] = await Promise.all([
        getTokenWith(['Colors:write']),
        getTokenWith(['Colors:read']),
        getTokenWith(['Sizes']),
      ])
      const { body } = await send(
        'cover',
        { content: await createImage().png().toBuffer() },
        {},
        writer,
      )
      for (const path of [`/files/${body.id}`, `/files/${body.id}/thumbnail`]) {
        const loadStatuses = () =>
          Promise.all(
            [writer, reader, other].map(async (bearer) => (await fetchFile(path, bearer)).status),
          )
        expect(await loadStatuses()).toEqual([200, 404, 404])
      }
      const values = { name: randomUUID(), cover: body.id }
      const callAsWriter = createCaller(platform(), writer)
      expect((await callAsWriter('POST', '/papers', { body: values })).status).toBe(201)
      for (const path of [`/files/${body.id}`, `/files/${body.id}/thumbnail`]) {
        const loadStatuses = () =>
          Promise.all(
            [writer, reader, other].map(async (bearer) => (await fetchFile(path, bearer)).status),
          )
        expect(await loadStatuses()).toEqual([200, 200, 404])
      }
    })

    describe('Unused files', () => {
      const unusable = {
        status: 422,
        body: { fields: { sheet: "Sheet: this record doesn't exist, or it was deleted." } },
      }
      const addCaller = async () => openSession(platform(), await platform().addAccount(['Colors']))
      const upload = async () => (await send('sheet', buildCsv(randomUUID()))).body.id

      test('only the uploader can use an unused file, in any call', async () => {
        const [other, sheet] = [await addCaller(), await upload()]
        const values = { name: randomUUID(), sheet }
        expect(await other('POST', '/papers', { body: values })).toMatchObject(unusable)
        expect(await other('POST', '/papers/many', { body: { records: [values] } })).toMatchObject({
          status: 422,
          body: { rows: [{ index: 0, fields: unusable.body.fields }] },
        })
        const { id, version } = (await createPaper({})).body
        const patch = { body: { sheet }, ifMatch: version }
        expect(await other('PATCH', `/papers/${id}`, patch)).toMatchObject(unusable)
        const plan = { action: 'change', values: { sheet }, ids: [id] }
        expect((await other('POST', '/papers/bulk/plan', { body: plan })).status).not.toBe(200)
        expect(await call('PATCH', `/papers/${id}`, patch)).toMatchObject({ body: { sheet } })
      })

      test('any account can put a file back into its previous record, but not into others', async () => {
        const [other, sheet] = [await addCaller(), await upload()]
        const [{ body: paper }, { body: anotherPaper }] = [
          await createPaper({ sheet }),
          await createPaper({}),
        ]
        const emptyPatch = { body: { sheet: null }, ifMatch: paper.version }
        const { version } = (await call('PATCH', `/papers/${paper.id}`, emptyPatch)).body
        expect(
          await other('PATCH', `/papers/${anotherPaper.id}`, {
            body: { sheet },
            ifMatch: anotherPaper.version,
          }),
        ).toMatchObject(unusable)
        const putBack = await other('PATCH', `/papers/${paper.id}`, {
          body: { sheet },
          ifMatch: version,
        })
        expect(putBack).toMatchObject({ status: 200, body: { sheet } })
        await call('DELETE', `/papers/${paper.id}`)
        expect(
          await other('POST', `/papers/${paper.id}/restore`, { ifMatch: putBack.body.version }),
        ).toMatchObject({ status: 200, body: { sheet } })
      })
    })

    test('only accounts for a store can see its files and use them', async () => {
      await insertReferences(platform(), stores)
      const storeRows = [buildSampleValues(stores), buildSampleValues(stores)]
      const [one, other] = await insertRows(platform(), stores, storeRows)
      const { body } = await send('sheet', buildCsv('a,b'))
      await createPaper({ sheet: body.id, storeId: one?.id })
      for (const [store, status, saveStatus] of [
        [one, 200, 201],
        [other, 404, 422],
      ] as const) {
        const storeId = store?.id ?? 0
        const account = await platform().addAccount(['Colors', 'storesRead'], [storeId])
        const accountToken = await fetchToken(platform(), account)
        expect((await fetchFile(`/files/${body.id}`, accountToken)).status).toBe(status)
        const values = { name: randomUUID(), sheet: body.id, storeId }
        const response = await (
          await openSession(platform(), account)
        )('POST', '/papers', {
          body: values,
        })
        expect(response.status).toBe(saveStatus)
      }
    })

    test('an upload without write permission is rejected before its body is read', async () => {
      const reader = await fetchToken(platform(), await platform().addAccount(['Colors:read']))
      expect(await send('cover', buildCsv('a,b'), {}, reader)).toMatchObject({
        status: 403,
        body: { permission: 'Colors:write' },
      })
    })
  })

  test('files without a record are deleted after 31 days, with unused contents; until then an undo restores them', async () => {
    const picture = await createImage(4).resize(77, 33).png().toBuffer()
    const [aloneFile, usedFile, unusedFile, undoneFile] = [
      await send('cover', { content: picture }),
      await send('sheet', buildCsv('held,1')),
      await send('sheet', buildCsv('held,1')),
      await send('sheet', buildCsv('undone,1')),
    ]
    await call('POST', '/papers', { body: { name: randomUUID(), sheet: usedFile.body.id } })
    const paper = { name: randomUUID(), sheet: undoneFile.body.id }
    const { body: deleted } = await call('POST', '/papers', { body: paper })
    const hashes = await platform()
      .platform.db.selectFrom('files')
      .select(['id', 'sha256'])
      .where('id', 'in', [aloneFile.body.id, usedFile.body.id])
      .orderBy('id')
      .execute()
    const [unusedHash = '', usedHash = ''] = hashes.map(({ sha256 }) => sha256)
    const isStored = (hash: string) => storage().has(hash)
    const unfinished = join(storage().incoming, 'killed')
    await writeFile(unfinished, 'x')
    await utimes(unfinished, 0, 0)

    const loadIds = async () => {
      const ids = [aloneFile, usedFile, unusedFile, undoneFile].map(({ body }) => body.id)
      const files = platform().platform.db.selectFrom('files').select('id')
      return (await files.where('id', 'in', ids).orderBy('id').execute()).map(({ id }) => id)
    }
    const purgeAfter = (days: number) =>
      purgeOrphanFiles(
        { ...platform().platform, now: () => new Date(Date.now() + days * 24 * 60 * 60_000) },
        resourcesWithPapers,
      )
    await purgeAfter(0)
    await call('DELETE', `/papers/${deleted.id}`, { ifMatch: deleted.version })
    await purgeAfter(1)
    await purgeAfter(30)
    expect(await loadIds()).toHaveLength(4)
    const restored = await call('POST', `/papers/${deleted.id}/restore`, {
      ifMatch: deleted.version,
    })
    expect([restored.status, restored.body.sheet]).toEqual([200, undoneFile.body.id])
    await purgeAfter(31.1)
    expect(await loadIds()).toEqual([usedFile.body.id, undoneFile.body.id])
    expect(await Promise.all([unusedHash, `${unusedHash}-small`, usedHash].map(isStored))).toEqual([
      false,
      false,
      true,
    ])
    expect(await listIncoming()).toEqual([])
  })

  test("a file that the storage fails to delete stays listed and doesn't block others", async () => {
    const [stuck, shared, next] = [
      await send('sheet', buildCsv('stuck,1')),
      await send('sheet', buildCsv('stuck,1')),
      await send('sheet', buildCsv('next,1')),
    ]
    const ids = [stuck, shared, next].map(({ body }) => body.id)
    const loadFiles = async () =>
      platform()
        .platform.db.selectFrom('files')
        .select(['id', 'sha256'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
    const [first, , last] = await loadFiles()
    const now = () => new Date(Date.now() + 32 * 24 * 60 * 60_000)
    await purgeOrphanFiles(platform().platform, resourcesWithPapers)
    const remove = (key: string) =>
      key === first?.sha256 ? Promise.reject(new Error('503')) : storage().remove(key)
    const failingStorage = { ...storage(), remove }
    await purgeOrphanFiles(
      { ...platform().platform, now, storage: failingStorage },
      resourcesWithPapers,
    )
    // The first of two files with equal content no longer needs it.
    expect((await loadFiles()).map(({ id }) => id)).toEqual([shared.body.id])
    expect(await storage().has(first?.sha256 ?? '')).toBe(true)
    expect(await storage().has(last?.sha256 ?? '')).toBe(false)
    expect(platform().log.filter(({ file }) => file === shared.body.id)).toMatchObject([
      { level: 40, err: { message: '503' } },
    ])
    await purgeOrphanFiles({ ...platform().platform, now }, resourcesWithPapers)
    expect(await loadFiles()).toEqual([])
    expect(await storage().has(first?.sha256 ?? '')).toBe(false)
  })

  test.each(['/files/0', '/files/x', '/files/1e3', '/files/99999999999', '/files/4000000'])(
    'GET %s is a 404',
    async (path) => {
      expect((await fetchFile(path)).status).toBe(404)
      expect((await fetchFile(`${path}/thumbnail`)).status).toBe(404)
    },
  )

  test("a file that isn't an image has no thumbnail", async () => {
    const { body } = await send('sheet', buildCsv('a,b'))
    expect((await fetchFile(`/files/${body.id}/thumbnail`)).status).toBe(404)
  })

  test.each([
    ["isn't a field", 'nowhere', 400],
    ['a field without files', 'name', 400],
  ])('rejects an upload for %s', async (_what, field, status) => {
    expect((await send(field, buildCsv('a,b'))).status).toBe(status)
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
  ])('rejects a body of type %s that is %j', async (type, body, status) => {
    const answer = await fetch(`${platform().url}/files?for=papers.sheet`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    })
    expect(answer.status).toBe(status)
    expect(await listIncoming()).toEqual([])
  })
})
