import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import { databases } from '#tests/api/support/databases.ts'
import { createStore, insertStoreDefaults } from '#tests/api/support/stores.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import { startProgram } from '#tests/api/support/startProgram.ts'

const hourMs = 3_600_000
const kills = ['before the commit', 'after the commit', 'after the job'] as const

// Another process can't open the embedded database in memory.
describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'Scheduled changes by a process that is killed on $name',
  (database) => {
    test(`killed ${kills.join(', ')}, the next process continues, and nothing happens twice`, async () => {
      const databaseUrl = (await database.make()) ?? ''
      const platform = await startTestPlatform({ databaseUrl })
      const { db, now } = platform.platform
      await insertStoreDefaults(platform)
      const call = await openSession(platform)
      const ids = [(await createStore(call)).id, (await createStore(call)).id]
      await sql`update stores set status = 'active' where id = any(${ids}::int[])`.execute(db)
      const inHours = (hours: number) =>
        new Date(now().getTime() + hours * hourMs).toISOString().slice(0, 16)
      const planned = await call('POST', '/stores/bulk/plan', {
        body: { action: 'suspend', ids, values: { reason: 'Audit' } },
      })
      const scheduled = await call('POST', `/plans/${planned.body.id}/schedule`, {
        body: {
          startsAt: inHours(2),
          endsAt: inHours(4),
          timeZone: 'UTC',
        },
      })
      const [id] = scheduled.body.ids
      const runProcess = async (kill: string, hours: number) => {
        const env = {
          PATH: process.env['PATH'] ?? '',
          DATABASE_URL: databaseUrl,
          MINUTES: String(hours * 60),
          KILL: kill,
        }
        const program = await startProgram('scheduleProgram', env)
        const [code, signal] = await once(program, 'close')
        return signal ?? code
      }
      const loadState = async () => {
        const { rows } = await sql<{ state: string }>`
          select state from scheduled_changes where id = ${id}`.execute(db)
        const { rows: stores } = await sql<{ status: string }>`
          select distinct status from stores where id = any(${ids}::int[])`.execute(db)
        const { rows: jobs } = await sql`select id from jobs`.execute(db)
        return [rows[0]?.state, ...stores.map(({ status }) => status), jobs.length]
      }
      const states: unknown[] = []
      for (const hours of [2, 4]) {
        for (const kill of kills) {
          expect(await runProcess(kill, hours)).toBe('SIGKILL')
          states.push(await loadState())
        }
        expect(await runProcess('', hours)).toBe(0)
        states.push(await loadState())
      }
      expect(states).toEqual([
        ['scheduled', 'active', 0],
        ['running', 'active', 1],
        ['running', 'suspended', 1],
        ['inEffect', 'suspended', 1],
        ['inEffect', 'suspended', 1],
        ['ending', 'suspended', 2],
        ['ending', 'active', 2],
        ['done', 'active', 2],
      ])
      await platform.stop()
    }, 120_000)
  },
)
