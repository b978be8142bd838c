import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder, insertPaidCharge } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

const lists = ['orders', 'paymentAttempts'] as const
const person = { name: 'Zoë Quill', email: 'zoe.quill@example.com' }

describe.each(chooseDatabases('PostgreSQL'))('Personal data on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let storeId: number
  let orderId: number
  let memberId: number
  let sees: Caller
  let reveals: Caller
  let masked: Caller
  beforeAll(async () => {
    const call = await openSession(platform())
    storeId = Number((await createStore(call)).id)
    const created = await call('POST', '/members', {
      body: { ...person, storeId, groupId: null, active: true, invite: false },
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const at = platform().platform.now().toISOString()
    const details = { storeId, at, amount: 4500, currency: 'CAD', reference: 'ch_3QzRare99' }
    const card = { brand: 'visa', last4: '9876' }
    orderId = await insertFailedOrder(db(), { ...details, card })
    await sql`update orders set member_id = ${created.body.id} where id = ${orderId}`.execute(db())
    await sql`update payment_attempts set member_id = ${created.body.id} where order_id = ${orderId}`.execute(
      db(),
    )
    await sql`insert into gift_cards (store_id, sent_at, amount, currency, status, recipient, reference)
      values (${storeId}, ${at}, 100, 'EUR', 'sent', ${person.email}, 'E-RARE-77')`.execute(db())
    const charge = await insertPaidCharge(db(), orderId, 'ch_Paid88Rare')
    await sql`insert into payment_refunds (store_id, order_id, charge_id, member_id, amount, currency, gateway, reason,
        as_credits, state, reference, created_at, created_by, updated_at, updated_by)
      values (${storeId}, ${orderId}, ${charge}, ${created.body.id}, 100, 'CAD', 'stripe', 'Late', false, 'succeeded',
        're_Rare55Back', ${at}, 'platform', ${at}, 'platform')`.execute(db())
    memberId = created.body.id
    await sql`insert into mails (store_id, time, kind, recipient, subject, status, attempts, ended_at)
      values (${storeId}, ${at}, 'payLink', ${person.email}, 'Rare subject', 'sent', 1, ${at})`.execute(
      db(),
    )
    const areas = ['payments', 'giftCards', 'smtpSettings']
    const openAs = async (permissions: string[]) =>
      openSession(platform(), await platform().addAccount(permissions))
    sees = await openAs([...areas, 'dashboardRead'])
    reveals = await openAs(areas)
    masked = await openAs([
      'payments:read',
      'payments:export',
      'giftCards:read',
      'smtpSettings:read',
    ])
  })

  const search = async (call: Caller, list: string, text: string) =>
    (await call('GET', `/${list}?search=${encodeURIComponent(text)}`)).body.data.length
  const getMember = async (call: Caller, list: string) =>
    (await call('GET', `/${list}?search=${encodeURIComponent('ch_3QzRare99')}`)).body.data[0].labels
      .memberId

  test.each(lists)('%s name their member to those who see members', async (list) => {
    expect(await getMember(sees, list)).toBe('Zoë Quill')
    expect(await getMember(masked, list)).toBe('Z••• Q•••')
  })

  test.each(lists)('%s are found by what identifies them', async (list) => {
    for (const text of [
      `#${orderId}`,
      'zoe quill',
      'zoe.quill@example.com',
      'ch_3QzRare99',
      '9876',
      '45.00 CAD',
      'quill 9876',
    ])
      expect([text, await search(sees, list, text)]).toEqual([text, 1])
    for (const text of ['45.01 CAD', '45.00 EUR', '9875', 'ch_3QzRare98'])
      expect([text, await search(sees, list, text)]).toEqual([text, 0])
  })

  test.each(lists)('%s are not found by a name that the account sees masked', async (list) => {
    for (const text of ['quill', person.email, 'zoe'])
      expect([text, await search(masked, list, text)]).toEqual([text, 0])
    expect(await search(masked, list, '9876')).toBe(1)
    const filter = `/${list}?filter[memberId][contains]=quill`
    expect((await masked('GET', filter)).body.data).toEqual([])
    expect((await sees('GET', filter)).body.data).toHaveLength(1)
  })

  test.each(['giftCards', 'mails'])('%s mask their recipient everywhere', async (list) => {
    const listOf = async (call: Caller, query = '') =>
      (await call('GET', `/${list}?filter[storeId][eq]=${storeId}${query}`)).body.data
    expect((await listOf(sees))[0].recipient).toBe(person.email)
    const [record] = await listOf(masked)
    expect(record.recipient).toBe('z•••')
    expect((await masked('GET', `/${list}/${record.id}`)).body.recipient).toBe('z•••')
    expect(await listOf(sees, '&search=zoe.quill')).toHaveLength(1)
    expect(await listOf(masked, '&search=zoe.quill')).toEqual([])
    expect(await listOf(sees, '&filter[recipient][contains]=quill')).toHaveLength(1)
    expect(await listOf(masked, '&filter[recipient][contains]=quill')).toEqual([])
  })

  test.each([
    ['members', person.name],
    ['members', person.email],
    ['orders', 'ch_Paid88Rare'],
    ['giftCards', 'E-RARE-77'],
    ['paymentRefunds', 're_Rare55Back'],
    ['paymentRefunds', 'zoe quill'],
  ])('%s found by "%s" lead to the member', async (list, text) => {
    const query = `?search=${encodeURIComponent(text)}&closest=true`
    const { data } = (await sees('GET', `/${list}${query}`)).body
    expect(data).toHaveLength(1)
    if (list === 'members') expect([data[0].id, data[0].name]).toEqual([memberId, person.name])
    else expect([data[0].memberId, data[0].labels.memberId]).toEqual([memberId, person.name])
  })

  test.each(['giftCards', 'mails', 'paymentRefunds'])(
    '%s name the member, masked for those who see no members',
    async (list) => {
      const path = `/${list}?filter[storeId][eq]=${storeId}`
      const [seen] = (await sees('GET', path)).body.data
      expect([seen.memberId, seen.labels.memberId]).toEqual([memberId, person.name])
      const single = (await sees('GET', `/${list}/${seen.id}`)).body
      expect([single.memberId, single.labels.memberId]).toEqual([memberId, person.name])
      expect((await masked('GET', path)).body.data[0].labels.memberId).toBe('Z••• Q•••')
    },
  )

  test('the log masks the names of members', async () => {
    const readLog = async (permissions: string[]) => {
      const call = await openSession(platform(), await platform().addAccount(permissions))
      const path = `/logEntries?filter[event][eq]=members.created&filter[storeId][eq]=${storeId}`
      return (await call('GET', path)).body.data[0]
    }
    const entry = await readLog(['storesRead', 'dashboardRead'])
    expect([entry.label, entry.changes.email.after]).toEqual([person.name, person.email])
    const hidden = await readLog(['storesRead'])
    expect(hidden.label).toBe('Z••• Q•••')
    expect(hidden.changes.email.after).toBe('z•••')
    expect(JSON.stringify(hidden)).not.toContain('quill')
  })

  test('the log masks the addresses in causes and in titles of jobs', async () => {
    await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, stream,
        severity, result, cause, target_type, label)
      values (now(), 'platform', 'mail.refused', 'test', '', '{}', ${storeId}, 'integrations',
        'error', 'failed', ${`550 <${person.email}> unknown`}, 'jobs', ${`Send a gift card to ${person.email}`})`.execute(
      db(),
    )
    const readEntry = async (permissions: string[]) => {
      const call = await openSession(platform(), await platform().addAccount(permissions))
      const filters = `filter[event][eq]=mail.refused&filter[storeId][eq]=${storeId}`
      const { body: csv } = await call('GET', `/logEntries/export?${filters}`)
      const [{ label, cause }] = (await call('GET', `/logEntries?${filters}`)).body.data
      return { label, cause, isExported: String(csv).includes(person.email) }
    }
    expect(await readEntry(['storesRead', 'dashboardRead'])).toEqual({
      label: `Send a gift card to ${person.email}`,
      cause: `550 <${person.email}> unknown`,
      isExported: true,
    })
    expect(await readEntry(['storesRead'])).toEqual({
      label: 'Send a gift card to z•••',
      cause: '550 <z•••> unknown',
      isExported: false,
    })
  })

  test("a log entry's personal data is revealed for a reason, once", async () => {
    const openAs = async (permissions: string[]) =>
      openSession(platform(), await platform().addAccount(permissions))
    const call = await openAs(['storesRead', 'payments:reveal'])
    const filters = `filter[event][eq]=members.created&filter[storeId][eq]=${storeId}`
    const [{ id }] = (await call('GET', `/logEntries?${filters}`)).body.data
    const path = `/logEntries/${id}/reveal`
    expect((await call('POST', path, { body: { reason: '' } })).status).toBe(422)
    const options = { body: { reason: 'The member called' }, key: 'reveal-entry' }
    const { status, body } = await call('POST', path, options)
    expect(status, JSON.stringify(body)).toBe(200)
    expect([body.label, body.changes.email.after]).toEqual([person.name, person.email])
    const nothing = { label: null, cause: null, changes: null }
    expect((await call('POST', path, options)).body).toEqual(nothing)
    const { rows } = await sql`
      select changes, stream, store_id from audit where event = 'logEntries.revealed'`.execute(db())
    const changes = { reason: { after: 'The member called' } }
    expect(rows).toEqual([{ changes, stream: 'security', storeId }])

    const withoutReveal = await openAs(['storesRead'])
    expect((await withoutReveal('POST', path, options)).status).toBe(403)
    const withoutLogs = await openAs(['payments'])
    expect((await withoutLogs('POST', path, options)).status).toBe(403)
    const { rows: entries } = await sql<{ id: number }>`
      select id from audit where store_id is null order by id limit 1`.execute(db())
    const inPlatformLog = `/platformLogEntries/${entries[0]?.id}/reveal`
    const limited = await platform().addAccount(['users', 'payments'], [storeId])
    const asLimited = await openSession(platform(), limited)
    expect((await asLimited('POST', inPlatformLog, { body: options.body })).status).toBe(404)
    const unlimited = await openAs(['users', 'payments'])
    expect((await unlimited('POST', inPlatformLog, { body: options.body })).status).toBe(200)
    expect((await call('POST', inPlatformLog, { body: options.body })).status).toBe(403)
  })

  test('a search still finds masked records by their other fields', async () => {
    expect(await search(masked, 'mails', 'rare')).toBe(1)
  })

  test('an export masks what its list masks', async () => {
    const { body } = await masked('GET', `/orders/export?search=${orderId}`)
    expect(body).toContain('Z••• Q•••')
    expect(body).not.toContain('Quill')
  })

  test.each([...lists, 'giftCards', 'mails'])(
    'a member of %s is revealed for a reason',
    async (list) => {
      const [{ id }] = (await reveals('GET', `/${list}?filter[storeId][eq]=${storeId}`)).body.data
      const path = `/${list}/${id}/reveal`
      expect((await reveals('POST', path, { body: { reason: '' } })).status).toBe(422)
      const body = { reason: 'The member called' }
      const revealed = await reveals('POST', path, { body, key: `reveal-${list}` })
      expect([revealed.status, revealed.body.email]).toEqual([200, person.email])
      expect((await reveals('POST', path, { body, key: `reveal-${list}` })).body.email).toBeNull()
      const { rows } = await sql<{ changes: unknown }>`
      select changes from audit where event = ${`${list}.revealed`}`.execute(db())
      expect(rows).toEqual([{ changes: { reason: { after: 'The member called' } } }])
      expect((await masked('POST', path, { body })).status).toBe(403)
    },
  )
})
