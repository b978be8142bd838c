import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeMonths } from '#server/platform/jobs/months.ts'
import { databases, usePlatform } from './support/databases.ts'
import { newJob } from './support/jobKinds.ts'

describe.each(databases)('months on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const months = async () =>
    (
      await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'job_rows'::regclass order by 1`.execute(db())
    ).rows.map(({ name }) => name)
  const standing = async () =>
    (
      await sql<{ jobId: number; month: string }>`
        select job_id, tableoid::regclass::text as month from job_rows order by job_id`.execute(
        db(),
      )
    ).rows
  const makeAt = (at: string) => makeMonths({ db: db(), now: () => new Date(at) })

  test('are made ahead, by as many as begin at once, and again without harm', async () => {
    await Promise.all([1, 2, 3].map(() => makeAt('2031-11-30T23:59:59Z')))
    await makeAt('2031-12-01T00:00:00Z')
    expect(await months()).toEqual([
      'job_rows_2031_11',
      'job_rows_2031_12',
      'job_rows_2032_01',
      'job_rows_2032_02',
      'job_rows_rest',
    ])
  })

  test('hold the rows of their jobs; what came before its month was made moves there', async () => {
    const id = await newJob(db(), ['one'])
    expect(await standing()).toEqual([{ jobId: id, month: 'job_rows_rest' }])
    await makeAt('2031-12-01T00:00:00Z')
    const other = await newJob(db(), ['two'])
    await sql`update job_rows set created_at = '2031-12-24T12:00:00Z' where job_id = ${other}`.execute(
      db(),
    )
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    expect(await standing()).toEqual([
      { jobId: id, month: `job_rows_${month}` },
      { jobId: other, month: 'job_rows_2031_12' },
    ])
  })
})
