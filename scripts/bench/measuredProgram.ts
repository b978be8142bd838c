import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'
import { join } from 'node:path'
import { consoleMemory, findFreePort } from '../programs.mjs'

export type Usage = { type: 'usage'; cpuMs: number; rss: number }
export type Messages = { listening: { type: 'listening'; url: string }; usage: Usage }
export type MeasuredProgram = Awaited<ReturnType<typeof startMeasuredProgram>>

const usageModule = fileURLToPath(new URL('programs/usage.mjs', import.meta.url))

export const getProgramPath = (name: string) =>
  fileURLToPath(new URL(`programs/${name}`, import.meta.url))

/**
 * Starts a program that reports its CPU and memory. It measures CPU time itself, so the machine's
 * load matters little.
 */
export async function startMeasuredProgram(
  file: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
) {
  const child = spawn(process.execPath, [...flags, '--import', usageModule, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], PARENT_PID: String(process.pid), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const receive = <T extends keyof Messages>(type: T): Promise<Messages[T]> => {
    const received: Promise<Messages[T]> = new Promise((resolve) => {
      const onMessage = (message: unknown) => {
        if (!isMessage(type, message)) return
        child.off('message', onMessage)
        resolve(message)
      }
      child.on('message', onMessage)
    })
    const failure = ended.then(() => Promise.reject(new Error(`${file} has ended.`)))
    return Promise.race([received, failure])
  }
  const { url } = await receive('listening')
  return {
    url,
    usage(): Promise<Usage> {
      const answer = receive('usage')
      child.send('usage')
      return answer
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Returns whether a message has this type. The programs are our own, so the rest matches
 * `Messages`.
 */
const isMessage = <T extends keyof Messages>(type: T, message: unknown): message is Messages[T] =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type

/**
 * Starts the built console as `npm start` does by default, with the platform at `apiBaseUrl`, and
 * with more settings.
 */
export async function startConsole(apiBaseUrl: string, extraSettings: Record<string, string> = {}) {
  const { flags, env } = consoleMemory
  const port = String(await findFreePort())
  const settings = { ...env, PORT: port, API_BASE_URL: apiBaseUrl, ...extraSettings }
  return startMeasuredProgram(join(root, 'dist/server/main.js'), settings, flags)
}
