import { sql } from 'kysely'
import { initialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/resources/adminSignOns.ts'
import { giftCardSetup } from '#shared/resources/giftCardSetup.ts'
import { sealedColumns } from '../records/secrets.ts'
import type { Ring } from '../secrets/ring.ts'
import { recordTables } from '../schema.ts'
import { insertTests } from './setupTests.ts'
import type { Connection } from '../schema.ts'

type Stamped = { now: Date; author: string; secrets?: Ring | undefined }

/** Gives the demo stores the set-ups that they are told of, and each set-up in use the test that it passed. */
export async function insertStandings(trx: Connection, stamped: Stamped): Promise<void> {
  await insertSignOns(trx, stamped)
  await giveMail(trx)
  await giveGiftCards(trx)
  await giveSecrets(trx, stamped)
  await insertTests(trx, stamped)
}

/** How admins of each store that is told of a sign-on sign on. */
async function insertSignOns(trx: Connection, { now, author }: Stamped): Promise<void> {
  type Told = { id: number; code: string; state: string; message: string | null }
  const { rows } = await sql<Told>`
    select stores.id, code, integrations.state, message
    from integrations join stores on stores.id = store_id
    where kind = 'signOn' and integrations.state <> 'not_configured'
      and not exists (select from admin_sign_ons as there where there.store_id = stores.id)
    order by stores.id`.execute(trx)
  const at = now.toISOString()
  const stamp = { createdAt: at, createdBy: author, updatedAt: at, updatedBy: author }
  const { clientSecret: _kept, ...plain } = initialValues(adminSignOns)
  for (const { id, code, state, message } of rows)
    await recordTables(trx)
      .insertInto(adminSignOns.name)
      .values({
        ...plain,
        ...stamp,
        name: id % 2 ? 'Okta' : 'Entra ID',
        storeId: id,
        protocol: 'oidc',
        preset: id % 2 ? 'okta' : 'entra',
        issuer: `https://login.${code}.example`,
        clientId: `${code}-admins`,
        state,
        problem: message,
        failures: state === 'degraded' ? 3 : 0,
      })
      .execute()
}

/** Stores whose mail is refused leave it by the setting that is; all others inherit the default. */
const giveMail = (trx: Connection) =>
  sql`update stores set smtp_settings_id = (select min(id) from smtp_settings where state = 'degraded')
    where id in (select store_id from integrations where kind = 'mail' and state = 'degraded')`.execute(
    trx,
  )

const giveGiftCards = (trx: Connection) =>
  sql`update gift_card_setup set state = 'active', store_ids = array(
      select store_id from integrations where kind = 'gift' and state = 'active' order by store_id)
    where environment = 'live'`.execute(trx)

/** Secrets that open nothing, of the set-ups in use that need one; without a ring to seal them there are none. */
async function giveSecrets(trx: Connection, { now, secrets }: Stamped): Promise<void> {
  if (!secrets) return
  const work = { platform: { secrets }, now: now.toISOString() }
  for (const [resource, name] of needed) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(resource.name)}
      where state <> 'draft' and ${sql.ref(name)} is null`.execute(trx)
    for (const { id } of rows)
      await recordTables(trx)
        .updateTable(resource.name)
        .set(sealedColumns(resource, work, id, { [name]: 'opens-nothing-0123456789' }))
        .where('id', '=', id)
        .execute()
  }
}

const needed = [
  [adminSignOns, 'clientSecret'],
  [giftCardSetup, 'apiKey'],
] as const
