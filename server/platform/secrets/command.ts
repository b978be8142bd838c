import { join } from 'node:path'
import { openEmbedded, openServer } from '../database.ts'
import type { OpenDatabase } from '../database.ts'
import { lockDataFolder, makeDataFolder } from '../dataFolder.ts'
import { migrate } from '../migrations/index.ts'
import { readSettings, StartFailure } from '../settings.ts'
import { addKey, keysOf } from './keyFile.ts'
import { demandKeys, keysInUse } from './keysInUse.ts'
import { Ring } from './ring.ts'
import { rotateSecrets } from './rotate.ts'
import type { Rotated } from './rotate.ts'

export type SecretsCommand = 'count' | 'rotate'

/** Besides, how many secrets each key has sealed now; the first key is the one that seals. */
export type SecretsReport = Rotated & { first: string; used: Map<string, number> }

/**
 * Counts the secrets of the database that the settings name by their keys, or seals all with the first key. On a server writes go
 * on meanwhile; the embedded database must not be in use. Where no SECRET_KEYS are set, rotating begins with a new key in the
 * data folder.
 */
export async function runSecrets(
  command: SecretsCommand,
  environment: Record<string, string | undefined>,
  onBatch: (count: number) => void,
): Promise<SecretsReport> {
  const { databaseUrl, dataDir, secretKeys } = readSettings(environment)
  if (databaseUrl !== null) {
    if (secretKeys === null && command === 'rotate')
      throw new StartFailure(
        'Set SECRET_KEYS to the new key and, after it, the keys until now: the platforms that use this database need them too.',
      )
    const ring = new Ring(secretKeys ?? keysOf(dataDir).keys)
    return work(await openServer(databaseUrl, () => {}), command, ring, onBatch)
  }
  makeDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  try {
    const keys = secretKeys ?? (command === 'rotate' ? addKey(dataDir) : keysOf(dataDir).keys)
    const database = await openEmbedded({ folder: join(dataDir, 'database') })
    return await work(database, command, new Ring(keys), onBatch)
  } finally {
    unlock()
  }
}

async function work(
  { db, close }: OpenDatabase,
  command: SecretsCommand,
  ring: Ring,
  onBatch: (count: number) => void,
): Promise<SecretsReport> {
  try {
    await migrate(db)
    await demandKeys(db, ring)
    const rotated: Rotated =
      command === 'rotate' ? await rotateSecrets(db, ring, { onBatch }) : { count: 0, damaged: [] }
    return { ...rotated, first: ring.first, used: await keysInUse(db) }
  } finally {
    await close()
  }
}
