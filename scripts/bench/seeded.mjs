import { Client } from 'pg'

/**
 * A database of its own on this server, with demo data; resolves to its DATABASE_URL.
 *
 * @param {string} serverUrl
 * @param {string} name
 * @param {number} members
 */
export async function seededDatabase(serverUrl, name, members) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const { seedDatabase } = await import('#server/platform/seed/seedDatabase.ts')
  const size = { stores: 240, members, orders: 0, logs: 0, days: 2 }
  await seedDatabase({ DATABASE_URL: url.href }, { size, seed: 7 })
  // What the server does by itself a minute later.
  const seeded = new Client({ connectionString: url.href })
  await seeded.connect()
  await seeded.query('vacuum analyze')
  await seeded.end()
  return url.href
}
