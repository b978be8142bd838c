import { setTimeout as delay } from 'node:timers/promises'
import { startProgress } from './progress.mjs'

/** @typedef {import('./programs.mjs').Program} Program */
/** @typedef {import('./programs.mjs').ListeningMessage} ListeningMessage */

const readyTimeoutMs = 30_000

/** A start that is faster than this prints only its result. */
const silentMs = 3000

/**
 * Prints the startup steps if the start takes a while, then the console's URL and how to sign in.
 * @param {Program} consoleProgram @param {Program | null} platform
 * @param {{ consoleUrl: string, apiBaseUrl: string }} addresses
 */
export async function announceStart(consoleProgram, platform, { consoleUrl, apiBaseUrl }) {
  const progress = startProgress({ silentMs })
  progress.show(platform ? 'Starting the platform and the console' : 'Starting the console')
  platform?.onProgress(progress.show)
  void Promise.race([consoleProgram.ended, platform?.ended].filter(Boolean)).then(progress.end)
  const [{ url }, platformStart] = await Promise.all([
    consoleProgram.listening,
    platform?.listening,
  ])
  progress.end()
  const isReady = await waitUntilReady(`${consoleUrl}/readyz`)
  console.log(`The console runs at ${url}`)
  console.log(formatSignInHint(platformStart?.operator, apiBaseUrl))
  if (!isReady) console.log("The console isn't ready yet because the platform doesn't respond.")
}

/**
 * Returns how to sign in. Only the start that generated the password prints it.
 * @param {ListeningMessage['operator']} operator of our own platform @param {string} apiBaseUrl
 */
function formatSignInHint(operator, apiBaseUrl) {
  if (!operator) return `Sign in with an account of the platform at ${new URL(apiBaseUrl).origin}`
  const { email, password, passwordFile } = operator
  const location = passwordFile && `in ${passwordFile}`
  if (password) {
    return `Sign in as ${email} with the password ${password} (shown only this once${location ? `, saved ${location}` : ''})`
  }
  return `Sign in as ${email} with ${location ? `the password ${location}` : 'your password'}`
}

/** @param {string} url */
async function waitUntilReady(url) {
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    // The connection is rejected until the console listens.
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return true
    await delay(50, null, { ref: false })
  }
  return false
}
