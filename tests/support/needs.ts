import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a worker asks for what it needs (`need.ts`). */
    needs: string
  }
}

/** What ends with the run, in the order it was made. */
const endings: (() => Promise<void>)[] = []

const found = (path: string | null, without: string) => {
  if (path === null) throw new Error(without)
  return path
}

/**
 * What tests want besides Node and packages. Each is had once a run, when the first test that wants it starts: a run of
 * tests that want nothing builds and installs nothing.
 */
const makers = {
  /** `dist/`, of the sources as they stand; answers its folder. */
  async build() {
    // In a process of its own: in this one the workers' modules are made ready, which wait for nothing.
    const program = "import { build } from './scripts/build.mjs'; await build()"
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    return 'dist'
  },

  /**
   * A data folder of the platform to copy, with the small demo data in the database `demo` of the PostgreSQL server, or in the
   * folder on a machine without: its days end today, so it is made in each run.
   */
  async platformData() {
    await once('build')
    const { makePlatformData } = await import('./servers/consoleProcess.ts')
    const demo =
      (await once('postgres')) && (await makeDatabase(await once('database'), 'demo', 'migrated'))
    const folder = await makePlatformData(demo ? { DATABASE_URL: demo } : {})
    endings.push(() => rm(folder, { recursive: true, force: true }))
    return folder
  },

  /** A data folder of the platform to copy, whose embedded database has its tables and nothing in them: those take a start 3 s. */
  async dataFolder() {
    const { openEmbeddedDatabase: openEmbedded } =
      await import('#server/platform/database/database.ts')
    const { migratedDatabase } = await import('./servers/platform.ts')
    const folder = await mkdtemp(join(tmpdir(), 'platform-'))
    endings.push(() => rm(folder, { recursive: true, force: true }))
    const content = await migratedDatabase()
    const { close } = await openEmbedded({ folder: join(folder, 'database'), content })
    await close()
    return folder
  },

  /** The path of a Chromium that runs. */
  async browser() {
    const { ensureBrowser } = await import('#scripts/machines/testMachine.ts')
    return found(
      await ensureBrowser(),
      'Browser tests need Chromium. Install it, or set CHROMIUM_PATH to the path of a Chromium browser.',
    )
  },

  /** The path of Firefox; none on a machine of someone's own, whose test is skipped. */
  async firefox() {
    const { ensureFirefox } = await import('#scripts/machines/testMachine.ts')
    const path = await ensureFirefox()
    return process.env['CI']
      ? found(path, 'The Firefox test needs Firefox. Install Firefox ESR, or set FIREFOX_PATH.')
      : (path ?? '')
  },

  /** The path of nginx. */
  async nginx() {
    const { ensureNginx } = await import('#scripts/machines/testMachine.ts')
    return found(await ensureNginx(), 'These tests need nginx. Install it.')
  },

  /** The folder of PostgreSQL's programs; none on a machine of someone's own, whose tests do without. */
  async postgres() {
    const { ensurePostgres } = await import('#scripts/machines/testMachine.ts')
    const folder = await ensurePostgres()
    return process.env['CI']
      ? found(folder, 'These tests need PostgreSQL. Install its server.')
      : (folder ?? '')
  },

  /** The address of a PostgreSQL server for the whole run, whose database `migrated` is one to copy. */
  async database() {
    await once('postgres')
    const [
      { startPostgres },
      { openServerDatabase: openServer },
      { grantProgramRole },
      { migrate },
      { programRole },
    ] = await Promise.all([
      import('./servers/postgres.ts'),
      import('#server/platform/database/database.ts'),
      import('#server/platform/database/databaseRoles.ts'),
      import('#server/platform/database/migrations/index.ts'),
      import('./servers/newDatabase.ts'),
    ])
    const { url, stop } = await startPostgres({ max_connections: '400' })
    endings.push(stop)
    const { db, close } = await openServer(
      await makeDatabase(url, 'migrated', 'template1'),
      () => {},
    )
    await migrate(db)
    const { sql } = await import('kysely')
    await sql`create role ${sql.id(programRole)} login`.execute(db)
    await grantProgramRole(db, programRole)
    await close()
    return url
  },
} satisfies Record<string, () => Promise<string>>

/** Makes a database of the server at `url` as a copy of another one; answers its address. */
async function makeDatabase(url: string, name: string, copied: string): Promise<string> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name} template ${copied}`)
  await client.end()
  return url.replace('/postgres?', `/${name}?`)
}

/** What a test can need, by name. */
export type Need = keyof typeof makers

const made = new Map<Need, Promise<string>>()

function once(name: Need): Promise<string> {
  const making = made.get(name) ?? makers[name]()
  made.set(name, making)
  return making
}

const isNeed = (name: string): name is Need => Object.hasOwn(makers, name)

/** What the first browser test waits for, half a minute: the whole suite has it made while the tests before it run. */
const awaited: readonly Need[] = ['platformData', 'browser']

/** Before the first test: answers workers, which are processes of their own, who ask for what they need. */
export async function setup(project: TestProject) {
  const server = createServer((req, res) => {
    const name = (req.url ?? '').slice(1)
    if (!isNeed(name)) return void res.writeHead(404).end(`Nobody makes ${name}`)
    once(name).then(
      (value) => res.end(value),
      (error: unknown) => res.writeHead(500).end(error instanceof Error ? error.message : 'Failed'),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // It listens on a TCP port.
  project.provide('needs', `http://127.0.0.1:${port}`)
  // Who needs what cannot be had is told why.
  if (process.env['WHOLE_SUITE']) for (const name of awaited) once(name).catch(() => {})
  return async () => {
    for (const end of endings.toReversed()) await end()
    server.closeAllConnections()
    server.close()
  }
}
