import '#client/frame/people.ts'
import '#client/frame/stores.ts'

export { findEventText, formatEvent, formatEventSentence } from '#shared/areas/logs/formatEvent.ts'
export { describeChanges } from '../stores/describeChanges.ts'
