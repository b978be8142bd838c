import { pino } from 'pino'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { completeCard } from '#server/platform/areas/giftCards/completeCard.ts'
import { orderGiftCard } from '#server/platform/areas/giftCards/orderGiftCard.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import { KeyRing } from '#server/platform/core/secrets/keyRing.ts'

/** This program orders a gift card, as the job and the chore do, and kills itself at KILL. */
const { DATABASE_URL, FOLDER, RUNA = '', CARD, KEY = '', KILL } = process.env
const { db, close } = DATABASE_URL
  ? await openServerDatabase(DATABASE_URL, () => {})
  : await openEmbeddedDatabase({ folder: FOLDER ?? '' })
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, 'SIGKILL')
}
const loopback = parseNetwork('127.0.0.0/8')
const outgoing = createOutgoingNetwork({
  dns: { cname: () => Promise.resolve([]), txt: () => Promise.resolve([]) },
  exceptions: loopback ? [loopback] : [],
  now: Date.now,
})
// Ordering a card doesn't use the other parts of the platform.
const platform = {
  db,
  log: pino({ level: 'warn' }, pino.destination(2)),
  now: () => new Date(),
  wakeQueue: () => Promise.resolve(),
  secrets: new KeyRing([{ id: 'k1', bytes: Buffer.from(KEY, 'base64') }]),
  runaEndpoint: RUNA,
  outgoing: {
    ...outgoing,
    async request(options: Parameters<typeof outgoing.request>[0]) {
      die('before the call')
      const reply = await outgoing.request(options)
      die('after the call')
      return reply
    },
  },
} as never
const cardOrder = await orderGiftCard(platform, Number(CARD))
if (cardOrder)
  await db.transaction().execute(async (trx) => {
    const now = new Date().toISOString()
    const audit = createAuditor(trx, { asked: { id: 'test', ip: '' }, now, actor: 'platform' })
    await completeCard({ trx, platform, now, audit }, Number(CARD), cardOrder)
    die('before the commit')
  })
await close()
