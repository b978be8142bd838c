import { median } from './table.ts'
import autocannon from 'autocannon'

import type { Measured } from './program.ts'
export type Side = { program: Measured; path: string; headers?: Record<string, string> }

/**
 * Measures the CPU time per request, in ms, of two programs, and their ratio: medians of
 * alternating rounds with `amount` requests each.
 */
export async function duel(
  subject: Side,
  baseline: Side,
  { amount, rounds }: { amount: number; rounds: number },
) {
  const measureMs = async ({ program, path, headers = {} }: Side) => {
    const before = await program.usage()
    await ask(program.url + path, { amount, headers })
    return ((await program.usage()).cpuMs - before.cpuMs) / amount
  }
  for (const side of [subject, baseline]) for (let warm = 0; warm < 3; warm++) await measureMs(side)
  const times: Record<'subject' | 'baseline', number[]> = { subject: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    times.subject.push(await measureMs(subject))
    times.baseline.push(await measureMs(baseline))
  }
  const ratios = times.subject.map((ms, round) => ms / (times.baseline[round] ?? Number.NaN))
  return {
    subjectMs: median(times.subject),
    baselineMs: median(times.baseline),
    ratio: median(ratios),
  }
}

/** Sends `amount` requests over several connections and requires a 200 for each. */
export async function ask(
  url: string,
  {
    amount,
    connections = 16,
    headers = {},
  }: { amount: number; connections?: number; headers?: Record<string, string> },
) {
  const result = await autocannon({ url, amount, connections, headers })
  const successes = result['2xx']
  if (successes !== amount) throw new Error(`${url}: ${successes} of ${amount} answers were good`)
}
