import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createKey, formatKeys, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { databases } from '#tests/api/support/databases.ts'
import { createDefaultSmtpSetting, mailPlatformOptions } from '#tests/api/support/mail.ts'
import { startProgram } from '#tests/api/support/startProgram.ts'

const kills = [
  'before the commit',
  'after the commit',
  'before the email',
  'after the email',
] as const
const minuteMs = 60_000
const readerCount = 4

// Another process can't open the embedded database in memory.
describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'Digests by a process that is killed on $name',
  (database) => {
    test(`killed ${kills.join(', ')}, nobody loses a digest and nobody gets two`, async () => {
      const databaseUrl = (await database.make()) ?? ''
      const keys = [createKey()]
      const secrets = new KeyRing(keys)
      const platform = await startTestPlatform({ ...mailPlatformOptions, databaseUrl, secrets })
      const { db, now } = platform.platform
      const mailServer = await startMailServer()
      await createDefaultSmtpSetting(platform, await openSession(platform), mailServer.port)
      const readers = []
      for (let count = 0; count < readerCount; count += 1) {
        const reader = await platform.addAccount(['storesRead'])
        const caller = await openSession(platform, reader)
        const body = { digest: 'daily', digestTime: '13:00' }
        expect((await caller('PATCH', '/notificationPreferences', { body })).status).toBe(200)
        readers.push(reader.email)
      }
      // The digests of tomorrow at 13:00.
      const sendsAt =
        new Date(`${now().toISOString().slice(0, 10)}T13:00:00Z`).getTime() + 86_400_000
      const brokeAt = new Date(sendsAt - 60 * minuteMs).toISOString()
      await sql`
        insert into alert_history (subject, kind, permission, title, store_ids, rank, fix, started_at)
        values ('broken', 'readiness', 'storesRead', 'Broken', '{1}', 300, '/stores/1', ${brokeAt})`.execute(
        db,
      )

      const runProcess = async (kill: string, minutes: number) => {
        const env = {
          PATH: process.env['PATH'] ?? '',
          DATABASE_URL: databaseUrl,
          KEYS: formatKeys(keys),
          AT: new Date(sendsAt + minutes * minuteMs).toISOString(),
          KILL: kill,
        }
        const program = await startProgram('digestProgram', env)
        const [code, signal] = await once(program, 'close')
        return signal ?? code
      }
      const loadQueued = async () => {
        const { rows } = await sql<{ recipient: string }>`
          select recipient from mails where kind = 'digest' order by id`.execute(db)
        return rows.map(({ recipient }) => recipient)
      }
      const queued: number[] = []
      for (const [turn, kill] of kills.entries()) {
        expect(await runProcess(kill, 1 + 3 * turn)).toBe('SIGKILL')
        queued.push((await loadQueued()).length)
      }
      // The second digest is written twice: the process died before its transaction ended.
      expect(queued).toEqual([1, 3, readerCount, readerCount])
      expect((await loadQueued()).toSorted()).toEqual(readers.toSorted())

      // A claim of a process that died ends after two minutes.
      expect(await runProcess('', 15)).toBe(0)
      expect(await runProcess('', 18)).toBe(0)
      expect((await loadQueued()).length).toBe(readerCount)
      const getMessageId = (content: string) => /^Message-ID: (.*)$/im.exec(content)?.[1]
      const messages = mailServer.received.map(({ to, content }) => [to[0], getMessageId(content)])
      // An email that was accepted before the process died is sent again with the same ID, so that
      // its reader gets one.
      const distinct = new Map(messages.map((message) => [message.join(' '), message[0]]))
      expect([...distinct.values()].toSorted()).toEqual(readers.toSorted())
      const { rows } = await sql<{ status: string }>`
        select distinct status from mails where kind = 'digest'`.execute(db)
      expect(rows).toEqual([{ status: 'sent' }])
      await mailServer.stop()
      await platform.stop()
    }, 120_000)
  },
)
