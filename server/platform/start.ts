import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Throttle } from '#shared/throttle.ts'
import { createGoogleVerifier } from './areas/signIn/googleTokens.ts'
import { defaultOperatorEmail, ensureOperator } from './areas/signIn/operator.ts'
import type { OperatorSignIn } from './areas/signIn/operator.ts'
import { validatePassword } from './areas/signIn/passwordRules.ts'
import { createPasswordHasher } from './core/auth/passwordHasher.ts'
import { createApp } from './app.ts'
import { areas } from './areas/index.ts'
import { buildJobKinds } from './core/area/buildCalls.ts'
import { combineBeforeCommit } from './core/area/combineBeforeCommit.ts'
import { getChores } from './core/area/chores.ts'
import { checkLockTable } from './database/checkLockTable.ts'
import { openEmbeddedDatabase, openServerDatabase } from './database/database.ts'
import { backgroundTimeouts } from './database/databaseTimeouts.ts'
import { isReachableReplica, ReadReplica } from './database/readReplica.ts'
import type { OpenDatabase } from './database/database.ts'
import { getCurrentRole, grantProgramRole } from './database/databaseRoles.ts'
import { lockDataFolder, prepareDataFolder } from './database/dataFolder.ts'
import { rejectUnreadableRequest } from './core/http/rejectUnreadableRequest.ts'
import { doNothing, startJobQueue } from './core/jobs/jobQueue.ts'
import { createS3Storage } from './core/files/s3Storage.ts'
import { createFolderStorage } from './core/files/storage.ts'
import type { FileStorage } from './core/files/storage.ts'
import { createMonthPartitions } from './database/monthPartitions.ts'
import { migrate } from './database/migrate.ts'
import { createDnsResolver } from './core/outgoing/dns.ts'
import { createOutgoingNetwork } from './core/outgoing/outgoing.ts'
import type { Platform } from './core/platform/platform.ts'
import { getKeyFilePath, loadOrCreateKeys } from './core/secrets/keyFile.ts'
import { requireKeys } from './keys/keysInUse.ts'
import { rotateSecretsJob } from './keys/rotateSecretsJob.ts'
import { KeyRing } from './core/secrets/keyRing.ts'
import { seedEmptyDatabase } from './seed/seed.ts'
import { seedSizes } from './demoData/seedSize.ts'
import {
  drainConnections,
  getServerUrl,
  listen,
  sendWorkerNotFound,
  sendNotReady,
  withHealthCheck,
} from './httpServer.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './settings.ts'
import { startupMessages } from './messages.ts'

export type RunningPlatform = {
  url: string
  /** Null for a worker, which answers no calls and creates no accounts. */
  operator: OperatorSignIn | null
  /** Finishes running requests (for at most 10 s), closes the database, and unlocks the folder. */
  stop: () => Promise<void>
}

/** A callback for the name of each step of the start that can take seconds. */
type OnProgress = (step: string) => void

/**
 * Starts the platform. Checks what fails quickly first (port, folder in use), then answers 503
 * until the database is open.
 */
export async function startPlatform(
  settings: Settings,
  log: Logger,
  onProgress: OnProgress = () => {},
): Promise<RunningPlatform> {
  await requireOperatorPassword(settings)
  prepareDataFolder(settings.dataDir)
  const unlock = settings.databaseUrl === null ? lockDataFolder(settings.dataDir) : () => {}
  const server = createServer(sendNotReady).on('clientError', rejectUnreadableRequest)
  const shutdown = new AbortController()
  try {
    await listen(server, settings)
    onProgress(startupMessages.openingDatabase)
    const database = await openDatabase(settings, log)
    const readReplica = await openReadReplica(settings, database.db, log)
    const platform: Platform = {
      db: database.db,
      readReplica,
      now: () => new Date(),
      log,
      passwords: createPasswordHasher(),
      throttle: new Throttle(() => performance.now()),
      google: createGoogleVerifier(settings),
      outgoing: createOutgoingNetwork({
        dns: createDnsResolver(settings.dnsServers),
        exceptions: settings.outboundAllow,
        now: () => performance.now(),
      }),
      shutdownSignal: shutdown.signal,
      beforeCommit: combineBeforeCommit(areas),
      enqueueJob: doNothing,
      wakeQueue: doNothing,
      consoleOrigin: settings.consoleOrigin,
      organization: settings.organization,
      secrets: loadKeyRing(settings, log),
      checkpointCopy: settings.checkpointCopy,
      retention: settings.retention,
      storage: await createStorage(settings, log),
      uploadQuota: settings.uploadQuota,
      storesHost: settings.storesHost,
      origin: settings.origin,
      cognitoEndpoint: settings.cognitoEndpoint,
      endpoints: settings.endpoints,
      runaEndpoint: settings.runaEndpoint,
      printfulEndpoint: settings.printfulEndpoint,
      passwordFile: join(settings.dataDir, 'operator-password'),
    }
    const backgroundPlatform: Platform = { ...platform, db: database.backgroundDb }
    const operator = await prepareDatabase(backgroundPlatform, settings, onProgress)
    if (settings.databaseUrl !== null)
      await checkLockTable(backgroundPlatform, settings.databaseConnections)
    const runner = {
      platform: backgroundPlatform,
      kinds: [...buildJobKinds(areas), rotateSecretsJob],
      beforeCommit: platform.beforeCommit,
    }
    const boss = await startJobQueue(database.jobQueue, runner, {
      runsJobs: settings.role !== 'web',
      chores: getChores(areas),
      queues: areas.flatMap(({ queues = [] }) => queues),
    })
    const handleRequest =
      settings.role === 'worker'
        ? sendWorkerNotFound
        : createApp({ ...platform, enqueueJob: boss.enqueueJob, wakeQueue: boss.wakeQueue })
    // Loaded on demand: most platforms have no port for metrics.
    const metrics =
      settings.metricsPort === null
        ? null
        : await (
            await import('./metrics.ts')
          ).startMetrics(settings.host, settings.metricsPort, readReplica)
    server.off('request', sendNotReady).on('request', withHealthCheck(handleRequest, readReplica))
    return {
      url: getServerUrl(server, settings.host),
      operator,
      async stop() {
        shutdown.abort()
        await Promise.all([drainConnections(server), boss.stop()])
        metrics?.close()
        await readReplica?.close()
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    server.close()
    unlock()
    throw error
  }
}

/**
 * Opens the replica in the settings, if there is one, and checks it. One that can't be reached is
 * used as soon as it can.
 */
async function openReadReplica(
  { databaseUrl, databaseReadUrl, ...settings }: Settings,
  primary: Platform['db'],
  log: Logger,
): Promise<ReadReplica | null> {
  if (databaseUrl === null || databaseReadUrl === null) return null
  if (!(await isReachableReplica(databaseReadUrl, databaseUrl)))
    log.warn("The replica in DATABASE_READ_URL can't be reached, so all reads go to the primary")
  const replica = new ReadReplica(primary, {
    url: databaseReadUrl,
    primaryUrl: databaseUrl,
    maxLagMs: settings.databaseReadMaxLagMs,
    connections: settings.databaseConnections,
    statementMs: settings.databaseTimeouts.statementMs,
    log,
  })
  await replica.start()
  return replica
}

/**
 * Throws a `StartupError` if the first account would get a password that the console's rules
 * reject.
 */
async function requireOperatorPassword(settings: Settings): Promise<void> {
  const { role, operatorEmail, operatorPassword, organization } = settings
  if (operatorPassword === null || role === 'worker') return
  const owner = { email: operatorEmail ?? defaultOperatorEmail }
  const error = await validatePassword(operatorPassword, owner, organization)
  if (error) throw new StartupError(startupMessages.passwordRejected(error.replace(/\.?$/, '.')))
}

async function prepareDatabase(
  platform: Platform,
  settings: Pick<
    Settings,
    'role' | 'operatorEmail' | 'operatorPassword' | 'demoData' | 'databaseOwnerUrl'
  >,
  onProgress: OnProgress,
): Promise<OperatorSignIn | null> {
  onProgress(startupMessages.updatingTables)
  const owner = await openOwnerDatabase(platform, settings.databaseOwnerUrl)
  try {
    await migrateAsOwner(owner.db, platform)
    return await prepareData({ ...platform, owner: owner.db }, settings, onProgress)
  } finally {
    await owner.close()
  }
}

/**
 * Opens the database with the role that owns its tables. Without a setting for it, returns the
 * platform's own connections.
 */
async function openOwnerDatabase(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  ownerUrl: string | null,
) {
  if (ownerUrl === null) return { db, close: () => Promise.resolve() }
  const onLost = (err: Error) => log.warn({ err }, 'A database connection was lost')
  return openServerDatabase(ownerUrl, onLost, 2, backgroundTimeouts)
}

async function migrateAsOwner(owner: Platform['db'], { db }: Pick<Platform, 'db'>): Promise<void> {
  try {
    await migrate(owner)
  } catch (cause) {
    if (owner !== db || !isPermissionDenied(cause)) throw cause
    throw new StartupError(startupMessages.notOwner, { cause })
  }
  if (owner !== db) await grantProgramRole(owner, await getCurrentRole(db))
}

/** Returns whether PostgreSQL reported insufficient_privilege. */
const isPermissionDenied = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501'

async function prepareData(
  { owner, ...platform }: Platform & { owner: Platform['db'] },
  settings: Pick<Settings, 'role' | 'operatorEmail' | 'operatorPassword' | 'demoData'>,
  onProgress: OnProgress,
): Promise<OperatorSignIn | null> {
  await createMonthPartitions(platform)
  await requireKeys(platform.db, platform.secrets)
  for (const { onStart } of areas) await onStart?.(platform)
  if (settings.role === 'worker') return null
  const operator = await ensureOperator(platform, settings)
  onProgress(
    settings.demoData === 'none' ? startupMessages.preparing : startupMessages.loadingDemoData,
  )
  // Loading many rows disables triggers, which only the owner of the tables can do.
  await seedEmptyDatabase({ ...platform, db: owner }, operator.email, seedSizes[settings.demoData])
  return operator
}

/**
 * Returns the key ring of the settings or of the data folder. The first start creates the latter
 * and logs a warning.
 */
function loadKeyRing({ secretKeys, dataDir }: Settings, log: Logger): KeyRing {
  if (secretKeys) return new KeyRing(secretKeys)
  const { keys, made } = loadOrCreateKeys(dataDir)
  if (made)
    log.warn(
      { file: getKeyFilePath(dataDir) },
      "SECRET_KEYS isn't set, so we created a key that encrypts secrets. Keep a copy of the key: without it, the secrets can't be decrypted",
    )
  return new KeyRing(keys)
}

/** Creates the storage for files: the bucket in the settings, or a folder in the data folder. */
async function createStorage(
  { storage: location, dataDir }: Settings,
  log: Logger,
): Promise<FileStorage> {
  const folder = createFolderStorage(join(dataDir, 'files'))
  if (!location) return folder
  const storage = createS3Storage(location, folder.incoming, log)
  try {
    await storage.has('start')
  } catch (cause) {
    throw new StartupError(startupMessages.bucketUnusable, {
      cause,
    })
  }
  return storage
}

function openDatabase(
  { databaseUrl, databaseConnections, databaseTimeouts, dataDir }: Settings,
  log: Logger,
): Promise<OpenDatabase> {
  if (databaseUrl === null) {
    if (process.env['NODE_ENV'] === 'production')
      log.warn(
        'The platform uses the embedded database, which can lose recent changes in a power failure. In production, set DATABASE_URL to a PostgreSQL server',
      )
    return openEmbeddedDatabase({ folder: join(dataDir, 'database') })
  }
  const onLost = (err: Error) => log.warn({ err }, 'A database connection was lost')
  return openServerDatabase(databaseUrl, onLost, databaseConnections, databaseTimeouts)
}
