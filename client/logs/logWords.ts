import '../people.ts'

export { eventWords } from '#shared/eventWords.ts'
