import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { recordTables } from '../database/schema.ts'
import type { Connection, Database } from '../database/schema.ts'
import { attributes, subAttributes } from '../areas/attributes/seed.ts'
import { catalogs, categories } from '../areas/catalog/seed/catalogue.ts'
import { insertAccounts } from '../areas/users/seed.ts'
import { nameAskers } from '../areas/credits/seed/creditRequests.ts'
import { loadDemoData } from './load.ts'
import type { Load } from './load.ts'
import type { SeedSize } from './seedSize.ts'
import { colors } from '../areas/colors/seed.ts'
import { smtpSettings } from '../areas/email/seed/mail.ts'
import { insertPaymentSetups } from '../areas/payments/seed/paymentSetups.ts'
import { sizes } from '../areas/sizes/seed.ts'
import { insertStandings } from './standings.ts'
import { trainingCategories, trainingContent } from '../areas/training/seed.ts'
import { cognitoSetup } from '../areas/cognito/seed.ts'
import { insertGiftCardBalances } from '../areas/giftCards/seed/giftCardBalances.ts'
import { giftCardSetups } from '../areas/giftCards/seed/giftCardSetups.ts'
import { insertGiftCardTemplates } from '../areas/giftCards/seed/giftCardTemplates.ts'
import { insertPrintfulAccount } from '../areas/printful/seed/printfulAccounts.ts'
import { printfulSetups } from '../areas/printful/seed/printfulSetups.ts'
import { stickersAt } from '../areas/stickers/seed.ts'
import { storeDefaults, themes } from '../areas/themes/seed/themes.ts'
import { dayMs } from './period.ts'
import { insertThemeVersions } from '../areas/themes/seed/themeVersions.ts'
import { findAttention } from '../areas/alerts/keepAttention.ts'
import { keepFigures } from '../areas/email/keptSmtp.ts'
import { findIncidents } from '../areas/payments/incidents/keepIncidents.ts'
import { keepSuccess } from '../areas/payments/setups/keepSuccess.ts'
import type { Storage } from '../core/files/storage.ts'
import type { Ring } from '../core/secrets/ring.ts'

const seed = 7

/** When the platform of the demo data began: before its first store, which is 1,020 days old at most. */
const platformAgeDays = 1100
const foundingOf = (now: Date) => new Date(now.getTime() - platformAgeDays * dayMs)

/** Who made records, when, and the moment that the data ends at. */
type Stamped = { now: Date; since: Date; author: string }
type Target = { db: Kysely<Database>; now: () => Date; storage?: Storage; secrets?: Ring }

/** Gives a new platform, one whose append-only log is empty, its defaults and, unless `size` is null, demo data. */
export function seedEmptyDatabase(
  { db, now, storage, secrets }: Target,
  author: string,
  size: SeedSize | null,
): Promise<void> {
  return alone(db, async (trx) => {
    if (!(await isNew(trx))) return
    const at = now()
    const since = foundingOf(at)
    await insertDefaults(trx, size ? since : at, author)
    if (size) {
      await insertCatalogue(trx, since, author)
      await loadDemoData(trx, { seed, now: at, size, author })
      await insertPaymentSetups(trx, { now: at, since, author, secrets })
      await insertAccounts(trx, { now: at, since, author })
      await nameAskers(trx)
      await insertStickers(trx, { now: at, since, author })
      if (storage) await insertThemeVersions({ trx, storage, now: at, author })
      await insertSetups(trx, { now: at, since, author })
      await insertStandings(trx, { now: at, author, secrets })
      await keepFigures(trx, at.toISOString())
      await keepSuccess({ db: trx, now: () => at })
      await findIncidents(trx, at.toISOString())
      await findAttention(trx, at.toISOString())
    }
    await tellPrepared(trx, now())
  })
}

/** Adds demo data to a platform, whatever it holds; a new one gets its defaults too. Resolves to the rows of the data. */
export function addDemoData(db: Kysely<Database>, load: Load): Promise<number> {
  return alone(db, async (trx) => {
    const { now, author } = load
    const since = foundingOf(now)
    const wasNew = await isNew(trx)
    if (wasNew) {
      await insertDefaults(trx, since, author)
      await insertCatalogue(trx, since, author)
    }
    const rows = await loadDemoData(trx, load)
    if (wasNew) await insertStickers(trx, { now, since, author })
    if (wasNew) await insertPaymentSetups(trx, { now, since, author })
    if (wasNew) await insertSetups(trx, { now, since, author })
    await insertStandings(trx, { now, author })
    await keepFigures(trx, now.toISOString())
    await keepSuccess({ db: trx, now: () => now })
    if (wasNew) await tellPrepared(trx, now)
    return rows
  })
}

/** One transaction, and of several at once only one at a time. */
const alone = <T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>) =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(trx)
    return work(trx)
  })

async function isNew(trx: Connection): Promise<boolean> {
  const used = await trx.selectFrom('audit').select('id').limit(1).executeTakeFirst()
  return used === undefined
}

async function insert(
  trx: Connection,
  { table, records, now, author }: { table: string; records: object[]; now: Date; author: string },
): Promise<number[]> {
  const at = now.toISOString()
  const stamp = { createdAt: at, createdBy: author, updatedAt: at, updatedBy: author }
  const inserted = await recordTables(trx)
    .insertInto(table)
    .values(records.map((record) => ({ ...record, ...stamp })))
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

async function insertDefaults(trx: Connection, now: Date, author: string): Promise<void> {
  const [themeId] = await insert(trx, { table: 'themes', records: themes, now, author })
  const records = [{ ...storeDefaults, themeId }]
  await insert(trx, { table: 'storeDefaults', records, now, author })
}

async function insertCatalogue(trx: Connection, now: Date, author: string): Promise<void> {
  for (const [table, records] of Object.entries({ sizes, colors, catalogs, categories }))
    await insert(trx, { table, records, now, author })
  const ids = await insert(trx, { table: 'attributes', records: attributes, now, author })
  const records = subAttributes(ids)
  await insert(trx, { table: 'subAttributes', records, now, author })
  const subjects = await insert(trx, {
    table: 'trainingCategories',
    records: trainingCategories,
    now,
    author,
  })
  const content = trainingContent(subjects)
  await insert(trx, { table: 'trainingContent', records: content, now, author })
  await insert(trx, { table: 'smtpSettings', records: smtpSettings, now, author })
}

/** After the stores, which some of them are limited to. */
async function insertStickers(trx: Connection, { now, since, author }: Stamped): Promise<void> {
  const found = (table: string, limit: number) =>
    sql<{ id: number; code: string }>`
      select id, code from ${sql.table(table)} order by id limit ${limit}`.execute(trx)
  const { rows: stores } = await found('stores', 5)
  const { rows: kinds } = await found('categories', 100)
  const storeIds = stores.map(({ id }) => id)
  const categoryIds = new Map(kinds.map(({ id, code }) => [code, id]))
  const records = stickersAt({ now, storeIds, categoryIds })
  await insert(trx, { table: 'stickers', records, now: since, author })
}

async function insertSetups(trx: Connection, { now, since, author }: Stamped): Promise<void> {
  const stamp = { now: since, author }
  await insert(trx, { table: 'cognitoSetup', records: [cognitoSetup], ...stamp })
  await insert(trx, { table: 'printfulSetup', records: printfulSetups, ...stamp })
  await insertPrintfulAccount(trx, now)
  await insert(trx, { table: 'giftCardSetup', records: giftCardSetups, ...stamp })
  await insertGiftCardTemplates(trx, { now, since, author })
  await insertGiftCardBalances(trx, now)
}

async function tellPrepared(trx: Connection, now: Date): Promise<void> {
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
