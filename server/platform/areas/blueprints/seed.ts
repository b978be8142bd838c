import { sql } from 'kysely'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

const noIntegrations = { mail: null, signOn: null, payment: null, gift: null, print: null }

const blueprintRows = [
  {
    ...noIntegrations,
    name: 'Retail stores',
    description: 'Stores that sell for money: everyone can visit them, and they charge cards.',
    settings: ['type', 'access'],
    type: 'retail',
    mail: 'active',
    payment: 'active',
  },
  {
    ...noIntegrations,
    name: 'Points stores',
    description: 'Stores whose members order with points only.',
    settings: ['type', 'access'],
    type: 'points',
    mail: 'active',
  },
]

/** Inserts blueprints and assigns stores of their type, some of which differ. */
export async function insertBlueprints(context: SeedContext): Promise<void> {
  await insertRecords(context, 'blueprints', blueprintRows)
  await sql`
    update stores set blueprint_id = blueprints.id from blueprints
    where blueprints.type = stores.type and stores.id % 2 = 0`.execute(context.trx)
  await sql`
    update blueprints set stores = (
      select count(*) from stores where stores.blueprint_id = blueprints.id)`.execute(context.trx)
}
