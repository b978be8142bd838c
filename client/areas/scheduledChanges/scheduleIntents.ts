import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import {
  moveScheduledChange,
  scheduleBulkPlan,
  runScheduleAction,
} from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import { scheduleActions } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { ScheduleAction } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import { buildScheduledChangeUrl } from '#shared/areas/scheduledChanges/scheduleUrls.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { createDecideIntent } from '#client/form/DecisionForm.tsx'
import { FormError } from '#client/form/handleForm.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { parseScheduleForm } from '#client/list/bulk/parseScheduleForm.ts'
import { scheduledChangesMessages } from './messages.ts'

const actionNotices = {
  cancel: 'schedule-canceled',
  start: 'schedule-started',
  end: 'schedule-ending',
  keep: 'schedule-kept',
} as const satisfies Record<ScheduleAction, string>

export const scheduleIntents = {
  decide: createDecideIntent(scheduledChanges),
  async act({ api, form, key }) {
    const action = scheduleActions.find((one) => one === form.get('action'))
    if (!action) throw new FormError({ action: scheduledChangesMessages.unknownAction })
    const change = await runScheduleAction(api, parseRecordVersion(form), action, key)
    // A start can fail, for example because no record can be changed anymore.
    const notice = change['state'] === 'failed' ? 'schedule-failed' : actionNotices[action]
    return { notice, of: toRecordLink(scheduledChanges, change) }
  },
  async schedule({ api, form, key }) {
    const plan = parseRecordVersion(form).id
    const [id = 0] = await scheduleBulkPlan(api, { plan, ...parseScheduleForm(form) }, key)
    const change = await loadRecord(api, scheduledChanges, id)
    const to = buildScheduledChangeUrl(id)
    return { notice: 'scheduled', of: { ...toRecordLink(scheduledChanges, change), to }, to }
  },
  async move({ api, form, key }) {
    const change = await moveScheduledChange(
      api,
      parseRecordVersion(form),
      parseScheduleForm(form),
      key,
    )
    return { notice: 'saved', of: toRecordLink(scheduledChanges, change) }
  },
} satisfies Intents
