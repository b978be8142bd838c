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
import { hashFiles } from '#scripts/build.mjs'
import { withLock } from '#scripts/lock.mjs'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { Throttle } from '#shared/throttle.ts'
import { createAccount } from '#server/platform/core/auth/accounts.ts'
import type { VerifyIdToken } from '#server/platform/core/auth/verifyIdToken.ts'
import { ensureOperator } from '#server/platform/areas/signIn/operator.ts'
import {
  createPasswordHasher,
  productionHashing,
} from '#server/platform/core/auth/passwordHasher.ts'
import { areas } from '#server/platform/areas/index.ts'
import type { Area } from '#server/platform/core/area/area.ts'
import { createApp } from '#server/platform/app.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import type { DatabaseTimeouts } from '#server/platform/database/databaseTimeouts.ts'
import { applyStoresHost } from '#server/platform/areas/stores/domains/storesHost.ts'
import { doNothing } from '#server/platform/core/jobs/jobQueue.ts'
import { createFolderStorage } from '#server/platform/core/files/storage.ts'
import type { FileStorage } from '#server/platform/core/files/storage.ts'
import { defaultUploadQuota } from '#server/platform/core/files/uploadLimits.ts'
import type { UploadQuota } from '#server/platform/core/files/uploadLimits.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { seedEmptyDatabase } from '#server/platform/seed/seed.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'
import type { Network } from '#server/platform/core/outgoing/networks.ts'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import { withProgramRole, programRole } from './newDatabase.ts'

/** Nobody attacks test passwords, so their hashes may be fast. */
const cheapHashing = { ...productionHashing, memory: 64, passes: 1 }

/** Rejects every query. A test that needs DNS passes its own resolver. */
const rejectingDns: DnsResolver = {
  cname: (host) => Promise.reject(new Error(`No test answers for ${host}`)),
  txt: (host) => Promise.reject(new Error(`No test answers for ${host}`)),
}

/** An account of a test platform. */
export type TestAccount = { id: number; email: string; password: string }

export type TestPlatform = Awaited<ReturnType<typeof startTestPlatform>>

/**
 * Starts a platform in this process on a new database in memory, or on the empty one at
 * `databaseUrl`. It has only an operator unless `seed` is set. `log` collects its log lines.
 */
export async function startTestPlatform(
  options: {
    databaseUrl?: string | undefined
    /** The maximum number of connections to that database. */
    connections?: number
    /**
     * Answers calls as the program's role. `platform.db` stays the owner's, for the test's own use.
     */
    hasProgramRole?: boolean
    timeouts?: DatabaseTimeouts
    seed?: boolean
    google?: VerifyIdToken | null
    dns?: DnsResolver
    secrets?: KeyRing
    /** Replaces the folder. */
    storage?: FileStorage
    /** Areas in addition to the product's. */
    areas?: readonly Area[]
    /** Private networks that outgoing calls may reach. */
    exceptions?: readonly Network[]
    storesHost?: string
    uploadQuota?: UploadQuota
    origin?: URL
    /** A trusted certificate. */
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
    ? await openEmbeddedDatabase({ content: await (migratedContent ??= loadMigratedDatabase()) })
    : await openServerDatabase(options.databaseUrl, () => {}, options.connections, options.timeouts)
  const program =
    options.hasProgramRole && options.databaseUrl !== undefined
      ? await openAsProgramRole(db, options.databaseUrl)
      : null
  const log: Record<string, unknown>[] = []
  const ending = new AbortController()
  let offsetMs = 0
  const platform: Platform = {
    db,
    now: () => new Date(Date.now() + offsetMs),
    log: pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line)) }),
    passwords: createPasswordHasher(cheapHashing),
    // Only `advance` moves this clock, so that a wait of a second can't end before a test sees it.
    throttle: new Throttle(() => offsetMs),
    google: options.google ?? null,
    outgoing: createOutgoingNetwork({
      ...(options.ca ? { ca: options.ca } : {}),
      dns: options.dns ?? rejectingDns,
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
    retention: {
      jobs: 180,
      emails: 365,
      emailTexts: 90,
      webhookBodies: 90,
      providerEvents: 730,
      failedPayments: null,
    },
    storage: options.storage ?? createFolderStorage(join(folder, 'files')),
    uploadQuota: options.uploadQuota ?? defaultUploadQuota,
    storesHost: options.storesHost ?? 'stores.example.com',
    origin: options.origin ?? null,
    endpoints: options.endpoints ?? {},
    cognitoEndpoint: 'https://cognito-idp.{region}.amazonaws.com',
    runaEndpoint: 'https://{host}.runa.io/v2',
    printfulEndpoint: 'https://api.printful.com',
    passwordFile: join(folder, 'operator-password'),
  }
  await migrate(db)
  await applyStoresHost(platform)
  const { email, password } = await ensureOperator(platform, {
    operatorEmail: null,
    operatorPassword: null,
  })
  if (options.seed) await seedEmptyDatabase(platform, email, seedSizes.small)
  const { id } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()

  // The embedded database blocks this process for seconds. Without a timeout, the server can't
  // close an idle connection just when a test uses it again.
  const server = createServer(
    { keepAliveTimeout: 0 },
    createApp(program ? withDatabase(platform, program.db) : platform, [
      ...areas,
      ...(options.areas ?? []),
    ]),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // It listens on a TCP port.

  return {
    url: `http://127.0.0.1:${port}`,
    /** The folder of the platform's files. */
    folder,
    operator: { id, email, password: password ?? '' } satisfies TestAccount,
    platform,
    boss,
    log,
    /** Advances the platform's clock. */
    advance(ms: number) {
      offsetMs += ms
    },
    /** Adds an operator with exactly these permissions, for all stores or only for these. */
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

/** Returns the platform with other connections. Later changes to the platform affect both. */
const withDatabase = (platform: Platform, db: Platform['db']): Platform =>
  new Proxy(platform, {
    get: (target, name) => (name === 'db' ? db : Reflect.get(target, name)),
  })

/** Opens the database as the program's role, which may also use tables that a test creates. */
async function openAsProgramRole(owner: Platform['db'], databaseUrl: string) {
  const role = sql.id(programRole)
  await sql`alter default privileges in schema public
    grant select, insert, update, delete on tables to ${role}`.execute(owner)
  await sql`alter default privileges in schema public grant usage on sequences to ${role}`.execute(
    owner,
  )
  return openServerDatabase(withProgramRole(databaseUrl), () => {})
}

/** The database content, read once for all platforms of this process. */
let migratedContent: Promise<Blob> | undefined

/**
 * Loads an embedded database with empty tables. Creating one takes 4 s, and opening a copy 0.5 s,
 * so a file caches it for this version of PGlite and these migrations.
 */
export async function loadMigratedDatabase(): Promise<Blob> {
  const pglite = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '..')
  const { version }: { version: string } = JSON.parse(
    await readFile(join(pglite, 'package.json'), 'utf8'),
  )
  const hash = hashFiles(root, ['server/platform/database/migrations']).slice(0, 16)
  const cacheFile = join(root, '.cache', `pglite-${version}-${hash}.tar`)
  await withLock(`${cacheFile}.lock`, async () => {
    if (existsSync(cacheFile)) return
    const { db, pglite, close } = await openEmbeddedDatabase({})
    await migrate(db)
    const content = await pglite.dumpDataDir('none')
    await close()
    await writeFile(`${cacheFile}.draft`, content.stream())
    await rename(`${cacheFile}.draft`, cacheFile) // Atomic, so that an existing file is always complete.
  })
  return new Blob([await readFile(cacheFile)])
}
