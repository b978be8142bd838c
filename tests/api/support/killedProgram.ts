import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pino } from 'pino'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
import type { OutgoingRequest } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { createKey, formatKeys, parseKeys, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadMigratedDatabase } from '#tests/support/servers/platform.ts'

/** The points at which a program kills itself, in the order in which it gets there. */
export const killPoints = ['before the request', 'after the request', 'before the commit'] as const

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

/**
 * Prepares a database for programs that are killed, and returns how to run one and how to look at
 * what it left. `insert` adds the rows that it works on.
 */
export async function prepareKilledProgram(
  { url, folder, program }: { url: string | undefined; folder: string; program: string },
  insert: (db: Connection, keyRing: KeyRing) => Promise<void>,
) {
  const path = join(folder, 'database')
  const openDatabase = () =>
    url ? openServerDatabase(url, () => {}) : openEmbeddedDatabase({ folder: path })
  const initial = url
    ? await openDatabase()
    : await openEmbeddedDatabase({ folder: path, content: await loadMigratedDatabase() })
  await migrate(initial.db)
  const keys = [createKey()]
  await insert(initial.db, new KeyRing(keys))
  await initial.close()
  return {
    openDatabase,
    /** Runs the program with a clock that is minutes ahead. Returns its signal or exit code. */
    async run(kill: string, minutes: number, more: Record<string, string> = {}) {
      const env = {
        PATH: process.env['PATH'] ?? '',
        KEYS: formatKeys(keys),
        MINUTES: String(minutes),
        KILL: kill,
        ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
        ...more,
      }
      const child = fork(program, { env })
      const [code, signal] = await once(child, 'close')
      return signal ?? code
    },
  }
}
