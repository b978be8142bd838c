import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { createSmtpSettings } from '#tests/api/support/mail.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Entry = { id: number; event: string; changedFields: string | null }

describe.each(databases)('Changed fields in the logs on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let storeId: number
  beforeAll(async () => {
    call = await openSession(platform())
    const store = await createStore(call)
    storeId = store.id
    const changes = [{ primaryColour: '#1e293b', notes: 'A note' }, { primaryColour: '#9f1239' }]
    for (const [at, body] of changes.entries()) {
      const { status } = await call('PATCH', `/stores/${storeId}`, { body, ifMatch: at + 1 })
      expect(status).toBe(200)
    }
  })
  const findChangedFields = async (query: Record<string, string>, list = 'logEntries') => {
    const params = new URLSearchParams(query)
    if (list === 'logEntries') params.set('filter[storeId][eq]', String(storeId))
    const { status, body } = await call('GET', `/${list}?${params}`)
    expect(status).toBe(200)
    return (body.data as Entry[]).map(({ changedFields }) => changedFields)
  }

  test('each entry lists its changed fields', async () => {
    expect(await findChangedFields({ 'filter[event][eq]': 'stores.updated' })).toEqual([
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
    ['a short word and a longer one', 'a note', 1],
    ['a value that no entry has', '#9f1230', 0],
    ['punctuation only', '(', 0],
    ['the key "after" of a change', 'after', 0],
  ])('a search for %s finds the matching entries', async (_name, search, count) => {
    const event = { 'filter[event][eq]': 'stores.updated' }
    expect(await findChangedFields({ ...event, search })).toHaveLength(count)
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
  ])('the filter %s "%s" finds the matching entries', async (op, value, count) => {
    const event = { 'filter[event][eq]': 'stores.updated' }
    expect(
      await findChangedFields({ ...event, [`filter[changedFields][${op}]`]: value }),
    ).toHaveLength(count)
  })

  test('a changed secret is found by its field, never by its value', async () => {
    const password = 'Canary-4711-xyz'
    await createSmtpSettings(call, 587, { host: 'smtp.example.com', password })
    const [{ id, version }] = (await call('GET', '/smtpSettings')).body.data
    const body = { host: 'mail.example.com', password: `${password}-2` }
    expect((await call('PATCH', `/smtpSettings/${id}`, { body, ifMatch: version })).status).toBe(
      200,
    )
    const updated = { 'filter[event][eq]': 'smtpSettings.updated' }
    for (const search of [password, `${password}-2`])
      expect(await findChangedFields({ ...updated, search }, 'platformLogEntries')).toEqual([])
    const byFieldName = { ...updated, 'filter[changedFields][contains]': 'password' }
    expect(await findChangedFields(byFieldName, 'platformLogEntries')).toHaveLength(1)
  })

  test('the filter leaves out entries for created records', async () => {
    const created = { 'filter[event][eq]': 'stores.created' }
    expect(
      await findChangedFields({ ...created, 'filter[changedFields][contains]': 'code' }),
    ).toEqual([])
    expect(await findChangedFields(created)).toHaveLength(1)
  })

  test('a search by number does not find store IDs in a change', async () => {
    await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, target_type)
      values (now(), 'someone', 'test.lists', 'test', '', ${JSON.stringify({
        storeIds: { before: [9_876_543], after: [] },
      })}, ${storeId}, 'stickers')`.execute(platform().platform.db)
    expect(
      await findChangedFields({ 'filter[event][eq]': 'test.lists', search: '9876543' }),
    ).toEqual([])
    expect(
      await findChangedFields({ 'filter[event][eq]': 'test.lists', search: 'storeIds' }),
    ).toHaveLength(1)
  })

  test('searches use indexes', async () => {
    const { db } = platform().platform
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`explain select id from log_entries
        where search_text like '%9f1239%' and not is_erased
        or folded(log_change_text(event, stored_changes)) like '%9f1239%' and not is_erased
        or log_field_keys(event, target_type, stored_changes) && array['stores.primaryColour']`.execute(
        trx,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('BitmapOr')
    expect(plan).not.toContain('Seq Scan')
  })
})
