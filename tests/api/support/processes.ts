import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import type { OperatorSignIn } from '#server/platform/areas/signIn/operator.ts'

// Tests run the build, as production does, because each process would compile the sources again.
const dist = await getPrerequisite('build')

type Listening = { type: 'listening'; url: string; operator: OperatorSignIn }

/** Creates a folder for the rest of a block: `await using folder = await createTemporaryFolder()`. */
export async function createTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'platform-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Creates a folder whose embedded database has tables. A start is four times as fast. */
export async function createFolderWithTables() {
  const folder = await createTemporaryFolder()
  await cp(await getPrerequisite('dataFolder'), folder.path, { recursive: true })
  return folder
}

/** Runs the platform as a process, which inherits no environment variables but PATH. */
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
  const output = { out: '', err: '' }
  child.stdout?.on('data', (text: Buffer) => (output.out += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (output.err += text.toString()))
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }))
  const listening = new Promise<Listening>((resolve, reject) => {
    child.on('message', (message: Listening | { type: 'progress' }) => {
      if (message.type === 'listening') resolve(message)
    })
    void exited.then(({ err }) => reject(new Error(err)))
  })
  listening.catch(() => {}) // Ignores the error for callers that await only the exit.
  return {
    pid: child.pid ?? 0,
    output,
    ended: exited,
    listening,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
