import { pino } from 'pino'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { completeCard } from '#server/platform/areas/giftCards/completeCard.ts'
import { orderCard } from '#server/platform/areas/giftCards/orderCard.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { KeyRing } from '#server/platform/core/secrets/keyRing.ts'

/** A program that orders a gift card, as the job and the chore do, and is killed at the point that it is told. */
const { DATABASE_URL, FOLDER, RUNA = '', CARD, KEY = '', KILL } = process.env
const { db, close } = DATABASE_URL
  ? await openServerDatabase(DATABASE_URL, () => {})
  : await openEmbeddedDatabase({ folder: FOLDER ?? '' })
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, 'SIGKILL')
}
const loopback = parseNetwork('127.0.0.0/8')
const door = createOutgoing({
  dns: { cname: () => Promise.resolve([]), txt: () => Promise.resolve([]) },
  exceptions: loopback ? [loopback] : [],
  now: Date.now,
})
// No other part of the platform is there, or looked for.
const platform = {
  db,
  log: pino({ level: 'warn' }, pino.destination(2)),
  now: () => new Date(),
  wakeQueue: () => Promise.resolve(),
  secrets: new KeyRing([{ id: 'k1', bytes: Buffer.from(KEY, 'base64') }]),
  runaEndpoint: RUNA,
  outgoing: {
    ...door,
    async request(asked: Parameters<typeof door.request>[0]) {
      die('before the call')
      const reply = await door.request(asked)
      die('after the call')
      return reply
    },
  },
} as never
const ordered = await orderCard(platform, Number(CARD))
if (ordered)
  await db.transaction().execute(async (trx) => {
    const now = new Date().toISOString()
    const audit = createAuditor(trx, { asked: { id: 'test', ip: '' }, now, actor: 'platform' })
    await completeCard({ trx, platform, now, audit }, Number(CARD), ordered)
    die('before the commit')
  })
await close()
