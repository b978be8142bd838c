// How logs are described. Other areas load it with the logs (`logsArea`).
export {
  findEventActor,
  findEventText,
  formatLogEvent,
  formatLogEventSentence,
} from '#shared/areas/logs/formatLogEvent.ts'
export { parseLogEntries } from '#shared/areas/stores/storeLogsCalls.ts'
export { describeChanges } from './describeChanges.ts'
export { getEventOutcome, toLogLine } from './logLine.ts'
export type { LogLine } from './logLine.ts'
