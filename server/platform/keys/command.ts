import { join } from 'node:path'
import { pino } from 'pino'
import type { Resource } from '#shared/engine/resource.ts'
import { findAccount } from '../core/auth/tokens.ts'
import type { Account } from '../core/auth/tokens.ts'
import { auditor } from '../core/audit/audit.ts'
import { openEmbedded, openServer } from '../database/database.ts'
import { noTimeouts } from '../database/databaseTimeouts.ts'
import type { OpenDatabase } from '../database/database.ts'
import { lockDataFolder, makeDataFolder } from '../database/dataFolder.ts'
import { holds } from '../core/http/answering.ts'
import { nobody } from '../core/jobs/boss.ts'
import { startJob } from '../core/jobs/jobs.ts'
import { runJob } from '../core/jobs/runJob.ts'
import { acceptAnchors, anchorsByKey, signAnchorsAnew } from '../areas/logs/anchorKeys.ts'
import { migrate } from '../database/migrations/index.ts'
import type { Platform } from '../core/platform/platform.ts'
import type { Connection } from '../database/schema.ts'
import { readSettings, StartFailure } from '../settings.ts'
import { addKey, keysOf } from '../core/secrets/keyFile.ts'
import { demandKeys, keysInUse } from './keysInUse.ts'
import { Ring } from '../core/secrets/ring.ts'
import { rotationRows, secretRotation } from './rotate.ts'
import { secretsMessages } from './messages.ts'

type Say = (line: string) => void

/** That of this command, which is a program of its own. */
const clock = () => new Date()

/**
 * Counts what keys sealed and signed; seals and signs all with the first key; or does so with anchors of the logs that a lost key signed.
 * An embedded database must not be in use.
 */
export async function runSecrets(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  say: Say,
): Promise<void> {
  const command = commandFrom(args)
  const { databaseUrl, dataDir, secretKeys } = readSettings(environment)
  if (databaseUrl !== null) {
    if (secretKeys === null && command.name !== 'count')
      throw new StartFailure(secretsMessages.setKeys)
    const ring = new Ring(secretKeys ?? keysOf(dataDir).keys)
    return work(await openServer(databaseUrl, () => {}, 10, noTimeouts), command, ring, say)
  }
  makeDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  try {
    const keys = secretKeys ?? (command.name === 'rotate' ? addKey(dataDir) : keysOf(dataDir).keys)
    const database = await openEmbedded({ folder: join(dataDir, 'database') })
    await work(database, command, new Ring(keys), say)
  } finally {
    unlock()
  }
}

type Command = { name: 'count' | 'rotate' } | { name: 'accept'; key: string }

function commandFrom([name, key, ...more]: readonly string[]): Command {
  if ((name === 'count' || name === 'rotate') && key === undefined) return { name }
  if (name === 'accept' && key !== undefined && more.length === 0) return { name, key }
  const told = [name, key, ...more].filter((one) => one !== undefined).join(' ')
  throw new StartFailure(secretsMessages.unknownArguments(told))
}

async function work(
  { db, close }: OpenDatabase,
  command: Command,
  ring: Ring,
  say: Say,
): Promise<void> {
  try {
    await migrate(db)
    await demandKeys(db, ring)
    if (command.name === 'rotate') await rotateAll(db, ring, say)
    if (command.name === 'accept') await accept(db, ring, command.key, say)
    await tellKeys(db, ring, say)
  } finally {
    await close()
  }
}

async function rotateAll(db: Platform['db'], ring: Ring, say: Say): Promise<void> {
  await rotateSecrets(db, ring, say)
  const anchors = await db.transaction().execute((trx) => signAnchorsAnew(trx, ring))
  if (anchors > 0) say(secretsMessages.anchorsSigned(anchors, ring.first))
}

async function accept(db: Platform['db'], ring: Ring, key: string, say: Say): Promise<void> {
  if (ring.holds(key)) throw new StartFailure(secretsMessages.keyAvailable(key))
  const anchors = await db
    .transaction()
    .execute((trx) => acceptAnchors(trx, { secrets: ring, now: clock }, key))
  say(secretsMessages.anchorsAccepted(anchors, key, ring.first))
}

/** What was sealed and signed by which key; anchors of one that is not here need it, or somebody's word. */
async function tellKeys(db: Platform['db'], ring: Ring, say: Say): Promise<void> {
  const [used, anchors] = [await keysInUse(db), await anchorsByKey(db)]
  const known = [...anchors.keys()].filter((key) => ring.holds(key))
  const counts = [...new Set([ring.first, ...used.keys(), ...known])].map(
    (key) => `${key} (${(used.get(key) ?? 0) + (anchors.get(key) ?? 0)})`,
  )
  say(secretsMessages.keysInUse(counts))
  for (const [key, count] of anchors)
    if (!ring.holds(key)) say(secretsMessages.anchorsUnverified(count, JSON.stringify(key)))
}

const turnMs = 1000

/** Keeps a job that rotates secrets and does it here; where this process is killed, a platform goes on at its next start. */
export async function rotateSecrets(
  db: Platform['db'],
  ring: Ring,
  say: Say,
  definitions?: readonly Resource[],
): Promise<void> {
  const rows = await rotationRows(db, ring, definitions)
  if (rows.length === 0) return say(secretsMessages.allEncrypted(ring.first))
  const log = pino({ level: 'warn' })
  // Nothing else of a platform is asked for by these rows.
  const platform = { db, log, now: clock, kick: nobody, secrets: ring } as unknown as Platform
  const caller = await whoMay(db)
  const title = secretsMessages.rotationTitle(ring.first)
  const { body } = await db.transaction().execute((trx) => {
    const now = clock().toISOString()
    const audit = auditor(trx, { asked: { id: 'secrets', ip: '' }, now, actor: caller.email })
    const work = { platform, trx, caller, now, audit }
    return startJob(work, { kind: secretRotation, title, rows })
  })
  const { id } = body as { id: number } // As `startJob` answers.
  const settle = async () => [] // No figure of a store hangs on it.
  for (let isLeft = true; isLeft;) {
    const until = performance.now() + turnMs
    const isOver = () => performance.now() > until
    isLeft = await runJob({ platform, kinds: [secretRotation], settle, isOver }, id)
    if (isLeft) say(secretsMessages.rotationRunning(id))
  }
  const ended = await db
    .selectFrom('jobRows')
    .select(['label', 'sentence'])
    .where('jobId', '=', id)
    .orderBy('id')
    .execute()
  for (const { label, sentence } of ended) say(`${label}: ${sentence}`)
}

async function whoMay(db: Connection): Promise<Account> {
  const users = await db.selectFrom('users').select('id').orderBy('id').execute()
  for (const { id } of users) {
    const account = await findAccount(db, id)
    if (account?.storeIds === null && holds(secretRotation.needs, account)) return account
  }
  throw new StartFailure(secretsMessages.noAccount(String(secretRotation.needs)))
}
