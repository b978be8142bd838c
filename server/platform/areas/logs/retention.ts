import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import { sql } from 'kysely'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import {
  createMonthPartitions,
  getMonthStart,
  listEndedMonths,
} from '#server/platform/database/monthPartitions.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'

import { createLogSigner } from './checkpoints.ts'
import { logMessages } from './messages.ts'
import { findMonthError } from './findMonthError.ts'

const anchorInsertSize = 1000

/** Loads the time before which logs are deleted; null if they are kept indefinitely. */
async function loadRetentionStart(db: Connection, now: Date): Promise<string | null> {
  const { rows } = await sql<{ months: number | null }>`
    select months from log_retention where id = 1`.execute(db)
  const months = rows[0]?.months ?? null
  return months === null ? null : getMonthStart(now, -months)
}

/**
 * Deletes the months before the retention start, oldest first, one transaction each. Stops at a
 * month with an error, and logs it.
 */
export async function dropOldLogs(platform: Platform): Promise<void> {
  const { db, now } = platform
  const since = await loadRetentionStart(db, now())
  if (since === null) return
  await createMonthPartitions(platform)
  for (const name of await listEndedMonths(db, 'audit', since)) {
    const month = { entries: name, links: name.replace('audit', 'log_chain') }
    const monthError = await findMonthError(platform, month)
    if (monthError) return auditMonthError(platform, name, monthError)
    await dropLogMonth(platform, month)
  }
}

type MonthError = NonNullable<Awaited<ReturnType<typeof findMonthError>>>
type LogMonth = { entries: string; links: string }

const createPlatformAuditor = (trx: Connection, { now }: Platform) =>
  createAuditor(trx, {
    asked: { id: 'tidying', ip: '' },
    now: now().toISOString(),
    actor: 'platform',
  })

/** Logs the error for the platform's administrators. */
async function auditMonthError(platform: Platform, name: string, { chain, fault }: MonthError) {
  const month = name.replace('audit_', '').replace('_', '-')
  const seq = String(fault.seq || fault.entry?.entry)
  const audit = createPlatformAuditor(platform.db, platform)
  await audit({
    event: 'logs.keptWithFault',
    stream: 'security',
    severity: 'error',
    cause: logMessages.logsKept(logMessages.chainFault(chain, { kind: fault.kind, seq }), month),
  })
}

async function dropLogMonth(platform: Platform, { entries, links }: LogMonth): Promise<void> {
  const { db } = platform
  const [year = 0, month = 0] = entries.split('_').slice(1).map(Number)
  const until = new Date(Date.UTC(year, month)).toISOString()
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', '5000', true)`.execute(trx)
    // Waits until writers have finished, and makes new ones wait. Takes locks in the same order as
    // they do.
    await sql`select lock_logs()`.execute(trx)
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(entries)}`.execute(trx)
    await saveAnchors(platform, trx, links, until)
    await sql`select drop_log_month(${entries.replace('audit_', '')})`.execute(trx)
    await sql`delete from erased_log_entries where time < ${until}`.execute(trx)
    await createPlatformAuditor(
      trx,
      platform,
    )({
      event: 'logs.dropped',
      stream: 'security',
      before: { until, entries: counted[0]?.count ?? 0 },
    })
  })
}

/**
 * Saves an anchor for each section of a chain in this month, with its last hash. Most chains have
 * one section.
 */
async function saveAnchors(platform: Platform, trx: Connection, links: string, until: string) {
  const { rows } = await sql<{ chain: number; first: number; seq: number; hash: string }>`
    select chain, min(seq) as first, max(seq) as seq, (array_agg(hash order by seq desc))[1] as hash
    from (select chain, seq, hash, seq - row_number() over (partition by chain order by seq) as piece
      from ${sql.table(links)}) as placed
    group by chain, piece order by chain, first`.execute(trx)
  const signContent = createLogSigner(platform)
  const anchors = rows.map(({ chain, first, seq, hash }) =>
    signContent({ chain, first, seq, hash, until }),
  )
  for (let from = 0; from < anchors.length; from += anchorInsertSize)
    await sql`insert into log_anchors select * from json_populate_recordset(null::log_anchors,
      ${JSON.stringify(anchors.slice(from, from + anchorInsertSize))})`.execute(trx)
}

/**
 * Estimates what a change of the setting deletes at once: how many entries, in how many stores, and
 * the names of some.
 */
async function estimateRetentionImpact(trx: Connection, now: Date): Promise<ImpactSummary> {
  const { rows: all } = await sql<{ count: number }>`
    select count(*) as count from stores`.execute(trx)
  const reaches = all[0]?.count ?? 0
  const since = await loadRetentionStart(trx, now)
  if (since === null) return { reaches, own: 0, worse: [] }
  const { rows } = await sql<{ name: string; stores: number }>`
    select name, count(*) over () as stores from stores
    where exists (select from audit where store_id = stores.id and time < ${since})
    order by lower(name), id limit 3`.execute(trx)
  const { rows: entries } = await sql<{ count: number }>`
    select count(*) as count from audit where time < ${since}`.execute(trx)
  const what = logMessages.entriesDropped(entries[0]?.count ?? 0, since.slice(0, 10))
  const examples = rows.map(({ name }) => name)
  return {
    reaches,
    own: 0,
    worse: rows[0] ? [{ what, count: rows[0].stores, examples }] : [],
  }
}

export const logRetentionHooks: ResourceHooks = {
  affectedRecords: async (trx, _changed, _id, now) => () =>
    estimateRetentionImpact(trx, new Date(now)),
}
