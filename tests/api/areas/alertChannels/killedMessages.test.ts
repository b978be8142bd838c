import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startSlack, slackSettings } from '#scripts/mockProviders/slack.ts'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { chooseDatabases } from '#tests/api/support/databases.ts'
import { killPoints, prepareKilledProgram } from '#tests/api/support/killedProgram.ts'
import { createTemporaryFolder } from '#tests/api/support/processes.ts'

type SlackType = 'slack' | 'slackApp'

/** Inserts an active Slack channel with a rule that sends it everything. */
async function insertChannel(
  db: Connection,
  keyRing: KeyRing,
  { type, url }: { type: SlackType; url: string },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into alert_channels (name, type, recipients, slack_channel, state, created_at, created_by, updated_at, updated_by)
    values ('Team', ${type}, '{}', ${slackSettings.channel}, 'active', now(), 'test', now(), 'test')
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  const seal = (column: string, text: string) =>
    keyRing.seal({ table: 'alertChannels', column, id }, text)
  await sql`
    update alert_channels set url_sealed = ${seal('url', url + slackSettings.path)},
      bot_token_sealed = ${seal('botToken', slackSettings.token)} where id = ${id}`.execute(db)
  await sql`
    insert into alert_rules (name, channel_id, active, kinds, severity, areas, store_ids, delay_minutes,
      created_at, created_by, updated_at, updated_by)
    values ('All', ${id}, true, '{}', 'info', '{}', '{}', 0, now(), 'test', now(), 'test')`.execute(
    db,
  )
}

describe.each(chooseDatabases('PostgreSQL'))(
  'Messages by a process that is killed on $name',
  (database) => {
    test.each<SlackType>(['slack', 'slackApp'])(
      `by %s: killed ${killPoints.join(', ')}, the next process sends them, and none twice within the window`,
      async (type) => {
        await using folder = await createTemporaryFolder()
        const slack = await startSlack()
        const url = await database.make()
        const { openDatabase, run } = await prepareKilledProgram(
          { url, folder: folder.path, program: 'alertProgram' },
          async (db, keyRing) => {
            await insertChannel(db, keyRing, { type, url: slack.url })
            await sql`
              insert into attention_items (subject, kind, permission, title, store_ids, rank, fix, state, since,
                created_at, created_by, updated_at, updated_by)
              values ('incident/1', 'incident', 'payments', 'Payments fail', '{1}', 900, '/paymentAttempt', 'open', now(),
                now(), 'platform', now(), 'platform')`.execute(db)
          },
        )
        const runProcess = (kill: string, minutes: number) =>
          run(kill, minutes, { SLACK: slack.url })
        // Slack can't recognize a message, so one whose outcome is unknown is sent after the window.
        for (const [turn, kill] of killPoints.entries()) {
          expect(await runProcess(kill, 12 * turn)).toBe('SIGKILL')
          expect(slack.state.messages).toHaveLength(turn)
        }
        expect(await runProcess('', 33)).toBe(0)
        expect(slack.state.messages).toHaveLength(2)
        expect(await runProcess('', 36)).toBe(0)
        expect(slack.state.messages).toHaveLength(3)

        const { db, close } = await openDatabase()
        const { rows } = await sql<{ status: string; sends: number }>`
        select status, sends from alert_deliveries order by id`.execute(db)
        expect(rows).toEqual([{ status: 'sent', sends: 1 }])
        await sql`delete from attention_items`.execute(db)
        await close()

        // An app updates the first message before it replies, so a process can die between the two.
        expect(await runProcess('after the request', 38)).toBe('SIGKILL')
        const first = () => slack.state.messages[2]?.text
        if (type === 'slackApp') expect(first()).toBe('Fixed: Payments fail')
        expect(slack.state.messages).toHaveLength(type === 'slackApp' ? 3 : 4)
        expect(await runProcess('', 45)).toBe(0)
        expect(slack.state.messages).toHaveLength(type === 'slackApp' ? 3 : 4)
        expect(await runProcess('', 50)).toBe(0)
        expect(slack.state.messages.slice(type === 'slackApp' ? 3 : 4)).toMatchObject([
          {
            text: 'Fixed: Payments fail',
            ...(type === 'slackApp' && { thread_ts: slack.state.messages[2]?.ts }),
          },
        ])
        slack.stop()
      },
      120_000,
    )
  },
)
