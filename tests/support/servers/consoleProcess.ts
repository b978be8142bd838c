import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleMemory } from '#scripts/programs.mjs'
import { need } from '../need.ts'
import { newDatabase } from './newDatabase.ts'

/** The account of platforms that tests start. */
export const operator = { email: 'operator@example.com', password: 'correct horse battery' }

type Listening = { type: 'listening'; url: string }

const isListening = (message: unknown): message is Listening =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === 'listening'

/** A port that was free a moment ago, for programs that must know their address before they listen. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Starts one of the two built programs and waits until it listens; fails with what it said on stderr. */
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
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((exit) => child.once('exit', () => exit()))
  const url = await new Promise<string>((ready, failed) => {
    child.on('message', (message) => isListening(message) && ready(message.url))
    child.once('exit', (code) => failed(new Error(`${program} ended with ${code}: ${said}`)))
  })
  return {
    url,
    pid: child.pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => said,
    /** Ends it at once: nobody comes back to it, and what it keeps goes with it. */
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
    /** Tells it to end and waits until it has, which takes a console 3 s. */
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const startPlatform = (folder: string, env: Record<string, string> = {}) =>
  startProgram('platform', {
    PLATFORM_PORT: '0',
    DATA_DIR: folder,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
    DEMO_DATA: 'small',
    ...env,
  })

/** A data folder as the first start of the platform leaves it, of which each platform gets a copy: making one takes 5 s. */
export async function makePlatformData(env: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  await (await startPlatform(folder, env)).end()
  return folder
}

/** The reference platform as a process of its own, on a data folder and a database of its own that hold the small demo data. */
export async function startReferencePlatform(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  await cp(await need('platformData'), folder, { recursive: true })
  const database = (await need('postgres')) ? { DATABASE_URL: await newDatabase('demo') } : {}
  const platform = await startPlatform(folder, { ...database, ...env })
  return {
    ...platform,
    async stop() {
      await platform.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The reference platform with the whole demo data, as a new platform has it. Making it takes 20 s, and a minute under load. */
export async function startDemoPlatform(env: Record<string, string> = {}) {
  await need('build')
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  const database = (await need('postgres')) ? { DATABASE_URL: await newDatabase('migrated') } : {}
  const platform = await startPlatform(folder, { DEMO_DATA: 'full', ...database, ...env })
  return {
    ...platform,
    async stop() {
      await platform.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The console as a process of its own, over the platform at `apiBaseUrl`, from the build in `dist`. */
export async function startConsole(
  apiBaseUrl: string,
  env: Record<string, string> = {},
  dist?: string,
) {
  const port = await freePort()
  return startProgram('server', { PORT: String(port), API_BASE_URL: apiBaseUrl, ...env }, dist)
}
