import { median } from './table.ts'
import autocannon from 'autocannon'

import type { MeasuredProgram } from './measuredProgram.ts'
export type ComparedProgram = {
  program: MeasuredProgram
  path: string
  headers?: Record<string, string>
}

/**
 * Measures the CPU time per request, in ms, of two programs, and their ratio: medians of
 * alternating rounds with `amount` requests each.
 */
export async function compareCpuTimes(
  subject: ComparedProgram,
  baseline: ComparedProgram,
  { amount, rounds }: { amount: number; rounds: number },
) {
  const measureMs = async ({ program, path, headers = {} }: ComparedProgram) => {
    const before = await program.usage()
    await sendRequests(program.url + path, { amount, headers })
    return ((await program.usage()).cpuMs - before.cpuMs) / amount
  }
  for (const compared of [subject, baseline])
    for (let warmUpRound = 0; warmUpRound < 3; warmUpRound++) await measureMs(compared)
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
export async function sendRequests(
  url: string,
  {
    amount,
    connections = 16,
    headers = {},
  }: { amount: number; connections?: number; headers?: Record<string, string> },
) {
  const result = await autocannon({ url, amount, connections, headers })
  const successes = result['2xx']
  if (successes !== amount) throw new Error(`${url}: ${successes} of ${amount} requests succeeded`)
}
