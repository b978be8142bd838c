import { appendFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

/** Traffic between us and a mock provider: a call with its response, or an event. */
export type TrafficEntry = { provider: string } & (
  | { call: RecordedCall; response: { status: number; body: unknown } }
  | { event: unknown }
)
export type RecordedCall = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Appends traffic as a line to the file in TRAFFIC_FILE, for `npm run contracts`. Does nothing if
 * TRAFFIC_FILE isn't set.
 */
export function recordTraffic(entry: TrafficEntry): void {
  const file = process.env['TRAFFIC_FILE']
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}
