import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleMemory } from '#scripts/programs.mjs'
import { getPrerequisite } from '../getPrerequisite.ts'
import { createDatabase } from './newDatabase.ts'

/** The account on test platforms. */
export const operator = { email: 'operator@example.com', password: 'correct horse battery' }

type Listening = { type: 'listening'; url: string }

const isListening = (message: unknown): message is Listening =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === 'listening'

/** Finds a free port, for programs that must know their port before they listen. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Starts a built program and waits until it listens. Throws with its output if it ends. */
async function startProgram(
  program: 'platform' | 'server',
  env: Record<string, string>,
  dist = 'dist',
) {
  const memory = program === 'server' ? consoleMemory : { flags: [], env: {} }
  const child = spawn(process.execPath, [...memory.flags, join(dist, program, 'main.js')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'warn',
      PARENT_PID: String(process.pid),
      ...memory.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<void>((exit) => child.once('exit', () => exit()))
  const url = await new Promise<string>((ready, failed) => {
    child.on('message', (message) => isListening(message) && ready(message.url))
    child.once('exit', (code) => failed(new Error(`${program} ended with ${code}: ${output}`)))
  })
  return {
    url,
    pid: child.pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    getOutput: () => output,
    /** Kills the program. For tests that don't need its data any more. */
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
    /** Shuts the program down and waits for it, which takes a console 3 s. */
    async end() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Starts the reference platform as a process on this data folder. */
export const startPlatform = (folder: string, env: Record<string, string> = {}) =>
  startProgram('platform', {
    PLATFORM_PORT: '0',
    DATA_DIR: folder,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
    DEMO_DATA: 'small',
    ...env,
  })

/** Creates a data folder by a first start, which takes 5 s. Each test platform gets a copy. */
export async function createPlatformData(env: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  await (await startPlatform(folder, env)).end()
  return folder
}

/** Starts the reference platform as a process, with its own copy of the small demo data. */
export async function startReferencePlatform(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  await cp(await getPrerequisite('platformData'), folder, { recursive: true })
  const database = (await getPrerequisite('postgres'))
    ? { DATABASE_URL: await createDatabase('demo') }
    : {}
  const platform = await startPlatform(folder, { ...database, ...env })
  return {
    ...platform,
    async stop() {
      await platform.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the reference platform with the full demo data, which takes 20 s, or 60 s under load. */
export async function startDemoPlatform(env: Record<string, string> = {}) {
  await getPrerequisite('build')
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  const database = (await getPrerequisite('postgres'))
    ? { DATABASE_URL: await createDatabase('migrated') }
    : {}
  const platform = await startPlatform(folder, { DEMO_DATA: 'full', ...database, ...env })
  return {
    ...platform,
    async stop() {
      await platform.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the console as a process, for the platform at `apiBaseUrl`, from the build in `dist`. */
export async function startConsole(
  apiBaseUrl: string,
  env: Record<string, string> = {},
  dist?: string,
) {
  const port = await findFreePort()
  return startProgram('server', { PORT: String(port), API_BASE_URL: apiBaseUrl, ...env }, dist)
}
