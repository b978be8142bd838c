import { sql } from 'kysely'
import { getDomainState } from '#shared/areas/stores/domains/domainState.ts'
import { calculateReadiness } from '#shared/areas/stores/readiness/readiness.ts'
import type { ReadinessFacts } from '#shared/areas/stores/readiness/readiness.ts'
import type { ReadinessCheck, Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import { redactSecrets } from '#server/platform/core/audit/redactSecrets.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { notFound } from '#server/platform/core/platform/httpError.ts'

type SavedReadiness = { id: number; version: number; readiness: number; domain: string | null }
type ReadinessRow = Omit<ReadinessFacts, 'domain' | 'failureCauses'> &
  SavedReadiness & {
    checks: ReadinessCheck[]
    verifiedAt: string | null
    lostAt: string | null
    /** Pairs of kind and cause. In an object, the keys would be converted to camel case. */
    causes: (string | null)[][] | null
  }

/** Loads saved facts about stores. Domains and integrations are as last checked. */
export async function loadReadinessFacts(
  connection: Connection,
  ids: StoreIds,
): Promise<(SavedReadiness & { checks: ReadinessCheck[]; facts: ReadinessFacts })[]> {
  const { rows } = await sql<ReadinessRow>`
    select stores.id, stores.version, stores.readiness, stores.readiness_checks as checks,
      stores.domain, stores.domain_verified_at as verified_at, stores.domain_lost_at as lost_at,
      stores.type, stores.members, stores.refusals as payment_failures,
      stores.organisation_id is not null as has_organisation,
      themes.status as theme_status,
      coalesce(stores.primary_colour, defaults.primary_colour) as primary_colour,
      coalesce(stores.text_colour, defaults.text_colour) as text_colour,
      stores.mail_state as mail, stores.payment_state as payment, stores.gift_state as gift,
      stores.sign_on_state as sign_on, stores.print_state as print,
      exists (select from payment_setups where stores.id = any(store_ids)
        and mode = 'test' and provider <> 'manual' and state in ('active', 'degraded')) as has_test_payments,
      stores.admin_name is not null and stores.admin_email is not null as has_admin,
      exists (select from member_groups where member_groups.store_id = stores.id and is_default)
        as has_default_group,
      case when stores.failing then (
        select jsonb_agg(jsonb_build_array(kind, coalesce(message, ${newestCause})))
        from integrations where integrations.store_id = stores.id and state = 'degraded') end as causes
    from stores
    left join store_defaults as defaults on defaults.id = 1
    left join themes on themes.id = coalesce(stores.theme_id, defaults.theme_id)
    where ${matchesIds('stores.id', ids)}`.execute(connection)
  return rows.map(
    ({ id, version, readiness, checks, domain, verifiedAt, lostAt, causes, ...facts }) => ({
      id,
      version,
      readiness,
      domain,
      checks,
      facts: {
        ...facts,
        domain: getDomainState({ domain, verifiedAt, lostAt }),
        failureCauses: Object.fromEntries(
          (causes ?? []).flatMap(([kind, cause]) =>
            cause ? [[kind as IntegrationKind, redactSecrets(cause).slice(0, maxCauseLength)]] : [],
          ),
        ),
      },
    }),
  )
}

const maxCauseLength = 300

/**
 * The cause of the newest log entry about a failing integration: `payment.refused` belongs to
 * `payment`.
 */
const newestCause = sql`(
  select cause from readable_audit as entry
  where entry.store_id = integrations.store_id and fault is not null and cause is not null
    and split_part(event, '.', 1) = integrations.kind
  order by time desc, id desc limit 1)`

const readinessBatchSize = 1000

/** Recomputes the readiness of stores, and saves percentage and checks where they differ. */
export async function refreshReadiness(connection: Connection, ids: StoreIds): Promise<void> {
  const changed = (await loadReadinessFacts(connection, ids)).flatMap(
    ({ id, version, readiness, checks, facts }) => {
      const fresh = calculateReadiness(facts)
      const isSame = readiness === fresh.percent && areSameChecks(checks, fresh.checks)
      return isSame ? [] : [{ id, version, ...fresh }]
    },
  )
  for (let start = 0; start < changed.length; start += readinessBatchSize) {
    const batch = changed.slice(start, start + readinessBatchSize)
    await sql`
      update stores set readiness = fresh.percent, readiness_checks = fresh.checks::jsonb
      from unnest(
        ${batch.map(({ id }) => id)}::int[], ${batch.map(({ version }) => version)}::int[],
        ${batch.map(({ percent }) => percent)}::int[],
        ${batch.map(({ checks }) => JSON.stringify(checks))}::text[]) as fresh (id, version, percent, checks)
      where stores.id = fresh.id and stores.version = fresh.version`.execute(connection)
  }
}

/** Compares by field, since jsonb changes the order of keys. */
const areSameChecks = (saved: ReadinessCheck[], fresh: ReadinessCheck[]) =>
  saved.length === fresh.length &&
  fresh.every(({ key, ok, detail, warning }, index) => {
    const savedCheck = saved[index]
    return (
      savedCheck?.key === key &&
      savedCheck.ok === ok &&
      savedCheck.detail === detail &&
      savedCheck.warning === warning
    )
  })

export async function loadSavedReadiness(
  connection: Connection,
  id: number,
  storeIds: StoreIds,
): Promise<Readiness> {
  const { rows } = await sql<Readiness>`
    select readiness as percent, readiness_checks as checks from ${getVisibleRows(stores, storeIds)}
    where id = ${id}`.execute(connection)
  const [saved] = rows
  if (!saved) throw notFound(stores.title.one)
  return saved
}
