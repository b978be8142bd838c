import { openServerDatabase } from '#server/platform/database/database.ts'
import { noTimeouts } from '#server/platform/database/databaseTimeouts.ts'
import { findMonthError } from '#server/platform/areas/logs/findMonthError.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { Row } from '../table.ts'
import type { MeasuredDatabase } from './measureScale.ts'
import { listMonths } from './scaleSize.ts'

const exportedRows = 1_000_000

type Rate = { rows: number; seconds: number }

const getRowsPerSecond = ({ rows, seconds }: Rate) => rows / seconds

const formatRate = (rate: Rate) =>
  `${Math.round(getRowsPerSecond(rate)).toLocaleString('en')} rows/s, ${rate.rows.toLocaleString('en')} rows in ${rate.seconds.toFixed(1)} s`

function createRow(title: string, few: Rate, many: Rate, budget: string): Row {
  const ratio = (getRowsPerSecond(few) / getRowsPerSecond(many)).toFixed(2)
  const row = { title, result: `${ratio} (${formatRate(many)} / ${formatRate(few)})`, budget }
  console.log(`  ${row.title}: ${row.result}`)
  return row
}

/** Measures an export of a million members and log entries, or of all if there are fewer. */
export async function measureExport(few: MeasuredDatabase, many: MeasuredDatabase): Promise<Row[]> {
  const rows: Row[] = []
  for (const [title, path] of [
    ['members', '/members/export'],
    ['the logs', '/logEntries/export'],
  ] as const) {
    const before = (await many.usage()).rss
    const fewRate = await readLines(few, path)
    const manyRate = await readLines(many, path)
    const growth = Math.round(((await many.usage()).rss - before) / 2 ** 20)
    const row = createRow(`Export of ${title}`, fewRate, manyRate, '1.3 times as long per row')
    rows.push({ ...row, result: `${row.result}; the platform's memory grew by ${growth} MB` })
  }
  return rows
}

/** Reads the file up to a million lines, then cancels it. */
async function readLines({ send }: MeasuredDatabase, path: string): Promise<Rate> {
  const startedAt = performance.now()
  const { body } = await send(path)
  let rows = 0
  if (body)
    for await (const chunk of body) {
      for (const byte of chunk) if (byte === 10) rows++
      if (rows >= exportedRows) break
    }
  return { rows, seconds: (performance.now() - startedAt) / 1000 }
}

/** Measures the verification of the last full month of the logs, as before retention deletes it. */
export async function measureVerification(
  few: MeasuredDatabase,
  many: MeasuredDatabase,
): Promise<Row> {
  const verify = async ({ databaseUrl, client }: MeasuredDatabase): Promise<Rate> => {
    const month = listMonths(new Date()).at(-2)?.name
    const tables = { entries: `audit_${month}`, links: `log_chain_${month}` }
    const { rows } = await client.query(`select count(*)::int as count from ${tables.entries}`)
    const { db, close } = await openServerDatabase(databaseUrl, () => {}, 2, noTimeouts)
    const startedAt = performance.now()
    const error = await findMonthError({ db, secrets: new KeyRing([createKey()]) }, tables)
    const seconds = (performance.now() - startedAt) / 1000
    await close()
    if (error) throw new Error(`The logs have an error: ${JSON.stringify(error)}`)
    return { rows: rows[0].count, seconds }
  }
  return createRow(
    'Verification of a month of logs',
    await verify(few),
    await verify(many),
    '1.3 times as long per row',
  )
}

/** Measures a bulk change of the 20,000 sizes that both databases have, and its undo. */
export async function measureBulk(few: MeasuredDatabase, many: MeasuredDatabase): Promise<Row[]> {
  const change = async ({ send }: MeasuredDatabase) => {
    const values = { podSize: `Bench ${Date.now()}` }
    const body = { action: 'change', values, query: 'filter[position][gte]=101' }
    const plan = await (await send('/sizes/bulk/plan', body)).json()
    const job = await (await send('/sizes/bulk', { plan: plan.id })).json()
    const changed = await waitForJob(send, job.id)
    const undo = await (await send(`/jobs/${job.id}/undo`, {})).json()
    return { changed, undone: await waitForJob(send, undo.id) }
  }
  const [fewRates, manyRates] = [await change(few), await change(many)]
  return [
    createRow('Bulk change of sizes', fewRates.changed, manyRates.changed, '500 rows/s'),
    createRow('Undoing that change', fewRates.undone, manyRates.undone, '500 rows/s'),
  ]
}

async function waitForJob(send: MeasuredDatabase['send'], id: number): Promise<Rate> {
  for (;;) {
    const job = await (await send(`/jobs/${id}`)).json()
    if (job.endedAt !== null) {
      const seconds = (Date.parse(job.endedAt) - Date.parse(job.startedAt)) / 1000
      return { rows: job.rows.done, seconds }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
