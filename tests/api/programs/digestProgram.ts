import { pino } from 'pino'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { sendDigests } from '#server/platform/areas/notifications/sendDigests.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { KeyRing, parseKeys } from '#server/platform/core/secrets/keyRing.ts'
import { openServerDatabase } from '#server/platform/database/database.ts'
import { mailPlatformOptions } from '#tests/api/support/mail.ts'

/**
 * This program sends digests and their emails, as a worker does, and kills itself the second time
 * that it comes to the point in KILL. Its clock shows AT at first.
 */
const { DATABASE_URL = '', KEYS = '', AT = '', KILL } = process.env
const { db, close } = await openServerDatabase(DATABASE_URL, () => {})
const startedAt = Date.now()
let times = 0
const die = (at: string) => {
  if (KILL !== at) return
  times += 1
  if (times === 2) process.kill(process.pid, 'SIGKILL')
}

const now = () => new Date(Date.parse(AT) + Date.now() - startedAt)
const outgoing = createOutgoingNetwork({ ...mailPlatformOptions, now: () => now().getTime() })
class DyingKeyRing extends KeyRing {
  override seal(...args: Parameters<KeyRing['seal']>): string {
    die('before the commit')
    return super.seal(...args)
  }
}
// Digests don't use the other parts of the platform.
const platform = {
  db,
  log: pino({ level: 'warn' }, pino.destination(2)),
  now,
  outgoing: {
    ...outgoing,
    async connect(to: Parameters<typeof outgoing.connect>[0]) {
      die('before the email')
      const socket = await outgoing.connect(to)
      // It's destroyed once the server has accepted the email.
      const destroy = socket.destroy.bind(socket)
      socket.destroy = (error?: Error) => {
        die('after the email')
        return destroy(error)
      }
      return socket
    },
  },
  secrets: new DyingKeyRing(parseKeys(KEYS) ?? []),
  consoleOrigin: 'https://console.example.com',
  shutdownSignal: new AbortController().signal,
  wakeQueue: async () => die('after the commit'),
} as unknown as Platform

await sendDigests(platform)
await deliverDueEmails(platform)
await close()
