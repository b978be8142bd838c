import { formatNumber } from '#shared/format/numbers.ts'
import type { RowOutcome } from '#shared/engine/jobs/jobCalls.ts'
import type { ScheduleAction } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'

export const scheduledChangesMessages = {
  settings: 'Schedule settings',
  settingsExplain:
    'These settings control which changes need approval, and how late a scheduled change can start. If you raise a limit, the old limit still applies to you until another operator changes it.',
  move: 'Change times',
  moveTitle: (change: string) => `Change times: ${change}`,
  author: (who: string) => `Scheduled by ${who}.`,
  close: 'Close',
  save: 'Save',
  saveAnyway: 'Save anyway',
  actions: {
    cancel: 'Cancel change',
    start: 'Start now',
    end: 'End now',
    keep: 'Keep permanently',
  } satisfies Record<ScheduleAction, string>,
  planTitle: (record: string) => `Schedule this change: ${record}`,
  schedule: 'Schedule',
  scheduleAnyway: 'Schedule anyway',
  notPossible: "You can't schedule this because no records would change.",
  unknownAction: 'Choose an action.',
  changes: 'Changes',
  started: 'At the start',
  ended: 'At the end',
  counts: {
    done: (count: number) => `${formatNumber(count)} done`,
    unchanged: (count: number) => `${formatNumber(count)} unchanged`,
    refused: (count: number) => `${formatNumber(count)} skipped`,
    failed: (count: number) => `${formatNumber(count)} failed`,
  } satisfies Record<RowOutcome, (count: number) => string>,
  waiting: (count: number) => `${formatNumber(count)} waiting`,
  own: 'You scheduled this, so another operator must approve or reject it.',
  limit: 'This change affects more stores than one operator can change without approval.',
  cancelRunning: 'Records that were already changed stay changed.',
  overlap: {
    reaches: (counted: string) =>
      `Other scheduled changes set the same fields of ${counted} at the same time.`,
  },
  rejectReason: 'Required to reject',
} as const
