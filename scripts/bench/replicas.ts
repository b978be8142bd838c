import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { startSteadyLoad } from '#tests/support/servers/steadyLoad.ts'
import { toMegabytes, measurePeakMemory } from './memory.ts'
import { recordAnswers } from './recordAnswers.ts'
import { startReplicaStack } from './replicas/replicaStack.ts'
import { percentile } from './table.ts'
import type { Row } from './table.ts'

/** Requests per second, the lowest first. The budget is for the last one. */
const rates = [250, 500]
const [warmUpSeconds, steadySeconds] = [10, 20]
const p99BudgetMs = 250

/** So many requests are never pending unless requests wait in a queue that only grows. */
const maxPending = 5000

const pages = ['/stores', '/sizes', '/dashboard']
const calls = ['/api/stores', '/api/sizes', '/api/members']

/** For each page, an operator's browser sends as many calls and gets as many files. */
const requestsPerPage = { calls: 2, files: 2 }

type Stack = Awaited<ReturnType<typeof startReplicaStack>>
type Request = Parameters<Stack['sendRequest']>[0]

/**
 * Measures the console as it's deployed: two replicas behind nginx with TLS, under a constant rate
 * of requests from many visitors, and while both replicas restart in turn. The platform answers at
 * once, so that the console is what's measured.
 */
export async function runReplicasBench(): Promise<Row[]> {
  const recorded = await recordAnswers([...pages, ...calls], { isReturning: true })
  const stack = await startReplicaStack(Object.assign({}, ...recorded.map((one) => one.answers)))
  const requests = mixRequests(recorded)
  try {
    const rows: Row[] = []
    for (const rate of rates) rows.push(...(await measureRate(stack, requests, rate)))
    return rows
  } finally {
    await stack.stop()
  }
}

async function measureRate(stack: Stack, requests: readonly Request[], rate: number) {
  const [first, second] = stack.replicas
  // First, replicas that have just started compile their code, and visitors open connections.
  // Some requests wait up to 0.6 s, as they do while the replicas restart.
  await measureLoad(stack, requests, rate, () => delay(warmUpSeconds * 1000))
  const before = await stack.readCpuSeconds()
  const steadyLoad = measureLoad(stack, requests, rate, () => delay(steadySeconds * 1000))
  const { peak: firstPeak, result } = await measurePeakMemory(
    measurePeakMemory(steadyLoad, second),
    first,
  )
  const { peak: secondPeak, result: steady } = result
  const cores = ((await stack.readCpuSeconds()) - before) / steady.seconds
  const restart = await measureLoad(stack, requests, rate, async () => {
    for (const replica of stack.replicas) await replica.restart()
  })
  const isMissed = percentile(steady.times, 99) > p99BudgetMs
  return [
    {
      title: `${rate} requests/s of pages, calls, and files to two replicas behind nginx, ${steadySeconds} s`,
      result: `${describeLoad(steady)}${isMissed ? ': missed' : ''}; the replicas use ${cores.toFixed(2)} cores and ${toMegabytes(firstPeak)} MB and ${toMegabytes(secondPeak)} MB`,
      budget: `p99 ${p99BudgetMs} ms; 256 MB each`,
    },
    {
      title: `${rate} requests/s while both replicas restart in turn`,
      result: `${restart.failed} of ${restart.sent} lost; ${describeLoad(restart)}`,
      budget: 'none lost',
    },
  ]
}

/** Returns requests of signed-in operators, to be sent in turn: pages, calls, and scripts. */
function mixRequests(recorded: Awaited<ReturnType<typeof recordAnswers>>): Request[] {
  const pageRequests = recorded.slice(0, pages.length)
  const callRequests = recorded.slice(pages.length)
  const files = pageRequests.flatMap(({ text, headers }) =>
    (text.match(/\/assets\/[^"]+\.js/g) ?? []).map((path) => ({ path, headers })),
  )
  const takeNext = (all: readonly Request[], count: number, round: number) =>
    Array.from({ length: count }, (_, index) => all[(round * count + index) % all.length]).filter(
      (one) => one !== undefined,
    )
  return Array.from({ length: pages.length * files.length }, (_, round) => [
    ...takeNext(pageRequests, 1, round),
    ...takeNext(callRequests, requestsPerPage.calls, round),
    ...takeNext(files, requestsPerPage.files, round),
  ]).flat()
}

type Load = Awaited<ReturnType<typeof measureLoad>>

/**
 * Sends requests at the rate, however many are pending, until `run` has ended. Times are in ms,
 * `seconds` is the time until the last answer.
 */
async function measureLoad(
  { sendRequest }: Stack,
  requests: readonly Request[],
  rate: number,
  run: () => Promise<unknown>,
) {
  const times: number[] = []
  const startedAt = performance.now()
  const load = startSteadyLoad(rate, maxPending, async (index) => {
    const request = requests[index % requests.length]
    if (!request) throw new Error('There are no requests.')
    const sentAt = performance.now()
    await sendRequest(request)
    times.push(performance.now() - sentAt)
    return null
  })
  await run()
  const { sent, faults } = await load.end()
  const seconds = (performance.now() - startedAt) / 1000
  for (const [fault, count] of Object.entries(faults))
    console.log(`Failed ${count} times: ${fault}.`)
  return { sent, seconds, times, failed: sent - times.length }
}

function describeLoad({ times }: Load): string {
  const [p50, p99] = [50, 99].map((percent) => Math.round(percentile(times, percent)))
  return `p50 ${p50} ms, p99 ${p99} ms (load ${loadavg()[0]?.toFixed(1)})`
}
