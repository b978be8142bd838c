import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { refreshAlertsInTransaction } from '../areas/alerts/index.ts'
import { setCreditRequesterIds } from '../areas/credits/index.ts'
import { refreshSmtpStats } from '../areas/email/index.ts'
import { areas as platformAreas } from '../areas/index.ts'
import { detectIncidentsInTransaction, refreshSuccessRates } from '../areas/payments/index.ts'
import { themeRows } from '../areas/themes/index.ts'
import { insertDemoAccounts } from '../areas/users/index.ts'
import type { Area, AreaSeed, SeedContext } from '../core/area/area.ts'
import type { FileStorage } from '../core/files/storage.ts'
import type { KeyRing } from '../core/secrets/keyRing.ts'
import type { Connection, Database } from '../database/schema.ts'
import { insertRecords } from '../demoData/insertRecords.ts'
import { msPerDay } from '../demoData/period.ts'
import type { SeedSize } from '../demoData/seedSize.ts'
import { storeDefaultsRow } from '../demoData/storeDefaults.ts'
import { insertDemoData } from './insertDemoData.ts'
import type { DemoDataOptions } from './insertDemoData.ts'
import { insertStoreSetups } from './storeSetups.ts'

const demoSeed = 7

/** The age of the demo platform. Its first store is at most 1,020 days old. */
const platformAgeDays = 1100
const getFoundingDate = (now: Date) => new Date(now.getTime() - platformAgeDays * msPerDay)

type SeedTarget = {
  db: Kysely<Database>
  now: () => Date
  storage?: FileStorage
  secrets?: KeyRing
}

/**
 * Gives a new platform, whose append-only log is empty, its defaults and, unless `size` is null,
 * demo data.
 */
export function seedEmptyDatabase(
  { db, now, storage, secrets }: SeedTarget,
  author: string,
  size: SeedSize | null,
  areas: readonly Area[] = platformAreas,
): Promise<void> {
  return runExclusively(db, async (trx) => {
    if (!(await isNewPlatform(trx))) return
    const seededAt = now()
    const since = size ? getFoundingDate(seededAt) : seededAt
    const context = { trx, now: seededAt, since, author, secrets, storage }
    await insertDefaults(context)
    if (size) {
      await runAreaSeeds(areas, 'beforeStores', context)
      await insertDemoData(trx, { seed: demoSeed, now: seededAt, size, author })
      await insertDemoAccounts(trx, context)
      await setCreditRequesterIds(trx)
      await runAreaSeeds(areas, 'afterStores', context)
      await insertStoreSetups(trx, context)
      await refreshSmtpStats(trx, seededAt.toISOString())
      await refreshSuccessRates({ db: trx, now: () => seededAt })
      await detectIncidentsInTransaction(trx, seededAt.toISOString())
      await refreshAlertsInTransaction(trx, seededAt.toISOString())
    }
    await auditPrepared(trx, now())
  })
}

/**
 * Adds demo data to any platform; a new one gets its defaults too. Resolves to the number of rows.
 */
export function addDemoData(db: Kysely<Database>, options: DemoDataOptions): Promise<number> {
  return runExclusively(db, async (trx) => {
    const { now, author } = options
    const context = { trx, now, since: getFoundingDate(now), author }
    const wasNew = await isNewPlatform(trx)
    if (wasNew) {
      await insertDefaults(context)
      await runAreaSeeds(platformAreas, 'beforeStores', context)
    }
    const rows = await insertDemoData(trx, options)
    if (wasNew) await runAreaSeeds(platformAreas, 'afterStores', context)
    await insertStoreSetups(trx, context)
    await refreshSmtpStats(trx, now.toISOString())
    await refreshSuccessRates({ db: trx, now: () => now })
    if (wasNew) await auditPrepared(trx, now)
    return rows
  })
}

async function runAreaSeeds(
  areas: readonly Area[],
  phase: keyof AreaSeed,
  context: SeedContext,
): Promise<void> {
  for (const { seed } of areas) await seed?.[phase]?.(context)
}

/** Runs in a transaction; concurrent calls wait for each other. */
const runExclusively = <T>(
  db: Kysely<Database>,
  callback: (trx: Transaction<Database>) => Promise<T>,
) =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(trx)
    return callback(trx)
  })

async function isNewPlatform(trx: Connection): Promise<boolean> {
  const firstEntry = await trx.selectFrom('audit').select('id').limit(1).executeTakeFirst()
  return firstEntry === undefined
}

async function insertDefaults(context: SeedContext): Promise<void> {
  const [themeId] = await insertRecords(context, 'themes', themeRows)
  await insertRecords(context, 'storeDefaults', [{ ...storeDefaultsRow, themeId }])
}

async function auditPrepared(trx: Connection, now: Date): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      time: now.toISOString(),
      actor: 'platform',
      event: 'platform.prepared',
      targetType: null,
      targetId: null,
      label: null,
      requestId: 'start',
      ip: '',
      changes: '{}',
    })
    .execute()
}
