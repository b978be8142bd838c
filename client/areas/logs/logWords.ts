import '#client/frame/people.ts'
import '#client/frame/stores.ts'

export { eventWords } from '#shared/areas/logs/eventWords.ts'
export { describeChanges } from '../stores/describeChanges.ts'
