import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { need } from '#tests/support/need.ts'
import type { OperatorSignIn } from '#server/platform/areas/signIn/operator.ts'

// As it is run in earnest, and without its sources being read anew by each.
const dist = await need('build')

type Listening = { type: 'listening'; url: string; operator: OperatorSignIn }

/** A folder that is deleted with the block that asked for it: `await using folder = await temporaryFolder()`. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'platform-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Such a folder, whose embedded database has its tables: a start that makes them takes four times as long. */
export async function folderWithTables() {
  const folder = await temporaryFolder()
  await cp(await need('dataFolder'), folder.path, { recursive: true })
  return folder
}

/** The platform as a process of its own; what is not set in `env` is not set at all. */
export function runPlatform(env: Record<string, string>, { ipc = true } = {}) {
  const child = spawn(process.execPath, [join(dist, 'platform/main.js')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PLATFORM_PORT: '0',
      LOG_LEVEL: 'info',
      DEMO_DATA: 'small',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  const said = { out: '', err: '' }
  child.stdout?.on('data', (text: Buffer) => (said.out += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (said.err += text.toString()))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }))
  const listening = new Promise<Listening>((resolve, reject) => {
    child.on('message', (message: Listening | { type: 'progress' }) => {
      if (message.type === 'listening') resolve(message)
    })
    void ended.then(({ err }) => reject(new Error(err)))
  })
  listening.catch(() => {}) // Who awaits it learns of it; who only awaits the end does not mind.
  return {
    pid: child.pid ?? 0,
    said,
    ended,
    listening,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
