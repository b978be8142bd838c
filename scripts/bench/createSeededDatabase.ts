import { Client } from 'pg'

/** Creates a database with demo data on this server. Resolves to its DATABASE_URL. */
export async function createSeededDatabase(serverUrl: string, name: string, members: number) {
  const serverClient = new Client({ connectionString: serverUrl })
  await serverClient.connect()
  await serverClient.query(`create database ${name}`)
  await serverClient.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const { seedDatabase } = await import('#server/platform/seed/seedDatabase.ts')
  const size = { stores: 240, members, orders: 0, logs: 0, days: 2 }
  await seedDatabase({ DATABASE_URL: url.href }, { size, seed: 7 })
  // Autovacuum would do this a minute later.
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  return url.href
}
