import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#scripts/programs.mjs'

const script = resolve('scripts/start.mjs')
const folder = mkdtempSync(join(tmpdir(), 'start-'))
/** The data folder of a platform that has been started once, with what that start printed. */
const first = { data: join(folder, 'first'), printed: '' }

beforeAll(async () => {
  const started = await start({ DATA_DIR: first.data })
  await started.ready()
  first.printed = started.stdout()
  await started.end('SIGTERM')
})
/** What a test has started and not ended. */
const running = new Set<Started>()
afterEach(async () => {
  await Promise.all([...running].map((started) => started.end('SIGTERM')))
  running.clear()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a start', () => {
  test('on an empty data folder prints the address and, once, a password that is kept in a file', async () => {
    const account = /^Sign in as (\S+) with the password (\S+) \(shown this once, kept in (.+)\)$/m
    const [, email, password, file] = account.exec(first.printed) ?? []
    expect(first.printed).toMatch(/^The console runs at http:\/\/127\.0\.0\.1:\d+$/m)
    expect(email).toContain('@')
    expect(readFileSync(file ?? '', 'utf8')).toContain(password)
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600)

    const again = await start({ DATA_DIR: copyOfFirst() })
    await again.ready()
    expect(again.stdout()).not.toContain(password)
    expect(again.stdout()).toMatch(/^Sign in as \S+ with the password in .+$/m)
  })

  // Other test files keep the processors busy at the same time: the best of four starts counts.
  test('on a used data folder is ready within 3 seconds', { retry: 3 }, async () => {
    const data = copyOfFirst()
    const began = performance.now()
    const started = await start({ DATA_DIR: data })
    await started.ready()
    expect(performance.now() - began).toBeLessThan(3000)
    expect((await fetch(`${started.url}/readyz`)).status).toBe(200)
  })

  test('with API_BASE_URL starts the console alone and names that platform', async () => {
    const platform = await start({ DATA_DIR: copyOfFirst() })
    await platform.ready()
    const started = await start({ API_BASE_URL: platform.platformUrl })
    await started.ready()
    expect(started.stdout()).toContain(
      `Sign in with an account of the platform at ${platform.platformUrl}`,
    )
    expect(await answers(started.platformUrl)).toBe(false)
  })
})

describe('both programs end and nothing is left listening', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'after %s, with exit code 0',
    async (signal) => {
      const started = await start({ DATA_DIR: copyOfFirst() })
      await started.ready()
      expect(await started.end(signal)).toBe(0)
      expect(started.stderr()).toBe('')
      await nothingListens(started)
    },
  )

  test('at once after a second signal', async () => {
    const started = await start({ DATA_DIR: copyOfFirst() })
    await started.ready()
    const began = performance.now()
    started.child.kill('SIGINT')
    // The same Ctrl-C may arrive twice within half a second: a second one counts after that.
    const again = setInterval(() => started.child.kill('SIGINT'), 600)
    onTestFinished(() => clearInterval(again))
    await started.ended
    expect(performance.now() - began).toBeLessThan(2500) // Draining alone takes 3 s.
    await nothingListens(started)
  })

  test('when the process that ran the command is gone', async () => {
    const started = await start({ DATA_DIR: copyOfFirst() }, 'behind a shell')
    await started.ready()
    started.child.kill('SIGKILL')
    await nothingListens(started)
  })

  test('when the command itself is killed', async () => {
    const started = await start({ DATA_DIR: copyOfFirst() })
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
    const data = copyOfFirst()
    const holder = await start({ DATA_DIR: data })
    await holder.ready()
    await failsToStart({ DATA_DIR: data }, data)
    expect((await fetch(`${holder.url}/readyz`)).status).toBe(200)
  })
})

type Started = ReturnType<typeof spawnStart>

/** Runs the command on free ports and a new data folder, unless the settings say otherwise. */
async function start(
  settings: Record<string, string>,
  how: 'directly' | 'behind a shell' = 'directly',
) {
  const started = spawnStart(
    {
      LOG_LEVEL: 'fatal',
      PORT: String(await freePort()),
      PLATFORM_PORT: String(await freePort()),
      DATA_DIR: newFolder(),
      ...settings,
    },
    how,
  )
  running.add(started)
  return started
}

function spawnStart(settings: Record<string, string>, how: 'directly' | 'behind a shell') {
  const [command, args]: [string, string[]] =
    how === 'directly'
      ? [process.execPath, [script]]
      : ['sh', ['-c', '"$0" "$1" & wait', process.execPath, script]]
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout = textOf(child.stdout)
  const stderr = textOf(child.stderr)
  const ended = once(child, 'exit').then(([code]): unknown => code)
  return {
    child,
    stdout,
    stderr,
    ended,
    url: `http://127.0.0.1:${settings['PORT']}`,
    platformUrl: `http://127.0.0.1:${settings['PLATFORM_PORT']}`,
    /** Resolves when the command has said how to sign in. */
    ready: () =>
      vi.waitFor(
        () => {
          if (!stdout().includes('Sign in ')) throw new Error(`not ready: ${stdout()}${stderr()}`)
        },
        { timeout: 40_000, interval: 20 },
      ),
    /** Sends a signal; resolves with the exit code. */
    end: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return ended
    },
  }
}

function textOf(stream: Readable) {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text
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

/** Most tests want a start that takes less than making a database. */
function copyOfFirst() {
  const copy = newFolder()
  cpSync(first.data, copy, { recursive: true })
  return copy
}
