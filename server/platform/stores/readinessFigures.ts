import { sql } from 'kysely'
import { readinessOf } from '#shared/stores/readiness.ts'
import type { ReadinessFacts } from '#shared/stores/readiness.ts'
import type { Connection } from '../schema.ts'
import { among } from './storeIds.ts'
import type { StoreIds } from './storeIds.ts'

type Kept = { id: number; version: number; readiness: number; domain: string | null }

/** What is known of stores without asking anyone: whether a domain is verified is what was found last. */
export async function readinessFacts(
  connection: Connection,
  ids: StoreIds,
): Promise<(Kept & { facts: ReadinessFacts })[]> {
  const { rows } = await sql<Omit<ReadinessFacts, 'domain'> & Kept & { isVerified: boolean }>`
    select stores.id, stores.version, stores.readiness, stores.domain, stores.type, stores.members,
      stores.domain_verified_at is not null as is_verified,
      stores.organisation_id is not null as has_organisation,
      themes.status as theme_status,
      coalesce(stores.primary_colour, defaults.primary_colour) as primary_colour,
      coalesce(stores.text_colour, defaults.text_colour) as text_colour,
      stores.mail_state as mail, stores.payment_state as payment, stores.gift_state as gift,
      stores.admin_name is not null and stores.admin_email is not null as has_admin,
      exists (select from member_groups where member_groups.store_id = stores.id and is_default)
        as has_default_group
    from stores
    left join store_defaults as defaults on defaults.id = 1
    left join themes on themes.id = coalesce(stores.theme_id, defaults.theme_id)
    where ${among('stores.id', ids)}`.execute(connection)
  return rows.map(({ id, version, readiness, domain, isVerified, ...facts }) => ({
    id,
    version,
    readiness,
    domain,
    facts: {
      ...facts,
      domain: domain === null ? 'none' : isVerified ? 'verified' : 'unverified',
    },
  }))
}

/** Stores that one statement writes. */
const batch = 1000

/** Works out the readiness of stores from what is known, and keeps where it differs. */
export async function refreshReadiness(connection: Connection, ids: StoreIds): Promise<void> {
  const changed = (await readinessFacts(connection, ids))
    .map(({ facts, ...kept }) => ({ ...kept, percent: readinessOf(facts).percent }))
    .filter(({ readiness, percent }) => readiness !== percent)
  for (let start = 0; start < changed.length; start += batch) {
    const some = changed.slice(start, start + batch)
    await sql`
      update stores set readiness = fresh.percent
      from unnest(
        ${some.map(({ id }) => id)}::int[], ${some.map(({ version }) => version)}::int[],
        ${some.map(({ percent }) => percent)}::int[]) as fresh (id, version, percent)
      where stores.id = fresh.id and stores.version = fresh.version`.execute(connection)
  }
}
