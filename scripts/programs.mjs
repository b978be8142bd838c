import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { root } from './bootstrap.mjs'
import { UserError } from './userError.mjs'

/**
 * The message that a program sends when it accepts connections. The platform adds an account, with
 * its password only if it was just generated.
 * @typedef {object} ListeningMessage @property {'listening'} type @property {string} url
 * @property {{ email: string, password: string | null, passwordFile: string | null }} [operator]
 * @property {Record<string, string>} [settings] platform settings that lead to mock providers
 */

/**
 * @typedef {object} ProgramEnd @property {number | null} code
 * @property {string} reason its unprinted stderr output, or else its exit code in a sentence
 */

/**
 * A started program.
 * @typedef {object} Program
 * @property {Promise<ListeningMessage>} listening resolves when it listens; pending if it ends before
 * @property {Promise<ProgramEnd>} ended
 * @property {(listener: (step: string) => void) => void} onProgress adds a listener for startup steps
 * @property {(signal: NodeJS.Signals) => void} kill
 */

/**
 * The console's memory limits, as in the Dockerfile: V8's heap in MB, and the number of malloc
 * arenas, which keep freed memory (server/docs/decisions/0013-memory-of-the-console.md). The old
 * generation may double before it's collected (0076-growth-of-the-old-generation.md there). No
 * source maps: `main.js.map` resolves the files of a stack trace.
 */
export const consoleMemory = {
  flags: [
    '--min-semi-space-size=16',
    '--max-semi-space-size=16',
    '--max-old-space-size=160',
    '--heap-growing-percent=100',
  ],
  env: { MALLOC_ARENA_MAX: '2' },
}

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only the script. It ends when
 * PARENT_PID has ended. Holds back errors until it listens, so that a setting that both programs
 * reject is reported once.
 * @param {string} name for messages
 * @param {string} file
 * @param {NodeJS.ProcessEnv} settings
 * @param {readonly string[]} flags
 * @returns {Program}
 */
export function startProgram(name, file, settings, flags = ['--enable-source-maps']) {
  const child = spawn(process.execPath, [...flags, file], {
    cwd: root,
    env: { ...settings, PARENT_PID: String(process.pid) },
    detached: true,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let startupErrors = ''
  let hasListened = false
  /** @type {((step: string) => void)[]} */
  const progressListeners = []
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    if (hasListened) process.stderr.write(text)
    else startupErrors += text
  })
  /** @type {Promise<ListeningMessage>} */
  const listening = new Promise((resolve) => {
    child.on('message', (message) => {
      if (isProgress(message)) progressListeners.forEach((listener) => listener(message.step))
      if (!isListening(message)) return
      hasListened = true
      process.stderr.write(startupErrors)
      resolve(message)
    })
  })
  /** @type {Promise<ProgramEnd>} */
  const ended = once(child, 'close').then(([code, signal]) => ({
    code,
    reason:
      (!hasListened && startupErrors.trim()) ||
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
 * Returns the settings of both programs. The platform's are null if API_BASE_URL names another
 * platform; otherwise the console gets the URL of ours.
 * @param {NodeJS.ProcessEnv} settings
 */
export async function resolveProgramSettings(settings) {
  const baseSettings = {
    ...settings,
    HOST: settings['HOST'] || '127.0.0.1',
    PORT: settings['PORT'] || '3000',
    // Only the platform gets the keys for secrets at rest.
    SECRET_KEYS: undefined,
  }
  const consoleUrl = buildUrl(baseSettings.HOST, baseSettings.PORT)
  const otherPlatformUrl = settings['API_BASE_URL']
  if (otherPlatformUrl) {
    const consoleSettings = { ...baseSettings, API_BASE_URL: otherPlatformUrl }
    return { consoleUrl, consoleSettings, platformSettings: null }
  }
  const host = settings['PLATFORM_HOST'] || '127.0.0.1'
  const configuredPort = settings['PLATFORM_PORT']
  const port =
    configuredPort && configuredPort !== '0' ? configuredPort : String(await findFreePort())
  const platformUrl = buildUrl(host, port)
  if (!URL.canParse(platformUrl)) {
    throw new UserError(
      `PLATFORM_HOST and PLATFORM_PORT must form an address, not "${host}" and "${port}".`,
    )
  }
  return {
    consoleUrl,
    consoleSettings: { ...baseSettings, API_BASE_URL: platformUrl },
    platformSettings: { ...settings, PLATFORM_HOST: host, PLATFORM_PORT: port },
  }
}

/** @param {string} host @param {string} port */
function buildUrl(host, port) {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/**
 * Finds a free loopback port in advance, so that both programs can start at once.
 * @returns {Promise<number>}
 */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

/** @param {unknown} message @returns {message is ListeningMessage} */
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
