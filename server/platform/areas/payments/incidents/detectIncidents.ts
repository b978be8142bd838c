import { sql } from 'kysely'
import type { FailureReason } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { formatIncidentCause } from '#shared/areas/payments/incidentCalls.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { eventIncidentKeyPattern } from './eventIncidents.ts'

/** The cause of an incident. A configuration cause includes the provider's code. */
type DetectedCause = { key: string; reason: FailureReason; gateway: Gateway; code: string | null }

/**
 * A spike is an hour with this many standard deviations above the store's average of four weeks,
 * and at least this many failures.
 */
const baselineHours = 28 * 24
const spikeThreshold = { deviations: 3, failures: 3 }

/** An incident is resolved after this many hours without a further failure. */
const quietHours = 24

/**
 * The key of a cause. Must match the expression of payment_attempts_cause_idx, or the index isn't
 * used. Columns are qualified because incidents has the same names.
 */
export const causeKey = sql<string>`(payment_attempts.gateway || '/' || payment_attempts.reason
  || case when payment_attempts.reason = 'configuration' then '/' || payment_attempts.raw_code else '' end)`

type TransactionRunner = <Result>(work: (trx: Connection) => Promise<Result>) => Promise<Result>

/**
 * Opens an incident for each new cause, recounts open ones, and resolves quiet ones. Each runs in
 * its own transaction, so work on one incident doesn't block the others.
 */
export const detectIncidents = ({ db, now }: Platform): Promise<void> =>
  runDetection((work) => db.transaction().execute(work), now().toISOString())

/** Detects incidents in a transaction that is already open. */
export const detectIncidentsInTransaction = (trx: Connection, at: string): Promise<void> =>
  runDetection((work) => work(trx), at)

async function runDetection(runInTransaction: TransactionRunner, at: string): Promise<void> {
  await runInTransaction((trx) => openNewIncidents(trx, at))
  for (const id of await runInTransaction(findOpenIncidents))
    await runInTransaction((trx) => recountIncident(trx, id))
  await runInTransaction((trx) => resolveQuietIncidents(trx, at))
}

async function openNewIncidents(trx: Connection, at: string): Promise<void> {
  // Runs in one process at a time: two would open the same incident.
  await sql`select pg_advisory_xact_lock(hashtext('incidents'))`.execute(trx)
  const causes = [...(await findMisconfigurations(trx, at)), ...(await findFailureSpikes(trx, at))]
  for (const cause of causes) await openIncident(trx, cause, at)
}

async function findOpenIncidents(trx: Connection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from incidents where status = 'open' and key not like ${eventIncidentKeyPattern} order by id`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

const toHourInterval = (count: number) => sql.raw(`interval '${count} hours'`)
/** Attempts after the last incident of their cause was resolved. */
const isAfterLastIncident = sql<boolean>`attempted_at > coalesce((select max(resolved_at) from incidents
  where incidents.key = ${causeKey}), '-infinity')`

/** Finds configuration failures of the last day. */
async function findMisconfigurations(trx: Connection, at: string): Promise<DetectedCause[]> {
  const { rows } = await sql<DetectedCause>`
    select distinct ${causeKey} as key, reason, gateway, raw_code as code from payment_attempts
    where reason = 'configuration' and attempted_at > ${at}::timestamptz - ${toHourInterval(quietHours)} and ${isAfterLastIncident}`.execute(
    trx,
  )
  return rows
}

/**
 * Finds stores with more failures in the last hour, for one reason, than their average plus three
 * standard deviations.
 */
async function findFailureSpikes(trx: Connection, at: string): Promise<DetectedCause[]> {
  const { rows } = await sql<DetectedCause>`
    with lately as (
      select store_id, gateway, reason, count(*) as failures from payment_attempts
      where attempted_at > ${at}::timestamptz - interval '1 hour' and attempted_at <= ${at}
        and reason <> 'configuration' and ${isAfterLastIncident}
      group by store_id, gateway, reason having count(*) >= ${spikeThreshold.failures}),
    by_hour as (
      select store_id, gateway, reason, count(*) as failures from payment_attempts
      join lately using (store_id, gateway, reason)
      where attempted_at <= ${at}::timestamptz - interval '1 hour'
        and attempted_at > ${at}::timestamptz - ${toHourInterval(baselineHours)}
      group by store_id, gateway, reason, date_trunc('hour', attempted_at)),
    usual as (
      select store_id, gateway, reason, sum(failures) / ${baselineHours}::numeric as mean,
        sum(failures * failures) / ${baselineHours}::numeric as squares
      from by_hour group by store_id, gateway, reason)
    select distinct gateway || '/' || reason as key, reason, gateway, null as code
    from lately left join usual using (store_id, gateway, reason)
    where lately.failures > coalesce(mean, 0)
      + ${spikeThreshold.deviations}::int * sqrt(greatest(coalesce(squares - mean * mean, 0), 0))`.execute(
    trx,
  )
  return rows
}

async function openIncident(
  trx: Connection,
  { key, reason, gateway, code }: DetectedCause,
  at: string,
): Promise<void> {
  const cause = formatIncidentCause({ reason, gateway, code })
  const { rows } = await sql<{ id: number }>`
    insert into incidents (key, cause, status, reason, gateway, stores, failures, stake, currency, opened_at, last_at,
      created_at, created_by, updated_at, updated_by)
    values (${key}, ${cause}, 'open', ${reason}, ${gateway}, 0, 0, 0, 'EUR', ${at}, ${at},
      ${at}, 'platform', ${at}, 'platform')
    on conflict (key) where status = 'open' do nothing returning id`.execute(trx)
  const [incident] = rows
  if (!incident) return
  // Starts the incident at its first failure since the last incident of its cause: at most an hour
  // ago, or 30 days for a configuration.
  await sql`update incidents set opened_at = least(opened_at, coalesce((
      select min(attempted_at) from payment_attempts where ${hasCauseKey(key)} and attempted_at > ${at}::timestamptz
        - case when reason = 'configuration' then interval '30 days' else interval '1 hour' end and ${isAfterLastIncident}), opened_at))
    where id = ${incident.id}`.execute(trx)
  // The incident needs its figures before anyone sees it.
  await recountIncident(trx, incident.id)
  const audit = createAuditor(trx, {
    asked: { id: 'incidents', ip: '' },
    now: at,
    actor: 'platform',
  })
  await audit({
    event: 'incidents.opened',
    target: { type: 'incidents', id: incident.id, label: cause },
  })
}

const hasCauseKey = (key: string) => sql<boolean>`${causeKey} = ${key}`

/**
 * Recounts an incident's failures by store since it was opened, and the amounts still unpaid. Skips
 * an incident that was resolved in the meantime.
 */
async function recountIncident(trx: Connection, id: number): Promise<void> {
  const { rows } = await sql<{ key: string; openedAt: string }>`
    select key, opened_at from incidents where id = ${id} and status = 'open' for update`.execute(
    trx,
  )
  const [incident] = rows
  if (!incident) return
  const { key, openedAt } = incident
  await sql`delete from incident_stores where incident_id = ${id}`.execute(trx)
  await sql`
    insert into incident_stores (incident_id, store_id, currency, failures, amount)
    select ${id}, store_id, currency, count(*),
      coalesce(sum(amount) filter (where status in ('open', 'scheduled', 'waiting', 'processing') and attempt = (
        select max(attempt) from payment_attempt_keys as last where last.order_id = payment_attempts.order_id)), 0)
    from payment_attempts
    where ${hasCauseKey(key)} and attempted_at >= ${openedAt}
    group by store_id, currency`.execute(trx)
  await sql`
    with stakes as (
      select currency, sum(amount)::bigint as amount, sum(failures) as failures from incident_stores
      where incident_id = ${id} group by currency),
    fresh as (
      select (select count(distinct store_id) from incident_stores where incident_id = ${id})::int as stores,
        coalesce((select sum(failures) from stakes), 0)::int as failures,
        coalesce((select amount from stakes order by failures desc, currency limit 1), 0) as stake,
        coalesce((select currency from stakes order by failures desc, currency limit 1), 'EUR') as currency,
        coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount) order by failures desc, currency)
          from stakes), '[]') as stakes,
        (select max(attempted_at) from payment_attempts
          where ${hasCauseKey(key)} and attempted_at >= ${openedAt}) as last_at)
    update incidents set stores = fresh.stores, failures = fresh.failures, stake = fresh.stake,
      currency = fresh.currency, stakes = fresh.stakes, last_at = coalesce(fresh.last_at, incidents.last_at)
    from fresh where id = ${id}`.execute(trx)
}

async function resolveQuietIncidents(trx: Connection, at: string): Promise<void> {
  const { rows } = await sql<{ id: number; cause: string }>`
    update incidents set status = 'resolved', resolved_at = ${at}, resolution = ${`No failure for ${quietHours} hours`},
      version = version + 1, updated_at = ${at}, updated_by = 'platform'
    where status = 'open' and key not like ${eventIncidentKeyPattern} and last_at < ${at}::timestamptz - ${toHourInterval(quietHours)} returning id, cause`.execute(
    trx,
  )
  const audit = createAuditor(trx, {
    asked: { id: 'incidents', ip: '' },
    now: at,
    actor: 'platform',
  })
  for (const { id, cause } of rows)
    await audit({ event: 'incidents.resolved', target: { type: 'incidents', id, label: cause } })
}
