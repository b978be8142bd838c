import '#client/frame/people.ts'
import '#client/frame/stores.ts'

export {
  findEventText,
  formatLogEvent,
  formatLogEventSentence,
} from '#shared/areas/logs/formatLogEvent.ts'
export { describeChanges } from '../stores/describeChanges.ts'
