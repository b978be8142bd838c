import { appendFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

/** Traffic between us and a stand-in: a call with its response, or an event. */
export type Recorded = { provider: string } & (
  | { call: RecordedCall; answer: { status: number; body: unknown } }
  | { event: unknown }
)
export type RecordedCall = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Appends traffic as a line to the file in RECORDED, for `npm run contracts`. Does nothing if
 * RECORDED isn't set.
 */
export function record(entry: Recorded): void {
  const file = process.env['RECORDED']
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}
