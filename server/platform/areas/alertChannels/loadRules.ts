import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { MatchableAlert } from '#shared/areas/alertChannels/matchesRule.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { matchStoreFilter } from './matchStoreFilter.ts'
import type { Rule } from './planDeliveries.ts'

type LoadedRule = Rule & { id: number }
type RuleRow = Omit<LoadedRule, 'filteredStoreIds'> & { storeFilter: string | null }

type LoadOptions = {
  /** The alerts that the rules are for. Filters look for no other stores. */
  alerts: readonly Pick<MatchableAlert, 'storeIds'>[]
  /** ISO 8601. */
  at: string
  /** Which rules are loaded: the active ones by default. */
  condition?: RawBuilder<boolean>
}

/** Loads rules, with the stores that their organizations and their filters have at `at`. */
export async function loadRules(
  connection: Connection,
  { alerts, at, condition = sql<boolean>`active` }: LoadOptions,
): Promise<LoadedRule[]> {
  const { rows } = await sql<RuleRow>`
    select id, channel_id, kinds, areas, severity, store_ids, store_filter, delay_minutes, repeat_minutes,
      array_to_json(array(select json_build_object('minutes', minutes, 'channelId', step.channel_id) from (values
        (first_escalation_minutes, first_escalation_channel_id),
        (second_escalation_minutes, second_escalation_channel_id),
        (third_escalation_minutes, third_escalation_channel_id)) as step (minutes, channel_id)
        where minutes is not null and step.channel_id is not null)) as escalations,
      case when organisation_id is not null then
        array(select stores.id from stores where stores.organisation_id = alert_rules.organisation_id) end
        as organization_store_ids
    from alert_rules where ${condition} order by id`.execute(connection)
  const storeIds = [...new Set(alerts.flatMap((alert) => alert.storeIds))]
  const rules: LoadedRule[] = []
  for (const { storeFilter, ...rule } of rows) {
    const match =
      storeFilter === null
        ? null
        : await matchStoreFilter(connection, storeFilter, { storeIds, now: new Date(at) })
    // Without its filter, a rule sends too much rather than nothing (findRuleAlerts).
    rules.push({ ...rule, filteredStoreIds: match?.storeIds ?? null })
  }
  return rules
}
