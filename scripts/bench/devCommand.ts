import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../bootstrap.mjs'
import { findFreePort } from '../programs.mjs'

const folders = ['client', 'machines', 'scripts', 'server', 'shared']
const files = ['package.json', 'package-lock.json', 'tsconfig.json']

/** A busy machine takes many times as long as an idle one. */
const timeoutMs = 90_000

export type DevCommand = Awaited<ReturnType<typeof startDevCommand>>

/**
 * Starts `npm run dev` in a copy of the project whose files can be edited, with the PostgreSQL
 * server at `databaseUrl` if set. The caller ends it.
 */
export async function startDevCommand({
  databaseUrl,
  pollMs = 10,
}: { databaseUrl?: string; pollMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'))
  for (const path of [...folders, ...files])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [port, platformPort] = [String(await findFreePort()), String(await findFreePort())]
  const child = spawn(process.execPath, [join(folder, 'scripts/dev.mjs')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: port,
      PLATFORM_PORT: platformPort,
      DATA_DIR: join(folder, '.data'),
      DEMO_DATA: 'none',
      LOG_LEVEL: 'fatal',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`

  async function waitForText(address: string, text: string): Promise<number> {
    const startedAt = performance.now()
    while (performance.now() - startedAt < timeoutMs) {
      // The port is closed while a program restarts.
      const response = await fetch(address).catch(() => null)
      if ((await response?.text().catch(() => ''))?.includes(text))
        return performance.now() - startedAt
      await delay(pollMs)
    }
    throw new Error(`${address} didn't show "${text}" in time. The command printed:\n${output}`)
  }

  return {
    url,
    platformUrl: `http://127.0.0.1:${platformPort}`,
    waitForText,
    waitUntilReady: () => waitForText(url, '<html'),
    editFile(path: string, from: string, to: string) {
      const file = join(folder, path)
      const text = readFileSync(file, 'utf8')
      if (!text.includes(from)) throw new Error(`${path} doesn't contain "${from}"`)
      writeFileSync(file, text.replace(from, to))
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
