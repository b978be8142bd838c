import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as logs from './Logs.tsx'

export const screens: AreaScreens<'logs'> = {
  '/stores/:storeId/logs': logs,
}

export {
  describeChanges,
  findEventActor,
  formatLogEvent,
  formatLogEventSentence,
  parseLogEntries,
  toLogLine,
} from '#client/list/logs/index.ts'
export { createLogPanels } from './panels.tsx'
export { logListOptions, withLogDescriptions } from './logScreen.tsx'
export { platformLogScreen } from './platformLogs.ts'
