import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { newSetting } from '#tests/api/support/mail.ts'
import { newStore } from '#tests/api/support/stores.ts'

type Entry = { id: number; event: string; changedFields: string | null }

describe.each(databases)('Changed fields in the logs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    call = await signedIn(platform())
    const store = await newStore(call)
    storeId = store.id
    const changes = [{ primaryColour: '#1e293b', notes: 'A note' }, { primaryColour: '#9f1239' }]
    for (const [at, body] of changes.entries()) {
      const { status } = await call('PATCH', `/stores/${storeId}`, { body, ifMatch: at + 1 })
      expect(status).toBe(200)
    }
  })
  const find = async (query: Record<string, string>, list = 'logEntries') => {
    const params = new URLSearchParams(query)
    if (list === 'logEntries') params.set('filter[storeId][eq]', String(storeId))
    const { status, body } = await call('GET', `/${list}?${params}`)
    expect(status).toBe(200)
    return (body.data as Entry[]).map(({ changedFields }) => changedFields)
  }

  test('are named in each entry', async () => {
    expect(await find({ 'filter[event][eq]': 'stores.updated' })).toEqual([
      'primaryColour',
      'notes, primaryColour',
    ])
  })

  test.each([
    ['the label of a field', 'Primary color', 2],
    ['the name of a field', 'primaryColour', 2],
    ['a value before', '#1e293b', 2],
    ['a value after', '9f1239', 1],
    ['a field and a value together', 'primary 9f1239', 1],
    ['a short word beside a longer one', 'a note', 1],
    ['no such value', '#9f1230', 0],
    ['marks without words', '(', 0],
    ['the word for the side', 'after', 0],
  ])('are found by %s', async (_name, search, count) => {
    const event = { 'filter[event][eq]': 'stores.updated' }
    expect(await find({ ...event, search })).toHaveLength(count)
  })

  test.each([
    ['contains', 'primary color', 2],
    ['contains', 'Notes', 1],
    ['contains', 'primary notes', 0],
    ['contains', 'zq', 0],
    ['contains', '(', 0],
    ['eq', 'Primary color', 2],
    ['eq', 'notes', 1],
    ['eq', 'primary', 0],
  ])('filter by %s "%s"', async (op, value, count) => {
    const event = { 'filter[event][eq]': 'stores.updated' }
    expect(await find({ ...event, [`filter[changedFields][${op}]`]: value })).toHaveLength(count)
  })

  test('of secrets are found by the field, and never by the secret', async () => {
    const password = 'Canary-4711-xyz'
    await newSetting(call, 587, { host: 'smtp.example.com', password })
    const [{ id, version }] = (await call('GET', '/smtpSettings')).body.data
    const body = { host: 'mail.example.com', password: `${password}-2` }
    expect((await call('PATCH', `/smtpSettings/${id}`, { body, ifMatch: version })).status).toBe(
      200,
    )
    const updated = { 'filter[event][eq]': 'smtpSettings.updated' }
    for (const search of [password, `${password}-2`])
      expect(await find({ ...updated, search }, 'platformLogEntries')).toEqual([])
    const named = { ...updated, 'filter[changedFields][contains]': 'password' }
    expect(await find(named, 'platformLogEntries')).toHaveLength(1)
  })

  test('leave out records that were created, which have every field', async () => {
    const created = { 'filter[event][eq]': 'stores.created' }
    expect(await find({ ...created, 'filter[changedFields][contains]': 'code' })).toEqual([])
    expect(await find(created)).toHaveLength(1)
  })

  test('do not tell an operator of some stores which other stores a record names', async () => {
    await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, target_type)
      values (now(), 'someone', 'test.lists', 'test', '', ${JSON.stringify({
        storeIds: { before: [9_876_543], after: [] },
      })}, ${storeId}, 'stickers')`.execute(platform().platform.db)
    expect(await find({ 'filter[event][eq]': 'test.lists', search: '9876543' })).toEqual([])
    expect(await find({ 'filter[event][eq]': 'test.lists', search: 'storeIds' })).toHaveLength(1)
  })

  test('are looked up along indexes', async () => {
    const { db } = platform().platform
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`explain select id from log_entries
        where search_text like '%9f1239%' or folded(log_change_text(event, changes)) like '%9f1239%'
        or log_field_keys(event, target_type, changes) && array['stores.primaryColour']`.execute(
        trx,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('BitmapOr')
    expect(plan).not.toContain('Seq Scan')
  })
})
