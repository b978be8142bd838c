import { join } from 'node:path'
import { pino } from 'pino'
import type { Resource } from '#shared/engine/resource.ts'
import { findAccount } from '../accounts/tokens.ts'
import type { Account } from '../accounts/tokens.ts'
import { auditor } from '../audit/audit.ts'
import { openEmbedded, openServer } from '../database.ts'
import { noTimeouts } from '../databaseTimeouts.ts'
import type { OpenDatabase } from '../database.ts'
import { lockDataFolder, makeDataFolder } from '../dataFolder.ts'
import { holds } from '../http/answering.ts'
import { nobody } from '../jobs/boss.ts'
import { startJob } from '../jobs/jobs.ts'
import { runJob } from '../jobs/runJob.ts'
import { acceptAnchors, anchorsByKey, signAnchorsAnew } from '../logs/anchorKeys.ts'
import { migrate } from '../migrations/index.ts'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { readSettings, StartFailure } from '../settings.ts'
import { addKey, keysOf } from './keyFile.ts'
import { demandKeys, keysInUse } from './keysInUse.ts'
import { Ring } from './ring.ts'
import { rotationRows, secretRotation } from './rotate.ts'

const usage =
  'npm run secrets -- count, npm run secrets -- rotate, or npm run secrets -- accept KEY'

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
      throw new StartFailure(
        'Set SECRET_KEYS to the new key and, after it, the keys until now: the platforms that use this database need them too.',
      )
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
  throw new StartFailure(`These arguments are not known: ${told || '(none)'}. It is: ${usage}`)
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
  if (anchors > 0) say(`${anchors} anchors of the logs are signed anew with key ${ring.first}.`)
}

async function accept(db: Platform['db'], ring: Ring, key: string, say: Say): Promise<void> {
  if (ring.holds(key))
    throw new StartFailure(`The key ${key} is here: what it signed is verified, and rotated.`)
  const anchors = await db
    .transaction()
    .execute((trx) => acceptAnchors(trx, { secrets: ring, now: clock }, key))
  say(`${anchors} anchors of the logs that ${key} signed are signed with key ${ring.first} now.`)
}

/** What was sealed and signed by which key; anchors of one that is not here need it, or somebody's word. */
async function tellKeys(db: Platform['db'], ring: Ring, say: Say): Promise<void> {
  const [used, anchors] = [await keysInUse(db), await anchorsByKey(db)]
  const known = [...anchors.keys()].filter((key) => ring.holds(key))
  const counts = [...new Set([ring.first, ...used.keys(), ...known])].map(
    (key) => `${key} (${(used.get(key) ?? 0) + (anchors.get(key) ?? 0)})`,
  )
  say(`Keys in use: ${counts.join(', ')}. Keys that are not named here may go.`)
  for (const [key, count] of anchors)
    if (!ring.holds(key))
      say(
        `${count} anchors of the logs are signed with ${JSON.stringify(key)}, which is not here, so nobody can verify them. Name that key after the first one and rotate; if it is lost, npm run secrets -- accept KEY takes them as they are.`,
      )
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
  if (rows.length === 0) return say(`All secrets are sealed with key ${ring.first}.`)
  const log = pino({ level: 'warn' })
  // Nothing else of a platform is asked for by these rows.
  const platform = { db, log, now: clock, kick: nobody, secrets: ring } as unknown as Platform
  const caller = await whoMay(db)
  const title = `Seal secrets with key ${ring.first}`
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
    if (isLeft) say(`Job ${id} is under way.`)
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
  throw new StartFailure(
    `No account for all stores has the right ${secretRotation.needs}, so there is nobody whose job it could be.`,
  )
}
