import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'

/**
 * This program sends hostile requests to the console at the given URL, signed out and with made-up
 * cookies. It stops at these limits or on a message from its parent, and then sends its parent the
 * number of answers by status.
 */
const limits = { requests: 20_000, ms: 80_000, atOnce: 4, pauseMs: 20 }

export type FloodReport = { sent: number; statuses: Record<string, number> }

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const madeUp = 'apiToken=made.up.token; userId=1; storeId=1'

type Hostile = { path: string; type?: string; body?: string }

/** Bodies and paths that are expensive for parsers, patterns, and loops. */
const requests: readonly Hostile[] = [
  { path: '/stores?edit=1', type: form, body: `intent=edit&id=1&${'a=b&'.repeat(60_000)}` },
  { path: '/sizes?create', type: form, body: `intent=create&name=${'%7B%7B'.repeat(40_000)}` },
  {
    path: '/sizes?paste',
    type: form,
    body: `intent=paste&lines=${'%22a%22%2C%0A'.repeat(20_000)}`,
  },
  { path: '/colors?edit=1', type: form, body: `intent=edit&a${'%5Bb%5D'.repeat(30_000)}=1` },
  { path: '/frames/giftCardTemplates/new/mail', type: form, body: `body=${'{{ '.repeat(80_000)}` },
  { path: '/frames/giftCardTemplates/1/page', type: form, body: `text=${'{{a'.repeat(80_000)}` },
  { path: '/api/sizes', type: json, body: '['.repeat(900_000) },
  { path: '/api/stores/1', type: json, body: `{"a":[${'{},'.repeat(200_000)}{}]}` },
  { path: '/api/auth/login', type: json, body: `{"email":"${'a@'.repeat(200_000)}"}` },
  { path: '/time-zone', type: form, body: 'zone=%00&'.repeat(20_000) },
  { path: '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd' },
  { path: '/stores/__proto__/logs?filter[constructor][prototype]=1' },
  { path: `/${'..%2f'.repeat(1000)}` },
  { path: `/sizes?search=${'%28'.repeat(3000)}` },
]

const [url = ''] = process.argv.slice(2)
const agent = new Agent({ connections: limits.atOnce, connect: { timeout: 30_000 } })
const report: FloodReport = { sent: 0, statuses: {} }
const end = Date.now() + limits.ms
const stopping = new AbortController()
process.on('message', () => stopping.abort())
process.on('disconnect', () => process.exit())

async function send({ path, type, body }: Hostile, cookie: string): Promise<string> {
  const answer = await request(url + path, {
    dispatcher: agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      origin: url,
      ...(type && { 'content-type': type }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body }),
  })
  await answer.body.dump()
  return String(answer.statusCode)
}

async function sendInTurn(): Promise<void> {
  while (!stopping.signal.aborted && report.sent < limits.requests && Date.now() < end) {
    const at = report.sent++
    const hostile = requests[at % requests.length]
    if (!hostile) throw new Error('There are requests to send')
    // The console may close a connection before it has read an oversized body.
    const status = await send(hostile, at % 2 ? madeUp : '').catch(() => 'closed')
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    await delay(limits.pauseMs)
  }
}

await Promise.all(Array.from({ length: limits.atOnce }, sendInTurn))
process.send?.(report, () => process.exit())
