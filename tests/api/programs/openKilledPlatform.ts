import { pino } from 'pino'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import type { OutgoingRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { parseKeys, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { killPoints } from '#tests/api/support/killedProgram.ts'

/**
 * Opens what a program needs to send requests, as a queue does. It kills itself at the point in
 * KILL, and its clock is MINUTES ahead. Its requests reach only this machine.
 */
export async function openKilledPlatform(more: Partial<Platform> = {}) {
  const { DATABASE_URL, FOLDER, KEYS = '', MINUTES, KILL } = process.env
  const { db, close } = DATABASE_URL
    ? await openServerDatabase(DATABASE_URL, () => {})
    : await openEmbeddedDatabase({ folder: FOLDER ?? '' })
  const die = (at: (typeof killPoints)[number]) => {
    if (KILL === at) process.kill(process.pid, 'SIGKILL')
  }
  const loopback = parseNetwork('127.0.0.0/8')
  const rejectLookup = () => Promise.reject(new Error('No name is looked up'))
  const outgoing = createOutgoingNetwork({
    dns: { cname: rejectLookup, txt: rejectLookup },
    exceptions: loopback ? [loopback] : [],
    now: Date.now,
  })
  // Sending requests doesn't use the other parts of the platform.
  const platform = {
    db,
    log: pino({ level: 'warn' }, pino.destination(2)),
    now: () => new Date(Date.now() + Number(MINUTES) * 60_000),
    outgoing: {
      ...outgoing,
      async request(request: OutgoingRequest) {
        die('before the request')
        const response = await outgoing.request(request)
        die('after the request')
        return response
      },
    },
    secrets: new KeyRing(parseKeys(KEYS) ?? []),
    shutdownSignal: new AbortController().signal,
    wakeQueue: () => Promise.resolve(),
    beforeCommit: async () => {
      die('before the commit')
      return []
    },
    ...more,
  } as unknown as Platform
  return { platform, close }
}
