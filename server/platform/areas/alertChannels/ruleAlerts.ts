import { sql } from 'kysely'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { matchStoreFilter } from './matchStoreFilter.ts'
import { alertChannelMessages } from './messages.ts'

/** The rank of alerts about filters: the rule sends too much. */
const filterRank = 500

/**
 * Finds active rules whose filter the list of stores can't use, because the list has changed since
 * the rule was saved.
 */
export async function findRuleAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const { rows } = await sql<{ id: number; name: string; storeFilter: string }>`
    select id, name, store_filter from alert_rules where active and store_filter is not null
    order by id`.execute(trx)
  const alerts: Alert[] = []
  for (const { id, name, storeFilter } of rows) {
    const { problem } = await matchStoreFilter(trx, storeFilter, {
      storeIds: [],
      now: new Date(at),
    })
    if (problem === null) continue
    alerts.push({
      subject: `alertRule/${id}`,
      kind: 'integration',
      permission: alertRules.permission,
      title: alertChannelMessages.filterNotUsable(name),
      detail: alertChannelMessages.filterIgnored(problem),
      storeIds: [],
      rank: filterRank,
      fix: `${alertRules.path}&edit=${id}`,
    })
  }
  return alerts
}
