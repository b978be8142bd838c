import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { getPrerequisite } from '../getPrerequisite.ts'

/**
 * Creates a database on the run's PostgreSQL server: with the platform's tables, with the small
 * demo data, or empty.
 */
export async function createDatabase(
  template: 'migrated' | 'demo' | 'template0' = 'template0',
): Promise<string> {
  const server = await getPrerequisite('database')
  if (template === 'demo') await getPrerequisite('platformData')
  const name = randomUUID()
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`create database "${name}" template ${template}`)
  // A copy doesn't include the permissions on the database. pg-boss creates its own schema.
  await client.query(`grant create on database "${name}" to ${programRole}`)
  await client.end()
  return server.replace('/postgres?', `/${name}?`)
}

/**
 * Creates a database with the platform's tables if this machine has PostgreSQL, which is five times
 * as fast as the embedded database.
 */
export const createDatabaseIfPossible = async (): Promise<string | undefined> =>
  (await getPrerequisite('postgres')) ? createDatabase('migrated') : undefined

/** The role of the platform's connections if another role owns the tables. */
export const programRole = 'platform_program'

/** Returns the URL with that role. */
export const withProgramRole = (url: string): string =>
  url.replace(/^postgres:\/\/[^@]+@/, `postgres://${programRole}@`)
