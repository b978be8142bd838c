import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformChain } from '#server/platform/areas/logs/chain.ts'
import { callLimits, getCallLimit } from '#server/platform/core/http/callLimits.ts'
import type { CallLimitName } from '#server/platform/core/http/callLimits.ts'
import { openSession, fetchToken } from '#tests/api/support/calling.ts'
import type { ApiResult, Caller } from '#tests/api/support/calling.ts'
import { hasPostgres, databases, usePlatform } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'
import { countWaiting } from '#tests/api/support/waiting.ts'

const calls = buildCalls(areas)
const getLimits = (isIncluded: (path: string) => boolean) => [
  ...new Set(calls.filter(({ path }) => isIncluded(path)).map(getCallLimit)),
]

describe('Call limits', () => {
  test('every stream, export, bulk plan, and verification has a limit', () => {
    const streams = calls.filter(({ success }) => success.types?.includes('text/event-stream'))
    expect([...new Set(streams.map(getCallLimit))]).toEqual(['streams'])
    expect(getLimits((path) => path.endsWith('/export'))).toEqual(['exports'])
    expect(getLimits((path) => path.endsWith('/bulk/plan'))).toEqual(['plans'])
    expect(getLimits((path) => path.endsWith('/imports/:id/check'))).toEqual(['plans'])
    expect(getLimits((path) => /^\/logChains\/.*\/verification$/.test(path))).toEqual([
      'verifications',
    ])
    expect(callLimits).toMatchObject({
      streams: { max: 16 },
      plans: { max: 2 },
      exports: { max: 2 },
      verifications: { max: 1 },
    })
  })

  test.each(Object.entries(callLimits))(
    'the message for %s says what happened, what to do, and when',
    (_name, { detail, max, retryAfter }) => {
      expect(detail).toMatch(/^This session .+, then try again\.$/)
      if (max > 2) expect(detail).toContain(String(max))
      expect(retryAfter).toBeGreaterThan(0)
    },
  )
})

const postgres = databases.filter(({ name }) => name === 'PostgreSQL')

describe.skipIf(!hasPostgres).each(postgres)('Call limits on $name', (database) => {
  const platform = usePlatform(database)
  let [call, other] = [] as unknown as [Caller, Caller]
  beforeAll(async () => {
    call = await openSession(platform())
    other = await openSession(platform())
  })

  const expectRejected = ({ status, headers, body }: ApiResult, name: CallLimitName) => {
    const { detail, retryAfter } = callLimits[name]
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'throttled', detail } })
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(headers.get('retry-after')).toBe(String(retryAfter))
  }

  test('openapi.json lists a 429 for each limited call', async () => {
    const { paths } = (await call('GET', '/openapi.json')).body
    const undocumented = calls.filter(
      (limitedCall) =>
        getCallLimit(limitedCall) &&
        !paths[limitedCall.path.replace(/:(\w+)/g, '{$1}')][limitedCall.method].responses['429'],
    )
    expect(undocumented.map(({ path }) => path)).toEqual([])
  })

  test("a session can open 16 streams at once; closing one frees a place, and sessions don't share limits", async () => {
    const [token, otherToken] = [
      await fetchToken(platform(), platform().operator),
      await fetchToken(platform(), platform().operator),
    ]
    const { max } = callLimits.streams
    const open = async (sessionToken: string) => {
      const controller = new AbortController()
      const { status, headers, body } = await fetch(`${platform().url}/platformLogEntries/events`, {
        headers: { Authorization: `Bearer ${sessionToken}` },
        signal: controller.signal,
      })
      const answer = status === 200 ? null : await new Response(body).json()
      return { status, headers, body: answer, leave: () => controller.abort() }
    }
    const streams = await Promise.all(Array.from({ length: max }, () => open(token)))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: max }, () => 200))
    expectRejected(await open(token), 'streams')
    const otherStream = await open(otherToken)
    expect(otherStream.status).toBe(200)
    streams[0]?.leave()
    await expect
      .poll(async () => {
        const stream = await open(token)
        stream.leave()
        return stream.status
      })
      .toBe(200)
    for (const { leave } of [...streams, otherStream]) leave()
  })

  const limitedCalls: [
    CallLimitName,
    table: string,
    ask: (callAs: Caller) => Promise<ApiResult>,
  ][] = [
    ['exports', 'sizes', (callAs) => callAs('GET', '/sizes/export')],
    [
      'plans',
      'sizes',
      (callAs) => callAs('POST', '/sizes/bulk/plan', { body: { action: 'delete', query: '' } }),
    ],
    [
      'verifications',
      'log_chain',
      (callAs) => callAs('GET', `/logChains/${platformChain}/verification`),
    ],
    ['comparisons', 'colors', (callAs) => callAs('GET', '/colors/nearDuplicates')],
  ]
  test.each(limitedCalls)(
    'a session can run only a limited number of %s at once, and more once they end',
    async (name, table, send) => {
      const { max } = callLimits[name]
      const { db } = platform().platform
      const pending = await db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
        const waiting = Array.from({ length: max }, () => send(call))
        await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(max)
        expectRejected(await send(call), name)
        const otherResponse = send(other)
        await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(max + 1)
        return { answers: [...waiting, otherResponse] }
      })
      for (const { status } of await Promise.all(pending.answers)) expect(status).toBeLessThan(423)
      expect((await send(call)).status).not.toBe(429)
    },
  )

  test('an account can have two import checks waiting or running, in any process', async () => {
    const { openFile: open, call: callAs } = await createImporter(platform())
    const check = async () => {
      const { id, mapping } = (await open('sizes', 'Name,Code,Group\nExtra,XX,Adult\n')).body
      return callAs('POST', `/sizes/imports/${id}/check`, { body: { mapping } })
    }
    expect((await check()).status).toBe(202)
    expect((await check()).status).toBe(202)
    expectRejected(await check(), 'plans')
  })
})
