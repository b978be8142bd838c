import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { startPostgres } from '#tests/support/servers/postgres.ts'
import { signedIn } from '../support/calling.ts'
import type { Caller } from '../support/calling.ts'
import { hasPostgres } from '../support/databases.ts'
import { sampleValues } from '../support/records.ts'

describe.skipIf(!hasPostgres)('a PostgreSQL server that goes away under writes', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let platform: TestPlatform
  let call: Caller
  beforeAll(async () => {
    // Otherwise the server answers before it has written, and loses what it answered.
    server = await startPostgres({ synchronous_commit: 'on' })
    platform = await startTestPlatform({ databaseUrl: server.url })
    call = await signedIn(platform)
  })
  afterAll(async () => {
    await platform.stop()
    await server.stop()
  })

  test.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)(
    'by %s: calls answer 503 meanwhile, what was answered is kept, and all works again',
    async (signal) => {
      const answers: { status: number; id?: number }[] = []
      const answered = (status: number) => answers.filter((answer) => answer.status === status)
      const more = async (status: number) => {
        const before = answered(status).length
        const count = () => answered(status).length
        await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before + 50)
      }
      const over = new AbortController()
      const writing = Array.from({ length: 20 }, async () => {
        while (!over.signal.aborted) {
          const body = sampleValues(sizes)
          const { status, body: made } = await call('POST', '/sizes', { body, key: randomUUID() })
          answers.push({ status, id: made.id })
        }
      })
      try {
        await more(201)
        await server.end(signal)
        await more(503)
        expect(await call('GET', '/sizes')).toMatchObject({ status: 503, body: { code: 'busy' } })
        await server.startAgain()
        await more(201)
      } finally {
        over.abort()
        await Promise.all(writing)
      }

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
      const rows = await platform.platform.db
        .selectFrom('audit')
        .select('targetId')
        .where('event', '=', 'sizes.created')
        .execute()
      const kept = new Set(rows.map(({ targetId }) => targetId))
      expect(answered(201).filter(({ id }) => !kept.has(id ?? null))).toEqual([])
    },
  )
})
