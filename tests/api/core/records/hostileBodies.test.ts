import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { problemType } from '#shared/engine/problem.ts'
import { createHostileCalls } from '#tests/support/attacks/hostileCalls.ts'
import type { HostileCall } from '#tests/support/attacks/hostileCalls.ts'
import { startWatchedPlatform } from '#tests/support/servers/watchedPlatform.ts'
import type { PlatformResponse } from '#tests/support/servers/watchedPlatform.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'

/** The same requests in each run; another seed sends other ones. */
const seed = 34
/** In bytes, above what the platform used before the first request. */
const maxMemoryGrowth = 500_000_000
/** Four bodies of 1 MB may be read at the same moment, on a machine that runs other tests. */
const maxDelayMs = 1000
/** The maximum length of an error's text, in characters. */
const maxAnswerLength = 100_000

let watched: Awaited<ReturnType<typeof startWatchedPlatform>>
let memoryBefore = 0
beforeAll(async () => {
  watched = await startWatchedPlatform({
    // Without a limit, Node collects garbage late, and the growth says little. A leak ends it.
    NODE_OPTIONS: '--max-old-space-size=400',
    // Jobs that the requests start would compute in the same process.
    ...(hasPostgres && { PLATFORM_ROLE: 'web' }),
  })
  memoryBefore = await watched.peakMemory()
}, 300_000)
afterAll(() => watched?.stop())
afterEach(async () => {
  const health = await watched.health()
  expect(watched.isAlive(), watched.getOutput()).toBe(true)
  expect(health.failed).toBe(0)
  // The embedded database computes in the platform's own process.
  if (hasPostgres) expect(health.worst).toBeLessThan(maxDelayMs)
  console.log('GROWTH', (await watched.peakMemory()) - memoryBefore)
  expect((await watched.peakMemory()) - memoryBefore).toBeLessThan(maxMemoryGrowth)
})

/** Traces of code in a message that should be a sentence. */
const codeTraces = /\[object Object\]|\bundefined\b|\bNaN\b|\bat \S+ \(|node_modules/

/**
 * Returns what's wrong with the answer to a hostile request; null for a success or a clear error.
 */
function findDefect({ status, type, text }: PlatformResponse): string | null {
  if (status === 0) return `no answer: ${text}`
  if (status < 400) return null
  if (!type.startsWith(problemType)) return `${status} as ${type}: ${text.slice(0, 200)}`
  const { code, title, detail = title } = JSON.parse(text)
  if (status >= 500 && !(status === 503 && ['busy', 'timeout'].includes(code)))
    return `${status}: ${text.slice(0, 200)}`
  if (typeof detail !== 'string' || !/\p{L}{2}.* .*\p{L}/su.test(detail))
    return `no sentence: ${text}`
  // This message may quote the requested path.
  if (code !== 'not_offered' && codeTraces.test(title)) return `not in words: ${title}`
  return text.length > maxAnswerLength ? `${text.length} characters: ${text.slice(0, 200)}` : null
}

async function sendAll(requests: Iterable<HostileCall>, isSignedIn: boolean): Promise<string[]> {
  const defects: string[] = []
  const iterator = requests[Symbol.iterator]()
  const sendInTurn = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      const { title: what, path } = next.value
      const defect = findDefect(await watched.send(next.value, isSignedIn))
      if (defect) defects.push(`${what} (${path.slice(0, 200)}): ${defect}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendInTurn))
  return defects
}

describe(`Hostile requests to every call of the platform (seed ${seed})`, () => {
  const calls = buildCalls(areas)

  test(
    'signed in, every request gets a clear answer and the platform stays healthy',
    { timeout: 300_000 },
    async () => {
      const limits = { bodies: 20, queries: 3, headers: 2, ids: 2 }
      expect(await sendAll(createHostileCalls(calls, seed, limits), true)).toEqual([])
    },
  )

  test(
    'signed out, every request gets a clear answer and the platform stays healthy',
    { timeout: 300_000 },
    async () => {
      const limits = { bodies: 1, queries: 1, headers: 1, ids: 1 }
      const open = calls.filter(({ kind }) => kind === 'open')
      const others = calls.filter(({ kind }) => kind !== 'open')
      const openLimits = { bodies: 120, queries: 20, headers: 20, ids: 20 }
      expect(await sendAll(createHostileCalls(open, seed + 1, openLimits), false)).toEqual([])
      expect(await sendAll(createHostileCalls(others, seed + 2, limits), false)).toEqual([])
    },
  )
})
