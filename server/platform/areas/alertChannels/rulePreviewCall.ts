import { sql } from 'kysely'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { alertSeverities, getSeverity } from '#shared/areas/alertChannels/alertSeverities.ts'
import { matchesRule } from '#shared/areas/alertChannels/matchesRule.ts'
import type { MatchableAlert } from '#shared/areas/alertChannels/matchesRule.ts'
import { previewDays } from '#shared/areas/alertChannels/rulePreview.ts'
import type { RulePreview } from '#shared/areas/alertChannels/rulePreview.ts'
import { canSeeAlert } from '#server/platform/core/area/canSeeAlert.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRules } from './loadRules.ts'

/** How many alerts a preview lists. It counts all. */
const maxListedAlerts = 50

type PastAlert = MatchableAlert & { title: string; startedAt: string; endedAt: string | null }

/** The call that shows what a rule would have sent. */
export const rulePreviewCall: Call = {
  kind: 'read',
  permission: `${alertRules.permission}:read`,
  method: 'get',
  path: '/alertRules/:id/preview',
  summary: `List the alerts of the last ${previewDays} days that a rule would have sent`,
  success: {
    status: 200,
    schema: objectSchema({
      count: integerSchema,
      data: arraySchema(
        objectSchema({
          title: stringSchema,
          severity: { type: 'string', enum: Object.keys(alertSeverities) },
          startedAt: instantSchema,
          endedAt: nullableSchema(instantSchema),
          sentAt: instantSchema,
        }),
      ),
    }),
  },
  async handler(request, platform, caller) {
    const scoped = limitToCaller(caller, alertRules)
    const { id } = await loadRecord(platform.db, scoped, parseRecordId(alertRules, request))
    return { status: 200, body: await previewRule(platform, caller, id) }
  },
}

async function previewRule(
  { db, now }: Platform,
  caller: Caller,
  id: number,
): Promise<RulePreview> {
  const at = now()
  const since = new Date(at.getTime() - previewDays * 86_400_000).toISOString()
  const { rows } = await sql<PastAlert>`
    select kind, permission, title, store_ids, rank, started_at, ended_at from alert_history
    where account_ids is null and (ended_at is null or ended_at > ${since}) order by started_at desc, id desc`.execute(
    db,
  )
  const [rule] = await loadRules(db, {
    alerts: rows,
    at: at.toISOString(),
    condition: sql<boolean>`id = ${id}`,
  })
  const sent = rows.flatMap((alert) => {
    if (!rule || !canSeeAlert(caller, alert) || !matchesRule(rule, alert)) return []
    const { title, rank, startedAt, endedAt } = alert
    const sentAt = new Date(Date.parse(startedAt) + rule.delayMinutes * 60_000).toISOString()
    if (sentAt > (endedAt ?? at.toISOString())) return []
    return [{ title, severity: getSeverity(rank), startedAt, endedAt, sentAt }]
  })
  return { count: sent.length, data: sent.slice(0, maxListedAlerts) }
}
