import { sql } from 'kysely'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

const channelRows = [
  { name: 'Operations', type: 'slack', recipients: [] },
  { name: 'On call', type: 'pagerDuty', recipients: [] },
  { name: 'Finance', type: 'email', recipients: ['finance@example.com'] },
]

const ruleDefaults = {
  active: true,
  kinds: [],
  areas: [],
  severity: 'info',
  storeIds: [],
  organisationId: null,
  delayMinutes: 0,
  repeatMinutes: null,
}

const ruleRows = [
  { ...ruleDefaults, name: 'Everything', channel: 'Operations', severity: 'warning' },
  {
    ...ruleDefaults,
    name: 'Failures that affect members',
    channel: 'On call',
    severity: 'critical',
    delayMinutes: 5,
    repeatMinutes: 60,
  },
  { ...ruleDefaults, name: 'Payments', channel: 'Finance', areas: ['payments'] },
]

/** Inserts channels, which are drafts because their secrets are missing, and their rules. */
export async function insertAlertChannels(context: SeedContext): Promise<void> {
  await insertRecords(context, 'alertChannels', channelRows)
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from alert_channels`.execute(context.trx)
  const rules = ruleRows.map(({ channel, ...rule }) => ({
    ...rule,
    channelId: rows.find(({ name }) => name === channel)?.id,
  }))
  await insertRecords(context, 'alertRules', rules)
}
