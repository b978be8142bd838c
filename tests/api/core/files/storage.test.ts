import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseS3Location, createS3Storage } from '#server/platform/core/files/s3Storage.ts'
import { createFolderStorage } from '#server/platform/core/files/storage.ts'
import type { FileStorage } from '#server/platform/core/files/storage.ts'
import { startS3Server } from '#tests/support/s3Server.ts'

const silent = pino({ level: 'silent' })
let folder: string
let s3: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  await mkdir(join(folder, 'incoming'))
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

function s3At(url: string, log = silent): FileStorage {
  const address = parseS3Location(url)
  if (!address) throw new Error(`${url} is no address`)
  return createS3Storage(address, join(folder, 'incoming'), log)
}

const storages = {
  'a folder': () => createFolderStorage(folder),
  S3: () => s3At(s3.url),
}

/** A content on its way in, and the key that it is kept under. */
async function come(content: Buffer | string) {
  const path = join(folder, 'incoming', randomUUID())
  await writeFile(path, content)
  return { path, key: createHash('sha256').update(content).digest('hex') }
}

describe.each(Object.entries(storages))('a storage in %s', (_name, open) => {
  test('keeps a content under its hash and beside it a small one, answers and removes them', async () => {
    const storage = open()
    const content = Buffer.from(`${randomUUID()}\0\xff`, 'latin1')
    const { path, key } = await come(content)
    expect(await storage.has(key)).toBe(false)
    await storage.put(key, path)
    await storage.put(`${key}-small`, (await come('small')).path)
    expect(await storage.has(key)).toBe(true)
    expect(await buffer(await storage.open(key))).toEqual(content)
    expect(String(await buffer(await storage.open(`${key}-small`)))).toBe('small')
    await storage.remove(key)
    expect(await storage.has(key)).toBe(false)
    expect(await storage.has(`${key}-small`)).toBe(true)
    await storage.remove(key)
  })

  test('takes the same content twice, also at once', async () => {
    const storage = open()
    const both = await Promise.all([come('twice'), come('twice')])
    await Promise.all(both.map(({ key, path }) => storage.put(key, path)))
    expect(String(await buffer(await storage.open(both[0].key)))).toBe('twice')
  })

  test('takes 20 MB as they are', async () => {
    const storage = open()
    const content = Buffer.alloc(20_000_000, randomUUID())
    const { path, key } = await come(content)
    await storage.put(key, path)
    const kept = createHash('sha256')
    for await (const chunk of await storage.open(key)) kept.update(chunk)
    expect(kept.digest('hex')).toBe(key)
  })

  test('rejects what it has not, before anything of it is answered', async () => {
    await expect(open().open('0'.repeat(64))).rejects.toThrow()
  })
})

test('a folder is closed to others', async () => {
  const { path, key } = await come('closed')
  await createFolderStorage(folder).put(key, path)
  expect((await stat(join(folder, key.slice(0, 2)))).mode & 0o077).toBe(0)
})

describe('S3', () => {
  test.each(['wrongKeys', 'noBucket'] as const)(
    'refuses with %s, which is logged without the keys, and the caller is told that it does not answer',
    async (which) => {
      const lines: string[] = []
      const storage = s3At(s3[which], pino({}, { write: (line: string) => void lines.push(line) }))
      const { path, key } = await come(randomUUID())
      await expect(storage.put(key, path)).rejects.toMatchObject({ problem: { status: 503 } })
      expect(lines.join('')).toMatch(/answered 40[34]/)
      expect(lines.join('')).not.toMatch(/S3RVER:|wrong/)
    },
  )

  test('is asked once more where it has too much to do', async () => {
    let asked = 0
    const server = createServer((_req, res) => {
      asked += 1
      res.writeHead(asked === 1 ? 503 : 200).end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo // It listens on a TCP port.
    try {
      expect(await s3At(`http://a:b@127.0.0.1:${port}/files`).has('x')).toBe(true)
      expect(asked).toBe(2)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
