import { setTimeout as delay } from 'node:timers/promises'

/** @typedef {import('./programs.mjs').Program} Program */
/** @typedef {import('./programs.mjs').ProgramEnd} ProgramEnd */

/**
 * Runs a program and restarts it when it ends unexpectedly. Doesn't restart a program that ends
 * before it has ever listened, because its settings aren't valid, or one that ended more than
 * `limit` times within `windowMs`.
 * @param {() => Program} start
 * @param {{ limit?: number, windowMs?: number, pauseMs?: number, print?: (line: string) => void }} [options]
 * @returns {Program} `listening` is the first run's, `ended` the last one's
 */
export function superviseProgram(
  start,
  { limit = 5, windowMs = 60_000, pauseMs = 500, print = console.error } = {},
) {
  let program = start()
  let hasListened = false
  let isStopping = false
  const { listening, onProgress } = program
  void listening.then(() => (hasListened = true))

  async function superviseRuns() {
    /** @type {number[]} */
    let endedAt = []
    for (;;) {
      const ending = await program.ended
      endedAt = [...endedAt, Date.now()].filter((time) => Date.now() - time < windowMs)
      if (isStopping || !hasListened || endedAt.length > limit) return ending
      print(`${ending.reason} Restarting it.`)
      await delay(pauseMs)
      if (isStopping) return ending
      program = start()
    }
  }

  return {
    listening,
    onProgress,
    ended: superviseRuns(),
    kill(signal) {
      isStopping = true
      program.kill(signal)
    },
  }
}
