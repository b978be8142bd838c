import '../people.ts'
import '../stores.ts'

export { eventWords } from '#shared/areas/logs/eventWords.ts'
export { describeChanges } from '../stores/describeChanges.ts'
