import { setTimeout as delay } from 'node:timers/promises'

/** @typedef {import('./programs.mjs').Program} Program */
/** @typedef {import('./programs.mjs').Listening} Listening */

const readyWithinMs = 30_000

/**
 * Prints where the console is and how to sign in, once it answers.
 * @param {Program} front @param {Program | null} platform
 * @param {{ consoleUrl: string, apiBaseUrl: string }} addresses
 */
export async function announce(front, platform, { consoleUrl, apiBaseUrl }) {
  const [{ url }, own] = await Promise.all([front.listening, platform?.listening])
  const ready = await answers(`${consoleUrl}/readyz`)
  console.log(`The console runs at ${url}`)
  console.log(signInHint(own?.operator, apiBaseUrl))
  if (!ready) console.log('It is not ready yet: the platform does not answer.')
}

/**
 * The password only in the start that made it.
 * @param {Listening['operator']} operator of our own platform @param {string} apiBaseUrl
 */
function signInHint(operator, apiBaseUrl) {
  if (!operator) return `Sign in with an account of the platform at ${new URL(apiBaseUrl).origin}`
  const { email, password, passwordFile } = operator
  const kept = passwordFile && `in ${passwordFile}`
  if (password) {
    return `Sign in as ${email} with the password ${password} (shown this once${kept ? `, kept ${kept}` : ''})`
  }
  return `Sign in as ${email} with ${kept ? `the password ${kept}` : 'your password'}`
}

/** @param {string} url */
async function answers(url) {
  const until = Date.now() + readyWithinMs
  while (Date.now() < until) {
    const response = await fetch(url).catch(() => null) // Refused: not there yet.
    await response?.body?.cancel()
    if (response?.ok) return true
    await delay(50, null, { ref: false })
  }
  return false
}
