// How logs are described. One chunk for the areas that show logs.
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
