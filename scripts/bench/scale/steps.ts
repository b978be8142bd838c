import type { Client } from 'pg'

/** The rows that a step of the seeding added, and how long it took. */
export type Step = { rows: number; seconds: number }

/** Creates the tables that list the finished steps and the dropped indexes. */
export const createStepTables = (client: Client) =>
  client.query(`
    create schema if not exists bench;
    create table if not exists bench.steps (
      name text primary key, rows bigint not null, seconds double precision not null);
    create table if not exists bench.dropped_indexes (
      id integer generated always as identity primary key, statement text not null);`)

/**
 * Runs a step, unless it ran in an earlier start of the bench, and saves its duration. `work`
 * resolves to the number of rows that it added.
 */
export async function runStep(
  client: Client,
  name: string,
  work: () => Promise<number>,
): Promise<void> {
  if (await hasRun(client, name)) return
  const startedAt = performance.now()
  const rows = await work()
  const seconds = (performance.now() - startedAt) / 1000
  await client.query('insert into bench.steps values ($1, $2, $3)', [name, rows, seconds])
  const rate = rows > 0 ? `: ${rows.toLocaleString('en')} rows` : ''
  console.log(`  ${name}${rate}, ${seconds.toFixed(1)} s`)
}

export async function hasRun(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from bench.steps where name = $1', [name])
  return rows.length > 0
}

/** Adds up the steps that copied rows. Only their names have a colon. */
export async function sumCopies(client: Client): Promise<Step> {
  const { rows } = await client.query(
    `select coalesce(sum(rows), 0)::float8 as rows, coalesce(sum(seconds), 0) as seconds
      from bench.steps where name like '%: %'`,
  )
  return rows[0] // The query always returns one row of these columns.
}
