import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL where a worker gets its prerequisites (`getPrerequisite.ts`). */
    prerequisitesUrl: string
  }
}

/** Runs at the end of the run, last one first. */
const cleanups: (() => Promise<void>)[] = []

const requirePath = (path: string | null, message: string) => {
  if (path === null) throw new Error(message)
  return path
}

/**
 * Makes what tests need in addition to Node and packages, once per run, when the first test asks
 * for it. A run of tests without prerequisites builds and installs nothing.
 */
const makers = {
  /** Builds the current sources and returns the folder. */
  async build() {
    // Runs in its own process, because this one prepares the workers' modules.
    const program = "import { build } from './scripts/build.mjs'; await build()"
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    return 'dist'
  },

  /** Bundles `tests/api/programs`, which tests start and kill, and returns the folder. */
  async programs() {
    const { build, stop } = await import('esbuild')
    const folder = join('.cache', 'programs')
    await build({
      entryPoints: globSync('tests/api/programs/*Program.ts'),
      outdir: folder,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    })
    await stop()
    return folder
  },

  /**
   * Makes a platform data folder to copy. The small demo data is in the database `demo` of the
   * PostgreSQL server, or in the folder on a machine without PostgreSQL. Its days end today, so
   * every run makes it again.
   */
  async platformData() {
    await makeOnce('build')
    const { createPlatformData: makePlatformData } = await import('./servers/consoleProcess.ts')
    const demo =
      (await makeOnce('postgres')) &&
      (await makeDatabase(await makeOnce('database'), 'demo', 'migrated'))
    const folder = await makePlatformData(demo ? { DATABASE_URL: demo } : {})
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    return folder
  },

  /** Makes a data folder to copy with empty tables, which saves a start of the platform 3 s. */
  async dataFolder() {
    const { openEmbeddedDatabase: openEmbedded } =
      await import('#server/platform/database/database.ts')
    const { loadMigratedDatabase: migratedDatabase } = await import('./servers/platform.ts')
    const folder = await mkdtemp(join(tmpdir(), 'platform-'))
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    const content = await migratedDatabase()
    const { close } = await openEmbedded({ folder: join(folder, 'database'), content })
    await close()
    return folder
  },

  /** Returns the path of a working Chromium. */
  async browser() {
    const { ensureBrowser } = await import('#scripts/testPrerequisites.ts')
    return requirePath(
      await ensureBrowser(),
      'Browser tests need Chromium. Install it, or set CHROMIUM_PATH to the path of a Chromium browser.',
    )
  },

  /**
   * Returns the path of Firefox. Empty on a developer's machine without it, which skips the test.
   */
  async firefox() {
    const { ensureFirefox } = await import('#scripts/testPrerequisites.ts')
    const path = await ensureFirefox()
    return process.env['CI']
      ? requirePath(
          path,
          'The Firefox test needs Firefox. Install Firefox ESR, or set FIREFOX_PATH.',
        )
      : (path ?? '')
  },

  /** Returns the path of nginx. */
  async nginx() {
    const { ensureNginx } = await import('#scripts/testPrerequisites.ts')
    return requirePath(await ensureNginx(), 'These tests need nginx. Install it.')
  },

  /** Returns the folder of PostgreSQL's programs. Empty on a developer's machine without it. */
  async postgres() {
    const { ensurePostgres } = await import('#scripts/testPrerequisites.ts')
    const folder = await ensurePostgres()
    return process.env['CI']
      ? requirePath(folder, 'These tests need PostgreSQL. Install its server.')
      : (folder ?? '')
  },

  /**
   * Starts a PostgreSQL server for the run, with a database `migrated` to copy. Returns its URL.
   */
  async database() {
    await makeOnce('postgres')
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
      import('#server/platform/database/migrate.ts'),
      import('./servers/newDatabase.ts'),
    ])
    const { url, stop } = await startPostgres({ max_connections: '400' })
    cleanups.push(stop)
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

/** Creates a database on the server at `url` from a template, and returns its URL. */
async function makeDatabase(url: string, name: string, template: string): Promise<string> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return url.replace('/postgres?', `/${name}?`)
}

/** The name of a prerequisite. */
export type Prerequisite = keyof typeof makers

const promises = new Map<Prerequisite, Promise<string>>()

function makeOnce(name: Prerequisite): Promise<string> {
  const promise = promises.get(name) ?? makers[name]()
  promises.set(name, promise)
  return promise
}

const isPrerequisite = (name: string): name is Prerequisite => Object.hasOwn(makers, name)

/** Prerequisites that take 30 s. The whole suite makes them while the first tests run. */
const preparedAtStart: readonly Prerequisite[] = ['platformData', 'browser']

/**
 * Serves prerequisites to the workers, which are separate processes. Runs before the first test.
 */
export async function setup(project: TestProject) {
  const server = createServer((req, res) => {
    const name = (req.url ?? '').slice(1)
    if (!isPrerequisite(name)) return void res.writeHead(404).end(`Nobody makes ${name}`)
    makeOnce(name).then(
      (value) => res.end(value),
      (error: unknown) => res.writeHead(500).end(error instanceof Error ? error.message : 'Failed'),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // It listens on a TCP port.
  project.provide('prerequisitesUrl', `http://127.0.0.1:${port}`)
  // A failure reaches the tests that ask for the prerequisite.
  if (process.env['WHOLE_SUITE']) for (const name of preparedAtStart) makeOnce(name).catch(() => {})
  return async () => {
    for (const end of cleanups.toReversed()) await end()
    server.closeAllConnections()
    server.close()
  }
}
