import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { logRetention } from '#shared/areas/logs/logRetention.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { createLogReads } from './groupedFailures.ts'
import { auditCalls } from './auditCalls.ts'
import { logCalls } from './logCalls.ts'
import { dropOldLogs, logRetentionHooks } from './retention.ts'
import { revealEntryCalls } from './revealCalls.ts'
import { signCheckpoints } from './signCheckpoints.ts'
import { logVisibility } from './visibility.ts'

export const logsArea = defineArea({
  name: 'logs',
  resources: [logEntries, platformLogEntries, logRetention],
  hooks: { logRetention: logRetentionHooks },
  reads: {
    logEntries: createLogReads(logEntries),
    platformLogEntries: createLogReads(platformLogEntries),
  },
  calls: [...logCalls, ...auditCalls, ...revealEntryCalls],
  chores: [
    {
      name: 'checkpoints',
      cron: '0 * * * *',
      run: signCheckpoints,
      failure: "Log checkpoints couldn't be signed",
    },
    {
      name: 'logs',
      cron: '21 3 * * *',
      run: dropOldLogs,
      failure: "Old logs couldn't be deleted",
    },
  ],
  visibility: logVisibility,
})

// What the demo data is made from.
export { generateLogs } from './seed/logs.ts'
export type { FailedEmail } from './seed/logs.ts'
