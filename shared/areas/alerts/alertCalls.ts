import type { Api } from '#shared/engine/api.ts'
import { integer, optional, select, text } from '#shared/engine/fields/fields.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import { limits } from '#shared/limits.ts'
import { attentionItems, alertStates } from './attentionItems.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { alertFieldMessages } from './messages.ts'

/** The reason for dismissing an alert. */
export const dismissalReason = text(alertFieldMessages.reason, { max: limits.statusReason })

/** Number of days after which a dismissed alert about an integration reopens, if it still fails. */
export const reopenAfterDays = 7

export const alertFields = {
  state: select(alertFieldMessages.state, alertStates),
  days: optional(integer(alertFieldMessages.days, { min: 1, max: 90 })),
  ownerId: ownerField,
  reason: optional(dismissalReason),
}

/** Lists open alerts that aren't snoozed, most urgent first. */
export const listOpenAlerts = (api: Api, limit: number, signal: AbortSignal): Promise<RecordPage> =>
  listRecords(
    api,
    attentionItems,
    {
      search: '',
      filters: [{ field: 'state', op: 'eq', value: 'open' }],
      sort: [{ field: 'rank', descending: true }],
      limit,
      after: null,
    },
    signal,
  )
