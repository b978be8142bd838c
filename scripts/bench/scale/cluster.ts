import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import {
  createCluster,
  createServerFolder,
  giveToServerUser,
  runCluster,
} from '#tests/support/servers/postgres.ts'

/** Settings of the server. A seeded cluster is only read and changed a little, so it needs no log for recovery. */
const serverSettings = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  work_mem: '16MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  // Each partition of each table that a transaction uses has a lock.
  max_locks_per_transaction: '1024',
}

/** Starts the PostgreSQL server of the bench. The first start creates its folder; `stop` keeps it. */
export async function startCluster(folder: string) {
  mkdirSync(folder, { recursive: true })
  giveToServerUser(folder)
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) createCluster(data)
  // The path of a socket must be short, and the data folder may be anywhere.
  const socketFolder = createServerFolder()
  const server = await runCluster(data, socketFolder, serverSettings)
  return {
    url: server.url,
    async stop() {
      await server.end('SIGINT')
      rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

export async function openClient(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

/** Creates a database of the server unless it exists. Resolves to its DATABASE_URL. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const client = await openClient(serverUrl)
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rows.length === 0) await client.query(`create database "${name}"`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
