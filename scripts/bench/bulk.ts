import { startPostgres } from '#tests/support/servers/postgres.ts'
import { createSeededDatabase } from './createSeededDatabase.ts'
import { startPlatform } from './platform.ts'

import type { Row } from './table.ts'

type CallPlatform = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<Record<string, unknown>>

/** Sizes to change. Stores are more expensive, so only those of the demo data are changed. */
const sizeCount = 5000

/**
 * Measures the rows per second of a bulk change on PostgreSQL, and of its undo. Each row has a log
 * entry and a result.
 */
export async function runBulkBench(): Promise<Row[]> {
  const postgres = await startPostgres({ shared_buffers: '1GB' })
  const databaseUrl = await createSeededDatabase(postgres.url, 'bulk', 20_000)
  const platform = await startPlatform({ DATABASE_URL: databaseUrl })
  const callPlatform: CallPlatform = async (method, path, body) => {
    const response = await fetch(platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${platform.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(`${method} ${path} failed with status ${response.status}: ${text}`)
    return text ? JSON.parse(text) : {}
  }
  for (let start = 0; start < sizeCount; start += 200) {
    const records = Array.from({ length: 200 }, (_, index) => ({
      name: `Size ${start + index}`,
      code: `B${start + index}`,
      group: 'adult',
      position: start + index + 100,
      measurementUnit: 'cm',
      active: true,
    }))
    await callPlatform('POST', '/sizes/many', { records })
  }
  const rows = [
    ...(await measureChange(callPlatform, 'sizes', {
      action: 'change',
      values: { podSize: 'bench' },
    })),
    ...(await measureChange(callPlatform, 'stores', {
      action: 'addTag',
      values: { tag: 'bench' },
    })),
  ]
  await platform.stop()
  await postgres.stop()
  return rows
}

async function measureChange(
  callPlatform: CallPlatform,
  resource: string,
  change: object,
): Promise<Row[]> {
  const startedAt = performance.now()
  const plan = await callPlatform('POST', `/${resource}/bulk/plan`, { ...change, query: '' })
  const planSeconds = (performance.now() - startedAt) / 1000
  const { id } = await callPlatform('POST', `/${resource}/bulk`, { plan: plan['id'] })
  const changeResult = await waitForJobRate(callPlatform, Number(id))
  const undo = await callPlatform('POST', `/jobs/${id}/undo`, {})
  const undoResult = await waitForJobRate(callPlatform, Number(undo['id']))
  const budget = '500 rows/s'
  return [
    {
      title: `Bulk change of ${changeResult.rows.toLocaleString('en')} ${resource}, on PostgreSQL`,
      result: `${changeResult.rate} rows/s; plan ${planSeconds.toFixed(1)} s`,
      budget,
    },
    { title: 'Undoing that change', result: `${undoResult.rate} rows/s`, budget },
  ]
}

async function waitForJobRate(callPlatform: CallPlatform, id: number) {
  for (;;) {
    const job = await callPlatform('GET', `/jobs/${id}`)
    const [from, to] = [job['startedAt'], job['endedAt']]
    if (typeof from === 'string' && typeof to === 'string') {
      // As returned by the platform.
      const { done, total } = job['rows'] as { done: number; total: number }
      if (done !== total) throw new Error(`Only ${done} of ${total} rows were changed.`)
      const seconds = (Date.parse(to) - Date.parse(from)) / 1000
      return { rows: total, rate: Math.round(total / seconds).toLocaleString('en') }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
