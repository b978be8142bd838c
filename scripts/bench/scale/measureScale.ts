import { startPlatform } from '../platform.ts'
import { median, percentile } from '../table.ts'
import type { Row } from '../table.ts'
import { measureBulk, measureExport, measureVerification } from './throughput.ts'
import { findTargets, scaleCalls } from './calls.ts'
import type { ScaleCall } from './calls.ts'
import { openClient } from './cluster.ts'
import { measureDisk } from './disk.ts'
import { baselineShare } from './scaleSize.ts'
import type { ScaleSize } from './scaleSize.ts'
import type { Step } from './steps.ts'

export type MeasuredDatabase = Awaited<ReturnType<typeof openDatabase>>

const [warmUpRounds, rounds] = [5, 30]
/** A read of the large database may take this many times as long as of the baseline. */
const readBudget = 1.3

/** Measures both databases in turns, so that both have the same conditions. */
export async function measureScale(
  urls: { few: string; many: string },
  size: ScaleSize,
  copyStep: Step,
): Promise<Row[]> {
  // A small baseline has few stores, and a page of more would compare other things.
  const storesPerPage = Math.max(3, Math.min(50, Math.round(size.stores * baselineShare)))
  const few = await openDatabase(urls.few, storesPerPage)
  const many = await openDatabase(urls.many, storesPerPage)
  try {
    return [createSeedingRow(copyStep), ...(await measureDatabases(few, many, size))]
  } finally {
    await Promise.all([few, many].map(({ stop }) => stop()))
  }
}

const createSeedingRow = ({ rows, seconds }: Step): Row => ({
  title: `Seeding ${rows.toLocaleString('en')} rows through copy`,
  result: `${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
  budget: '50,000 rows/s',
})

async function measureDatabases(
  few: MeasuredDatabase,
  many: MeasuredDatabase,
  size: ScaleSize,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const call of scaleCalls) rows.push(await compareCall(call, few, many))
  rows.push(...(await measureExport(few, many)))
  rows.push(await measureVerification(few, many))
  rows.push(...(await measureBulk(few, many)))
  rows.push(...(await measureDisk(many, size)))
  return rows
}

async function openDatabase(databaseUrl: string, storesPerPage: number) {
  const client = await openClient(databaseUrl)
  const targets = await findTargets(client, storesPerPage)
  const platform = await startPlatform({ DATABASE_URL: databaseUrl })
  const headers = { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' }
  const send = async (path: string, body?: unknown) => {
    const response = await fetch(platform.url + path, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${path} failed with status ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    client,
    databaseUrl,
    targets,
    send,
    usage: platform.usage,
    async stop() {
      await platform.stop()
      await client.end()
    },
  }
}

async function compareCall(
  call: ScaleCall,
  few: MeasuredDatabase,
  many: MeasuredDatabase,
): Promise<Row> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let round = -warmUpRounds; round < rounds; round++) {
    const fewMs = await measureCall(call, few, round)
    const manyMs = await measureCall(call, many, round)
    if (round < 0) continue
    times.few.push(fewMs)
    times.many.push(manyMs)
  }
  const [fewMs, manyMs] = [median(times.few), median(times.many)]
  const ratio = manyMs / fewMs
  const missedNote = ratio > readBudget ? ': missed' : ''
  const row = {
    title: call.title,
    result: `${ratio.toFixed(2)} (${manyMs.toFixed(1)} ms / ${fewMs.toFixed(1)} ms; p95 ${percentile(times.many, 95).toFixed(0)} ms)${missedNote}`,
    budget: `${readBudget} times a hundredth of the records`,
  }
  console.log(`  ${row.title}: ${row.result}`)
  return row
}

async function measureCall(
  { path }: ScaleCall,
  { send, targets }: MeasuredDatabase,
  round: number,
): Promise<number> {
  const startedAt = performance.now()
  await (await send(path(targets, round + warmUpRounds))).arrayBuffer()
  return performance.now() - startedAt
}
