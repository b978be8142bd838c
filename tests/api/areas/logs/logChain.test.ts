import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasKnownSignature } from '#server/platform/areas/logs/checkpoints.ts'
import type { Checkpoint } from '#server/platform/areas/logs/checkpoints.ts'
import { signCheckpoints } from '#server/platform/areas/logs/signCheckpoints.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Log chains on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const db = () => platform().platform.db
  const verify = async (chain: number, after = 0) =>
    (await call('GET', `/logChains/${chain}/verification?after=${after}`)).body

  /** Creates a store with five entries in its log. */
  async function createStoreWithLog() {
    const store = await createStore(call)
    for (let version = 1; version < 5; version++)
      await call('PATCH', `/stores/${store.id}`, {
        body: { notes: `No. ${version}` },
        ifMatch: version,
      })
    const { rows } = await sql<{ seq: number; entryId: number }>`
      select seq, entry_id from log_chain where chain = ${store.id} order by seq`.execute(db())
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    return { id: Number(store.id), entries: rows.map(({ entryId }) => entryId) }
  }
  const runWithoutTriggers = (...statements: string[]) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })

  test('each store and the platform have an intact chain', async () => {
    const { id } = await createStoreWithLog()
    expect(await verify(id)).toEqual({
      checked: 5,
      total: 5,
      next: null,
      fault: null,
      dropped: null,
    })
    const platformLog = await verify(0)
    expect(platformLog).toMatchObject({ next: null, fault: null })
    expect(platformLog.checked).toBeGreaterThan(0)
    expect(await verify(id, 3)).toMatchObject({ checked: 5, fault: null })
  })

  test('a rejected change adds no entry', async () => {
    const { id } = await createStoreWithLog()
    await call('PATCH', `/stores/${id}`, { body: { name: '' }, ifMatch: 5 })
    expect((await verify(id)).total).toBe(5)
  })

  test('twenty concurrent writes are chained one after another', async () => {
    const { id } = await createStoreWithLog()
    const others = await Promise.all(Array.from({ length: 20 }, () => createStore(call)))
    await Promise.all(
      [...others, { id, version: 5 }].map((store) =>
        call('PATCH', `/stores/${store.id}`, { body: { notes: 'x' }, ifMatch: store.version }),
      ),
    )
    expect(await verify(id)).toMatchObject({ checked: 6, fault: null })
    expect(await verify(0)).toMatchObject({ fault: null })
  })

  const third = { seq: 3 }
  test.each([
    [
      'changed',
      'its actor',
      (entry: number) => [`update audit set actor = 'nobody' where id = ${entry}`],
    ],
    [
      'changed',
      'its changes',
      (entry: number) => [`update audit set changes = '{}' where id = ${entry}`],
    ],
    [
      'changed',
      'its time by a millisecond',
      (entry: number) => [
        `update audit set time = time + interval '1 millisecond' where id = ${entry}`,
      ],
    ],
    [
      'changed',
      'its hash too',
      (entry: number) => [
        `update audit set actor = 'nobody' where id = ${entry}`,
        `update log_chain set hash = log_hash((select hash from log_chain as before where before.chain = log_chain.chain
          and before.seq = log_chain.seq - 1), seq, (select audit from audit where id = ${entry})) where entry_id = ${entry}`,
      ],
    ],
    ['removed', 'the entry', (entry: number) => [`delete from audit where id = ${entry}`]],
    [
      'removed',
      'the entry and its position',
      (entry: number) => [
        `delete from audit where id = ${entry}`,
        `delete from log_chain where entry_id = ${entry}`,
      ],
    ],
  ] as const)(
    'verification names the first entry that was %s: %s',
    async (kind, what, statements) => {
      const { id, entries } = await createStoreWithLog()
      await runWithoutTriggers(...statements(entries[2] ?? 0))
      const { fault } = await verify(id)
      // An entry with a recomputed hash is valid, but the next one doesn't follow from it.
      expect(fault).toMatchObject({ kind, seq: what === 'its hash too' ? 4 : third.seq })
      if (kind === 'changed' && what !== 'its hash too')
        expect(fault.entry).toMatchObject({ entry: entries[2], event: 'stores.updated' })
    },
  )

  test('verification finds a removed last entry', async () => {
    const { id, entries } = await createStoreWithLog()
    await runWithoutTriggers(
      `delete from audit where id = ${entries[4]}`,
      `delete from log_chain where entry_id = ${entries[4]}`,
    )
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 5 })
  })

  test('verification finds an inserted entry', async () => {
    const { id } = await createStoreWithLog()
    await runWithoutTriggers(`insert into audit (time, actor, event, request_id, ip, store_id)
      values (now(), 'nobody', 'stores.forged', 'x', '', ${id})`)
    expect((await verify(id)).fault).toMatchObject({
      kind: 'inserted',
      entry: { event: 'stores.forged' },
    })
  })

  test('a checkpoint reveals a recomputed chain', async () => {
    const { id, entries } = await createStoreWithLog()
    await signCheckpoints(platform().platform)
    await runWithoutTriggers(
      `delete from audit where id = ${entries[4]}`,
      `delete from log_chain where entry_id = ${entries[4]}`,
      `update log_heads set seq = 4, hash = (select hash from log_chain where chain = ${id} and seq = 4) where chain = ${id}`,
    )
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 5 })
    await runWithoutTriggers(`delete from log_checkpoints where chain = ${id}`)
    expect((await verify(id)).fault).toBeNull()
    await runWithoutTriggers(`insert into log_checkpoints (chain, seq, hash, time, key, signature)
      select chain, seq, hash, now(), '${platform().platform.secrets.firstKeyId}', 'AAAA' from log_heads where chain = ${id}`)
    expect((await verify(id)).fault).toMatchObject({ kind: 'unsigned', seq: 4 })
  })

  test('checkpoints are signed only for grown chains and exported with their key', async () => {
    const { id } = await createStoreWithLog()
    await signCheckpoints(platform().platform)
    await signCheckpoints(platform().platform)
    const answer = await fetch(`${platform().url}/logChains/${id}/checkpoints/export`, {
      headers: { Authorization: `Bearer ${await fetchToken()}` },
    })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      { key: expect.any(String), publicKey: expect.stringContaining('BEGIN PUBLIC KEY') },
      expect.objectContaining({ chain: id, seq: 5 }),
    ])
    const checkpoint = lines[1] as Checkpoint
    expect(hasKnownSignature(platform().platform, checkpoint)).toBe(true)
    expect(hasKnownSignature(platform().platform, { ...checkpoint, seq: 6 })).toBe(false)
    // A key of another ring with the same ID didn't sign it.
    const secrets = new KeyRing([{ ...createKey(), id: checkpoint.key }])
    expect(hasKnownSignature({ secrets }, checkpoint)).toBe(false)
  })

  async function fetchToken() {
    const { email, password } = platform().operator
    const { body } = await call('POST', '/auth/login', { body: { email, password } })
    return body.token
  }

  const exportLog = async (query: string) => {
    const answer = await fetch(`${platform().url}/logEntries/export?${query}`, {
      headers: { Authorization: `Bearer ${await fetchToken()}` },
    })
    const { status, headers } = answer
    return { status, type: headers.get('content-type'), text: await answer.text() }
  }

  test('an export has all filtered entries across pages and is logged', async () => {
    const { id } = await createStore(call)
    await sql`insert into audit (time, actor, event, request_id, ip, store_id, stream, label)
      select '2020-01-01'::timestamptz + number * interval '1 second', 'ann', 'event.' || number, 'r', '', ${id}, 'jobs',
        case number when 1 then '=1+1' when 2 then 'a "b", c' end
      from generate_series(1, 250) as number`.execute(db())
    const jobs = `filter[storeId][eq]=${id}&filter[stream][eq]=jobs`
    const { type, text } = await exportLog(`format=ndjson&${jobs}`)
    expect(type).toBe('application/x-ndjson')
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event)
    expect(events).toEqual(Array.from({ length: 250 }, (_, at) => `event.${250 - at}`))
    const csv = (await exportLog(`format=csv&${jobs}&sort=time`)).text.split('\r\n')
    expect(csv[0]).toMatch(/^id,Time,/)
    expect(csv).toHaveLength(252)
    expect(csv[1]).toContain(",'=1+1,")
    expect(csv[2]).toContain(',"a ""b"", c",')
    const [newest] = (await call('GET', `/logEntries?filter[storeId][eq]=${id}&limit=25`)).body.data
    expect(newest).toMatchObject({ event: 'logEntries.exported', stream: 'security' })
    expect(await exportLog('filter[storeId][eq]=999999999')).toMatchObject({ status: 404 })
  })

  describe('Live stream', () => {
    let token: string
    beforeAll(async () => {
      token = await fetchToken()
    })
    const openStream = async (storeId: number, lastEventId?: string) => {
      const controller = new AbortController()
      const answer = await fetch(
        `${platform().url}/logEntries/events?filter[storeId][eq]=${storeId}`,
        {
          signal: controller.signal,
          headers: {
            Authorization: `Bearer ${token}`,
            ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
          },
        },
      )
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      const readUntil = async (isComplete: () => boolean) => {
        while (!isComplete()) {
          const { value, done } = (await reader?.read()) ?? { done: true }
          if (done) throw new Error(`The stream ended after ${text}`)
          text += value
        }
      }
      /** Waits for this many events and returns the entry count of each. */
      const waitForCounts = async (events: number) => {
        const readCounts = () =>
          [...text.matchAll(/event: entries\ndata: \{"count":(\d+)\}\n\n/g)].map(([, count]) =>
            Number(count),
          )
        await readUntil(() => readCounts().length >= events)
        return readCounts()
      }
      const getLastId = () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1]
      await readUntil(() => getLastId() !== undefined)
      return { waitForCounts, getLastId, end: () => controller.abort() }
    }
    const updateNotes = async (id: number, notes: string) => {
      const { version } = (await call('GET', `/stores/${id}`)).body
      await call('PATCH', `/stores/${id}`, { body: { notes }, ifMatch: version })
    }

    test('a stream reports each new filtered entry once, even after a reconnect', async () => {
      const [store, other] = [await createStore(call), await createStore(call)]
      const first = await openStream(store.id)
      await updateNotes(other.id, 'y')
      await updateNotes(store.id, 'y')
      expect(await first.waitForCounts(1)).toEqual([1])
      first.end()
      await updateNotes(store.id, 'z')
      const second = await openStream(store.id, first.getLastId())
      expect(await second.waitForCounts(1)).toEqual([1])
      second.end()
    })

    test('a stream reports entries committed after ones with later IDs, even after a reconnect', async () => {
      const { id: storeId } = await createStore(call)
      const reserveEntry = async () => {
        const { rows } = await sql<{ id: number }>`select nextval('audit_ids') as id`.execute(db())
        const [{ id } = { id: 0 }] = rows
        return () =>
          sql`insert into audit (id, time, actor, event, request_id, ip, store_id)
            values (${id}, now(), 'ann', 'store.told', 'r', '', ${storeId})`.execute(db())
      }
      const insertEarly = await reserveEntry()
      const first = await openStream(storeId)
      const [insertSlow, insertSlower] = [await reserveEntry(), await reserveEntry()]
      await updateNotes(storeId, 'y')
      expect(await first.waitForCounts(1)).toEqual([1])
      await insertEarly()
      expect(await first.waitForCounts(2)).toEqual([1, 1])
      await insertSlow()
      expect(await first.waitForCounts(3)).toEqual([1, 1, 1])
      first.end()
      await insertSlower()
      const second = await openStream(storeId, first.getLastId())
      expect(await second.waitForCounts(1)).toEqual([1])
      second.end()
    })
  })

  test('a store chain needs access to the store, the platform chain permission to read accounts', async () => {
    const { id } = await createStore(call)
    const elsewhere = await createStore(call)
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(['storesRead'], [elsewhere.id]),
    )
    const getPath = (chain: number) => `/logChains/${chain}/verification`
    expect((await limitedCaller('GET', getPath(elsewhere.id))).status).toBe(200)
    expect((await limitedCaller('GET', getPath(id))).status).toBe(404)
    expect((await limitedCaller('GET', getPath(0))).status).toBe(403)
    expect((await call('GET', '/logChains/x/verification')).status).toBe(404)
  })
})
