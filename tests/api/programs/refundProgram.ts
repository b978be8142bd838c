import { pino } from 'pino'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { paymentProviders } from '#server/platform/areas/payments/providers/paymentProviders.ts'
import { completePendingRefunds } from '#server/platform/areas/payments/refunds/pendingRefunds.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { parseKeys, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { chargerNames } from '#tests/api/support/chargedSetups.ts'

/**
 * This program asks the providers for refunds, as the chore does, and kills itself at the point in
 * KILL. Its clock is MINUTES ahead, to pick up lost refunds.
 */
const { DATABASE_URL, FOLDER, ENDPOINTS = '{}', KEYS = '', MINUTES, KILL } = process.env
const { db, close } = DATABASE_URL
  ? await openServerDatabase(DATABASE_URL, () => {})
  : await openEmbeddedDatabase({ folder: FOLDER ?? '' })
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, 'SIGKILL')
}

// The process dies once all providers have answered, and before anything is saved.
let numberOfAnswers = 0
for (const name of chargerNames) {
  const { refund } = paymentProviders[name]
  paymentProviders[name].refund = async (...given) => {
    die('before the call')
    const result = await refund(...given)
    numberOfAnswers += 1
    if (numberOfAnswers === chargerNames.length) die('after the call')
    if (KILL === 'after the call') await new Promise(() => {})
    return result
  }
}

const loopback = parseNetwork('127.0.0.0/8')
const rejectLookup = () => Promise.reject(new Error('No name is looked up'))
// Refunding doesn't use the other parts of the platform.
const platform = {
  db,
  log: pino({ level: 'warn' }, pino.destination(2)),
  now: () => new Date(Date.now() + Number(MINUTES) * 60_000),
  outgoing: createOutgoingNetwork({
    dns: { cname: rejectLookup, txt: rejectLookup },
    exceptions: loopback ? [loopback] : [],
    now: Date.now,
  }),
  secrets: new KeyRing(parseKeys(KEYS) ?? []),
  endpoints: JSON.parse(ENDPOINTS),
  wakeQueue: () => Promise.resolve(),
  beforeCommit: async () => {
    die('before the commit')
    return []
  },
} as unknown as Platform
await completePendingRefunds(platform)
await close()
