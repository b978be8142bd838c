import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { createMonthPartitions, getMonthStart } from '#server/platform/core/jobs/monthPartitions.ts'
import { dropOldLogs } from '#server/platform/areas/logs/retention.ts'
import { verifyChain } from '#server/platform/areas/logs/chain.ts'
import { migrate, migrations } from '#server/platform/database/migrations/index.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import {
  acceptAnchors,
  countAnchorsByKey,
  resignAnchors,
} from '#server/platform/areas/logs/anchorKeys.ts'
import { loadCheckpoints } from '#server/platform/areas/logs/checkpoints.ts'
import { signCheckpoints } from '#server/platform/areas/logs/signCheckpoints.ts'
import { formatDay } from '#shared/format/dates.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { newDatabase } from '#tests/support/servers/newDatabase.ts'
import { databases, usePlatform, usually } from '#tests/api/support/databases.ts'
import { newStore } from '#tests/api/support/stores.ts'

describe.each(usually('PGlite'))('months of the logs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const db = () => platform().platform.db
  const verify = async (chain: number, after = 0) =>
    (await call('GET', `/logChains/${chain}/verification?after=${after}`)).body
  const partsOf = async (table: string) =>
    (
      await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = ${table}::regclass order by 1`.execute(db())
    ).rows.map(({ name }) => name)

  /** A store with an entry of now, and before that three of each of these months. */
  async function storeSince(...months: string[]) {
    const { id } = await newStore(call)
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

  async function keepMonths(months: number | null) {
    const { version } = (await call('GET', '/logRetention/1')).body
    const send = (reach = '') =>
      call('PATCH', `/logRetention/1${reach}`, {
        body: { months, reason: `Kept ${months}` },
        ifMatch: version,
      })
    const asked = await send()
    if (asked.status === 409)
      return { asked, answer: await send(`?reach=${asked.body.reach.token}`) }
    return { asked, answer: asked }
  }
  /** So many months back that what stands in this one goes. */
  const monthsSince = (month: string) => {
    const now = new Date()
    const [year = 0, at = 1] = month.split('-').map(Number)
    return (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - at - 1
  }

  test('entries stand by their month, and so do their places in the chain', async () => {
    await storeSince('2024-01', '2024-02')
    await createMonthPartitions(platform().platform)
    for (const table of ['audit', 'log_chain'])
      expect(await partsOf(table)).toEqual(
        expect.arrayContaining([`${table}_2024_01`, `${table}_2024_02`, `${table}_rest`]),
      )
    const { rows } =
      await sql`select id from audit_rest union select entry_id from log_chain_rest`.execute(db())
    expect(rows).toEqual([])
    await sql`select make_month('audit', '2024-01-01T00:00:00Z')`.execute(db())
  })

  test('a month refuses to be changed like the whole', async () => {
    await storeSince('2024-03')
    await createMonthPartitions(platform().platform)
    for (const statement of ['delete from', 'truncate'])
      for (const part of ['audit_2024_03', 'log_chain_2024_03', 'log_anchors'])
        await expect(sql.raw(`${statement} ${part}`).execute(db())).rejects.toThrow(/append-only/)
  })

  test('nothing goes until somebody says how long logs are kept', async () => {
    const id = await storeSince('2019-05')
    await dropOldLogs(platform().platform)
    expect(await verify(id)).toMatchObject({ checked: 4, fault: null, dropped: null })
  })

  test('old months go whole, each chain keeps their last hash, and is verified from there', async () => {
    const id = await storeSince('2021-01', '2021-02', '2021-03')
    await signCheckpoints(platform().platform)
    const { asked, answer } = await keepMonths(monthsSince('2021-02'))
    expect(asked).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(asked.body.reach.worse[0].what).toMatch(/^\d+ log entries from before 03\/01\/2021 /)
    expect(answer.status).toBe(200)
    await dropOldLogs(platform().platform)
    expect(await partsOf('audit')).not.toContain('audit_2021_02')
    expect(await partsOf('audit')).toContain('audit_2021_03')
    expect(await partsOf('log_chain')).not.toContain('log_chain_2021_02')
    const dropped = { count: 7, until: '2021-03-01T00:00:00.000Z' }
    // The store was made before its old entries were written: its first entry is of this month.
    const whole = await verify(id)
    expect(whole).toMatchObject({ checked: 10, total: 10, next: null, fault: null })
    expect(whole.dropped).toEqual({ ...dropped, count: 6 })
    expect(await verify(id, 3)).toMatchObject({ checked: 10, fault: null })
    expect(await verify(0)).toMatchObject({ fault: null })
    const [told] = (await call('GET', '/platformLogEntries?filter[event][eq]=logs.dropped')).body
      .data
    expect(told).toMatchObject({ actor: 'platform', stream: 'security' })
    await newStore(call)
    expect(await verify(id)).toMatchObject({ fault: null })
    await keepMonths(null)
  })

  const behind = (...statements: string[]) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })

  test('a month that somebody dropped is named, without an anchor and with one that this platform did not sign', async () => {
    const id = await storeSince('2022-07', '2022-08')
    await createMonthPartitions(platform().platform)
    const { rows } = await sql<{ hash: string }>`
      select hash from log_chain where chain = ${id} and seq = 4`.execute(db())
    await behind('drop table audit_2022_07')
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 2 })
    await behind('drop table log_chain_2022_07')
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 2 })
    await behind(`insert into log_anchors (chain, first, seq, hash, until, key, signature) values
      (${id}, 2, 4, '${rows[0]?.hash}', '2022-08-01', '${platform().platform.secrets.firstKeyId}', 'AAAA')`)
    const unsigned = { kind: 'unsigned', seq: 2 }
    expect((await verify(id)).fault).toMatchObject(unsigned)
    // Who goes on from within it is not led past it.
    expect((await verify(id, 3)).fault).toMatchObject(unsigned)
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
    'a month in which something was %s stays, and so does what came after it',
    async (kind, by) => {
      const id = await storeSince('2018-01', '2018-02', '2018-03')
      await createMonthPartitions(platform().platform)
      await behind(...by(id).split(';'))
      await keepMonths(monthsSince('2018-03'))
      await dropOldLogs(platform().platform)
      const parts = await partsOf('audit')
      expect(parts).not.toContain('audit_2018_01')
      expect(parts).toEqual(expect.arrayContaining(['audit_2018_02', 'audit_2018_03']))
      const { data } = (
        await call('GET', '/platformLogEntries?filter[event][eq]=logs.keptWithFault&sort=-time')
      ).body
      expect(data[0]).toMatchObject({ severity: 'error', stream: 'security' })
      const fault =
        kind === 'inserted'
          ? /^An entry was inserted at position \d+ in/
          : new RegExp(`^Entry \\d+ in store ${id}'s log was ${kind}\\.`)
      expect(data[0].cause).toMatch(fault)
      expect(data[0].cause).toContain(`store ${id}'s log`)
      expect(data[0].cause).toContain("Logs from 2018-02 onward weren't deleted.")
      await keepMonths(null)
      for (const month of ['2018_02', '2018_03'])
        await behind(`drop table audit_${month}, log_chain_${month}`)
    },
  )

  test('an anchor that was taken away is missed', async () => {
    const id = await storeSince('2020-04', '2020-05')
    await keepMonths(monthsSince('2020-04'))
    await dropOldLogs(platform().platform)
    expect(await verify(id)).toMatchObject({ fault: null, dropped: { count: 3 } })
    await behind(`delete from log_anchors where chain = ${id}`)
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 2 })
    await keepMonths(null)
  })

  /** Two months of which the first goes, its anchors signed with the first of these keys. */
  async function droppedBy(ring: KeyRing, month: string, next: string) {
    const id = await storeSince(month, next)
    await keepMonths(monthsSince(month))
    await dropOldLogs({ ...platform().platform, secrets: ring })
    await keepMonths(null)
    return id
  }
  const faultFor = async (id: number, secrets: KeyRing) =>
    (await verifyChain({ db: db(), secrets }, id, 0)).fault

  test('a month that went with an anchor of a key that was never here is named', async () => {
    const id = await storeSince('2016-07', '2016-08')
    await createMonthPartitions(platform().platform)
    const { rows } = await sql<{ hash: string }>`
      select hash from log_chain where chain = ${id} and seq = 4`.execute(db())
    await behind(
      'drop table audit_2016_07, log_chain_2016_07',
      `insert into log_anchors (chain, first, seq, hash, until, key, signature) values
        (${id}, 2, 4, '${rows[0]?.hash}', '2016-08-01', 'k0', '')`,
    )
    for (const after of [0, 3])
      expect((await verify(id, after)).fault).toEqual({ kind: 'unknownKey', seq: 2, entry: null })
    await keepMonths(monthsSince('2016-08'))
    await dropOldLogs(platform().platform)
    await keepMonths(null)
    expect(await partsOf('audit')).toContain('audit_2016_08')
    const { data } = (
      await call('GET', '/platformLogEntries?filter[event][eq]=logs.keptWithFault&sort=-time')
    ).body
    expect(data[0].cause).toContain(
      "signed with an unknown key. Logs from 2016-08 onward weren't deleted.",
    )
    await behind('drop table audit_2016_08, log_chain_2016_08')
  })

  test('rotation signs anchors anew that their key signed, and no other, so that the key may go', async () => {
    const [k1, k2] = [createKey(), createKey()]
    const [ring, both] = [new KeyRing([k1]), new KeyRing([k2, k1])]
    const id = await droppedBy(ring, '2014-03', '2014-04')
    const other = await droppedBy(ring, '2014-04', '2014-05')
    expect(await faultFor(id, new KeyRing([k2]))).toMatchObject({ kind: 'unknownKey', seq: 2 })
    await behind(`update log_anchors set until = '2014-06-01' where chain = ${other}`)
    const before = await countAnchorsByKey(db())
    expect(await resignAnchors(db(), both)).toBe((before.get(k1.id) ?? 0) - 1)
    const after = await countAnchorsByKey(db())
    expect([after.get(k1.id), after.get(k2.id)]).toEqual([1, (before.get(k1.id) ?? 0) - 1])
    expect(await faultFor(id, new KeyRing([k2]))).toBeNull()
    expect(await faultFor(other, both)).toMatchObject({ kind: 'unsigned' })
    await expect(
      sql`update log_anchors set hash = 'x' where chain = ${id}`.execute(db()),
    ).rejects.toThrow(/append-only/)
    await behind('drop table audit_2014_05, log_chain_2014_05')
  })

  test('anchors of a key that is lost are accepted when an operator names it, and the log tells of it', async () => {
    const [lost, k2] = [createKey(), createKey()]
    const ring = new KeyRing([k2])
    const now = () => new Date('2031-02-03T04:05:06Z')
    const id = await droppedBy(new KeyRing([lost]), '2012-03', '2012-04')
    expect(await resignAnchors(db(), ring)).toBe(0)
    expect(await faultFor(id, ring)).toMatchObject({ kind: 'unknownKey' })
    expect(await acceptAnchors(db(), { secrets: ring, now }, 'another')).toBe(0)
    const anchors = (await countAnchorsByKey(db())).get(lost.id) ?? 0
    expect(await acceptAnchors(db(), { secrets: ring, now }, lost.id)).toBe(anchors)
    expect(await faultFor(id, ring)).toBeNull()
    const [told] = (await call('GET', '/platformLogEntries?filter[event][eq]=logs.anchorsAccepted'))
      .body.data
    expect(told).toMatchObject({
      actor: 'platform',
      stream: 'security',
      severity: 'warning',
      time: now().toISOString(),
    })
    await behind('drop table audit_2012_04, log_chain_2012_04')
  })

  test('a chain has a checkpoint of each key that signed, also where it has not grown', async () => {
    const id = await storeSince('2010-03')
    const keep = (ring: KeyRing) => signCheckpoints({ ...platform().platform, secrets: ring })
    const [k1, k2] = [createKey(), createKey()]
    for (const ring of [new KeyRing([k1]), new KeyRing([k2, k1]), new KeyRing([k2])])
      await keep(ring)
    const checkpoints = await loadCheckpoints(db(), id)
    expect(checkpoints.map(({ key, seq }) => [key, seq])).toEqual([
      [k1.id, 4],
      [k2.id, 4],
    ])
    expect(await faultFor(id, new KeyRing([k2]))).toBeNull()
  })

  /** The last one: so much later all sign-ins have ended. */
  test('what a change would drop is said by the platform’s clock', async () => {
    platform().advance(70 * 24 * 60 * 60_000)
    const later = await signedIn(platform())
    const { version } = (await later('GET', '/logRetention/1')).body
    const since = getMonthStart(platform().platform.now(), -1).slice(0, 10)
    expect(
      await later('PATCH', '/logRetention/1', {
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

test.each(databases)(
  'logs of before stand by months on $name, chained as they were',
  async (database) => {
    const { db, close } =
      database.name === 'PGlite'
        ? await openEmbeddedDatabase({})
        : await openServerDatabase(await newDatabase(), () => {})
    const before = Object.entries(migrations).filter(([name]) => name < '053')
    const provider = { getMigrations: async () => Object.fromEntries(before) }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    expect(error).toBeUndefined()
    for (const time of [
      '2025-11-30T23:59:59.999Z',
      '2025-12-01T00:00:00.000Z',
      '2026-02-01T12:00:00Z',
    ])
      await sql`insert into audit (time, actor, event, request_id, ip, store_id, result, changes)
      values (${time}, 'ann', 'store.told', 'r', '', 7, 'failed', '{"b": 1, "a": {"after": "ü"}}')`.execute(
        db,
      )
    await migrate(db)
    const secrets = new KeyRing([createKey()])
    expect(await verifyChain({ db, secrets }, 7, 0)).toMatchObject({
      checked: 3,
      total: 3,
      fault: null,
    })
    await sql`insert into audit (time, actor, event, request_id, ip, store_id)
    values ('2026-02-02', 'ann', 'store.told', 'r', '', 7)`.execute(db)
    expect(await verifyChain({ db, secrets }, 7, 0)).toMatchObject({ checked: 4, fault: null })
    const { rows } = await sql<{ part: string; id: number }>`
    select tableoid::regclass::text as part, id from audit order by id`.execute(db)
    expect(rows.map(({ part }) => part)).toEqual(
      ['2025_11', '2025_12', '2026_02', '2026_02'].map((month) => `audit_${month}`),
    )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
    await close()
  },
)
