import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { root } from '#scripts/bootstrap.mjs'
import { hashOfFiles } from '#scripts/build.mjs'
import { withLock } from '#scripts/lock.mjs'
import type { Resource } from '#shared/engine/resource.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { Throttle } from '#shared/throttle.ts'
import { createAccount } from '#server/platform/core/auth/accounts.ts'
import type { VerifyIdToken } from '#server/platform/areas/signIn/googleTokens.ts'
import { ensureOperator } from '#server/platform/areas/signIn/operator.ts'
import {
  createPasswordHasher,
  productionHashing,
} from '#server/platform/core/auth/passwordHasher.ts'
import { createApp } from '#server/platform/app.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import type { DatabaseTimeouts } from '#server/platform/database/databaseTimeouts.ts'
import type { Integration } from '#server/platform/core/integrations/integration.ts'
import { saveStoreHost } from '#server/platform/areas/stores/domains/storeHost.ts'
import { doNothing } from '#server/platform/core/jobs/jobQueue.ts'
import { createFolderStorage } from '#server/platform/core/files/storage.ts'
import type { FileStorage } from '#server/platform/core/files/storage.ts'
import { defaultUploadQuota } from '#server/platform/core/files/uploadLimits.ts'
import type { UploadQuota } from '#server/platform/core/files/uploadLimits.ts'
import { migrate } from '#server/platform/database/migrations/index.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { seedEmptyDatabase } from '#server/platform/demoData/seed.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'
import type { Network } from '#server/platform/core/outgoing/networks.ts'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { createOutgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { asProgramRole, programRole } from './newDatabase.ts'

/** Passwords of tests are nobody's to guess: their hashes may be had for little. */
const cheap = { ...productionHashing, memory: 64, passes: 1 }

/** A test that asks DNS brings its own. */
const unaskedDns: DnsResolver = {
  cname: (host) => Promise.reject(new Error(`No test answers for ${host}`)),
  txt: (host) => Promise.reject(new Error(`No test answers for ${host}`)),
}

/** An account of a platform that a test started. */
export type TestAccount = { id: number; email: string; password: string }

export type TestPlatform = Awaited<ReturnType<typeof startTestPlatform>>

/**
 * A platform inside this process, on a port of its own and a fresh database: in memory, or the empty one that
 * `databaseUrl` names. It holds an operator and nothing else, unless `seed` is asked for. What it logs stands in `log`.
 */
export async function startTestPlatform(
  options: {
    databaseUrl?: string
    /** At most to that database. */
    connections?: number
    /** Answers calls as the program's role. `platform.db` stays the owner's, with which a test does what it likes. */
    hasProgramRole?: boolean
    timeouts?: DatabaseTimeouts
    seed?: boolean
    google?: VerifyIdToken | null
    dns?: DnsResolver
    secrets?: KeyRing
    /** Instead of a folder. */
    storage?: FileStorage
    /** Who charges orders again; nobody unless told. */
    chargers?: Platform['chargers']
    /** Who tells the state of a payment; nobody unless told. */
    chargeFinders?: Platform['chargeFinders']
    /** Instead of those of the product. */
    definitions?: readonly Resource[]
    integrations?: readonly Integration[]
    /** Networks inside that may be reached. */
    exceptions?: readonly Network[]
    storesHost?: string
    uploadQuota?: UploadQuota
    origin?: URL
    /** A certificate that is believed. */
    ca?: string
    endpoints?: Platform['endpoints']
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'))
  const {
    db,
    jobQueue: boss,
    close,
  } = options.databaseUrl === undefined
    ? await openEmbeddedDatabase({ content: await (migrated ??= migratedDatabase()) })
    : await openServerDatabase(options.databaseUrl, () => {}, options.connections, options.timeouts)
  const program =
    options.hasProgramRole && options.databaseUrl !== undefined
      ? await openProgram(db, options.databaseUrl)
      : null
  const log: Record<string, unknown>[] = []
  const ending = new AbortController()
  let offsetMs = 0
  const platform: Platform = {
    db,
    now: () => new Date(Date.now() + offsetMs),
    log: pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line)) }),
    passwords: createPasswordHasher(cheap),
    // A wait of a second must not be over before a test has seen it: this clock goes on by `advance` alone.
    throttle: new Throttle(() => offsetMs),
    google: options.google ?? null,
    outgoing: createOutgoing({
      ...(options.ca ? { ca: options.ca } : {}),
      dns: options.dns ?? unaskedDns,
      exceptions: options.exceptions ?? [],
      now: () => offsetMs,
    }),
    shutdownSignal: ending.signal,
    beforeCommit: recomputeStoreStats,
    enqueueJob: doNothing,
    wakeQueue: doNothing,
    consoleOrigin: 'https://console.example.com',
    organization: 'Acme Commerce',
    secrets: options.secrets ?? new KeyRing([createKey()]),
    retention: { jobs: 180, emails: 365, webhookBodies: 90, providerEvents: 730 },
    storage: options.storage ?? createFolderStorage(join(folder, 'files')),
    uploadQuota: options.uploadQuota ?? defaultUploadQuota,
    storesHost: options.storesHost ?? 'stores.example.com',
    origin: options.origin ?? null,
    endpoints: options.endpoints ?? {},
    chargers: options.chargers ?? {},
    chargeFinders: options.chargeFinders ?? {},
    cognitoEndpoint: 'https://cognito-idp.{region}.amazonaws.com',
    runaEndpoint: 'https://{host}.runa.io/v2',
    printfulEndpoint: 'https://api.printful.com',
    passwordFile: join(folder, 'operator-password'),
  }
  await migrate(db)
  await saveStoreHost(platform)
  const { email, password } = await ensureOperator(platform, {
    operatorEmail: null,
    operatorPassword: null,
  })
  if (options.seed) await seedEmptyDatabase(platform, email, seedSizes.small)
  const { id } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()

  // The embedded database holds this process up for seconds: a connection that idled meanwhile must not be closed just
  // when a test uses it again.
  const server = createServer(
    { keepAliveTimeout: 0 },
    createApp(
      program ? withDatabase(platform, program.db) : platform,
      options.definitions,
      options.integrations,
    ),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // It listens on a TCP port.

  return {
    url: `http://127.0.0.1:${port}`,
    /** Where its files lie. */
    folder,
    operator: { id, email, password: password ?? '' } satisfies TestAccount,
    platform,
    boss,
    log,
    /** Makes the platform's clock go on by this much. */
    advance(ms: number) {
      offsetMs += ms
    },
    /** Another operator, whose group has exactly these permissions; for all stores, or for these. */
    async addAccount(
      permissions: readonly string[],
      storeIds: readonly number[] | null = null,
      sIdentifier: number = operatorIdentifier,
    ): Promise<TestAccount> {
      const account = { email: `${randomUUID()}@example.com`, password: randomUUID() }
      const group = { name: randomUUID(), permissions }
      const now = platform.now().toISOString()
      const passwordHash = await platform.passwords.hash(account.password)
      const person = { email: account.email, passwordHash, name: 'Second User', sIdentifier }
      return { ...account, id: await createAccount(db, { ...person, group, storeIds, now }) }
    },
    async stop() {
      ending.abort()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await program?.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same platform on other connections; what a test changes of the platform afterward counts for both. */
const withDatabase = (platform: Platform, db: Platform['db']): Platform =>
  new Proxy(platform, {
    get: (target, name) => (name === 'db' ? db : Reflect.get(target, name)),
  })

/** The database as the program's role, which may also use the tables that a test makes. */
async function openProgram(owner: Platform['db'], databaseUrl: string) {
  const role = sql.id(programRole)
  await sql`alter default privileges in schema public
    grant select, insert, update, delete on tables to ${role}`.execute(owner)
  await sql`alter default privileges in schema public grant usage on sequences to ${role}`.execute(
    owner,
  )
  return openServerDatabase(asProgramRole(databaseUrl), () => {})
}

/** Read once for all platforms of this process. */
let migrated: Promise<Blob> | undefined

/**
 * The content of an embedded database that has its tables and nothing in them. Making one takes 4 s, opening a copy half a
 * second: the copy is kept for other tests, for the version of PGlite and the migrations that made it.
 */
export async function migratedDatabase(): Promise<Blob> {
  const pglite = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '..')
  const { version }: { version: string } = JSON.parse(
    await readFile(join(pglite, 'package.json'), 'utf8'),
  )
  const made = hashOfFiles(root, ['server/platform/database/migrations']).slice(0, 16)
  const kept = join(root, '.cache', `pglite-${version}-${made}.tar`)
  await withLock(`${kept}.lock`, async () => {
    if (existsSync(kept)) return
    const { db, pglite, close } = await openEmbeddedDatabase({})
    await migrate(db)
    const content = await pglite.dumpDataDir('none')
    await close()
    await writeFile(`${kept}.draft`, content.stream())
    await rename(`${kept}.draft`, kept) // At once: a file that is there is whole.
  })
  return new Blob([await readFile(kept)])
}
