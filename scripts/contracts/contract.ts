import type { TrafficEntry, RecordedCall } from '../mockProviders/recordTraffic.ts'

type RecordedResponse = Extract<TrafficEntry, { call: RecordedCall }>['response']

/**
 * The violations as sentences: empty if there are none, null if the document doesn't cover the
 * call.
 */
export type Violations = string[] | null

/** A provider's API document, against which recorded traffic is checked. */
export type Contract = {
  checkRequest: (call: RecordedCall) => Violations
  checkResponse: (call: RecordedCall, response: RecordedResponse) => Violations
  checkEvent: (event: unknown) => Violations
}

/** Returns the fields of a parsed JSON value, or an empty object if it isn't an object. */
export const getFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
