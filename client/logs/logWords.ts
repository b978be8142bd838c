import '../people.ts'
import '../stores.ts'

export { eventWords } from '#shared/eventWords.ts'
export { describeChanges } from '../stores/describeChanges.ts'
