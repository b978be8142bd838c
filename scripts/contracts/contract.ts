import type { Recorded, RecordedCall } from '../standIns/recordTraffic.ts'

type RecordedAnswer = Extract<Recorded, { call: RecordedCall }>['answer']

/**
 * The violations as sentences: empty if there are none, null if the document doesn't cover the
 * call.
 */
export type Faults = string[] | null

/** A provider's API document, against which recorded traffic is checked. */
export type Contract = {
  request: (call: RecordedCall) => Faults
  answer: (call: RecordedCall, answer: RecordedAnswer) => Faults
  event: (event: unknown) => Faults
}

/** Returns the fields of a parsed JSON value, or an empty object if it isn't an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
