import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { startPostgres } from '#tests/support/servers/postgres.ts'
import { openSession } from '../support/calling.ts'
import type { Caller } from '../support/calling.ts'
import { hasPostgres } from '../support/databases.ts'
import { buildSampleValues } from '../support/records.ts'

describe.skipIf(!hasPostgres)('A PostgreSQL server that stops during writes', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let platform: TestPlatform
  let call: Caller
  beforeAll(async () => {
    // Otherwise the server answers before it has saved the row, and may lose it.
    server = await startPostgres({ synchronous_commit: 'on' })
    platform = await startTestPlatform({ databaseUrl: server.url })
    call = await openSession(platform)
  })
  afterAll(async () => {
    await platform.stop()
    await server.stop()
  })

  test.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)(
    'with %s: calls answer 503 until it is back, and no confirmed write is lost',
    async (signal) => {
      const answers: { status: number; id?: number }[] = []
      const getAnswers = (status: number) => answers.filter((answer) => answer.status === status)
      const waitForMore = async (status: number) => {
        const before = getAnswers(status).length
        const count = () => getAnswers(status).length
        await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before + 50)
      }
      const stopping = new AbortController()
      const writing = Array.from({ length: 20 }, async () => {
        while (!stopping.signal.aborted) {
          const body = buildSampleValues(sizes)
          const { status, body: created } = await call('POST', '/sizes', {
            body,
            key: randomUUID(),
          })
          answers.push({ status, id: created.id })
        }
      })
      try {
        await waitForMore(201)
        await server.end(signal)
        await waitForMore(503)
        expect(await call('GET', '/sizes')).toMatchObject({ status: 503, body: { code: 'busy' } })
        await server.startAgain()
        await waitForMore(201)
      } finally {
        stopping.abort()
        await Promise.all(writing)
      }

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
      const rows = await platform.platform.db
        .selectFrom('audit')
        .select('targetId')
        .where('event', '=', 'sizes.created')
        .execute()
      const loggedIds = new Set(rows.map(({ targetId }) => targetId))
      expect(getAnswers(201).filter(({ id }) => !loggedIds.has(id ?? null))).toEqual([])
    },
  )
})
