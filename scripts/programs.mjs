import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { root } from './bootstrap.mjs'
import { Sentence } from './sentence.mjs'

/**
 * What a program sends once it accepts connections; the platform adds an account, its password only when just made.
 * @typedef {object} Listening @property {'listening'} type @property {string} url
 * @property {{ email: string, password: string | null, passwordFile: string | null }} [operator]
 * @property {Record<string, string>} [settings] those of the platform that lead to stand-ins
 */

/**
 * @typedef {object} Ending @property {number | null} code
 * @property {string} reason in its own words, if it wrote any to stderr that are not yet printed
 */

/**
 * A program that was started.
 * @typedef {object} Program
 * @property {Promise<Listening>} listening resolves when it accepts connections; stays pending if it ends before that
 * @property {Promise<Ending>} ended
 * @property {(listener: (step: string) => void) => void} onProgress calls back with each step of its start
 * @property {(signal: NodeJS.Signals) => void} kill
 */

/**
 * The console's memory, as in the Dockerfile: the size of V8's heap in MB, and for how many threads the C library keeps freed
 * memory (server/docs/decisions/0013-memory-of-the-console.md). No source maps: `main.js.map` tells a trace's files.
 */
export const consoleMemory = {
  flags: ['--min-semi-space-size=16', '--max-semi-space-size=16', '--max-old-space-size=160'],
  env: { MALLOC_ARENA_MAX: '2' },
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only the script; it ends when PARENT_PID is gone.
 * Errors before it listens are kept: a setting that both programs refuse is reported once.
 * @param {string} name for messages @param {string} file @param {NodeJS.ProcessEnv} settings @param {readonly string[]} flags
 * @returns {Program}
 */
export function startProgram(name, file, settings, flags = ['--enable-source-maps']) {
  const child = spawn(process.execPath, [...flags, file], {
    cwd: root,
    env: { ...settings, PARENT_PID: String(process.pid) },
    detached: true,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let kept = ''
  let hasListened = false
  /** @type {((step: string) => void)[]} */
  const progressListeners = []
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    if (hasListened) process.stderr.write(text)
    else kept += text
  })
  /** @type {Promise<Listening>} */
  const listening = new Promise((resolve) => {
    child.on('message', (message) => {
      if (isProgress(message)) progressListeners.forEach((listener) => listener(message.step))
      if (!isListening(message)) return
      hasListened = true
      process.stderr.write(kept)
      resolve(message)
    })
  })
  /** @type {Promise<Ending>} */
  const ended = once(child, 'close').then(([code, signal]) => ({
    code,
    reason:
      (!hasListened && kept.trim()) ||
      `The ${name} ended unexpectedly (${signal ?? `exit code ${code}`}).`,
  }))
  return {
    listening,
    ended,
    onProgress: (listener) => void progressListeners.push(listener),
    kill: (signal) => void child.kill(signal),
  }
}

/**
 * The platform is null where API_BASE_URL names another; else the console is told where ours will be.
 * @param {NodeJS.ProcessEnv} settings
 */
export async function settingsOfPrograms(settings) {
  const front = {
    ...settings,
    HOST: settings['HOST'] || '127.0.0.1',
    PORT: settings['PORT'] || '3000',
    // What seals secrets at rest is the platform's alone.
    SECRET_KEYS: undefined,
  }
  const consoleUrl = addressOf(front.HOST, front.PORT)
  const foreign = settings['API_BASE_URL']
  if (foreign) {
    const consoleSettings = { ...front, API_BASE_URL: foreign }
    return { consoleUrl, consoleSettings, platformSettings: null }
  }
  const host = settings['PLATFORM_HOST'] || '127.0.0.1'
  const given = settings['PLATFORM_PORT']
  const port = given && given !== '0' ? given : String(await freePort())
  const platformUrl = addressOf(host, port)
  if (!URL.canParse(platformUrl)) {
    throw new Sentence(
      `PLATFORM_HOST and PLATFORM_PORT must form an address, not "${host}" and "${port}".`,
    )
  }
  return {
    consoleUrl,
    consoleSettings: { ...front, API_BASE_URL: platformUrl },
    platformSettings: { ...settings, PLATFORM_HOST: host, PLATFORM_PORT: port },
  }
}

/** @param {string} host @param {string} port */
function addressOf(host, port) {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** A free loopback port, chosen ahead so that both programs can start at once. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

/** @param {unknown} message @returns {message is Listening} */
function isListening(message) {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'listening'
  )
}

/** @param {unknown} message @returns {message is { type: 'progress', step: string }} */
function isProgress(message) {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'progress' &&
    'step' in message &&
    typeof message.step === 'string'
  )
}
