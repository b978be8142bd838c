import { median } from './table.mjs'
import autocannon from 'autocannon'

/** @typedef {import('./program.mjs').Measured} Measured */
/** @typedef {{ program: Measured, path: string, headers?: Record<string, string> }} Side */

/**
 * CPU milliseconds that one request costs each of two programs, and their ratio: rounds of the one and the other in turn, so that
 * both meet the same machine; medians of the rounds.
 *
 * @param {Side} subject
 * @param {Side} baseline
 * @param {{ amount: number, rounds: number }} options requests of a round
 */
export async function duel(subject, baseline, { amount, rounds }) {
  /** @param {Side} side */
  const msOf = async ({ program, path, headers = {} }) => {
    const before = await program.usage()
    await ask(program.url + path, { amount, headers })
    return ((await program.usage()).cpuMs - before.cpuMs) / amount
  }
  for (const side of [subject, baseline]) for (let warm = 0; warm < 3; warm++) await msOf(side)
  const times = { subject: [0].slice(1), baseline: [0].slice(1) }
  for (let round = 0; round < rounds; round++) {
    times.subject.push(await msOf(subject))
    times.baseline.push(await msOf(baseline))
  }
  const ratios = times.subject.map((ms, round) => ms / (times.baseline[round] ?? Number.NaN))
  return {
    subjectMs: median(times.subject),
    baselineMs: median(times.baseline),
    ratio: median(ratios),
  }
}

/**
 * Asks so many times, over several connections at once; every answer must be a 200.
 *
 * @param {string} url
 * @param {{ amount: number, connections?: number, headers?: Record<string, string> }} options
 */
export async function ask(url, { amount, connections = 16, headers = {} }) {
  const result = await autocannon({ url, amount, connections, headers })
  const answered = result['2xx']
  if (answered !== amount) throw new Error(`${url}: ${answered} of ${amount} answers were good`)
}
