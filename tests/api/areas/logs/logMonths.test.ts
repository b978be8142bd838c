import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMonthPartitions, getMonthStart } from '#server/platform/database/monthPartitions.ts'
import { dropOldLogs } from '#server/platform/areas/logs/retention.ts'
import { verifyChainBatch } from '#server/platform/areas/logs/chain.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import {
  acceptLostKeyAnchors,
  countAnchorsByKey,
  renewAnchorSignatures,
} from '#server/platform/areas/logs/anchorKeys.ts'
import { loadCheckpoints } from '#server/platform/areas/logs/checkpoints.ts'
import { signCheckpoints } from '#server/platform/areas/logs/signCheckpoints.ts'
import { formatDay } from '#shared/format/dates.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Monthly partitions of the logs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const db = () => platform().platform.db
  const verify = async (chain: number, after = 0) =>
    (await call('GET', `/logChains/${chain}/verification?after=${after}`)).body
  const listPartitions = async (table: string) =>
    (
      await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = ${table}::regclass order by 1`.execute(db())
    ).rows.map(({ name }) => name)

  /** Creates a store, whose creation is logged now, and adds three entries for each month. */
  async function createStoreWithEntries(...months: string[]) {
    const { id } = await createStore(call)
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`alter table audit disable trigger chain_audit`.execute(trx)
        for (const month of months)
          await sql`insert into audit (time, actor, event, request_id, ip, store_id)
            select ${`${month}-10T00:00:00Z`}::timestamptz + number * interval '1 hour', 'ann', 'store.told', 'r', '', ${id}
            from generate_series(1, 3) as number`.execute(trx)
        await sql`select chain_rest()`.execute(trx)
        await sql`alter table audit enable trigger chain_audit`.execute(trx)
      })
    return Number(id)
  }

  async function setRetention(months: number | null) {
    const { version } = (await call('GET', '/logRetention/1')).body
    const send = (reach = '') =>
      call('PATCH', `/logRetention/1${reach}`, {
        body: { months, reason: `Kept ${months}` },
        ifMatch: version,
      })
    const firstResponse = await send()
    if (firstResponse.status === 409)
      return {
        firstResponse,
        answer: await send(`?reach=${firstResponse.body.reach.token}`),
      }
    return { firstResponse, answer: firstResponse }
  }
  /** Counts the months to keep so that this one is dropped. */
  const countMonths = (month: string) => {
    const now = new Date()
    const [year = 0, monthNumber = 1] = month.split('-').map(Number)
    return (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - monthNumber - 1
  }

  test('entries and their chain positions are partitioned by month', async () => {
    await createStoreWithEntries('2024-01', '2024-02')
    await createMonthPartitions(platform().platform)
    for (const table of ['audit', 'log_chain'])
      expect(await listPartitions(table)).toEqual(
        expect.arrayContaining([`${table}_2024_01`, `${table}_2024_02`, `${table}_rest`]),
      )
    const { rows } =
      await sql`select id from audit_rest union select entry_id from log_chain_rest`.execute(db())
    expect(rows).toEqual([])
    await sql`select make_month('audit', '2024-01-01T00:00:00Z')`.execute(db())
  })

  test('each partition is append-only, like the whole table', async () => {
    await createStoreWithEntries('2024-03')
    await createMonthPartitions(platform().platform)
    for (const statement of ['delete from', 'truncate'])
      for (const partition of ['audit_2024_03', 'log_chain_2024_03', 'log_anchors'])
        await expect(sql.raw(`${statement} ${partition}`).execute(db())).rejects.toThrow(
          /append-only/,
        )
  })

  test('nothing is dropped before a retention is set', async () => {
    const id = await createStoreWithEntries('2019-05')
    await dropOldLogs(platform().platform)
    expect(await verify(id)).toMatchObject({ checked: 4, fault: null, dropped: null })
  })

  test('old months are dropped, and chains are verified from their last hash', async () => {
    const id = await createStoreWithEntries('2021-01', '2021-02', '2021-03')
    await signCheckpoints(platform().platform)
    const { firstResponse, answer } = await setRetention(countMonths('2021-02'))
    expect(firstResponse).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(firstResponse.body.reach.worse[0].what).toMatch(
      /^\d+ log entries from before 03\/01\/2021 /,
    )
    expect(answer.status).toBe(200)
    await dropOldLogs(platform().platform)
    expect(await listPartitions('audit')).not.toContain('audit_2021_02')
    expect(await listPartitions('audit')).toContain('audit_2021_03')
    expect(await listPartitions('log_chain')).not.toContain('log_chain_2021_02')
    const dropped = { count: 7, until: '2021-03-01T00:00:00.000Z' }
    // The test adds old entries after the store, whose creation is logged in this month.
    const verification = await verify(id)
    expect(verification).toMatchObject({ checked: 10, total: 10, next: null, fault: null })
    expect(verification.dropped).toEqual({ ...dropped, count: 6 })
    expect(await verify(id, 3)).toMatchObject({ checked: 10, fault: null })
    expect(await verify(0)).toMatchObject({ fault: null })
    const [entry] = (await call('GET', '/platformLogEntries?filter[event][eq]=logs.dropped')).body
      .data
    expect(entry).toMatchObject({ actor: 'platform', stream: 'security' })
    await createStore(call)
    expect(await verify(id)).toMatchObject({ fault: null })
    await setRetention(null)
  })

  const runWithoutTriggers = (...statements: string[]) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })

  test('verification finds a dropped month, with no anchor and with one that is not signed', async () => {
    const id = await createStoreWithEntries('2022-07', '2022-08')
    await createMonthPartitions(platform().platform)
    const { rows } = await sql<{ hash: string }>`
      select hash from log_chain where chain = ${id} and seq = 4`.execute(db())
    await runWithoutTriggers('drop table audit_2022_07')
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 2 })
    await runWithoutTriggers('drop table log_chain_2022_07')
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 2 })
    await runWithoutTriggers(`insert into log_anchors (chain, first, seq, hash, until, key, signature) values
      (${id}, 2, 4, '${rows[0]?.hash}', '2022-08-01', '${platform().platform.secrets.firstKeyId}', 'AAAA')`)
    const unsignedFault = { kind: 'unsigned', seq: 2 }
    expect((await verify(id)).fault).toMatchObject(unsignedFault)
    // A verification that continues inside the month doesn't skip it.
    expect((await verify(id, 3)).fault).toMatchObject(unsignedFault)
  })

  test.each([
    ['changed', (id: number) => `update audit_2018_02 set actor = 'eve' where store_id = ${id}`],
    [
      'removed',
      (id: number) => `delete from log_chain_2018_02 where chain = ${id} and seq = 6;
        delete from audit_2018_02 where store_id = ${id} and time = '2018-02-10T02:00:00Z'`,
    ],
    [
      'inserted',
      (id: number) => `insert into audit (time, actor, event, request_id, ip, store_id)
        values ('2018-02-03', 'eve', 'store.told', 'r', '', ${id})`,
    ],
  ])(
    'a month in which an entry was %s is kept, with all later months',
    async (kind, buildStatements) => {
      const id = await createStoreWithEntries('2018-01', '2018-02', '2018-03')
      await createMonthPartitions(platform().platform)
      await runWithoutTriggers(...buildStatements(id).split(';'))
      await setRetention(countMonths('2018-03'))
      await dropOldLogs(platform().platform)
      const partitions = await listPartitions('audit')
      expect(partitions).not.toContain('audit_2018_01')
      expect(partitions).toEqual(expect.arrayContaining(['audit_2018_02', 'audit_2018_03']))
      const { data } = (
        await call('GET', '/platformLogEntries?filter[event][eq]=logs.keptWithFault&sort=-time')
      ).body
      expect(data[0]).toMatchObject({ severity: 'error', stream: 'security' })
      const expectedCause =
        kind === 'inserted'
          ? /^An entry was inserted at position \d+ in/
          : new RegExp(`^Entry \\d+ in store ${id}'s log was ${kind}\\.`)
      expect(data[0].cause).toMatch(expectedCause)
      expect(data[0].cause).toContain(`store ${id}'s log`)
      expect(data[0].cause).toContain("Logs from 2018-02 onward weren't deleted.")
      await setRetention(null)
      for (const month of ['2018_02', '2018_03'])
        await runWithoutTriggers(`drop table audit_${month}, log_chain_${month}`)
    },
  )

  test('verification finds a removed anchor', async () => {
    const id = await createStoreWithEntries('2020-04', '2020-05')
    await setRetention(countMonths('2020-04'))
    await dropOldLogs(platform().platform)
    expect(await verify(id)).toMatchObject({ fault: null, dropped: { count: 3 } })
    await runWithoutTriggers(`delete from log_anchors where chain = ${id}`)
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 2 })
    await setRetention(null)
  })

  /** Adds entries for two months and drops the first, with anchors signed by the key ring. */
  async function dropMonth(ring: KeyRing, month: string, next: string) {
    const id = await createStoreWithEntries(month, next)
    await setRetention(countMonths(month))
    await dropOldLogs({ ...platform().platform, secrets: ring })
    await setRetention(null)
    return id
  }
  const findFault = async (id: number, secrets: KeyRing) =>
    (await verifyChainBatch({ db: db(), secrets }, id, 0)).fault

  test('verification finds a dropped month with an anchor of an unknown key', async () => {
    const id = await createStoreWithEntries('2016-07', '2016-08')
    await createMonthPartitions(platform().platform)
    const { rows } = await sql<{ hash: string }>`
      select hash from log_chain where chain = ${id} and seq = 4`.execute(db())
    await runWithoutTriggers(
      'drop table audit_2016_07, log_chain_2016_07',
      `insert into log_anchors (chain, first, seq, hash, until, key, signature) values
        (${id}, 2, 4, '${rows[0]?.hash}', '2016-08-01', 'k0', '')`,
    )
    for (const after of [0, 3])
      expect((await verify(id, after)).fault).toEqual({ kind: 'unknownKey', seq: 2, entry: null })
    await setRetention(countMonths('2016-08'))
    await dropOldLogs(platform().platform)
    await setRetention(null)
    expect(await listPartitions('audit')).toContain('audit_2016_08')
    const { data } = (
      await call('GET', '/platformLogEntries?filter[event][eq]=logs.keptWithFault&sort=-time')
    ).body
    expect(data[0].cause).toContain(
      "signed with an unknown key. Logs from 2016-08 onward weren't deleted.",
    )
    await runWithoutTriggers('drop table audit_2016_08, log_chain_2016_08')
  })

  test('rotation signs only valid anchors again, so that the old key can be removed', async () => {
    const [k1, k2] = [createKey(), createKey()]
    const [ring, bothKeys] = [new KeyRing([k1]), new KeyRing([k2, k1])]
    const id = await dropMonth(ring, '2014-03', '2014-04')
    const other = await dropMonth(ring, '2014-04', '2014-05')
    expect(await findFault(id, new KeyRing([k2]))).toMatchObject({ kind: 'unknownKey', seq: 2 })
    await runWithoutTriggers(`update log_anchors set until = '2014-06-01' where chain = ${other}`)
    const countsBefore = await countAnchorsByKey(db())
    expect(await renewAnchorSignatures(db(), bothKeys)).toBe((countsBefore.get(k1.id) ?? 0) - 1)
    const countsAfter = await countAnchorsByKey(db())
    expect([countsAfter.get(k1.id), countsAfter.get(k2.id)]).toEqual([
      1,
      (countsBefore.get(k1.id) ?? 0) - 1,
    ])
    expect(await findFault(id, new KeyRing([k2]))).toBeNull()
    expect(await findFault(other, bothKeys)).toMatchObject({ kind: 'unsigned' })
    await expect(
      sql`update log_anchors set hash = 'x' where chain = ${id}`.execute(db()),
    ).rejects.toThrow(/append-only/)
    await runWithoutTriggers('drop table audit_2014_05, log_chain_2014_05')
  })

  test('an operator can accept anchors of a lost key by its ID, which is logged', async () => {
    const [lostKey, k2] = [createKey(), createKey()]
    const ring = new KeyRing([k2])
    const now = () => new Date('2031-02-03T04:05:06Z')
    const id = await dropMonth(new KeyRing([lostKey]), '2012-03', '2012-04')
    expect(await renewAnchorSignatures(db(), ring)).toBe(0)
    expect(await findFault(id, ring)).toMatchObject({ kind: 'unknownKey' })
    expect(await acceptLostKeyAnchors(db(), { secrets: ring, now }, 'another')).toBe(0)
    const anchors = (await countAnchorsByKey(db())).get(lostKey.id) ?? 0
    expect(await acceptLostKeyAnchors(db(), { secrets: ring, now }, lostKey.id)).toBe(anchors)
    expect(await findFault(id, ring)).toBeNull()
    const [entry] = (
      await call('GET', '/platformLogEntries?filter[event][eq]=logs.anchorsAccepted')
    ).body.data
    expect(entry).toMatchObject({
      actor: 'platform',
      stream: 'security',
      severity: 'warning',
      time: now().toISOString(),
    })
    await runWithoutTriggers('drop table audit_2012_04, log_chain_2012_04')
  })

  test('each key signs a checkpoint of a chain, even if the chain has not grown', async () => {
    const id = await createStoreWithEntries('2010-03')
    const sign = (ring: KeyRing) => signCheckpoints({ ...platform().platform, secrets: ring })
    const [k1, k2] = [createKey(), createKey()]
    for (const ring of [new KeyRing([k1]), new KeyRing([k2, k1]), new KeyRing([k2])])
      await sign(ring)
    const checkpoints = await loadCheckpoints(db(), id)
    expect(checkpoints.map(({ key, seq }) => [key, seq])).toEqual([
      [k1.id, 4],
      [k2.id, 4],
    ])
    expect(await findFault(id, new KeyRing([k2]))).toBeNull()
  })

  /** This test must be the last one because moving the clock ends all sessions. */
  test('the impact of a retention change follows the platform clock', async () => {
    platform().advance(70 * 24 * 60 * 60_000)
    const laterCall = await openSession(platform())
    const { version } = (await laterCall('GET', '/logRetention/1')).body
    const since = getMonthStart(platform().platform.now(), -1).slice(0, 10)
    expect(
      await laterCall('PATCH', '/logRetention/1', {
        body: { months: 1, reason: 'Soon' },
        ifMatch: version,
      }),
    ).toMatchObject({
      status: 409,
      body: {
        reach: {
          worse: [
            { what: expect.stringContaining(`log entries from before ${formatDay(since)} `) },
          ],
        },
      },
    })
  })
})
