import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'
import { join } from 'node:path'
import { consoleHeap, freePort } from '../programs.mjs'

/** @typedef {{ type: 'usage', cpuMs: number, rss: number }} Usage `rss` in bytes. */
/** @typedef {{ listening: { type: 'listening', url: string }, usage: Usage }} Messages What the programs say, by type. */
/** @typedef {Awaited<ReturnType<typeof startMeasured>>} Measured */

const usageModule = fileURLToPath(new URL('programs/usage.mjs', import.meta.url))

/** @param {string} name of a file in `scripts/bench/programs` */
export const own = (name) => fileURLToPath(new URL(`programs/${name}`, import.meta.url))

/**
 * Starts a program that says over its channel when it listens, and can be asked what it used. Times are taken inside
 * the process, so that what else the machine does counts little.
 *
 * @param {string} file
 * @param {Record<string, string>} env
 * @param {readonly string[]} flags for Node
 */
export async function startMeasured(file, env, flags = []) {
  const child = spawn(process.execPath, [...flags, '--import', usageModule, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], PARENT_PID: String(process.pid), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  /**
   * What the program says next of this type.
   *
   * @template {keyof Messages} T
   * @param {T} type
   * @returns {Promise<Messages[T]>}
   */
  const message = (type) => {
    /** @type {Promise<Messages[T]>} */
    const said = new Promise((resolve) => {
      const onMessage = (/** @type {unknown} */ message) => {
        if (!isOf(type, message)) return
        child.off('message', onMessage)
        resolve(message)
      }
      child.on('message', onMessage)
    })
    const gone = ended.then(() => Promise.reject(new Error(`${file} has ended.`)))
    return Promise.race([said, gone])
  }
  const { url } = await message('listening')
  return {
    url,
    /** @returns {Promise<Usage>} */
    usage() {
      const answer = message('usage')
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
 * Whether a message is of this type; the programs are our own, so the rest of it is what `Messages` says.
 *
 * @template {keyof Messages} T
 * @param {T} type
 * @param {unknown} message
 * @returns {message is Messages[T]}
 */
const isOf = (type, message) =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type

/**
 * The built console, started as `npm start` does with its default settings, over the platform at `apiBaseUrl`.
 *
 * @param {string} apiBaseUrl
 */
export async function startConsole(apiBaseUrl) {
  const settings = { PORT: String(await freePort()), API_BASE_URL: apiBaseUrl }
  return startMeasured(join(root, 'dist/server/main.js'), settings, consoleHeap)
}
