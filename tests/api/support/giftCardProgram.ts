import { pino } from 'pino'
import { auditor } from '#server/platform/core/audit/audit.ts'
import { openEmbedded, openServer } from '#server/platform/database/database.ts'
import { endCard } from '#server/platform/areas/giftCards/endCard.ts'
import { orderCard } from '#server/platform/areas/giftCards/order.ts'
import { exceptionFrom } from '#server/platform/core/outgoing/networks.ts'
import { outgoing } from '#server/platform/core/outgoing/outgoing.ts'
import { Ring } from '#server/platform/core/secrets/ring.ts'

/** A program that orders a gift card, as the job and the chore do, and is killed at the point that it is told. */
const { DATABASE_URL, FOLDER, RUNA = '', CARD, KEY = '', KILL } = process.env
const { db, close } = DATABASE_URL
  ? await openServer(DATABASE_URL, () => {})
  : await openEmbedded({ folder: FOLDER ?? '' })
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, 'SIGKILL')
}
const loopback = exceptionFrom('127.0.0.0/8')
const door = outgoing({
  dns: { cname: () => Promise.resolve([]), txt: () => Promise.resolve([]) },
  exceptions: loopback ? [loopback] : [],
  now: Date.now,
})
// No other part of the platform is there, or looked for.
const platform = {
  db,
  log: pino({ level: 'warn' }, pino.destination(2)),
  now: () => new Date(),
  post: () => Promise.resolve(),
  secrets: new Ring([{ id: 'k1', bytes: Buffer.from(KEY, 'base64') }]),
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
    const audit = auditor(trx, { asked: { id: 'test', ip: '' }, now, actor: 'platform' })
    await endCard({ trx, platform, now, audit }, Number(CARD), ordered)
    die('before the commit')
  })
await close()
