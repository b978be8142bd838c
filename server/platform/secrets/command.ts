import { join } from 'node:path'
import { pino } from 'pino'
import type { Resource } from '#shared/engine/resource.ts'
import { findAccount } from '../accounts/tokens.ts'
import type { Account } from '../accounts/tokens.ts'
import { auditor } from '../audit/audit.ts'
import { openEmbedded, openServer } from '../database.ts'
import type { OpenDatabase } from '../database.ts'
import { lockDataFolder, makeDataFolder } from '../dataFolder.ts'
import { holds } from '../http/answering.ts'
import { nobody } from '../jobs/boss.ts'
import { startJob } from '../jobs/jobs.ts'
import { runJob } from '../jobs/runJob.ts'
import { migrate } from '../migrations/index.ts'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { readSettings, StartFailure } from '../settings.ts'
import { addKey, keysOf } from './keyFile.ts'
import { demandKeys, keysInUse } from './keysInUse.ts'
import { Ring } from './ring.ts'
import { rotationRows, secretRotation } from './rotate.ts'

const usage = 'npm run secrets -- count, or npm run secrets -- rotate'

type Say = (line: string) => void

/** Counts secrets by key, or seals all with the first key, as a job. An embedded database must not be in use. */
export async function runSecrets(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  say: Say,
): Promise<void> {
  const [command, ...more] = args
  if ((command !== 'count' && command !== 'rotate') || more.length > 0)
    throw new StartFailure(
      `These arguments are not known: ${args.join(' ') || '(none)'}. It is: ${usage}`,
    )
  const { databaseUrl, dataDir, secretKeys } = readSettings(environment)
  if (databaseUrl !== null) {
    if (secretKeys === null && command === 'rotate')
      throw new StartFailure(
        'Set SECRET_KEYS to the new key and, after it, the keys until now: the platforms that use this database need them too.',
      )
    const ring = new Ring(secretKeys ?? keysOf(dataDir).keys)
    return work(await openServer(databaseUrl, () => {}), command, ring, say)
  }
  makeDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  try {
    const keys = secretKeys ?? (command === 'rotate' ? addKey(dataDir) : keysOf(dataDir).keys)
    const database = await openEmbedded({ folder: join(dataDir, 'database') })
    await work(database, command, new Ring(keys), say)
  } finally {
    unlock()
  }
}

async function work(
  { db, close }: OpenDatabase,
  command: 'count' | 'rotate',
  ring: Ring,
  say: Say,
): Promise<void> {
  try {
    await migrate(db)
    await demandKeys(db, ring)
    if (command === 'rotate') await rotateSecrets(db, ring, say)
    const used = await keysInUse(db)
    const counts = [...new Map([[ring.first, 0], ...used])].map(([key, many]) => `${key} (${many})`)
    say(`Keys in use: ${counts.join(', ')}. Keys that are not named here may go.`)
  } finally {
    await close()
  }
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
  const clock = () => new Date()
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
  const settle = async () => {} // No figure of a store hangs on it.
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
