import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMonthPartitions } from '#server/platform/database/monthPartitions.ts'
import { members } from '#shared/areas/members/members.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertJob } from '#tests/api/support/jobKinds.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('Month partitions on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const loadPartitions = async () =>
    (
      await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'job_rows'::regclass order by 1`.execute(db())
    ).rows.map(({ name }) => name)
  const loadRowPartitions = async () =>
    (
      await sql<{ jobId: number; month: string }>`
        select job_id, tableoid::regclass::text as month from job_rows order by job_id`.execute(
        db(),
      )
    ).rows
  const createPartitionsAt = (at: string) =>
    createMonthPartitions({ db: db(), now: () => new Date(at) })

  test('partitions are created ahead, also by several processes at once and repeatedly', async () => {
    await Promise.all([1, 2, 3].map(() => createPartitionsAt('2031-11-30T23:59:59Z')))
    await createPartitionsAt('2031-12-01T00:00:00Z')
    expect(await loadPartitions()).toEqual([
      'job_rows_2031_11',
      'job_rows_2031_12',
      'job_rows_2032_01',
      'job_rows_2032_02',
      'job_rows_rest',
    ])
  })

  test('the partitioned credit ledger keeps its rules across months', async () => {
    const call = await openSession(platform())
    const { id: storeId } = await createStore(call, { type: 'points' })
    const [member] = await insertRows(platform(), members, [
      { storeId, groupId: null, active: true, name: 'Mia', email: 'mia@example.com' },
    ])
    const insertEntry = async (at: string, amount: number, more: object = {}) => {
      const { reverses = null, reference = null } = more as Record<string, unknown>
      const { rows } = await sql<{ id: number }>`
        insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance, reason, issued_by, reverses, reference)
        values (${storeId}, ${member?.id}, ${at}, 'issue', ${amount}, 'points', 0, 'x', 'x', ${reverses}, ${reference})
        returning id`.execute(db())
      return Number(rows[0]?.id)
    }
    const first = await insertEntry('2030-05-31T23:59:59Z', 100)
    await createPartitionsAt('2030-05-01T00:00:00Z')
    const second = await insertEntry('2030-06-01T00:00:00Z', -30, { reverses: first })
    expect(
      (
        await sql`select id, balance, tableoid::regclass::text as month from credit_entries
          where member_id = ${member?.id} order by id`.execute(db())
      ).rows,
    ).toEqual([
      { id: first, balance: 100, month: 'credit_entries_2030_05' },
      { id: second, balance: 70, month: 'credit_entries_2030_06' },
    ])
    // An entry is reversed only once, in whatever month.
    await expect(insertEntry('2030-07-01T00:00:00Z', -1, { reverses: first })).rejects.toThrow(
      /unique/,
    )
    const programReference = { reference: 'programme 1 2030-05' }
    await insertEntry('2030-05-02T00:00:00Z', 5, programReference)
    await expect(insertEntry('2030-06-02T00:00:00Z', 5, programReference)).rejects.toThrow(/unique/)
    await expect(insertEntry('2030-06-02T00:00:00Z', -76)).rejects.toThrow('not_below_zero')
    for (const statement of [
      'update credit_entries_2030_05 set amount = 1',
      'delete from credit_entries_2030_05',
      'truncate credit_entries_2030_05',
      'truncate credit_entries_rest',
      'delete from credit_once',
    ])
      await expect(sql.raw(statement).execute(db()), statement).rejects.toThrow('append-only')
    await sql`delete from stores where id = ${storeId}`.execute(db())
    const { rows } = await sql`select 1 from credit_entries where store_id = ${storeId}
      union all select 1 from credit_once where store_id = ${storeId}`.execute(db())
    expect(rows).toEqual([])
  })

  test('partitions hold job rows, and rows written earlier move when their month is created', async () => {
    const id = await insertJob(db(), ['one'])
    expect(await loadRowPartitions()).toEqual([{ jobId: id, month: 'job_rows_rest' }])
    await createPartitionsAt('2031-12-01T00:00:00Z')
    const other = await insertJob(db(), ['two'])
    await sql`update job_rows set created_at = '2031-12-24T12:00:00Z' where job_id = ${other}`.execute(
      db(),
    )
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    expect(await loadRowPartitions()).toEqual([
      { jobId: id, month: `job_rows_${month}` },
      { jobId: other, month: 'job_rows_2031_12' },
    ])
  })
})
