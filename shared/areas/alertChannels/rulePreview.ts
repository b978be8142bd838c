import { array, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { alertSeverities } from './alertSeverities.ts'
import type { AlertSeverity } from './alertSeverities.ts'

/** How far back a preview looks. */
export const previewDays = 30

const RulePreview = type({
  /** How many alerts the rule would have sent. */
  count: number(),
  /** The latest of them. */
  data: array(
    type({
      title: string(),
      severity: enums(Object.keys(alertSeverities) as AlertSeverity[]), // The table's own keys.
      /** ISO 8601. */
      startedAt: string(),
      /** Null while it is open. */
      endedAt: nullable(string()),
      sentAt: string(),
    }),
  ),
})
/** The alerts of the last 30 days that a rule would have sent. */
export type RulePreview = Infer<typeof RulePreview>

/** GET /alertRules/ID/preview */
export async function loadRulePreview(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<RulePreview> {
  const path = `/alertRules/${id}/preview`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(RulePreview, body)
}
