import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { chooseDatabases } from '#tests/api/support/databases.ts'
import { killPoints, prepareKilledProgram } from '#tests/api/support/killedProgram.ts'
import { createTemporaryFolder } from '#tests/api/support/processes.ts'
import { startWebhookReceiver } from '#tests/support/servers/webhookReceiver.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Inserts a webhook for new members, and a member, so that one event waits. */
async function insertEvent(db: Connection, keyRing: KeyRing, url: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_subscriptions (name, url, events, store_ids, active, created_at, created_by, updated_at, updated_by)
    values ('Program', ${url}, '{member.joined}', '{}', true, now(), 'test', now(), 'test') returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? 0
  const sealed = keyRing.seal({ table: 'webhookSubscriptions', column: 'secret', id }, secret)
  await sql`update webhook_subscriptions set secret_sealed = ${sealed} where id = ${id}`.execute(db)
  await sql`insert into members (name, email, active, created_at, created_by, updated_at, updated_by)
    values ('Ana', 'ana@example.com', true, now(), 'test', now(), 'test')`.execute(db)
}

describe.each(chooseDatabases('PostgreSQL'))(
  'Webhooks by a process that is killed on $name',
  (database) => {
    test(`killed ${killPoints.join(', ')}, nothing is lost, and repeated requests have the same message ID`, async () => {
      await using folder = await createTemporaryFolder()
      const receiver = await startWebhookReceiver()
      const url = await database.make()
      const { openDatabase, run } = await prepareKilledProgram(
        { url, folder: folder.path, program: 'webhookProgram' },
        (db, keyRing) => insertEvent(db, keyRing, receiver.url),
      )
      // A dead process's claim ends after a minute.
      for (const [turn, kill] of killPoints.entries()) {
        expect(await run(kill, turn + turn / 10)).toBe('SIGKILL')
        expect(receiver.state.received).toHaveLength(turn)
      }
      expect(await run('', 4)).toBe(0)
      expect(receiver.state.received).toHaveLength(3)
      expect(new Set(receiver.state.received.map(({ id }) => id)).size).toBe(1)
      for (const event of receiver.state.received)
        expect(receiver.verify(event, secret)).toMatchObject({ type: 'member.joined' })

      const { db, close } = await openDatabase()
      const { rows } = await sql<{ status: string; attempts: number }>`
        select status, attempts from webhook_deliveries order by id`.execute(db)
      expect(rows).toEqual([{ status: 'delivered', attempts: 4 }])
      await close()
      receiver.stop()
    }, 120_000)
  },
)
