import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { scheduleSettings } from '#shared/areas/scheduledChanges/scheduleSettings.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { createStoreIdsVisibility } from '#server/platform/core/records/storeIdsVisibility.ts'
import { checkImmediateChange, scheduleSettingHooks } from './approvalLimit.ts'
import { runScheduledChanges } from './runScheduledChanges.ts'
import { findApprovalAlerts, findFailureAlerts } from './scheduleAlerts.ts'
import { scheduleCalls } from './scheduleCalls.ts'
import { findScheduleDeadlines } from './scheduleDeadlines.ts'

export const scheduledChangesArea = defineArea({
  name: 'scheduledChanges',
  resources: [scheduledChanges, scheduleSettings],
  hooks: { scheduleSettings: scheduleSettingHooks },
  visibility: { scheduledChanges: createStoreIdsVisibility(scheduledChanges) },
  calls: scheduleCalls,
  beforePlanStart: checkImmediateChange,
  alerts: { incident: findFailureAlerts, approval: findApprovalAlerts },
  deadlines: findScheduleDeadlines,
  chores: [
    {
      name: 'scheduledChanges',
      cron: '* * * * *',
      run: runScheduledChanges,
      failure: "Scheduled changes couldn't be run",
    },
  ],
})
