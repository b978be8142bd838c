import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { vi } from 'vitest'
import { findFreePort } from '#scripts/programs.mjs'

const script = resolve('scripts/start.mjs')

/** A run of `npm start`'s script. */
export type StartProcess = ReturnType<typeof spawnStart>

/**
 * Runs the script of `npm start` with only these settings, on free ports, without logs. The caller
 * ends the script.
 */
export async function runStart(
  settings: { DATA_DIR: string } & Record<string, string>,
  how: 'directly' | 'behind a shell' = 'directly',
): Promise<StartProcess> {
  const ports = { PORT: String(await findFreePort()), PLATFORM_PORT: String(await findFreePort()) }
  return spawnStart({ LOG_LEVEL: 'fatal', DEMO_DATA: 'small', ...ports, ...settings }, how)
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
  const stdout = collectText(child.stdout)
  const stderr = collectText(child.stderr)
  const ended = once(child, 'exit').then(([code]): unknown => code)
  return {
    child,
    stdout,
    stderr,
    ended,
    url: `http://127.0.0.1:${settings['PORT']}`,
    platformUrl: `http://127.0.0.1:${settings['PLATFORM_PORT']}`,
    /** Resolves when the command prints how to sign in. */
    ready: () =>
      vi.waitFor(
        () => {
          if (!stdout().includes('Sign in ')) throw new Error(`not ready: ${stdout()}${stderr()}`)
        },
        // The first start may create a database while other tests run.
        { timeout: 300_000, interval: 20 },
      ),
    /** Sends a signal; resolves with the exit code. */
    end: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return ended
    },
  }
}

function collectText(stream: Readable) {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text
}
