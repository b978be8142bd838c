import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { need } from '#tests/support/need.ts'
import { newDatabase } from '#tests/support/servers/newDatabase.ts'
import { runStart } from '#tests/support/servers/startCommand.ts'
import type { Started } from '#tests/support/servers/startCommand.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
/** The data folder of a platform that has been started once and told to end, with what that start printed. */
const first = { data: join(folder, 'first'), printed: '', faults: '', code: null as unknown }
/** The second start on that folder, which stays while others are tried beside it. */
let second: Started

beforeAll(async () => {
  // Here, where it may take its time.
  await need('platformData')
  const started = await start({ DATA_DIR: first.data })
  await started.ready()
  first.printed = started.stdout()
  first.code = await started.end('SIGTERM')
  first.faults = started.stderr()
  await nothingListens(started)
  second = await runStart({ DATA_DIR: first.data })
  await second.ready()
})
afterAll(async () => {
  await second.end('SIGTERM')
  rmSync(folder, { recursive: true })
})
/** What a test has started and not ended. */
const running = new Set<Started>()
afterEach(async () => {
  await Promise.all([...running].map((started) => started.end('SIGTERM')))
  running.clear()
})

describe('a start', () => {
  test('on an empty data folder prints the address and, once, a password that is kept in a file', async () => {
    const account =
      /^Sign in as (\S+) with the password (\S+) \(shown only this once, saved in (.+)\)$/m
    const [, email, password, file] = account.exec(first.printed) ?? []
    expect(first.printed).toMatch(/^The console runs at http:\/\/127\.0\.0\.1:\d+$/m)
    expect(email).toContain('@')
    expect(readFileSync(file ?? '', 'utf8')).toContain(password)
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600)

    expect(second.stdout()).not.toContain(password)
    expect(second.stdout()).toMatch(/^Sign in as \S+ with the password in .+$/m)
  })

  test('with API_BASE_URL starts the console alone and names that platform', async () => {
    const started = await start({ API_BASE_URL: second.platformUrl })
    await started.ready()
    expect(started.stdout()).toContain(
      `Sign in with an account of the platform at ${second.platformUrl}`,
    )
    expect(await answers(started.platformUrl)).toBe(false)
  })
})

describe('both programs end and nothing is left listening', () => {
  // `beforeAll` waits until nothing listens.
  test('after SIGTERM, with exit code 0', () => {
    expect(first).toMatchObject({ code: 0, faults: '' })
  })

  test.each(['SIGINT', 'SIGHUP'] as const)('after %s, with exit code 0', async (signal) => {
    const started = await start(await onServer())
    await started.ready()
    expect(await started.end(signal)).toBe(0)
    expect(started.stderr()).toBe('')
    await nothingListens(started)
  })

  test('at once after a second signal', async () => {
    const started = await start(await onServer())
    await started.ready()
    const began = performance.now()
    started.child.kill('SIGINT')
    // The same Ctrl-C may arrive twice within half a second: a second one counts after that.
    const again = setInterval(() => started.child.kill('SIGINT'), 600)
    onTestFinished(() => clearInterval(again))
    await started.ended
    expect(performance.now() - began).toBeLessThan(3000) // Draining alone takes 3 s.
    await nothingListens(started)
  })

  test('when the process that ran the command is gone', async () => {
    const started = await start(await onServer(), 'behind a shell')
    await started.ready()
    started.child.kill('SIGKILL')
    await nothingListens(started)
  })

  test('when the command itself is killed', async () => {
    const started = await start(await onServer())
    await started.ready()
    started.child.kill('SIGKILL')
    await nothingListens(started)
  })
})

describe('a start that cannot succeed ends with one sentence and a failure', () => {
  test('for a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void holder.close())
    await once(holder, 'listening')
    const address = holder.address()
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
    await failsToStart({ PORT: String(address.port) }, String(address.port))
  })

  test.each([
    ['PORT', 'many'],
    ['PLATFORM_PORT', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['API_BASE_URL', 'nowhere'],
    ['DATABASE_URL', 'nowhere'],
  ])('for a bad %s, which it names', async (name, value) => {
    await failsToStart({ [name]: value }, name)
  })

  test('for a data folder in use, and leaves its user alone', async () => {
    await failsToStart({ DATA_DIR: first.data }, first.data)
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  })
})

/** Runs the command, on an empty data folder by default; what the test does not end is ended after it. */
async function start(settings: Record<string, string>, how?: 'behind a shell') {
  const started = await runStart({ DATA_DIR: newFolder(), ...settings }, how)
  running.add(started)
  return started
}

async function failsToStart(settings: Record<string, string>, hint: string) {
  const started = await start(settings)
  expect(await started.ended).toBeGreaterThan(0)
  expect(started.stdout()).not.toContain('The console runs')
  expect(started.stderr()).toMatch(/^[A-Z][^\n]+\.\n$/)
  expect(started.stderr()).toContain(hint)
  expect(await answers(started.platformUrl)).toBe(false)
}

async function nothingListens({ url, platformUrl }: Started) {
  await vi.waitFor(
    async () => expect([await answers(url), await answers(platformUrl)]).toEqual([false, false]),
    { timeout: 20_000, interval: 100 },
  )
}

async function answers(url: string) {
  try {
    await fetch(`${url}/healthz`)
    return true
  } catch {
    return false
  }
}

function newFolder() {
  return mkdtempSync(join(folder, 'data-'))
}

/** Where there is a PostgreSQL server, its database takes a start a third of what the embedded one does. */
async function onServer(): Promise<Record<string, string>> {
  const data = copyOf(await need('platformData'))
  if ((await need('postgres')) === '') return { DATA_DIR: data }
  return { DATA_DIR: data, DATABASE_URL: await newDatabase('demo') }
}

/** Most tests want a start that takes less than making a database. */
function copyOf(data: string) {
  const copy = newFolder()
  cpSync(data, copy, { recursive: true })
  return copy
}

describe('a program that dies', () => {
  test.each(['platform', 'server'])('is restarted: dist/%s', async (program) => {
    const started = await start(await onServer())
    await started.ready()
    const url = program === 'platform' ? started.platformUrl : started.url
    const killed = findProgram(started, `dist/${program}/main.js`)
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(
      async () => {
        expect(findProgram(started, `dist/${program}/main.js`)).not.toBe(killed)
        expect((await fetch(`${url}/healthz`)).status).toBe(200)
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(started.stderr()).toContain('ended unexpectedly (SIGKILL). Restarting it.')
    expect(await started.end('SIGTERM')).toBe(0)
    await nothingListens(started)
  })
})

/** The process ID of a program that the command runs, read from Linux's /proc. */
function findProgram({ child }: Started, file: string): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  const found = children
    .split(' ')
    .filter(Boolean)
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file))
  if (found === undefined) throw new Error(`The command doesn't run ${file}`)
  return Number(found)
}
