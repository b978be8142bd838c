import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Connection } from '../database/schema.ts'
import { generateDemoData } from './generateDemoData.ts'
import { numberedTables } from '../demoData/tables.ts'
import type { NumberedTable, DemoTable } from '../demoData/tables.ts'
import type { DemoDataInput } from './generateDemoData.ts'
import { refreshStoresAndCounts } from '../areas/stores/index.ts'
import { seedWaitingCreditRequests } from '../areas/credits/index.ts'
import { dropLargeTableIndexes } from '../demoData/dropLargeTableIndexes.ts'
import type { ProductOptions } from '../areas/catalog/index.ts'
import { mergeBatches, insertRows } from '../demoData/insertRows.ts'
import type { SeedSize } from '../demoData/seedSize.ts'
import { insertMemberHistories } from '../areas/members/index.ts'
import { insertDemoCompletions } from '../areas/training/index.ts'

/**
 * When adding at least this many members, and no fewer than exist, rebuilding the indexes is faster
 * than updating them.
 */
const largeMemberCount = 5000

export type DemoDataOptions = {
  seed: number
  now: Date
  size: SeedSize
  author: string
  onRows?: (rows: number) => void
}

/**
 * Adds demo data in the caller's transaction, which blocks writers, and a large load blocks readers
 * too. Resolves to the number of rows.
 */
export async function insertDemoData(trx: Connection, options: DemoDataOptions): Promise<number> {
  const { seed, now, size, author, onRows } = options
  await sql`lock table ${sql.join(numberedTables.map((name) => sql.table(name)))} in share row exclusive mode`.execute(
    trx,
  )
  const input: DemoDataInput = { seed, now, size, ...(await loadExistingData(trx)) }
  const timestamp = now.toISOString()
  const stamp = { createdAt: timestamp, createdBy: author, updatedAt: timestamp, updatedBy: author }
  const authorColumns = { createdBy: author, updatedBy: author }
  const sharedValues: Partial<Record<DemoTable, Record<string, unknown>>> = {
    organisations: authorColumns,
    memberGroups: authorColumns,
    products: authorColumns,
    members: authorColumns,
    paymentAttempts: { version: 1, ...stamp },
  }

  const isLarge = size.members >= Math.max(largeMemberCount, input.nextIds.members)
  const createIndexes = isLarge ? await dropLargeTableIndexes(trx) : async () => {}
  // Chains the entries logged so far in this transaction; the new ones are chained at the end,
  // ordered by time.
  await sql`set constraints all immediate`.execute(trx)
  await sql`alter table audit disable trigger chain_audit`.execute(trx)
  // The balances are summed at the end, because updating them for each entry is slow. The lock
  // keeps other writers out.
  await sql`alter table credit_entries disable trigger enter_credit`.execute(trx)
  let rows = 0
  for (const batch of mergeBatches(generateDemoData(input))) {
    await insertRows(trx, batch, sharedValues[batch.table])
    rows += batch.rows.length
    onRows?.(rows)
  }
  await createIndexes()
  await insertDemoCompletions(trx, input.nextIds.members)
  await insertMemberHistories(trx, input.nextIds.members, now)
  for (const table of numberedTables) await advanceSequence(trx, table)
  await recomputeBalances(trx, timestamp)
  await seedWaitingCreditRequests(trx, now)
  await sql`select chain_rest()`.execute(trx)
  await sql`alter table audit enable trigger chain_audit`.execute(trx)
  await analyzeTables(trx)
  await refreshStoresAndCounts(trx, now, null)
  await sql`delete from store_marks where made_by = pg_current_xact_id()`.execute(trx)
  return rows
}

/**
 * Counts values for the query planner. Without table names, PostgreSQL would also lock the tables
 * that all databases of the server share until this transaction ends.
 */
async function analyzeTables(trx: Connection): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`.execute(trx)
  await sql`analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(trx)
}

async function recomputeBalances(trx: Connection, timestamp: string): Promise<void> {
  await sql`alter table credit_balances disable trigger balances_follow`.execute(trx)
  await sql`insert into credit_balances (member_id, store_id, unit, balance, next_expiry)
    select member_id, max(store_id), unit, sum(amount),
      min(expires_at) filter (where amount > 0 and expires_at > ${timestamp})
    from credit_entries group by member_id, unit on conflict (member_id, unit) do nothing`.execute(
    trx,
  )
  await sql`alter table credit_balances enable trigger balances_follow`.execute(trx)
  await sql`alter table credit_entries enable trigger enter_credit`.execute(trx)
}

async function loadExistingData(
  trx: Connection,
): Promise<Omit<DemoDataInput, 'seed' | 'now' | 'size'>> {
  const nextIds = {} as Record<NumberedTable, number> // The loop sets every key.
  for (const table of numberedTables) {
    const { rows } = await sql<{ most: number | null }>`
      select max(id) as most from ${sql.table(table)}`.execute(trx)
    nextIds[table] = (rows[0]?.most ?? 0) + 1
  }
  const { rows: usedNames } = await sql<{ name: string }>`
    select code as name from stores union select subdomain from stores
    union select split_part(domain, '.', 1) from stores where domain is not null
    union select name from organisations`.execute(trx)
  const { rows: themes } = await sql<{ id: number; status: string }>`
    select id, status from themes where status in ('published', 'deprecated') order by id`.execute(
    trx,
  )
  const productOptions = await loadProductOptions(trx)
  return {
    nextIds,
    themes,
    productOptions,
    usedNames: new Set(usedNames.map(({ name }) => name)),
  }
}

async function loadProductOptions(trx: Connection): Promise<ProductOptions> {
  const loadRows = <Row>(query: RawBuilder<Row>) =>
    query.execute(trx).then(({ rows }): readonly Row[] => rows)
  type Coded = { id: number; code: string }
  return {
    sizes: await loadRows(
      sql<{ id: number; group: string }>`select id, "group" from sizes order by position, id`,
    ),
    colors: (await loadRows(sql<Coded>`select id, code from colors order by position, id`)).map(
      ({ id }) => id,
    ),
    values: await loadRows(sql<Coded & { attribute: string }>`
      select sub_attributes.id, sub_attributes.code, attributes.code as attribute
      from sub_attributes join attributes on attributes.id = attribute_id
      order by attribute_id, sub_attributes.position, sub_attributes.id`),
    categories: await loadRows(sql<Coded>`select id, code from categories order by position, id`),
  }
}

const advanceSequence = (trx: Connection, table: NumberedTable) =>
  sql`select setval(pg_get_serial_sequence(${toTableName(table)}, 'id'), max(id)) from ${sql.table(table)}
    having max(id) is not null`.execute(trx)

const toTableName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
