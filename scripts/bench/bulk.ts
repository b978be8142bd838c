import { startPostgres } from '#tests/support/servers/postgres.ts'
import { seededDatabase } from './lists.ts'
import { startPlatform } from './platform.ts'

import type { Row } from './table.ts'

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** Sizes to change. Stores are more expensive, so only those of the demo data are changed. */
const sizes = 5000

/**
 * Measures the rows per second of a bulk change on PostgreSQL, and of its undo. Each row has a log
 * entry and a result.
 */
export async function bulk(): Promise<Row[]> {
  const postgres = await startPostgres({ shared_buffers: '1GB' })
  const databaseUrl = await seededDatabase(postgres.url, 'bulk', 20_000)
  const platform = await startPlatform({ DATABASE_URL: databaseUrl })
  const call: Call = async (method, path, body) => {
    const response = await fetch(platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${platform.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
    return text ? JSON.parse(text) : {}
  }
  for (let start = 0; start < sizes; start += 200) {
    const records = Array.from({ length: 200 }, (_, index) => ({
      name: `Size ${start + index}`,
      code: `B${start + index}`,
      group: 'adult',
      position: start + index + 100,
      measurementUnit: 'cm',
      active: true,
    }))
    await call('POST', '/sizes/many', { records })
  }
  const rows = [
    ...(await changed(call, 'sizes', { action: 'change', values: { podSize: 'bench' } })),
    ...(await changed(call, 'stores', { action: 'addTag', values: { tag: 'bench' } })),
  ]
  await platform.stop()
  await postgres.stop()
  return rows
}

async function changed(call: Call, resource: string, change: object): Promise<Row[]> {
  const startedAt = performance.now()
  const plan = await call('POST', `/${resource}/bulk/plan`, { ...change, query: '' })
  const planSeconds = (performance.now() - startedAt) / 1000
  const { id } = await call('POST', `/${resource}/bulk`, { plan: plan['id'] })
  const changeResult = await rateOf(call, Number(id))
  const undo = await call('POST', `/jobs/${id}/undo`, {})
  const undoResult = await rateOf(call, Number(undo['id']))
  const budget = '500 rows/s'
  return [
    {
      what: `Bulk change of ${changeResult.rows.toLocaleString('en')} ${resource}, on PostgreSQL`,
      measured: `${changeResult.rate} rows/s; plan ${planSeconds.toFixed(1)} s`,
      budget,
    },
    { what: 'Undoing that change', measured: `${undoResult.rate} rows/s`, budget },
  ]
}

async function rateOf(call: Call, id: number) {
  for (;;) {
    const job = await call('GET', `/jobs/${id}`)
    const [from, to] = [job['startedAt'], job['endedAt']]
    if (typeof from === 'string' && typeof to === 'string') {
      // As returned by the platform.
      const { done, total } = job['rows'] as { done: number; total: number }
      if (done !== total) throw new Error(`Of ${total} rows ${done} were done`)
      const seconds = (Date.parse(to) - Date.parse(from)) / 1000
      return { rows: total, rate: Math.round(total / seconds).toLocaleString('en') }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
