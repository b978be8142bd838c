import { pino } from 'pino'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import {
  requestCharge,
  prepareOrderCharge,
} from '#server/platform/areas/payments/charges/chargeOrder.ts'
import { saveChargeResult } from '#server/platform/areas/payments/charges/saveChargeResult.ts'
import type { ChargeResult } from '#server/platform/areas/payments/providers/charge.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { parseKeys, KeyRing } from '#server/platform/core/secrets/keyRing.ts'

/**
 * This program charges orders again at their providers, as a job and the chore do, and kills itself
 * at the point in KILL. Its clock is MINUTES ahead, to pick up lost charges.
 */
const {
  DATABASE_URL,
  FOLDER,
  ORDERS = '[]',
  ENDPOINTS = '{}',
  KEYS = '',
  MINUTES,
  KILL,
} = process.env
const { db, close } = DATABASE_URL
  ? await openServerDatabase(DATABASE_URL, () => {})
  : await openEmbeddedDatabase({ folder: FOLDER ?? '' })
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, 'SIGKILL')
}
const now = () => new Date(Date.now() + Number(MINUTES) * 60_000)
const loopback = parseNetwork('127.0.0.0/8')
const rejectLookup = () => Promise.reject(new Error('No name is looked up'))
// Charging doesn't use the other parts of the platform.
const platform = {
  db,
  log: pino({ level: 'warn' }, pino.destination(2)),
  now,
  outgoing: createOutgoingNetwork({
    dns: { cname: rejectLookup, txt: rejectLookup },
    exceptions: loopback ? [loopback] : [],
    now: Date.now,
  }),
  secrets: new KeyRing(parseKeys(KEYS) ?? []),
  endpoints: JSON.parse(ENDPOINTS),
  consoleOrigin: 'https://console.example.com',
} as unknown as Platform
const orders: number[] = JSON.parse(ORDERS)
const charges: Awaited<ReturnType<typeof prepareOrderCharge>>[] = []
for (const order of orders)
  charges.push(await prepareOrderCharge(platform, order, { by: 'me', confirmed: null }))
die('before the call')
const results: ChargeResult[] = []
for (const charge of charges) results.push(await requestCharge(platform, charge))
die('after the call')
await db.transaction().execute(async (trx) => {
  const work = { at: now().toISOString(), by: 'me', audit: async () => {} }
  for (const [at, result] of results.entries())
    if (charges[at]) await saveChargeResult(trx, charges[at], result, work)
  die('before the commit')
})
die('after the commit')
await close()
