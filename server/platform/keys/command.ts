import { join } from 'node:path'
import { pino } from 'pino'
import type { Area } from '../core/area/area.ts'
import { findActiveOperator } from '../core/auth/tokens.ts'
import type { Account } from '../core/auth/tokens.ts'
import { createAuditor } from '../core/audit/audit.ts'
import { openEmbeddedDatabase, openServerDatabase } from '../database/database.ts'
import { noTimeouts } from '../database/databaseTimeouts.ts'
import type { OpenDatabase } from '../database/database.ts'
import { lockDataFolder, prepareDataFolder } from '../database/dataFolder.ts'
import { hasPermission } from '../core/http/createCallHandler.ts'
import { doNothing } from '../core/jobs/jobQueue.ts'
import { startJob } from '../core/jobs/jobs.ts'
import { runJobTurn } from '../core/jobs/runJobTurn.ts'
import {
  acceptLostKeyAnchors,
  countAnchorsByKey,
  renewAnchorSignatures,
} from '../areas/logs/anchorKeys.ts'
import { migrate } from '../database/migrate.ts'
import type { Platform } from '../core/platform/platform.ts'
import type { Connection } from '../database/schema.ts'
import { readSettings, StartupError } from '../settings.ts'
import { addKey, loadOrCreateKeys } from '../core/secrets/keyFile.ts'
import { requireKeys, countSecretsByKey } from './keysInUse.ts'
import { KeyRing } from '../core/secrets/keyRing.ts'
import { findRotationRows, rotateSecretsJob } from './rotateSecretsJob.ts'
import { secretsMessages } from './messages.ts'

type PrintLine = (line: string) => void

/** Returns the time. This command is a program of its own, so it has no platform's clock. */
const getNow = () => new Date()

/**
 * Runs `npm run secrets`. `count` counts what each key sealed and signed, `rotate` seals and signs
 * everything with the first key, and `accept` signs log anchors of a lost key again. An embedded
 * database must not be in use.
 */
export async function runSecretsCommand(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  printLine: PrintLine,
): Promise<void> {
  const command = parseCommand(args)
  const { databaseUrl, dataDir, secretKeys } = readSettings(environment)
  if (databaseUrl !== null) {
    if (secretKeys === null && command.name !== 'count')
      throw new StartupError(secretsMessages.setKeys)
    const ring = new KeyRing(secretKeys ?? loadOrCreateKeys(dataDir).keys)
    return runCommand(
      await openServerDatabase(databaseUrl, () => {}, 10, noTimeouts),
      command,
      ring,
      printLine,
    )
  }
  prepareDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  try {
    const keys =
      secretKeys ?? (command.name === 'rotate' ? addKey(dataDir) : loadOrCreateKeys(dataDir).keys)
    const database = await openEmbeddedDatabase({ folder: join(dataDir, 'database') })
    await runCommand(database, command, new KeyRing(keys), printLine)
  } finally {
    unlock()
  }
}

type SecretsCommand = { name: 'count' | 'rotate' } | { name: 'accept'; key: string }

function parseCommand([name, key, ...rest]: readonly string[]): SecretsCommand {
  if ((name === 'count' || name === 'rotate') && key === undefined) return { name }
  if (name === 'accept' && key !== undefined && rest.length === 0) return { name, key }
  const givenArguments = [name, key, ...rest].filter((argument) => argument !== undefined).join(' ')
  throw new StartupError(secretsMessages.unknownArguments(givenArguments))
}

async function runCommand(
  { db, close }: OpenDatabase,
  command: SecretsCommand,
  ring: KeyRing,
  printLine: PrintLine,
): Promise<void> {
  try {
    await migrate(db)
    await requireKeys(db, ring)
    if (command.name === 'rotate') await rotateSecretsAndAnchors(db, ring, printLine)
    if (command.name === 'accept') await acceptLostKey(db, ring, command.key, printLine)
    await printKeysInUse(db, ring, printLine)
  } finally {
    await close()
  }
}

async function rotateSecretsAndAnchors(
  db: Platform['db'],
  ring: KeyRing,
  printLine: PrintLine,
): Promise<void> {
  await rotateSecrets(db, ring, printLine)
  const anchors = await db.transaction().execute((trx) => renewAnchorSignatures(trx, ring))
  if (anchors > 0) printLine(secretsMessages.anchorsSigned(anchors, ring.firstKeyId))
}

async function acceptLostKey(
  db: Platform['db'],
  ring: KeyRing,
  key: string,
  printLine: PrintLine,
): Promise<void> {
  if (ring.hasKey(key)) throw new StartupError(secretsMessages.keyAvailable(key))
  const anchors = await db
    .transaction()
    .execute((trx) => acceptLostKeyAnchors(trx, { secrets: ring, now: getNow }, key))
  printLine(secretsMessages.anchorsAccepted(anchors, key, ring.firstKeyId))
}

/**
 * Prints the keys in use and how much each one sealed and signed. Anchors of a missing key need
 * that key, or `accept`.
 */
async function printKeysInUse(
  db: Platform['db'],
  ring: KeyRing,
  printLine: PrintLine,
): Promise<void> {
  const [secrets, anchors] = [await countSecretsByKey(db), await countAnchorsByKey(db)]
  const availableKeys = [...anchors.keys()].filter((key) => ring.hasKey(key))
  const counts = [...new Set([ring.firstKeyId, ...secrets.keys(), ...availableKeys])].map(
    (key) => `${key} (${(secrets.get(key) ?? 0) + (anchors.get(key) ?? 0)})`,
  )
  printLine(secretsMessages.keysInUse(counts))
  for (const [key, count] of anchors)
    if (!ring.hasKey(key)) printLine(secretsMessages.anchorsUnverified(count, JSON.stringify(key)))
}

const progressIntervalMs = 1000

/**
 * Creates a job that rotates secrets and runs it here. If this process is killed, a platform
 * continues the job at its next start.
 */
export async function rotateSecrets(
  db: Platform['db'],
  ring: KeyRing,
  printLine: PrintLine,
  areas?: readonly Area[],
): Promise<void> {
  const rows = await findRotationRows(db, ring, areas)
  if (rows.length === 0) return printLine(secretsMessages.allEncrypted(ring.firstKeyId))
  const log = pino({ level: 'warn' })
  // The rows of this job use nothing else of the platform.
  const platform = {
    db,
    log,
    now: getNow,
    enqueueJob: doNothing,
    secrets: ring,
  } as unknown as Platform
  const caller = await findRotationAccount(db)
  const title = secretsMessages.rotationTitle(ring.firstKeyId)
  const { body } = await db.transaction().execute((trx) => {
    const now = getNow().toISOString()
    const audit = createAuditor(trx, { asked: { id: 'secrets', ip: '' }, now, actor: caller.email })
    const context = { platform, trx, caller, now, audit }
    return startJob(context, { kind: rotateSecretsJob, title, rows })
  })
  const { id } = body as { id: number } // As returned by `startJob`.
  const beforeCommit = async () => [] // Secrets don't affect the stats of stores.
  for (let hasMoreRows = true; hasMoreRows;) {
    const turnEnd = performance.now() + progressIntervalMs
    const isTurnOver = () => performance.now() > turnEnd
    hasMoreRows = await runJobTurn(
      { platform, kinds: [rotateSecretsJob], beforeCommit, isTurnOver },
      id,
    )
    if (hasMoreRows) printLine(secretsMessages.rotationRunning(id))
  }
  const endedRows = await db
    .selectFrom('jobRows')
    .select(['label', 'sentence'])
    .where('jobId', '=', id)
    .orderBy('id')
    .execute()
  for (const { label, sentence } of endedRows) printLine(`${label}: ${sentence}`)
}

async function findRotationAccount(db: Connection): Promise<Account> {
  const users = await db.selectFrom('users').select('id').orderBy('id').execute()
  for (const { id } of users) {
    const account = await findActiveOperator(db, id)
    if (account?.storeIds === null && hasPermission(rotateSecretsJob.permission, account))
      return account
  }
  throw new StartupError(secretsMessages.noAccount(String(rotateSecretsJob.permission)))
}
