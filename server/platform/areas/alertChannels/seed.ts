import { sql } from 'kysely'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { toDay } from '#shared/format/dates.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

const channelRows = [
  { name: 'Operations', type: 'slack', recipients: [] },
  { name: 'On call', type: 'pagerDuty', recipients: [] },
  { name: 'Finance', type: 'email', recipients: ['finance@example.com'] },
]

const dayMs = 86_400_000

const ruleDefaults = {
  active: true,
  kinds: [],
  areas: [],
  severity: 'info',
  storeIds: [],
  organisationId: null,
  storeFilter: null,
  delayMinutes: 0,
  repeatMinutes: null,
  escalation: null,
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
    escalation: { minutes: 15, channel: 'User on call' },
  },
  { ...ruleDefaults, name: 'Payments', channel: 'Finance', areas: ['payments'] },
]

/** Inserts an on-call rotation of the first three operators, and its channel. */
async function insertRotation(context: SeedContext): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where s_identifier = ${operatorIdentifier} and status = 'active'
    order by id limit 3`.execute(context.trx)
  const substitute = rows.at(-1)
  // Without accounts, no one can be on call.
  if (!substitute) return
  const rotation = {
    name: 'Weekly on call',
    userIds: rows.map(({ id }) => id),
    timeZone: 'Europe/Berlin',
    handoverDay: 'monday',
    handoverTime: '09:00',
    startsOn: toDay(context.since),
  }
  const [rotationId] = await insertRecords(context, 'onCallRotations', [rotation])
  const vacation = {
    reason: 'Vacation',
    rotationId,
    userId: substitute.id,
    startsAt: new Date(context.now.getTime() + 7 * dayMs).toISOString(),
    endsAt: new Date(context.now.getTime() + 12 * dayMs).toISOString(),
  }
  await insertRecords(context, 'onCallOverrides', [vacation])
  const channel = { name: 'User on call', type: 'onCall', recipients: [], rotationId }
  await insertRecords(context, 'alertChannels', [channel])
}

/** Inserts channels, which are drafts because their secrets are missing, and their rules. */
export async function insertAlertChannels(context: SeedContext): Promise<void> {
  await insertRecords(context, 'alertChannels', channelRows)
  await insertRotation(context)
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from alert_channels`.execute(context.trx)
  const findId = (channel: string | undefined) =>
    rows.find(({ name }) => name === channel)?.id ?? null
  const rules = ruleRows.map(({ channel, escalation, ...rule }) => ({
    ...rule,
    channelId: findId(channel),
    firstEscalationMinutes: escalation?.minutes ?? null,
    firstEscalationChannelId: findId(escalation?.channel),
  }))
  await insertRecords(context, 'alertRules', rules)
}
