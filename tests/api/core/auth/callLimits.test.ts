import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformChain } from '#server/platform/areas/logs/chain.ts'
import { buildCalls } from '#server/platform/areas/index.ts'
import { callLimits, getCallLimit } from '#server/platform/core/http/callLimits.ts'
import type { CallLimitName } from '#server/platform/core/http/callLimits.ts'
import { signedIn, tokenOf } from '#tests/api/support/calling.ts'
import type { Answered, Caller } from '#tests/api/support/calling.ts'
import { hasPostgres, databases, usePlatform } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'
import { howManyWait } from '#tests/api/support/waiting.ts'

const calls = buildCalls()
const limitedAs = (chosen: (path: string) => boolean) => [
  ...new Set(calls.filter(({ path }) => chosen(path)).map(getCallLimit)),
]

describe('limits of calls', () => {
  test('hold for every stream, export, bulk plan, and verification of the API', () => {
    const streams = calls.filter(({ success }) => success.types?.includes('text/event-stream'))
    expect([...new Set(streams.map(getCallLimit))]).toEqual(['streams'])
    expect(limitedAs((path) => path.endsWith('/export'))).toEqual(['exports'])
    expect(limitedAs((path) => path.endsWith('/bulk/plan'))).toEqual(['plans'])
    expect(limitedAs((path) => path.endsWith('/imports/:id/check'))).toEqual(['plans'])
    expect(limitedAs((path) => /^\/logChains\/.*\/verification$/.test(path))).toEqual([
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
    'of %s say what happened, what to do, and when',
    (_name, { detail, max, retryAfter }) => {
      expect(detail).toMatch(/^This session .+, then try again\.$/)
      if (max > 2) expect(detail).toContain(String(max))
      expect(retryAfter).toBeGreaterThan(0)
    },
  )
})

const postgres = databases.filter(({ name }) => name === 'PostgreSQL')

describe.skipIf(!hasPostgres).each(postgres)('limits of calls on $name', (database) => {
  const platform = usePlatform(database)
  let [call, other] = [] as unknown as [Caller, Caller]
  beforeAll(async () => {
    call = await signedIn(platform())
    other = await signedIn(platform())
  })

  const expectRejected = ({ status, headers, body }: Answered, name: CallLimitName) => {
    const { detail, retryAfter } = callLimits[name]
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'throttled', detail } })
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(headers.get('retry-after')).toBe(String(retryAfter))
  }

  test('openapi.json says 429 of each call that has one', async () => {
    const { paths } = (await call('GET', '/openapi.json')).body
    const without = calls.filter(
      (one) =>
        getCallLimit(one) &&
        !paths[one.path.replace(/:(\w+)/g, '{$1}')][one.method].responses['429'],
    )
    expect(without.map(({ path }) => path)).toEqual([])
  })

  test('a session has 16 streams at once; one that is left makes room, and other sessions have their own', async () => {
    const [token, ofOther] = [
      await tokenOf(platform(), platform().operator),
      await tokenOf(platform(), platform().operator),
    ]
    const { max } = callLimits.streams
    const open = async (sessionToken: string) => {
      const leave = new AbortController()
      const { status, headers, body } = await fetch(`${platform().url}/platformLogEntries/events`, {
        headers: { Authorization: `Bearer ${sessionToken}` },
        signal: leave.signal,
      })
      const answer = status === 200 ? null : await new Response(body).json()
      return { status, headers, body: answer, leave: () => leave.abort() }
    }
    const opened = await Promise.all(Array.from({ length: max }, () => open(token)))
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: max }, () => 200))
    expectRejected(await open(token), 'streams')
    const third = await open(ofOther)
    expect(third.status).toBe(200)
    opened[0]?.leave()
    await expect
      .poll(async () => {
        const again = await open(token)
        again.leave()
        return again.status
      })
      .toBe(200)
    for (const { leave } of [...opened, third]) leave()
  })

  const expensive: [CallLimitName, table: string, ask: (by: Caller) => Promise<Answered>][] = [
    ['exports', 'sizes', (by) => by('GET', '/sizes/export')],
    [
      'plans',
      'sizes',
      (by) => by('POST', '/sizes/bulk/plan', { body: { action: 'delete', query: '' } }),
    ],
    ['verifications', 'log_chain', (by) => by('GET', `/logChains/${platformChain}/verification`)],
    ['comparisons', 'colors', (by) => by('GET', '/colors/nearDuplicates')],
  ]
  test.each(expensive)(
    'a session has so many %s at once, and as many again once they have ended',
    async (name, table, ask) => {
      const { max } = callLimits[name]
      const { db } = platform().platform
      const held = await db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
        const waiting = Array.from({ length: max }, () => ask(call))
        await expect.poll(() => howManyWait(db), { timeout: 10_000 }).toBe(max)
        expectRejected(await ask(call), name)
        const ofOther = ask(other)
        await expect.poll(() => howManyWait(db), { timeout: 10_000 }).toBe(max + 1)
        return { answers: [...waiting, ofOther] }
      })
      for (const { status } of await Promise.all(held.answers)) expect(status).toBeLessThan(423)
      expect((await ask(call)).status).not.toBe(429)
    },
  )

  test('an account has two checks of imports waiting or running, whichever process runs them', async () => {
    const { open, call: by } = await importer(platform())
    const check = async () => {
      const { id, mapping } = (await open('sizes', 'Name,Code,Group\nExtra,XX,Adult\n')).body
      return by('POST', `/sizes/imports/${id}/check`, { body: { mapping } })
    }
    expect((await check()).status).toBe(202)
    expect((await check()).status).toBe(202)
    expectRejected(await check(), 'plans')
  })
})
