import { setTimeout as delay } from 'node:timers/promises'
import { watchParent } from './watchParent.mjs'

/** @typedef {import('./programs.mjs').Program} Program */

/**
 * The console drains for at most 13 s (http.md, Process) and needs the platform during that time.
 */
const platformStopDelayMs = 12_000
const killDelayMs = 13_000
/**
 * Signals within this time count as one, because a terminal and npm both deliver the same Ctrl-C.
 */
const sameSignalMs = 500

/** Returns two promises: for the first reason to stop, and for a second, separate signal. */
export function watchStopSignals() {
  const { promise: first, resolve: resolveFirst } = /** @type {PromiseWithResolvers<'signal'>} */ (
    Promise.withResolvers()
  )
  const { promise: second, resolve: resolveSecond } = Promise.withResolvers()
  let firstAt = Infinity
  const requestStop = () => {
    firstAt = Math.min(firstAt, Date.now())
    resolveFirst('signal')
  }
  const onSignal = () => {
    if (Date.now() - firstAt > sameSignalMs) resolveSecond(undefined)
    requestStop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
  watchParent(requestStop)
  // Writing to a closed terminal fails, which must not end this script before its programs.
  process.stdout.on('error', requestStop)
  process.stderr.on('error', requestStop)
  return { first, second }
}

/**
 * Stops the console, then the platform, which the console may need for its last response. A second
 * signal kills both.
 * @param {Program} consoleProgram @param {Program | null} platform @param {Promise<unknown>} secondSignal
 */
export async function stopPrograms(consoleProgram, platform, secondSignal) {
  const endings = [consoleProgram.ended, platform?.ended]
  const kill = () => [consoleProgram, platform].forEach((program) => program?.kill('SIGKILL'))
  void secondSignal.then(kill)
  setTimeout(kill, killDelayMs).unref()
  consoleProgram.kill('SIGTERM')
  await Promise.race([consoleProgram.ended, delay(platformStopDelayMs, null, { ref: false })])
  platform?.kill('SIGTERM')
  await Promise.all(endings)
}
