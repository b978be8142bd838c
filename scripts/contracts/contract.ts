import type { Recorded, RecordedCall } from '../standIns/recording.ts'

export type RecordedAnswer = Extract<Recorded, { call: RecordedCall }>['answer']

/** What is wrong, in words; an empty list where it is held, null where the document does not have it. */
export type Faults = string[] | null

/** A document of a provider, as something to hold what passed to. */
export type Contract = {
  request: (call: RecordedCall) => Faults
  answer: (call: RecordedCall, answer: RecordedAnswer) => Faults
  event: (event: unknown) => Faults
}

/** Something read from JSON that was not looked at yet. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
