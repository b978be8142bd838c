import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLockTable } from '#server/platform/database/checkLockTable.ts'
import { openServerDatabase } from '#server/platform/database/database.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'

let database: OpenDatabase
beforeAll(async () => {
  if (hasPostgres) database = await openServerDatabase(await createDatabase('migrated'), () => {})
})
afterAll(() => database?.close())

/** Returns the messages that a check logs if this many statements can run at once. */
async function check(connections: number): Promise<string[]> {
  const messages: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void messages.push(JSON.parse(line).msg) })
  await checkLockTable({ db: database.db, log }, connections)
  return messages
}

test.runIf(hasPostgres)('warns if lists of all months could use up the locks', async () => {
  expect(await check(1)).toEqual([])
  expect(await check(100_000)).toEqual([
    expect.stringMatching(/Set max_locks_per_transaction to \d+ in PostgreSQL's settings/),
  ])
})
