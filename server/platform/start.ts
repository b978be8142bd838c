import { createAlertQueue } from './areas/alerts/alertQueue.ts'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { problemType } from '#shared/engine/problem.ts'
import { Throttle } from '#shared/areas/signIn/throttle.ts'
import { googleTokens } from './areas/signIn/googleTokens.ts'
import { defaultEmail, ensureOperator } from './areas/signIn/operator.ts'
import type { OperatorSignIn } from './areas/signIn/operator.ts'
import { validatePassword } from './areas/signIn/passwordRules.ts'
import { passwordHasher } from './core/auth/passwords.ts'
import { createApp } from './app.ts'
import { jobKindsOf } from './areas/index.ts'
import { openEmbedded, openServer } from './database/database.ts'
import { workTimeouts } from './database/databaseTimeouts.ts'
import type { OpenDatabase } from './database/database.ts'
import { getCurrentRole, grantProgramRole } from './database/databaseRoles.ts'
import { lockDataFolder, makeDataFolder } from './database/dataFolder.ts'
import { deliverDue } from './areas/email/deliverDue.ts'
import { mailQueue } from './areas/email/mails.ts'
import { answerUnreadable } from './core/http/answerUnreadable.ts'
import { housekeeping } from './areas/housekeeping.ts'
import { nobody, startBoss } from './core/jobs/boss.ts'
import { s3Storage } from './core/files/s3Storage.ts'
import { folderStorage } from './core/files/storage.ts'
import type { Storage } from './core/files/storage.ts'
import { makeMonths } from './core/jobs/months.ts'
import { migrate } from './database/migrations/index.ts'
import { dnsResolver } from './core/outgoing/dns.ts'
import { outgoing } from './core/outgoing/outgoing.ts'
import { chargersOf, createChargeFinders } from './areas/payments/charges/providers.ts'
import type { Platform } from './core/platform/platform.ts'
import { keyFileOf, keysOf } from './core/secrets/keyFile.ts'
import { demandKeys } from './keys/keysInUse.ts'
import { Ring } from './core/secrets/ring.ts'
import { seedEmptyDatabase } from './demoData/seed.ts'
import { seedSizes } from './demoData/seedSize.ts'
import type { Settings } from './settings.ts'
import { StartFailure } from './settings.ts'
import { settleLeft } from './areas/stores/figures/keepFigures.ts'
import { settleStores } from './areas/stores/settleStores.ts'
import { keepStoreHost } from './areas/stores/domains/storeHost.ts'
import { startMessages } from './messages.ts'

export type RunningPlatform = {
  url: string
  /** Null where it answers no calls: a worker makes no accounts. */
  operator: OperatorSignIn | null
  /** Answers what is under way (at most 10 s), closes the database and gives the folder back. */
  stop: () => Promise<void>
}

/** Hears the name of each step of a start that can take seconds. */
type OnProgress = (step: string) => void

const drainMs = 10_000

/** Quick failures first (port, folder in use); the port then answers 503 until the database is open. */
export async function startPlatform(
  settings: Settings,
  log: Logger,
  onProgress: OnProgress = () => {},
): Promise<RunningPlatform> {
  await requireOperatorPassword(settings)
  makeDataFolder(settings.dataDir)
  const unlock = settings.databaseUrl === null ? lockDataFolder(settings.dataDir) : () => {}
  const server = createServer(notReady).on('clientError', answerUnreadable)
  const ending = new AbortController()
  try {
    await listen(server, settings)
    onProgress(startMessages.openingDatabase)
    const database = await openDatabase(settings, log)
    const base: Omit<Platform, 'chargers' | 'chargeFinders'> = {
      db: database.db,
      now: () => new Date(),
      log,
      passwords: passwordHasher(),
      throttle: new Throttle(() => performance.now()),
      google: googleTokens(settings),
      outgoing: outgoing({
        dns: dnsResolver(settings.dnsServers),
        exceptions: settings.outboundAllow,
        now: () => performance.now(),
      }),
      ending: ending.signal,
      kick: nobody,
      post: nobody,
      consoleOrigin: settings.consoleOrigin,
      organization: settings.organization,
      secrets: ringFor(settings, log),
      checkpointCopy: settings.checkpointCopy,
      retention: settings.retention,
      storage: await storageFor(settings, log),
      uploadQuota: settings.uploadQuota,
      storesHost: settings.storesHost,
      origin: settings.origin,
      cognitoEndpoint: settings.cognitoEndpoint,
      endpoints: settings.endpoints,
      runaEndpoint: settings.runaEndpoint,
      printfulEndpoint: settings.printfulEndpoint,
      passwordFile: join(settings.dataDir, 'operator-password'),
    }
    const platform: Platform = {
      ...base,
      chargers: chargersOf(base),
      chargeFinders: createChargeFinders(base),
    }
    const work: Platform = { ...platform, db: database.workDb }
    const operator = await prepare(work, settings, onProgress)
    const runner = { platform: work, kinds: jobKindsOf(), settle: settleStores }
    const boss = await startBoss(database.boss, runner, {
      works: settings.role !== 'web',
      chores: housekeeping,
      queues: [{ name: mailQueue, work: deliverDue }, createAlertQueue()],
    })
    const answer =
      settings.role === 'worker'
        ? onlyWorks
        : createApp({ ...platform, kick: boss.kick, post: boss.post })
    server.off('request', notReady).on('request', withHealth(answer))
    return {
      url: addressOf(server, settings.host),
      operator,
      async stop() {
        ending.abort()
        await Promise.all([drain(server), boss.stop()])
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

/** Ends the start if the first account would get a password that the console's rules reject. */
async function requireOperatorPassword(settings: Settings): Promise<void> {
  const { role, operatorEmail, operatorPassword, organization } = settings
  if (operatorPassword === null || role === 'worker') return
  const owner = { email: operatorEmail ?? defaultEmail }
  const error = await validatePassword(operatorPassword, owner, organization)
  if (error) throw new StartFailure(startMessages.passwordRejected(error.replace(/\.?$/, '.')))
}

async function prepare(
  platform: Platform,
  settings: Pick<
    Settings,
    'role' | 'operatorEmail' | 'operatorPassword' | 'demoData' | 'databaseOwnerUrl'
  >,
  onProgress: OnProgress,
): Promise<OperatorSignIn | null> {
  onProgress(startMessages.updatingTables)
  const owner = await openOwner(platform, settings.databaseOwnerUrl)
  try {
    await migrateAs(owner.db, platform)
    return await prepareContent({ ...platform, owner: owner.db }, settings, onProgress)
  } finally {
    await owner.close()
  }
}

/** The database as the role that owns its tables: the platform's own connections unless another role is set. */
async function openOwner({ db, log }: Pick<Platform, 'db' | 'log'>, ownerUrl: string | null) {
  if (ownerUrl === null) return { db, close: () => Promise.resolve() }
  const onLost = (err: Error) => log.warn({ err }, 'A database connection was lost')
  return openServer(ownerUrl, onLost, 2, workTimeouts)
}

async function migrateAs(owner: Platform['db'], { db }: Pick<Platform, 'db'>): Promise<void> {
  try {
    await migrate(owner)
  } catch (cause) {
    if (owner !== db || !isPermissionDenied(cause)) throw cause
    throw new StartFailure(startMessages.notOwner, { cause })
  }
  if (owner !== db) await grantProgramRole(owner, await getCurrentRole(db))
}

/** PostgreSQL's insufficient_privilege. */
const isPermissionDenied = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501'

async function prepareContent(
  { owner, ...platform }: Platform & { owner: Platform['db'] },
  settings: Pick<Settings, 'role' | 'operatorEmail' | 'operatorPassword' | 'demoData'>,
  onProgress: OnProgress,
): Promise<OperatorSignIn | null> {
  await makeMonths(platform)
  await demandKeys(platform.db, platform.secrets)
  await keepStoreHost(platform)
  await settleLeft(platform.db, platform.now())
  if (settings.role === 'worker') return null
  const operator = await ensureOperator(platform, settings)
  onProgress(settings.demoData === 'none' ? startMessages.preparing : startMessages.loadingDemoData)
  // Loading many rows suspends triggers, which only the owner of the tables may.
  await seedEmptyDatabase({ ...platform, db: owner }, operator.email, seedSizes[settings.demoData])
  return operator
}

/** The ring of the settings, or that of the data folder, which is made at the first start and told of this once. */
function ringFor({ secretKeys, dataDir }: Settings, log: Logger): Ring {
  if (secretKeys) return new Ring(secretKeys)
  const { keys, made } = keysOf(dataDir)
  if (made)
    log.warn(
      { file: keyFileOf(dataDir) },
      "SECRET_KEYS isn't set, so we created a key that encrypts secrets. Keep a copy of the key: without it, the secrets can't be decrypted",
    )
  return new Ring(keys)
}

/** Contents of files, at the store of objects that the settings name, or in the data folder. */
async function storageFor({ storage: address, dataDir }: Settings, log: Logger): Promise<Storage> {
  const folder = folderStorage(join(dataDir, 'files'))
  if (!address) return folder
  const storage = s3Storage(address, folder.incoming, log)
  try {
    await storage.has('start')
  } catch (cause) {
    throw new StartFailure(startMessages.bucketUnusable, {
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
    return openEmbedded({ folder: join(dataDir, 'database') })
  }
  const onLost = (err: Error) => log.warn({ err }, 'A database connection was lost')
  return openServer(databaseUrl, onLost, databaseConnections, databaseTimeouts)
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === 'EADDRINUSE'
          ? startMessages.portInUse(port, host)
          : startMessages.cannotListen(port, host, cause.code)
      reject(new StartFailure(sentence, { cause }))
    })
    server.listen(port, host, resolve)
  })
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo // It listens on a TCP port.
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

const notReady: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': problemType, 'Retry-After': '1' })
  response.end(JSON.stringify({ status: 503, code: 'busy', title: startMessages.starting }))
}

/** What a worker has to say: its calls are answered by other processes, on the same database. */
const onlyWorks: RequestListener = (_request, response) => {
  response.writeHead(404, { 'Content-Type': problemType })
  const detail = startMessages.onlyJobs
  response.end(
    JSON.stringify({ status: 404, code: 'not_found', title: startMessages.notFound, detail }),
  )
}

/** Says besides that the process lives, for whoever watches over it. */
const withHealth =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === '/healthz') response.end('ok\n')
    else answer(request, response)
  }

/** Takes no more connections, and ends when the last answer is out. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    // A connection that is kept alive after its answer would hold the end up.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(idle)
      resolve()
    })
  })
}
