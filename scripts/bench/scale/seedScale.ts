import type { Client } from 'pg'
import { openClient } from './cluster.ts'
import { buildFigures, refreshStores } from './figures.ts'
import { dropIndexes, rebuildIndexes } from './indexes.ts'
import { copyLedgerMonth, generateLedgerMonth } from './ledgerRows.ts'
import type { LedgerState } from './ledgerRows.ts'
import { copyLogMonth } from './logRows.ts'
import { copyMembers, membersPerCopy } from './memberRows.ts'
import { copyOrderMonth } from './orderRows.ts'
import { loadPeople } from './people.ts'
import type { People } from './people.ts'
import { listMonths } from './scaleSize.ts'
import type { ScaleSize } from './scaleSize.ts'
import { createStepTables, hasRun, runStep, sumCopies } from './steps.ts'
import type { Step } from './steps.ts'

/** Members per store in the demo data, so that every store has a complete setup. */
const demoMembersPerStore = 4

/** The demo data has fewer rows in each table. */
const firstSeededId = 1_000_000

/**
 * Fills a database in steps, and skips those that an earlier start finished. Resolves to the
 * number of copied rows, and how long they took.
 */
export async function seedScale(databaseUrl: string, size: ScaleSize): Promise<Step> {
  const client = await openClient(databaseUrl)
  try {
    await createStepTables(client)
    await runSteps(client, databaseUrl, size)
    return await sumCopies(client)
  } finally {
    await client.end()
  }
}

async function runSteps(client: Client, databaseUrl: string, size: ScaleSize): Promise<void> {
  await runStep(client, 'demo data', () => addDemoData(databaseUrl, size))
  // Triggers and foreign keys must not change the seeded rows.
  await client.query('set session_replication_role = replica')
  await runStep(client, 'prepare', () => prepareTables(client))
  const people = await loadPeople(client, size)
  const { rows } = await client.query('select started_at from bench.start')
  const now: Date = rows[0].started_at
  for (let start = 0; start < size.members; start += membersPerCopy)
    await runStep(client, `Members: ${start}`, () => copyMembers(databaseUrl, people, start, now))
  await copyLedger(client, databaseUrl, { people, size, now })
  await copyMonths(client, databaseUrl, { people, size, now })
  await runStep(client, 'figures', () => buildFigures(client))
  await runStep(client, 'indexes', async () => {
    await rebuildIndexes(client, databaseUrl)
    return 0
  })
  await runStep(client, 'vacuum', async () => {
    await client.query('vacuum analyze')
    return 0
  })
  await runStep(client, 'stores', async () => {
    await refreshStores(databaseUrl)
    return size.stores
  })
}

async function addDemoData(databaseUrl: string, { stores }: ScaleSize): Promise<number> {
  const { seedDatabase } = await import('#server/platform/seed/seedDatabase.ts')
  const size = { stores, members: stores * demoMembersPerStore, orders: 0, logs: 0, days: 2 }
  return seedDatabase({ DATABASE_URL: databaseUrl }, { size, seed: 7 })
}

/**
 * Creates the partitions of all months, drops indexes, and removes the log of the demo data, because
 * chains of hashes start with the oldest entry.
 */
async function prepareTables(client: Client): Promise<number> {
  await client.query(`
    create table if not exists bench.start (started_at timestamptz not null);
    insert into bench.start select now() where not exists (select from bench.start);
    truncate audit, log_chain, log_heads, log_checkpoints;`)
  const { rows } = await client.query('select started_at from bench.start')
  for (const table of ['audit', 'log_chain', 'credit_entries', 'payment_attempts'])
    for (const { start } of listMonths(rows[0].started_at))
      await client.query('select make_month($1, $2)', [table, new Date(start)])
  await client.query(`
    insert into sizes (name, code, "group", position, measurement_unit, active, created_at, created_by, updated_at, updated_by)
      select 'Size ' || n, 'B' || n, 'adult', n + 100, 'cm', true, now(), 'bench', now(), 'bench'
      from generate_series(1, 20000) as n`)
  return dropIndexes(client)
}

type SeedContext = { people: People; size: ScaleSize; now: Date }

async function copyLedger(client: Client, databaseUrl: string, { people, size, now }: SeedContext) {
  const months = listMonths(now).map((month, index) => ({ ...month, index }))
  if (await hasRun(client, `Ledger: ${months.at(-1)?.name}`)) return
  const state: LedgerState = {
    balances: new Int32Array(people.memberCount),
    lastId: firstSeededId - 1,
    averagePerMember: size.ledgerEntries / size.members,
  }
  for (const month of months) {
    const name = `Ledger: ${month.name}`
    if (await hasRun(client, name)) skipRows(generateLedgerMonth(people, month, state))
    else await runStep(client, name, () => copyLedgerMonth(databaseUrl, people, month, state))
  }
}

/** Generates the entries of a month that an earlier start copied, for the balances at its end. */
function skipRows(rows: Iterator<unknown>): void {
  while (rows.next().done !== true);
}

async function copyMonths(client: Client, databaseUrl: string, { people, size, now }: SeedContext) {
  const months = listMonths(now)
  const getMonthlyCount = (count: number) => Math.ceil(count / months.length)
  for (const [index, { name, start, end }] of months.entries()) {
    const logs = getMonthlyCount(size.logEntries)
    const logMonth = { name, start, end, firstId: firstSeededId + index * logs, count: logs }
    await runStep(client, `Logs: ${name}`, () =>
      copyLogMonth(client, databaseUrl, people, logMonth),
    )
    const count = getMonthlyCount(size.attempts)
    const orderMonth = { start, end, firstId: firstSeededId + index * count, count }
    await runStep(client, `Orders: ${name}`, () => copyOrderMonth(databaseUrl, people, orderMonth))
  }
}
