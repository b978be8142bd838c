import { setTimeout as delay } from 'node:timers/promises'
import { whenParentGone } from './parent.mjs'

/** @typedef {import('./programs.mjs').Program} Program */

/**
 * The console drains for at most 13 s (http.md, Process) and needs the platform during that time.
 */
const platformStopsAfterMs = 12_000
const killedAfterMs = 13_000
/**
 * Signals within this time count as one, because a terminal and npm both deliver the same Ctrl-C.
 */
const oneSignalMs = 500

/** Returns two promises: for the first reason to stop, and for a second, separate signal. */
export function stopSignals() {
  const { promise: first, resolve: onFirst } = /** @type {PromiseWithResolvers<'signal'>} */ (
    Promise.withResolvers()
  )
  const { promise: second, resolve: onSecond } = Promise.withResolvers()
  let firstAt = Infinity
  const onReason = () => {
    firstAt = Math.min(firstAt, Date.now())
    onFirst('signal')
  }
  const onSignal = () => {
    if (Date.now() - firstAt > oneSignalMs) onSecond(undefined)
    onReason()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
  whenParentGone(onReason)
  // Writing to a closed terminal fails, which must not end this script before its programs.
  process.stdout.on('error', onReason)
  process.stderr.on('error', onReason)
  return { first, second }
}

/**
 * Stops the console, then the platform, which the console may need for its last response. A second
 * signal kills both.
 * @param {Program} front @param {Program | null} platform @param {Promise<unknown>} secondSignal
 */
export async function stop(front, platform, secondSignal) {
  const endings = [front.ended, platform?.ended]
  const kill = () => [front, platform].forEach((program) => program?.kill('SIGKILL'))
  void secondSignal.then(kill)
  setTimeout(kill, killedAfterMs).unref()
  front.kill('SIGTERM')
  await Promise.race([front.ended, delay(platformStopsAfterMs, null, { ref: false })])
  platform?.kill('SIGTERM')
  await Promise.all(endings)
}
