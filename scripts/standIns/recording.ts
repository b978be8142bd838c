import { appendFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

/** What passed between us and a stand-in: a call with its answer, or an event that it sent. */
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

/** Keeps what passed as a line of the file that RECORDED names, for `npm run contracts`; nothing where it names none. */
export function record(passed: Recorded): void {
  const file = process.env['RECORDED']
  if (file) appendFileSync(file, `${JSON.stringify(passed)}\n`)
}
