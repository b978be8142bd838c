import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasKnownSignature } from '#server/platform/areas/logs/checkpoints.ts'
import type { Checkpoint } from '#server/platform/areas/logs/checkpoints.ts'
import { signCheckpoints } from '#server/platform/areas/logs/signCheckpoints.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usually, usePlatform } from '#tests/api/support/databases.ts'
import { newStore } from '#tests/api/support/stores.ts'

describe.each(usually('PGlite'))('chains of the logs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const db = () => platform().platform.db
  const verify = async (chain: number, after = 0) =>
    (await call('GET', `/logChains/${chain}/verification?after=${after}`)).body

  /** A store with five entries in its log; `behind` does something to them behind the platform's back. */
  async function storeWithLog() {
    const store = await newStore(call)
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
  const behind = (...statements: string[]) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })

  test('each store has one, and what belongs to none has one, all as they were written', async () => {
    const { id } = await storeWithLog()
    expect(await verify(id)).toEqual({
      checked: 5,
      total: 5,
      next: null,
      fault: null,
      dropped: null,
    })
    const own = await verify(0)
    expect(own).toMatchObject({ next: null, fault: null })
    expect(own.checked).toBeGreaterThan(0)
    expect(await verify(id, 3)).toMatchObject({ checked: 5, fault: null })
  })

  test('a change that is not kept chains nothing', async () => {
    const { id } = await storeWithLog()
    await call('PATCH', `/stores/${id}`, { body: { name: '' }, ifMatch: 5 })
    expect((await verify(id)).total).toBe(5)
  })

  test('twenty who write at once are chained one after the other', async () => {
    const { id } = await storeWithLog()
    const others = await Promise.all(Array.from({ length: 20 }, () => newStore(call)))
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
      'the entry and its place',
      (entry: number) => [
        `delete from audit where id = ${entry}`,
        `delete from log_chain where entry_id = ${entry}`,
      ],
    ],
  ] as const)('names the first entry that was %s: %s', async (kind, what, statements) => {
    const { id, entries } = await storeWithLog()
    await behind(...statements(entries[2] ?? 0))
    const { fault } = await verify(id)
    // With its hash the entry itself agrees: the next one does not follow it.
    expect(fault).toMatchObject({ kind, seq: what === 'its hash too' ? 4 : third.seq })
    if (kind === 'changed' && what !== 'its hash too')
      expect(fault.entry).toMatchObject({ entry: entries[2], event: 'stores.updated' })
  })

  test('names the end that was removed, with its place and without', async () => {
    const { id, entries } = await storeWithLog()
    await behind(
      `delete from audit where id = ${entries[4]}`,
      `delete from log_chain where entry_id = ${entries[4]}`,
    )
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 5 })
  })

  test('names an entry that was put between', async () => {
    const { id } = await storeWithLog()
    await behind(`insert into audit (time, actor, event, request_id, ip, store_id)
      values (now(), 'nobody', 'stores.forged', 'x', '', ${id})`)
    expect((await verify(id)).fault).toMatchObject({
      kind: 'inserted',
      entry: { event: 'stores.forged' },
    })
  })

  test('a checkpoint finds out who worked everything out anew', async () => {
    const { id, entries } = await storeWithLog()
    await signCheckpoints(platform().platform)
    await behind(
      `delete from audit where id = ${entries[4]}`,
      `delete from log_chain where entry_id = ${entries[4]}`,
      `update log_heads set seq = 4, hash = (select hash from log_chain where chain = ${id} and seq = 4) where chain = ${id}`,
    )
    expect((await verify(id)).fault).toMatchObject({ kind: 'removed', seq: 5 })
    await behind(`delete from log_checkpoints where chain = ${id}`)
    expect((await verify(id)).fault).toBeNull()
    await behind(`insert into log_checkpoints (chain, seq, hash, time, key, signature)
      select chain, seq, hash, now(), '${platform().platform.secrets.firstKeyId}', 'AAAA' from log_heads where chain = ${id}`)
    expect((await verify(id)).fault).toMatchObject({ kind: 'unsigned', seq: 4 })
  })

  test('checkpoints are signed, made where a chain has grown, and downloaded with their key', async () => {
    const { id } = await storeWithLog()
    await signCheckpoints(platform().platform)
    await signCheckpoints(platform().platform)
    const answer = await fetch(`${platform().url}/logChains/${id}/checkpoints/export`, {
      headers: { Authorization: `Bearer ${await token()}` },
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
    const told = lines[1] as Checkpoint
    expect(hasKnownSignature(platform().platform, told)).toBe(true)
    expect(hasKnownSignature(platform().platform, { ...told, seq: 6 })).toBe(false)
    // A key of another ring that is called alike did not sign it.
    const secrets = new KeyRing([{ ...createKey(), id: told.key }])
    expect(hasKnownSignature({ secrets }, told)).toBe(false)
  })

  async function token() {
    const { email, password } = platform().operator
    const { body } = await call('POST', '/auth/login', { body: { email, password } })
    return body.token
  }

  const exported = async (query: string) => {
    const answer = await fetch(`${platform().url}/logEntries/export?${query}`, {
      headers: { Authorization: `Bearer ${await token()}` },
    })
    const { status, headers } = answer
    return { status, type: headers.get('content-type'), text: await answer.text() }
  }

  test('all that the filters choose is exported, however many pages that is, and the export is logged', async () => {
    const { id } = await newStore(call)
    await sql`insert into audit (time, actor, event, request_id, ip, store_id, stream, label)
      select '2020-01-01'::timestamptz + number * interval '1 second', 'ann', 'event.' || number, 'r', '', ${id}, 'jobs',
        case number when 1 then '=1+1' when 2 then 'a "b", c' end
      from generate_series(1, 250) as number`.execute(db())
    const jobs = `filter[storeId][eq]=${id}&filter[stream][eq]=jobs`
    const { type, text } = await exported(`format=ndjson&${jobs}`)
    expect(type).toBe('application/x-ndjson')
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event)
    expect(events).toEqual(Array.from({ length: 250 }, (_, at) => `event.${250 - at}`))
    const csv = (await exported(`format=csv&${jobs}&sort=time`)).text.split('\r\n')
    expect(csv[0]).toMatch(/^id,Time,/)
    expect(csv).toHaveLength(252)
    expect(csv[1]).toContain(",'=1+1,")
    expect(csv[2]).toContain(',"a ""b"", c",')
    const [newest] = (await call('GET', `/logEntries?filter[storeId][eq]=${id}&limit=25`)).body.data
    expect(newest).toMatchObject({ event: 'logEntries.exported', stream: 'security' })
    expect(await exported('filter[storeId][eq]=999999999')).toMatchObject({ status: 404 })
  })

  describe('a live tail', () => {
    let key: string
    beforeAll(async () => {
      key = await token()
    })
    const listen = async (storeId: number, lastEventId?: string) => {
      const ending = new AbortController()
      const answer = await fetch(
        `${platform().url}/logEntries/events?filter[storeId][eq]=${storeId}`,
        {
          signal: ending.signal,
          headers: {
            Authorization: `Bearer ${key}`,
            ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
          },
        },
      )
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      const until = async (isThere: () => boolean) => {
        while (!isThere()) {
          const { value, done } = (await reader?.read()) ?? { done: true }
          if (done) throw new Error(`The stream ended after ${text}`)
          text += value
        }
      }
      /** How many entries each event told of, once there were so many events. */
      const counts = async (events: number) => {
        const told = () =>
          [...text.matchAll(/event: entries\ndata: \{"count":(\d+)\}\n\n/g)].map(([, count]) =>
            Number(count),
          )
        await until(() => told().length >= events)
        return told()
      }
      const last = () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1]
      await until(() => last() !== undefined)
      return { counts, last, end: () => ending.abort() }
    }
    const write = async (id: number, notes: string) => {
      const { version } = (await call('GET', `/stores/${id}`)).body
      await call('PATCH', `/stores/${id}`, { body: { notes }, ifMatch: version })
    }

    test('tells of new entries that the filters choose, each once, also after it was cut off', async () => {
      const [store, other] = [await newStore(call), await newStore(call)]
      const first = await listen(store.id)
      await write(other.id, 'y')
      await write(store.id, 'y')
      expect(await first.counts(1)).toEqual([1])
      first.end()
      await write(store.id, 'z')
      const second = await listen(store.id, first.last())
      expect(await second.counts(1)).toEqual([1])
      second.end()
    })

    test('tells of an entry whose transaction ends after those of later ids, also after it was cut off', async () => {
      const { id: storeId } = await newStore(call)
      const begin = async () => {
        const { rows } = await sql<{ id: number }>`select nextval('audit_ids') as id`.execute(db())
        const [{ id } = { id: 0 }] = rows
        return () =>
          sql`insert into audit (id, time, actor, event, request_id, ip, store_id)
            values (${id}, now(), 'ann', 'store.told', 'r', '', ${storeId})`.execute(db())
      }
      const early = await begin()
      const first = await listen(storeId)
      const [slow, slower] = [await begin(), await begin()]
      await write(storeId, 'y')
      expect(await first.counts(1)).toEqual([1])
      await early()
      expect(await first.counts(2)).toEqual([1, 1])
      await slow()
      expect(await first.counts(3)).toEqual([1, 1, 1])
      first.end()
      await slower()
      const second = await listen(storeId, first.last())
      expect(await second.counts(1)).toEqual([1])
      second.end()
    })
  })

  test('are for who may read the store; that of the platform for who may read accounts', async () => {
    const { id } = await newStore(call)
    const elsewhere = await newStore(call)
    const limited = await signedIn(
      platform(),
      await platform().addAccount(['storesRead'], [elsewhere.id]),
    )
    const path = (chain: number) => `/logChains/${chain}/verification`
    expect((await limited('GET', path(elsewhere.id))).status).toBe(200)
    expect((await limited('GET', path(id))).status).toBe(404)
    expect((await limited('GET', path(0))).status).toBe(403)
    expect((await call('GET', '/logChains/x/verification')).status).toBe(404)
  })
})
