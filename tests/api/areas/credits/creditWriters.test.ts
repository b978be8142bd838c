import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createCaller } from '#tests/api/support/calling.ts'
import { operator } from '#tests/support/servers/consoleProcess.ts'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'
import {
  createFolderWithTables,
  runPlatform,
  createTemporaryFolder,
} from '#tests/api/support/processes.ts'

const writers = 50
const databases = hasPostgres ? ['PGlite', 'PostgreSQL'] : ['PGlite']
/** PGlite gets one kill because opening it again takes longer than all the writing. */
const getKillCount = (name: string) => (name === 'PGlite' ? 1 : 2)

test.each(databases)(
  '50 concurrent writers add each entry of a member once, even if the platform is killed, on %s',
  async (name) => {
    // PostgreSQL gets a copy of the demo data and of the folder with the keys to its secrets.
    const databaseUrl = name === 'PGlite' ? undefined : await createDatabase('demo')
    await using folder = await (databaseUrl ? createTemporaryFolder() : createFolderWithTables())
    if (databaseUrl)
      await cp(await getPrerequisite('platformData'), folder.path, { recursive: true })
    const { email, password } = operator
    const env = {
      DATA_DIR: folder.path,
      OPERATOR_PASSWORD: password,
      OPERATOR_EMAIL: email,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }
    let running = runPlatform(env)
    // Stops the last process even if the test fails.
    await using cleanup = new AsyncDisposableStack()
    cleanup.defer(() => running[Symbol.asyncDispose]())
    let url = (await running.listening).url
    const body = { email, password }
    const { token } = (await createCaller({ url })('POST', '/auth/login', { body })).body
    const call: ReturnType<typeof createCaller> = (...args) => createCaller({ url }, token)(...args)
    const [{ id: memberId, storeId }] = (await call('GET', '/members?limit=25')).body.data
    const store = (await call('GET', `/stores/${storeId}`)).body
    const unit = store.type === 'points' ? 'points' : store.defaultCurrency
    const memberQuery = `filter[memberId][eq]=${memberId}&limit=100`
    const before = (await call('GET', `/creditEntries?${memberQuery}`)).body
    const start = before.data.reduce(
      (total: number, { amount }: { amount: number }) => total + amount,
      0,
    )

    // Each writer repeats one request under one key until it succeeds. Every third one is a debit.
    let answeredCount = 0
    let restarted = Promise.resolve()
    const write = async (at: number) => {
      const [key, type, amount] = [randomUUID(), at % 3 === 0 ? 'debit' : 'issue', 10 + at] as const
      const request = { type, amount, memberId, storeId, unit, reason: `No. ${at}` }
      for (;;) {
        const answer = await call('POST', '/creditRequests', { body: request, key }).catch(
          () => null,
        )
        if (answer?.status === 201 || answer?.status === 422) {
          answeredCount++
          return answer.status === 201 ? (type === 'debit' ? -amount : amount) : 0
        }
        // The platform is restarting.
        await restarted
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(at)))
    for (let kill = 1; kill <= getKillCount(name); kill++) {
      await expect
        .poll(() => answeredCount, { timeout: 120_000, interval: 5 })
        .toBeGreaterThan(kill * 12)
      const restart = Promise.withResolvers<void>()
      restarted = restart.promise
      running.kill('SIGKILL')
      await running.ended
      running = runPlatform(env)
      url = (await running.listening).url
      restart.resolve()
    }
    const amounts = await writing

    const { data, page } = (await call('GET', `/creditEntries?${memberQuery}&sort=enteredAt`)).body
    const entered = amounts.filter((amount) => amount !== 0)
    expect(page.total).toBe(before.page.total + entered.length)
    const sum = data.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
    expect(sum).toBe(start + entered.reduce((total, amount) => total + amount, 0))
    const reasons = data
      .map(({ reason }: { reason: string }) => reason)
      .filter((one: string) => one.startsWith('No.'))
    expect(new Set(reasons).size).toBe(reasons.length)
    const byId = data.toSorted((left: { id: number }, right: { id: number }) => left.id - right.id)
    expect(byId.at(-1).balance).toBe(sum)
    // Each balance follows from the previous one because the IDs are in posting order.
    for (const [at, { balance, amount }] of byId.entries())
      if (at > 0) expect(balance).toBe(byId[at - 1].balance + amount)
    for (const { balance } of data) expect(balance).toBeGreaterThanOrEqual(0)
    if (!databaseUrl) return
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      'select balance from credit_balances where member_id = $1',
      [memberId],
    )
    await client.end()
    expect(Number(rows[0].balance)).toBe(sum)
  },
  400_000,
)
