import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { createMonthPartitions } from '#server/platform/database/monthPartitions.ts'
import { purgeExpiredData } from '#server/platform/core/platform/retention.ts'
import { openSession } from '../support/calling.ts'
import { databases, usePlatform } from '../support/databases.ts'
import { insertRows, buildSampleValues } from '../support/records.ts'

const dayMs = 24 * 60 * 60_000

describe.each(databases)('Retention on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let setupId: number
  let printfulId: number

  beforeAll(async () => {
    const [setup] = await insertRows(platform(), paymentSetups, [buildSampleValues(paymentSetups)])
    const [printful] = await insertRows(platform(), printfulSetup, [
      buildSampleValues(printfulSetup),
    ])
    setupId = Number(setup?.id)
    printfulId = Number(printful?.id)
  })

  const daysAgo = (days: number) =>
    new Date(platform().platform.now().getTime() - days * dayMs).toISOString()

  /** Inserts rows of each kind that ended this many days ago. */
  async function insertEndedRows(days: number): Promise<void> {
    const at = daysAgo(days)
    const { id: userId } = platform().operator
    await sql`insert into jobs (user_id, kind, needs, title, status, created_at, created_by, ended_at)
      values (${userId}, 'x', 'Sizes:write', ${`${days} days`}, 'done', ${at}, 'x', ${at}),
        (${userId}, 'x', 'Sizes:write', ${`${days} days, running`}, 'running', ${at}, 'x', null)`.execute(
      db(),
    )
    await sql`insert into job_rows (job_id, created_at, label)
      select id, created_at, title from jobs where created_at = ${at}`.execute(db())
    await sql`insert into mails (time, kind, recipient, subject, status, ended_at, content_sealed)
      values (${at}, 'giftCard', 'x', ${`${days} days`}, 'sent', ${at}, 'text'),
        (${at}, 'giftCard', 'x', ${`${days} days, waiting`}, 'waiting', null, 'text')`.execute(db())
    await sql`insert into payment_events (setup_id, event_id, kind, mode, received_at, body)
      values (${setupId}, ${`${days} days`}, 'x', 'test', ${at}, '{}')`.execute(db())
    await sql`insert into printful_events (setup_id, event_id, kind, received_at, theirs, body)
      values (${printfulId}, ${`${days} days`}, 'x', ${at}, 1, '{}')`.execute(db())
  }

  const list = async (column: string, table: string, where = 'true') => {
    const { rows } = await sql<{ name: string }>`
      select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.raw(where)}`.execute(
      db(),
    )
    return rows.map(({ name }) => name).toSorted()
  }

  test('deletes finished records after their retention, but keeps running and waiting ones', async () => {
    for (const days of [1, 100, 200, 400, 800]) await insertEndedRows(days)
    await purgeExpiredData(platform().platform)

    const running = ['1', '100', '200', '400', '800'].map((days) => `${days} days, running`)
    const jobs = [...running, '1 days', '100 days'].toSorted()
    expect(await list('title', 'jobs')).toEqual(jobs)
    expect(await list('label', 'job_rows')).toEqual(jobs)
    const waiting = ['1', '100', '200', '400', '800'].map((days) => `${days} days, waiting`)
    expect(await list('subject', 'mails')).toEqual(
      [...waiting, '1 days', '100 days', '200 days'].toSorted(),
    )
    expect(await list('subject', 'mails', 'content_sealed is not null')).toEqual(
      [...waiting, '1 days'].toSorted(),
    )
    for (const events of ['payment_events', 'printful_events']) {
      expect(await list('event_id', events)).toEqual(['1 days', '100 days', '200 days', '400 days'])
      expect(await list('event_id', events, "body <> ''")).toEqual(['1 days'])
    }
  })

  test('drops whole months of events, and no other tables', async () => {
    await insertEndedRows(1500)
    const month = daysAgo(1500).slice(0, 7).replace('-', '_')
    const loadPartitions = async () => {
      const { rows } = await sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits
        where inhparent in ('payment_events'::regclass, 'printful_events'::regclass)`.execute(db())
      return rows.map(({ name }) => name)
    }
    const names = [`payment_events_${month}`, `printful_events_${month}`]
    await createMonthPartitions(platform().platform)
    expect(await loadPartitions()).toEqual(expect.arrayContaining(names))
    await purgeExpiredData(platform().platform)
    for (const name of names) expect(await loadPartitions()).not.toContain(name)
    for (const [table, name] of [
      ['audit', month],
      ['payment_events', 'rest'],
    ])
      await expect(sql`select drop_event_month(${table}, ${name})`.execute(db())).rejects.toThrow(
        'Not a month of events',
      )
  })

  test('drops whole months of emails, except emails that are needed', async () => {
    const month = `mails_${daysAgo(1500).slice(0, 7).replace('-', '_')}`
    const loadSubjects = () => list('subject', 'mails', `tableoid = to_regclass('${month}')`)
    await sql`delete from mails`.execute(db())
    await insertEndedRows(1500)
    await sql`update mails set content_sealed = 'sealed' where subject = '1500 days, waiting'`.execute(
      db(),
    )
    await createMonthPartitions(platform().platform)
    expect(await loadSubjects()).toEqual(['1500 days', '1500 days, waiting'])
    for (let night = 0; night < 2; night++) {
      await purgeExpiredData(platform().platform)
      await createMonthPartitions(platform().platform)
      expect(await loadSubjects()).toEqual(['1500 days, waiting'])
    }
    const { rows } = await sql`
      select content_sealed, search_text like '%ZQwaiting%' as is_searchable from mails`.execute(
      db(),
    )
    expect(rows).toEqual([{ contentSealed: 'sealed', isSearchable: true }])
    await sql`update mails set status = 'failed', ended_at = ${daysAgo(400)}`.execute(db())
    await purgeExpiredData(platform().platform)
    const { rows: partitions } = await sql`select to_regclass(${month}) as name`.execute(db())
    expect(partitions).toEqual([{ name: null }])
    expect(await list('subject', 'mails')).toEqual([])
    await expect(sql`select drop_email_month('rest', now())`.execute(db())).rejects.toThrow(
      'Not a month of emails',
    )
  })

  test.runIf(database.name === 'PostgreSQL')(
    'gives up a month that is in use, after deleting everything else',
    async () => {
      await insertEndedRows(1400)
      await db()
        .transaction()
        .execute(async (trx) => {
          await sql`select from mails limit 1`.execute(trx)
          await expect(purgeExpiredData(platform().platform)).rejects.toThrow('lock timeout')
          const { rows } = await sql`
            select status from mails where subject = '1400 days'`.execute(trx)
          expect(rows).toHaveLength(1)
        })
      const where = "subject = '1400 days' and content_sealed is not null"
      expect(await list('subject', 'mails', where)).toEqual([])
      await purgeExpiredData(platform().platform)
      expect(await list('subject', 'mails', "subject = '1400 days'")).toEqual([])
    },
  )

  test('rejects a replay of an event whose content was deleted', async () => {
    await insertEndedRows(120)
    await purgeExpiredData(platform().platform)
    const { rows } = await sql<{ id: number }>`
      select id from payment_events where event_id = '120 days'`.execute(db())
    const call = await openSession(platform())
    const answer = await call('POST', `/paymentSetups/${setupId}/events/${rows[0]?.id}/replay`, {
      body: {},
    })
    expect(answer.status).toBe(409)
    expect(answer.body.detail).toContain("can't be replayed because its content was deleted")
  })

  test('keeps everything if it is off', async () => {
    await insertEndedRows(1000)
    const off = {
      jobs: null,
      emails: null,
      emailTexts: null,
      webhookBodies: null,
      providerEvents: null,
      failedPayments: null,
    }
    await purgeExpiredData({ ...platform().platform, retention: off })
    expect(await list('title', 'jobs')).toContain('1000 days')
    expect(await list('event_id', 'payment_events', "body <> ''")).toContain('1000 days')
  })
})
