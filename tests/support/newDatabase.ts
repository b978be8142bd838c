import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { need } from './need.ts'

/** A database of the run's own PostgreSQL server that nobody else has: with the platform's tables, with the small demo data, or empty. */
export async function newDatabase(
  copied: 'migrated' | 'demo' | 'template0' = 'template0',
): Promise<string> {
  const server = await need('database')
  if (copied === 'demo') await need('platformData')
  const name = randomUUID()
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`create database "${name}" template ${copied}`)
  await client.end()
  return server.replace('/postgres?', `/${name}?`)
}
