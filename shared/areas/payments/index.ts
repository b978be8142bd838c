// What other areas use.
export { eventOutcomes } from './setupCalls.ts'
export type { EventOutcome } from './setupCalls.ts'
