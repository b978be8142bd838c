import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { buildSealedColumns } from '../core/records/secrets.ts'
import type { KeyRing } from '../core/secrets/keyRing.ts'
import { withRecordTables } from '../database/schema.ts'
import { insertSetupExpirations } from './setupExpirations.ts'
import { insertSetupTests } from './setupTests.ts'
import { mockGiftCardKey } from '../demoData/mockProviderKeys.ts'
import type { Connection, Database } from '../database/schema.ts'

type StoreSetupContext = { now: Date; author: string; secrets?: KeyRing | undefined }

/**
 * Gives the demo stores the setups that their integrations imply, and adds the passed test of each
 * setup in use.
 */
export async function insertStoreSetups(
  trx: Transaction<Database>,
  context: StoreSetupContext,
): Promise<void> {
  await insertSsoSetups(trx, context)
  await assignSmtpSettings(trx)
  await assignGiftCardStores(trx)
  await insertSecrets(trx, context)
  await insertSetupTests(trx, context)
  await insertSetupExpirations(trx)
}

/** Adds an SSO setup to each store whose SSO integration is set up. */
async function insertSsoSetups(trx: Connection, { author }: StoreSetupContext): Promise<void> {
  type Told = {
    id: number
    code: string
    domain: string
    state: string
    message: string | null
    createdAt: string
  }
  const { rows } = await sql<Told>`
    select stores.id, code, integrations.state, message, stores.created_at,
      coalesce(split_part(contact_email, '@', 2), code || '.example.com') as domain
    from integrations join stores on stores.id = store_id
    left join organisations on organisations.id = organisation_id
    where kind = 'signOn' and integrations.state <> 'not_configured'
      and not exists (select from admin_sign_ons as there where there.store_id = stores.id)
    order by stores.id`.execute(trx)
  const { clientSecret: _clientSecret, ...defaults } = getInitialValues(adminSignOns)
  for (const { id, code, domain, state, message, createdAt } of rows)
    await withRecordTables(trx)
      .insertInto(adminSignOns.name)
      .values({
        ...defaults,
        createdAt,
        createdBy: author,
        updatedAt: createdAt,
        updatedBy: author,
        name: id % 2 ? 'Okta' : 'Entra ID',
        storeId: id,
        protocol: 'oidc',
        preset: id % 2 ? 'okta' : 'entra',
        issuer: `https://login.${code}.example`,
        clientId: `${code}-admins`,
        emailDomains: [domain],
        provision: true,
        state,
        problem: message,
        failures: state === 'degraded' ? 3 : 0,
      })
      .execute()
}

/**
 * Assigns the degraded SMTP setting to stores whose email is rejected; all others inherit the
 * default. Sets the SMTP setting of each email to its store's.
 */
async function assignSmtpSettings(trx: Connection): Promise<void> {
  await sql`update stores set smtp_settings_id = (select min(id) from smtp_settings where state = 'degraded')
    where id in (select store_id from integrations where kind = 'mail' and state = 'degraded')`.execute(
    trx,
  )
  await sql`update mails set smtp_settings_id = coalesce(stores.smtp_settings_id,
      (select id from smtp_settings where scope = 'platform'))
    from stores where stores.id = store_id and mails.smtp_settings_id is null`.execute(trx)
}

const assignGiftCardStores = (trx: Connection) =>
  sql`update gift_card_setup set store_ids = array(
      select store_id from integrations where kind = 'gift' and state = 'active' order by store_id)
    where environment = 'live'`.execute(trx)

/**
 * Adds the secrets of setups that need one. Only mock providers accept them. Without a key ring to seal
 * them, there are none.
 */
async function insertSecrets(trx: Connection, { secrets }: StoreSetupContext): Promise<void> {
  if (!secrets) return
  for (const [resource, name, secret, condition] of demoSecrets) {
    const { rows } = await sql<{ id: number; createdAt: string }>`
      select id, created_at from ${sql.table(resource.name)}
      where state <> 'draft' and ${condition} and ${sql.ref(`${name}Sealed`)} is null`.execute(trx)
    for (const { id, createdAt } of rows)
      await withRecordTables(trx)
        .updateTable(resource.name)
        .set(
          buildSealedColumns(resource, { platform: { secrets }, now: createdAt }, id, {
            [name]: secret,
          }),
        )
        .where('id', '=', id)
        .execute()
  }
}

const alwaysSql = sql<boolean>`true`
const demoSecrets = [
  [adminSignOns, 'clientSecret', 'opens-nothing-0123456789', alwaysSql],
  [giftCardSetup, 'apiKey', mockGiftCardKey, alwaysSql],
  [smtpSettings, 'password', 'replaced-0123456789', sql<boolean>`auth = 'login'`],
] as const
