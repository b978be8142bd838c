import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'

/** @typedef {{ type: 'usage', cpuMs: number, rss: number }} Usage `rss` in bytes. */
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
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  /**
   * What the program says next of this type. The programs are our own: who asks names what is in it.
   *
   * @template {string} T
   * @param {T} type
   * @returns {Promise<any>}
   */
  const message = (type) => {
    /** @type {Promise<any>} */
    const said = new Promise((resolve) => {
      const onMessage = (/** @type {any} */ message) => {
        if (message.type !== type) return
        child.off('message', onMessage)
        resolve(message)
      }
      child.on('message', onMessage)
    })
    const gone = ended.then(() => Promise.reject(new Error(`${file} has ended.`)))
    return Promise.race([said, gone])
  }
  /** @type {{ url: string }} */
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
