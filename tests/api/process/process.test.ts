import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { createServer, connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatePassword, getSecureRandom } from '#shared/areas/signIn/generatePassword.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { createCaller } from '../support/calling.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { hasPostgres } from '../support/databases.ts'
import { createFolderWithTables, runPlatform, createTemporaryFolder } from '../support/processes.ts'
import { buildSampleValues } from '../support/records.ts'

/** The timeout of tests that start several programs, in ms. */
const slow = 300_000

type Running = { url: string; email: string; password: string }

async function signIn({ url, email, password }: Running) {
  const { body } = await createCaller({ url })('POST', '/auth/login', { body: { email, password } })
  return createCaller({ url }, body.token)
}

describe('A failing start', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ DATABASE_URL: 'mysql://me:secret@x/y' }, /^DATABASE_URL must be a postgres/],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^We can't connect to the database in DATABASE_URL\. Check the URL, and make sure that the database is running\.$/,
    ],
    [
      { DATA_DIR: '/dev/null/data' },
      /^We can't create the data folder \/dev\/null\/data\. Check its permissions, or set DATA_DIR to another folder\.$/,
    ],
    [{ PLATFORM_HOST: '203.0.113.1' }, /^The platform can't use port 0 on 203/],
  ])('exits with one sentence: %j', async (env, sentence) => {
    await using folder = await createTemporaryFolder()
    await using platform = runPlatform({ DATA_DIR: join(folder.path, 'data'), ...env })
    const { code, err, out } = await platform.ended
    expect(err.trim()).toMatch(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).not.toContain('secret')
  })

  test('exits with one sentence if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // It listens on a TCP port.
    await using folder = await createTemporaryFolder()
    await using platform = runPlatform({ DATA_DIR: folder.path, PLATFORM_PORT: String(port) })
    const { code, err } = await platform.ended
    other.close()
    expect(code).toBe(1)
    expect(err).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PLATFORM_PORT to another port.\n`,
    )
    expect(await readdir(folder.path)).not.toContain('database')
  })
})

describe('The platform on the embedded database', () => {
  let parent: string
  let dataDir: string
  let account: { email: string; password: string }
  let createdId: number
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'platform-'))
    dataDir = join(parent, 'data')
    await using platform = runPlatform({ DATA_DIR: dataDir })
    const { url, operator } = await platform.listening
    account = { email: operator.email, password: operator.password ?? '' }
    const call = await signIn({ url, ...account })
    createdId = (await call('POST', '/sizes', { body: buildSampleValues(sizes) })).body.id
    // `await using` kills the platform with SIGKILL right after the answer.
  }, slow)
  afterAll(() => rm(parent, { recursive: true, force: true }))

  test('creates an operator with a generated password on its first start', async () => {
    expect(account.email).toBe('operator@example.com')
    expect(account.password).toHaveLength(generatePassword(getSecureRandom).length)
    const file = join(dataDir, 'operator-password')
    expect(await readFile(file, 'utf8')).toBe(`${account.password}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  test('hides the content of its data folder from other users', async () => {
    const names = await readdir(dataDir)
    const modes = await Promise.all(
      names.map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o077]),
    )
    expect(Object.fromEntries(modes)).toEqual({
      database: 0,
      files: 0,
      lock: 0,
      'operator-password': 0,
      'secret-keys': 0,
    })
  })

  describe('started four times at once after the SIGKILL', () => {
    const started = new AsyncDisposableStack()
    let winner: ReturnType<typeof runPlatform>
    let errors: string[]
    let told: Awaited<typeof winner.listening>
    let status: number
    beforeAll(async () => {
      const platforms = Array.from({ length: 4 }, () =>
        started.use(runPlatform({ DATA_DIR: dataDir })),
      )
      const losers = platforms.map(({ ended }) => ended.then(({ err }) => err))
      const { platform, message } = await Promise.any(
        platforms.map(async (platform) => ({ platform, message: await platform.listening })),
      )
      winner = platform
      told = message
      const call = await signIn({ url: told.url, ...account })
      status = (await call('GET', `/sizes/${createdId}`)).status
      errors = await Promise.all(losers.filter((_, index) => platforms[index] !== winner))
    }, slow)
    afterAll(() => started.disposeAsync())

    test('runs once, and the other starts report that the folder is in use', () => {
      const sentence = `Another process is using the data folder ${dataDir}. Stop that process, or set DATA_DIR to another folder.\n`
      expect(errors).toEqual([sentence, sentence, sentence])
    })

    test('does not show the password again, only its file', () => {
      const passwordFile = join(dataDir, 'operator-password')
      expect(told.operator).toEqual({ email: account.email, password: null, passwordFile })
      expect(winner.output.out).not.toContain(account.password)
    })

    test('still has the record that it confirmed', () => {
      expect(status).toBe(200)
    })

    test('on SIGTERM it finishes open requests, rejects new ones, and exits with 0', async () => {
      const { port, hostname } = new URL(told.url)
      const body = JSON.stringify(account)
      const slow = connect(Number(port), hostname)
      let answer = ''
      slow.on('data', (text: Buffer) => (answer += text.toString()))
      const over = once(slow, 'close')
      slow.write(
        `POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      // Once the platform answers this call, it has read the head before it.
      await createCaller({ url: told.url })('GET', '/openapi.json')
      winner.kill('SIGTERM')
      await expect.poll(() => isPortClosed(Number(port), hostname), { timeout: 50_000 }).toBe(true)
      slow.write(body)
      await over
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
      expect(await winner.ended).toMatchObject({ code: 0, err: '' })
    })
  })
})

test('the platform exits when its parent process is gone', { timeout: slow }, async () => {
  await using folder = await (hasPostgres ? createTemporaryFolder() : createFolderWithTables())
  // A start on a PostgreSQL server takes a third of the time.
  const server = hasPostgres ? { DATABASE_URL: await createDatabase('migrated') } : {}
  const starter = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await using platform = runPlatform({
    ...server,
    DATA_DIR: folder.path,
    DEMO_DATA: 'none',
    PARENT_PID: String(starter.pid),
  })
  await platform.listening
  starter.kill('SIGKILL')
  expect(await platform.ended).toMatchObject({ code: 0, err: '' })
})

/** Checks that no program listens on this port. */
const isPortClosed = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host)
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', () => resolve(true))
  })

describe.skipIf(!hasPostgres)('The platform on a PostgreSQL server', () => {
  test(
    'two replicas start at once and share one operator, which stdout shows without IPC',
    { timeout: slow },
    async () => {
      await using folder = await createTemporaryFolder()
      const env = { DATABASE_URL: await createDatabase(), DATA_DIR: folder.path }
      await using one = runPlatform(env, { ipc: false })
      await using other = runPlatform(env, { ipc: false })
      const listens = /"url":"([^"]+)"/
      const told = /^Sign in as (\S+) with the password (\S+) \(saved in .*operator-password\)\.$/m
      await expect
        .poll(() => [one, other].every(({ output: said }) => listens.test(said.out)), {
          timeout: slow,
        })
        .toBe(true)

      const [, email = '', password = ''] = told.exec(one.output.out + other.output.out) ?? []
      expect([one, other].filter(({ output: said }) => told.test(said.out))).toHaveLength(1)
      const url = listens.exec(other.output.out)?.[1] ?? ''
      const call = await signIn({ url, email, password })
      expect((await call('GET', '/sizes')).body.page.total).toBe(60)
      one.kill('SIGINT')
      expect(await one.ended).toMatchObject({ code: 0, err: '' })
    },
  )
})
