import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { need } from '../need.ts'

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
  // Permissions on a database aren't copied with it. pg-boss makes a schema of its own.
  await client.query(`grant create on database "${name}" to ${programRole}`)
  await client.end()
  return server.replace('/postgres?', `/${name}?`)
}

/** The role that the platform connects as where another one owns its tables. */
export const programRole = 'platform_program'

/** The same database as that role. */
export const asProgramRole = (url: string): string =>
  url.replace(/^postgres:\/\/[^@]+@/, `postgres://${programRole}@`)
