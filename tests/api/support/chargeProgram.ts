import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { openEmbedded, openServer } from '#server/platform/database.ts'
import { askProvider, beginCharge, endCharge } from '#server/platform/payments/charging.ts'
import type { ChargeRequest, ChargeResult } from '#server/platform/payments/charge.ts'

/**
 * A program that charges an order again, as a job and the chore do, and is killed at the point that it is told. Its provider is a
 * file with a line for each charge that was made: like real ones it makes one of a key, and tells what came of it again.
 */
const { DATABASE_URL, FOLDER, LEDGER = '', ORDER, KILL } = process.env
const { db, close } = DATABASE_URL
  ? await openServer(DATABASE_URL, () => {})
  : await openEmbedded({ folder: FOLDER ?? '' })
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, 'SIGKILL')
}
const charge = async ({ key, amount }: ChargeRequest): Promise<ChargeResult> => {
  die('before the call')
  const made = existsSync(LEDGER) ? readFileSync(LEDGER, 'utf8') : ''
  if (!made.includes(`${key} `)) appendFileSync(LEDGER, `${key} ${amount}\n`)
  die('after the call')
  return { result: 'paid', reference: key }
}
const log = pino({ level: 'warn' }, pino.destination(2))
// No other part of the platform is there, or looked for.
const platform = { db, log, now: () => new Date(), chargers: { stripe: charge } } as never
const begun = await beginCharge(platform, Number(ORDER), { by: 'me', confirmed: null })
const result = await askProvider(platform, begun)
await db.transaction().execute(async (trx) => {
  await endCharge(trx, begun, result, {
    at: new Date().toISOString(),
    by: 'me',
    audit: async () => {},
  })
  die('before the commit')
})
die('after the commit')
await close()
