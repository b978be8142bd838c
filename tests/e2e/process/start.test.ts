import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { runStart } from '#tests/support/servers/startCommand.ts'
import type { StartProcess } from '#tests/support/servers/startCommand.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
/** The data folder of a platform that was started and stopped once, and the output of that. */
const firstStart = { data: join(folder, 'first'), printed: '', faults: '', code: null as unknown }
/** The second start on that folder, which runs during all tests. */
let secondStart: StartProcess

beforeAll(async () => {
  // The hook has more time for this than a test.
  await getPrerequisite('platformData')
  const startProcess = await start({ DATA_DIR: firstStart.data })
  await startProcess.ready()
  firstStart.printed = startProcess.stdout()
  firstStart.code = await startProcess.end('SIGTERM')
  firstStart.faults = startProcess.stderr()
  await waitUntilStopped(startProcess)
  secondStart = await runStart({ DATA_DIR: firstStart.data })
  await secondStart.ready()
})
afterAll(async () => {
  await Promise.all([secondStart, ...startedPrograms].map((program) => program.end('SIGTERM')))
  rmSync(folder, { recursive: true })
})
/** The programs that tests have started. */
const startedPrograms = new Set<StartProcess>()

describe('The start command', () => {
  test('prints the URL on an empty data folder, and once a password, which it saves in a file', async () => {
    const account =
      /^Sign in as (\S+) with the password (\S+) \(shown only this once, saved in (.+)\)$/m
    const [, email, password, file] = account.exec(firstStart.printed) ?? []
    expect(firstStart.printed).toMatch(/^The console runs at http:\/\/127\.0\.0\.1:\d+$/m)
    expect(email).toContain('@')
    expect(readFileSync(file ?? '', 'utf8')).toContain(password)
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600)

    expect(secondStart.stdout()).not.toContain(password)
    expect(secondStart.stdout()).toMatch(/^Sign in as \S+ with the password in .+$/m)
  })

  test('starts only the console with API_BASE_URL, and names that platform', async () => {
    const startProcess = await start({ API_BASE_URL: secondStart.platformUrl })
    await startProcess.ready()
    expect(startProcess.stdout()).toContain(
      `Sign in with an account of the platform at ${secondStart.platformUrl}`,
    )
    expect(await isReachable(startProcess.platformUrl)).toBe(false)
  })
})

describe('Both programs end and stop listening', () => {
  // `beforeAll` waits until nothing listens.
  test('after SIGTERM, with exit code 0', () => {
    expect(firstStart).toMatchObject({ code: 0, faults: '' })
  })

  test.each(['SIGINT', 'SIGHUP'] as const)('after %s, with exit code 0', async (signal) => {
    const startProcess = await start(await prepareDatabase())
    await startProcess.ready()
    expect(await startProcess.end(signal)).toBe(0)
    expect(startProcess.stderr()).toBe('')
    await waitUntilStopped(startProcess)
  })

  test('immediately after a second signal', async () => {
    const startProcess = await start(await prepareDatabase())
    await startProcess.ready()
    const startTime = performance.now()
    startProcess.child.kill('SIGINT')
    // The same Ctrl+C may arrive twice within half a second. A second one counts only after that.
    const signalTimer = setInterval(() => startProcess.child.kill('SIGINT'), 600)
    onTestFinished(() => clearInterval(signalTimer))
    await startProcess.ended
    expect(performance.now() - startTime).toBeLessThan(3000) // Draining alone takes 3 s.
    await waitUntilStopped(startProcess)
  })

  test('when the process that ran the command is gone', async () => {
    const startProcess = await start(await prepareDatabase(), 'behind a shell')
    await startProcess.ready()
    startProcess.child.kill('SIGKILL')
    await waitUntilStopped(startProcess)
  })

  test('when the command itself is killed', async () => {
    const startProcess = await start(await prepareDatabase())
    await startProcess.ready()
    startProcess.child.kill('SIGKILL')
    await waitUntilStopped(startProcess)
  })
})

describe('A start that cannot succeed ends with one sentence and a failure', () => {
  test('for a port in use', async () => {
    const portHolder = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void portHolder.close())
    await once(portHolder, 'listening')
    const address = portHolder.address()
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
    await expectStartFailure({ PORT: String(address.port) }, String(address.port))
  })

  test.each([
    ['PORT', 'many'],
    ['PLATFORM_PORT', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['API_BASE_URL', 'nowhere'],
    ['DATABASE_URL', 'nowhere'],
  ])('for a bad %s, which it names', async (name, value) => {
    await expectStartFailure({ [name]: value }, name)
  })

  test('for a data folder in use, without affecting its user', async () => {
    await expectStartFailure({ DATA_DIR: firstStart.data }, firstStart.data)
    expect((await fetch(`${secondStart.url}/readyz`)).status).toBe(200)
  })
})

/** Runs the command, on an empty data folder by default, and stops it after the test. */
async function start(settings: Record<string, string>, how?: 'behind a shell') {
  const startProcess = await runStart({ DATA_DIR: createDataFolder(), ...settings }, how)
  startedPrograms.add(startProcess)
  return startProcess
}

async function expectStartFailure(settings: Record<string, string>, hint: string) {
  const startProcess = await start(settings)
  expect(await startProcess.ended).toBeGreaterThan(0)
  expect(startProcess.stdout()).not.toContain('The console runs')
  expect(startProcess.stderr()).toMatch(/^[A-Z][^\n]+\.\n$/)
  expect(startProcess.stderr()).toContain(hint)
  expect(await isReachable(startProcess.platformUrl)).toBe(false)
}

async function waitUntilStopped({ url, platformUrl }: StartProcess) {
  await vi.waitFor(
    async () =>
      expect([await isReachable(url), await isReachable(platformUrl)]).toEqual([false, false]),
    { timeout: 20_000, interval: 100 },
  )
}

async function isReachable(url: string) {
  try {
    await fetch(`${url}/healthz`)
    return true
  } catch {
    return false
  }
}

function createDataFolder() {
  return mkdtempSync(join(folder, 'data-'))
}

/** Uses a PostgreSQL server if there is one. Its start takes a third of the embedded one's. */
async function prepareDatabase(): Promise<Record<string, string>> {
  const data = copyDataFolder(await getPrerequisite('platformData'))
  if ((await getPrerequisite('postgres')) === '') return { DATA_DIR: data }
  return { DATA_DIR: data, DATABASE_URL: await createDatabase('demo') }
}

/** Copies a data folder, which is faster than creating a database. */
function copyDataFolder(data: string) {
  const copy = createDataFolder()
  cpSync(data, copy, { recursive: true })
  return copy
}

test('a program that dies is restarted', async () => {
  const startProcess = await start(await prepareDatabase())
  await startProcess.ready()
  for (const [program, url] of [
    ['platform', startProcess.platformUrl],
    ['server', startProcess.url],
  ] as const) {
    const killedPid = findProgram(startProcess, `dist/${program}/main.js`)
    process.kill(killedPid, 'SIGKILL')
    await vi.waitFor(
      async () => {
        expect(findProgram(startProcess, `dist/${program}/main.js`)).not.toBe(killedPid)
        expect((await fetch(`${url}/healthz`)).status).toBe(200)
      },
      { timeout: 60_000, interval: 100 },
    )
  }
  const restarts = startProcess.stderr().match(/ended unexpectedly \(SIGKILL\)\. Restarting it\./g)
  expect(restarts).toHaveLength(2)
  expect(await startProcess.end('SIGTERM')).toBe(0)
  await waitUntilStopped(startProcess)
})

/** The process ID of a program that the command runs, read from Linux's /proc. */
function findProgram({ child }: StartProcess, file: string): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  const programPid = children
    .split(' ')
    .filter(Boolean)
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file))
  if (programPid === undefined) throw new Error(`The command doesn't run ${file}`)
  return Number(programPid)
}
