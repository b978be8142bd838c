import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signCheckpoints } from '#server/platform/areas/logs/signCheckpoints.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Line = { number: number; previous: string; chain: number; seq: number; signature: string }

describe.each(databases)('Log checkpoints on $name', (database) => {
  const platform = usePlatform(database)
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const db = () => platform().platform.db
  const sign = (checkpointCopy?: string) =>
    signCheckpoints({ ...platform().platform, ...(checkpointCopy ? { checkpointCopy } : {}) })

  const findFault = async (chain: number) =>
    (await call('GET', `/logChains/${chain}/verification`)).body.fault

  /**
   * Runs statements that triggers would reject, as the owner of the database can.
   * Undoes them after the test.
   */
  async function tamper(table: string, ...statements: string[]) {
    const run = (texts: string[]) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`set local session_replication_role = replica`.execute(trx)
          for (const text of texts) await sql.raw(text).execute(trx)
        })
    await run([`create table before_${table} as select * from ${table}`, ...statements])
    onTestFinished(() =>
      run([
        `delete from ${table}`,
        `insert into ${table} overriding system value select * from before_${table}`,
        `drop table before_${table}`,
      ]),
    )
  }

  /** Creates two stores with signed logs. Returns their IDs and checkpoint numbers. */
  async function signTwoStores() {
    const [firstStore, otherStore] = [await createStore(call), await createStore(call)]
    await sign()
    const { rows } = await sql<Line>`
      select * from log_checkpoints where chain in (${firstStore.id}, ${otherStore.id}) order by number`.execute(
      db(),
    )
    expect(rows).toHaveLength(2)
    const [firstNumber = 0, secondNumber = 0] = rows.map(({ number }) => number)
    return {
      firstStore: Number(firstStore.id),
      otherStore: Number(otherStore.id),
      firstNumber,
      secondNumber,
    }
  }

  test('checkpoints are numbered without gaps, and each refers to the previous one', async () => {
    await signTwoStores()
    await signTwoStores()
    const { rows } = await sql<Line>`
      select * from log_checkpoints where number is not null order by number`.execute(db())
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1))
    expect(new Set(rows.map(({ previous }) => previous)).size).toBe(rows.length)
    expect(rows.every(({ previous }) => /^[0-9a-f]{64}$/.test(previous))).toBe(true)
    expect(await findFault(0)).toBeNull()
  })

  test('a removed checkpoint is found in every chain', async () => {
    const { firstStore, otherStore, firstNumber } = await signTwoStores()
    await tamper('log_checkpoints', `delete from log_checkpoints where number = ${firstNumber}`)
    for (const chain of [firstStore, otherStore, 0])
      expect(await findFault(chain)).toMatchObject({ kind: 'checkpointRemoved', seq: firstNumber })
  })

  test('a changed checkpoint is found in its own chain and by the next checkpoint', async () => {
    const { firstStore, otherStore, firstNumber } = await signTwoStores()
    await tamper(
      'log_checkpoints',
      `update log_checkpoints set previous = repeat('0', 64) where number = ${firstNumber}`,
    )
    expect(await findFault(firstStore)).toMatchObject({ kind: 'unsigned' })
    expect(await findFault(otherStore)).toMatchObject({
      kind: 'checkpointRemoved',
      seq: firstNumber,
    })
  })

  test('the first numbered checkpoint covers the unnumbered ones before it', async () => {
    await signTwoStores()
    const { rows } = await sql<{ chain: number }>`
      select chain from log_checkpoints where number = 1`.execute(db())
    await tamper(
      'log_checkpoints',
      `insert into log_checkpoints (chain, seq, hash, time, key, signature)
        values (2000000000, 1, 'x', now(), 'gone', 'x')`,
    )
    expect(await findFault(rows[0]?.chain ?? 0)).toMatchObject({
      kind: 'checkpointRemoved',
      seq: 0,
    })
  })

  test.each(['delete from log_checkpoints', "update log_checkpoints set hash = 'x'"])(
    'checkpoints are append-only: %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(db())).rejects.toThrow()
    },
  )

  test('a changed chain gets no checkpoint, which is logged once a day', async () => {
    const { firstStore } = await signTwoStores()
    await call('PATCH', `/stores/${firstStore}`, { body: { notes: 'Changed' }, ifMatch: 1 })
    await tamper(
      'log_heads',
      `update log_heads set hash = repeat('0', 64) where chain = ${firstStore}`,
    )
    const count = async () =>
      (await sql`select from log_checkpoints where chain = ${firstStore}`.execute(db())).rows.length
    expect(await count()).toBe(1)
    await sign()
    await sign()
    expect(await count()).toBe(1)
    const { body } = await call(
      'GET',
      '/platformLogEntries?filter[event][eq]=logs.checkpointWithheld',
    )
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({ stream: 'security', severity: 'error' })
    expect(body.data[0].cause).toContain(`Verification of store ${firstStore}'s log failed`)
  })

  describe('Copy outside the database', () => {
    const readLines = (copy: string): Line[] =>
      readFileSync(copy, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))

    test('each checkpoint is appended once, including earlier ones', async () => {
      const copy = join(folder, 'appended.ndjson')
      await signTwoStores()
      await sign(copy)
      await signTwoStores()
      await sign(copy)
      await sign(copy)
      const numbers = readLines(copy).map(({ number }) => number)
      expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
      expect(numbers.length).toBeGreaterThanOrEqual(4)
    })

    test('a copy with an incomplete last line is continued', async () => {
      const copy = join(folder, 'torn.ndjson')
      await signTwoStores()
      await sign(copy)
      appendFileSync(copy, '{"number":')
      await signTwoStores()
      await sign(copy)
      const lines = readFileSync(copy, 'utf8').trimEnd().split('\n')
      const numbers = lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line).number] : []))
      expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
      expect(lines).toHaveLength(numbers.length + 1)
    })

    test('a removed newest checkpoint is found, and nothing more is signed', async () => {
      const copy = join(folder, 'removed.ndjson')
      const { secondNumber } = await signTwoStores()
      await sign(copy)
      const lastNumber = readLines(copy).at(-1)?.number ?? 0
      expect(lastNumber).toBeGreaterThanOrEqual(secondNumber)
      await tamper('log_checkpoints', `delete from log_checkpoints where number = ${lastNumber}`)
      const { rows: before } = await sql`select from log_checkpoints`.execute(db())
      await createStore(call)
      await sign(copy)
      const { rows: after } = await sql`select from log_checkpoints`.execute(db())
      expect(after).toHaveLength(before.length)
      expect(platform().log.at(-1)).toMatchObject({
        fault: { kind: 'copyDiffers', seq: lastNumber },
      })
    })

    test('an edited copy is found', async () => {
      const copy = join(folder, 'edited.ndjson')
      await signTwoStores()
      await sign(copy)
      const lines = readLines(copy)
      writeFileSync(copy, `${JSON.stringify({ ...lines.at(-1), signature: 'x' })}\n`)
      await sign(copy)
      expect(platform().log.at(-1)).toMatchObject({ fault: { kind: 'copyDiffers' } })
    })
  })
})
