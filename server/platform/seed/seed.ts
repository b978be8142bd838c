import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { withRecordTables } from '../database/schema.ts'
import type { Connection, Database } from '../database/schema.ts'
import { attributeRows, createAttributeValueRows } from '../areas/attributes/seed.ts'
import { catalogRows, categoryRows } from '../areas/catalog/seed/catalog.ts'
import { insertAccounts } from '../areas/users/index.ts'
import { setRequesterIds } from '../areas/credits/index.ts'
import { loadDemoData } from './loadDemoData.ts'
import type { DemoDataOptions } from './loadDemoData.ts'
import type { SeedSize } from '../demoData/seedSize.ts'
import { colorRows } from '../areas/colors/seed.ts'
import { smtpSettingRows } from '../areas/email/seed/smtpSettings.ts'
import { insertPaymentSetups } from '../areas/payments/seed/paymentSetups.ts'
import { sizeRows } from '../areas/sizes/seed.ts'
import { insertStoreSetups } from './storeSetups.ts'
import { trainingCategoryRows, buildTrainingContent } from '../areas/training/seed.ts'
import { cognitoSetupRow } from '../areas/cognito/seed.ts'
import { insertGiftCardBalances } from '../areas/giftCards/seed/giftCardBalances.ts'
import { giftCardSetupRows } from '../areas/giftCards/seed/giftCardSetups.ts'
import { insertGiftCardTemplates } from '../areas/giftCards/seed/giftCardTemplates.ts'
import { insertPrintfulAccount } from '../areas/printful/seed/printfulAccounts.ts'
import { printfulSetups } from '../areas/printful/seed/printfulSetups.ts'
import { createStickers } from '../areas/stickers/seed.ts'
import { themeRows } from '../areas/themes/index.ts'
import { storeDefaultsRow } from '../demoData/storeDefaults.ts'
import { msPerDay } from '../demoData/period.ts'
import { insertThemeVersions } from '../areas/themes/seed/themeVersions.ts'
import { refreshAlertsInTransaction } from '../areas/alerts/index.ts'
import { refreshSmtpStats } from '../areas/email/index.ts'
import { detectIncidentsInTransaction, refreshSuccessRates } from '../areas/payments/index.ts'
import type { FileStorage } from '../core/files/storage.ts'
import type { KeyRing } from '../core/secrets/keyRing.ts'

const demoSeed = 7

/** The age of the demo platform. Its first store is at most 1,020 days old. */
const platformAgeDays = 1100
const getFoundingDate = (now: Date) => new Date(now.getTime() - platformAgeDays * msPerDay)

/** The author of the records, their creation time, and the end of the data. */
type SeedContext = { now: Date; since: Date; author: string }
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
): Promise<void> {
  return runExclusively(db, async (trx) => {
    if (!(await isNewPlatform(trx))) return
    const seededAt = now()
    const since = getFoundingDate(seededAt)
    await insertDefaults(trx, size ? since : seededAt, author)
    if (size) {
      await insertCatalog(trx, since, author)
      await loadDemoData(trx, { seed: demoSeed, now: seededAt, size, author })
      await insertPaymentSetups(trx, { now: seededAt, since, author, secrets })
      await insertAccounts(trx, { now: seededAt, since, author })
      await setRequesterIds(trx)
      await insertStickers(trx, { now: seededAt, since, author })
      if (storage) await insertThemeVersions({ trx, storage, now: seededAt, author })
      await insertSetups(trx, { now: seededAt, since, author })
      await insertStoreSetups(trx, { now: seededAt, author, secrets })
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
    const since = getFoundingDate(now)
    const wasNew = await isNewPlatform(trx)
    if (wasNew) {
      await insertDefaults(trx, since, author)
      await insertCatalog(trx, since, author)
    }
    const rows = await loadDemoData(trx, options)
    if (wasNew) await insertStickers(trx, { now, since, author })
    if (wasNew) await insertPaymentSetups(trx, { now, since, author })
    if (wasNew) await insertSetups(trx, { now, since, author })
    await insertStoreSetups(trx, { now, author })
    await refreshSmtpStats(trx, now.toISOString())
    await refreshSuccessRates({ db: trx, now: () => now })
    if (wasNew) await auditPrepared(trx, now)
    return rows
  })
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

async function insertRecords(
  trx: Connection,
  { table, records, now, author }: { table: string; records: object[]; now: Date; author: string },
): Promise<number[]> {
  const timestamp = now.toISOString()
  const stamp = { createdAt: timestamp, createdBy: author, updatedAt: timestamp, updatedBy: author }
  const inserted = await withRecordTables(trx)
    .insertInto(table)
    .values(records.map((record) => ({ ...record, ...stamp })))
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

async function insertDefaults(trx: Connection, now: Date, author: string): Promise<void> {
  const [themeId] = await insertRecords(trx, { table: 'themes', records: themeRows, now, author })
  const records = [{ ...storeDefaultsRow, themeId }]
  await insertRecords(trx, { table: 'storeDefaults', records, now, author })
}

async function insertCatalog(trx: Connection, now: Date, author: string): Promise<void> {
  for (const [table, records] of Object.entries({
    sizes: sizeRows,
    colors: colorRows,
    catalogs: catalogRows,
    categories: categoryRows,
  }))
    await insertRecords(trx, { table, records, now, author })
  const ids = await insertRecords(trx, { table: 'attributes', records: attributeRows, now, author })
  const records = createAttributeValueRows(ids)
  await insertRecords(trx, { table: 'subAttributes', records, now, author })
  const categoryIds = await insertRecords(trx, {
    table: 'trainingCategories',
    records: trainingCategoryRows,
    now,
    author,
  })
  const content = buildTrainingContent(categoryIds)
  await insertRecords(trx, { table: 'trainingContent', records: content, now, author })
  await insertRecords(trx, { table: 'smtpSettings', records: smtpSettingRows, now, author })
}

/** Runs after the stores exist, because some stickers are limited to stores. */
async function insertStickers(trx: Connection, { now, since, author }: SeedContext): Promise<void> {
  const loadFirst = (table: string, limit: number) =>
    sql<{ id: number; code: string }>`
      select id, code from ${sql.table(table)} order by id limit ${limit}`.execute(trx)
  const { rows: stores } = await loadFirst('stores', 5)
  const { rows: categories } = await loadFirst('categories', 100)
  const storeIds = stores.map(({ id }) => id)
  const categoryIds = new Map(categories.map(({ id, code }) => [code, id]))
  const records = createStickers({ now, storeIds, categoryIds })
  await insertRecords(trx, { table: 'stickers', records, now: since, author })
}

async function insertSetups(trx: Connection, { now, since, author }: SeedContext): Promise<void> {
  const stamp = { now: since, author }
  await insertRecords(trx, { table: 'cognitoSetup', records: [cognitoSetupRow], ...stamp })
  await insertRecords(trx, { table: 'printfulSetup', records: printfulSetups, ...stamp })
  await insertPrintfulAccount(trx, now)
  await insertRecords(trx, { table: 'giftCardSetup', records: giftCardSetupRows, ...stamp })
  await insertGiftCardTemplates(trx, { now, since, author })
  await insertGiftCardBalances(trx, now)
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
