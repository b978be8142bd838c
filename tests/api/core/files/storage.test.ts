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

function createS3(url: string, log = silent): FileStorage {
  const address = parseS3Location(url)
  if (!address) throw new Error(`${url} isn't an S3 URL`)
  return createS3Storage(address, join(folder, 'incoming'), log)
}

const storages = {
  'a folder': () => createFolderStorage(folder),
  S3: () => createS3(s3.url),
}

/** Writes an incoming file and returns its path and storage key. */
async function writeIncoming(content: Buffer | string) {
  const path = join(folder, 'incoming', randomUUID())
  await writeFile(path, content)
  return { path, key: createHash('sha256').update(content).digest('hex') }
}

describe.each(Object.entries(storages))('Storage in %s', (_name, open) => {
  test('stores, returns, and removes a file and its thumbnail', async () => {
    const storage = open()
    const content = Buffer.from(`${randomUUID()}\0\xff`, 'latin1')
    const { path, key } = await writeIncoming(content)
    expect(await storage.has(key)).toBe(false)
    await storage.put(key, path)
    await storage.put(`${key}-small`, (await writeIncoming('small')).path)
    expect(await storage.has(key)).toBe(true)
    expect(await buffer(await storage.open(key))).toEqual(content)
    expect(String(await buffer(await storage.open(`${key}-small`)))).toBe('small')
    await storage.remove(key)
    expect(await storage.has(key)).toBe(false)
    expect(await storage.has(`${key}-small`)).toBe(true)
    await storage.remove(key)
  })

  test('accepts the same content twice, also simultaneously', async () => {
    const storage = open()
    const both = await Promise.all([writeIncoming('twice'), writeIncoming('twice')])
    await Promise.all(both.map(({ key, path }) => storage.put(key, path)))
    expect(String(await buffer(await storage.open(both[0].key)))).toBe('twice')
  })

  test('stores 20 MB unchanged', async () => {
    const storage = open()
    const content = Buffer.alloc(20_000_000, randomUUID())
    const { path, key } = await writeIncoming(content)
    await storage.put(key, path)
    const hash = createHash('sha256')
    for await (const chunk of await storage.open(key)) hash.update(chunk)
    expect(hash.digest('hex')).toBe(key)
  })

  test('opening a missing file fails before any content is sent', async () => {
    await expect(open().open('0'.repeat(64))).rejects.toThrow()
  })
})

test('a storage folder is readable by its owner only', async () => {
  const { path, key } = await writeIncoming('closed')
  await createFolderStorage(folder).put(key, path)
  expect((await stat(join(folder, key.slice(0, 2)))).mode & 0o077).toBe(0)
})

describe('S3', () => {
  test.each(['wrongKeys', 'noBucket'] as const)(
    'fails with %s as a 503, logged without the keys',
    async (badSetup) => {
      const lines: string[] = []
      const storage = createS3(
        s3[badSetup],
        pino({}, { write: (line: string) => void lines.push(line) }),
      )
      const { path, key } = await writeIncoming(randomUUID())
      await expect(storage.put(key, path)).rejects.toMatchObject({ problem: { status: 503 } })
      expect(lines.join('')).toMatch(/answered 40[34]/)
      expect(lines.join('')).not.toMatch(/S3RVER:|wrong/)
    },
  )

  test('S3 is retried once if it is overloaded', async () => {
    let requests = 0
    const server = createServer((_req, res) => {
      requests += 1
      res.writeHead(requests === 1 ? 503 : 200).end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo // It listens on a TCP port.
    try {
      expect(await createS3(`http://a:b@127.0.0.1:${port}/files`).has('x')).toBe(true)
      expect(requests).toBe(2)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
