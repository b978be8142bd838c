import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { members } from '#shared/areas/members/members.ts'
import type { PlanRow } from '#shared/engine/bulk/planCalls.ts'
import { expireCredits, findRemainders } from '#server/platform/areas/credits/expireCredits.ts'
import { creditsMessages } from '#server/platform/areas/credits/messages.ts'
import { actingAccounts } from '#server/platform/database/migrations/119_actingAccounts.ts'
import { signedIn, visitor } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { confirmed } from '#tests/api/support/confirmed.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { newStore } from '#tests/api/support/stores.ts'
import { everyRight } from '#tests/api/support/rights.ts'

/** What the migration sets. */
const alone = { points: 10_000, currency: 1000 }

describe.each(usually('PGlite'))('credits on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let second: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
    second = await signedIn(platform(), await platform().addAccount(everyRight))
  })
  const db = () => platform().platform.db
  const inDays = (days: number) =>
    new Date(platform().platform.now().getTime() + days * 86_400_000).toISOString()

  async function newMember(values = {}) {
    const { id: storeId } = await newStore(call, { type: 'points', ...values })
    const [member] = await insertRows(platform(), members, [
      { storeId, groupId: null, active: true, name: 'Mia', email: 'mia@example.com' },
    ])
    return { storeId: Number(storeId), memberId: member?.id ?? 0 }
  }
  type Member = Awaited<ReturnType<typeof newMember>>
  const ask = (member: Member, values: object, by = call) =>
    by('POST', '/creditRequests', {
      body: { ...member, type: 'issue', amount: 100, unit: 'points', reason: 'Thanks', ...values },
    })
  const ledger = async ({ memberId }: Member) => {
    const { body } = await call(
      'GET',
      `/creditEntries?filter[memberId][eq]=${memberId}&sort=enteredAt`,
    )
    return body.data
  }
  const shown = async (member: Member) =>
    (await ledger(member)).map(({ type, amount, balance }: Record<string, unknown>) => [
      type,
      amount,
      balance,
    ])
  const heldBy = async ({ memberId }: Member) =>
    (
      await sql<{
        balance: number
      }>`select balance from credit_balances where member_id = ${memberId}`.execute(db())
    ).rows

  const moveTo = async ({ id }: { id: number }, email: string) => {
    const { version } = (await call('GET', `/users/${id}`)).body
    const moved = await call('PATCH', `/users/${id}`, { body: { email }, ifMatch: version })
    expect(moved.status).toBe(200)
  }

  test('what is issued and debited stands in the ledger at once, with the balance after it', async () => {
    const mia = await newMember()
    const issued = await ask(mia, { expiresOn: '2099-12-31', reference: 'PO-1' })
    expect(issued).toMatchObject({ status: 201, body: { state: 'posted' } })
    await ask(mia, { type: 'debit', amount: 30 })
    expect(await shown(mia)).toEqual([
      ['issue', 100, 100],
      ['adjust', -30, 70],
    ])
    const [first] = await ledger(mia)
    expect(first).toMatchObject({
      id: issued.body.entryId,
      reason: 'Thanks',
      reference: 'PO-1',
      expiresAt: '2100-01-01T00:00:00.000Z',
      issuedBy: platform().operator.email,
    })
    expect(await heldBy(mia)).toEqual([{ balance: 70 }])
  })

  test.each([
    [
      { type: 'debit', amount: 101 },
      { amount: 'This member has only 100 points. Enter a lower amount.' },
    ],
    [{ unit: 'EUR' }, { unit: "Choose points, this store's unit." }],
    [{ unit: 'euro' }, { unit: expect.stringMatching(/^Unit must be one of/) }],
    [{ expiresOn: '2020-01-01' }, { expiresOn: 'Choose today or a later date.' }],
    [
      { type: 'debit', expiresOn: '2099-01-01' },
      { expiresOn: "Leave this blank. Debits don't expire." },
    ],
    [{ amount: 0 }, { amount: 'Amount must be 1 point or more' }],
    [{ memberId: 2 ** 30 }, { memberId: "Member: this record doesn't exist, or it was deleted." }],
  ])('%j is refused at its field, and enters nothing', async (values, fields) => {
    const mia = await newMember()
    await ask(mia, {})
    expect(await ask(mia, values)).toMatchObject({ status: 422, body: { fields } })
    expect(await shown(mia)).toEqual([['issue', 100, 100]])
  })

  test('ledger and requests are found by their member and their store, and by their own words', async () => {
    const mia = await newMember({ name: 'Calder Recognition Torino' })
    const other = await newMember({ name: 'Wexcombe Leipzig' })
    const [adam] = await insertRows(platform(), members, [
      {
        storeId: mia.storeId,
        groupId: null,
        active: true,
        name: 'Adam Rossi',
        email: 'adam.ross13@example.org',
      },
    ])
    const reason = `Kept ${randomUUID()}`
    for (const member of [mia, other, { ...mia, memberId: adam?.id ?? 0 }])
      expect((await ask(member, { reason })).status).toBe(201)
    const found = async (list: string, search: string) => {
      const query = new URLSearchParams({ search, 'filter[reason][contains]': reason })
      const { status, body } = await call('GET', `/${list}?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.page.total).toBe(body.data.length)
      return body.data.map(({ memberId }: { memberId: number }) => memberId).toSorted()
    }
    const ofStore = [mia.memberId, adam?.id].toSorted()
    for (const list of ['creditEntries', 'creditRequests']) {
      expect(await found(list, 'rossi adam')).toEqual([adam?.id])
      expect(await found(list, 'adam.ross13@example.org')).toEqual([adam?.id])
      expect(await found(list, 'adam.ross13@example.com')).toEqual([])
      expect(await found(list, 'Torino')).toEqual(ofStore)
      expect(await found(list, 'recognition calder')).toEqual(ofStore)
      expect(await found(list, 'adam leipzig')).toEqual([])
      expect(await found(list, 'adam torino')).toEqual([adam?.id])
      expect(await found(list, `rossi calder ${reason}`)).toEqual([adam?.id])
      expect(await found(list, reason)).toHaveLength(3)
    }
  })

  test('an entry is found by its member however many others are called so', async () => {
    const mia = await newMember()
    const word = randomUUID().replaceAll('-', '')
    await sql`insert into members (store_id, name, email, active, created_at, created_by, updated_at, updated_by)
      select ${mia.storeId}, ${word}::text || ' ' || number, ${word}::text || number || '@example.com', true, now(), 'a test', now(), 'a test'
      from generate_series(1, 10001) as number`.execute(db())
    const { rows } = await sql<{ id: number }>`
      select max(id) as id from members where store_id = ${mia.storeId}`.execute(db())
    const last = { ...mia, memberId: rows[0]?.id ?? 0 }
    for (const member of [mia, last]) await ask(member, { reason: 'For a test of searches' })
    for (const search of [word, `${word} searches`]) {
      const { body } = await call('GET', `/creditEntries?search=${encodeURIComponent(search)}`)
      expect(body.data).toMatchObject([{ memberId: last.memberId }])
    }
  })

  test('a store that counts in a currency takes amounts in its minor units', async () => {
    const mia = await newMember({ type: 'gift', defaultCurrency: 'EUR' })
    expect((await ask(mia, { unit: 'EUR', amount: alone.currency * 100 })).body.state).toBe(
      'posted',
    )
    expect((await ask(mia, { unit: 'EUR', amount: alone.currency * 100 + 1 })).body.state).toBe(
      'waiting',
    )
  })

  describe('above the limit', () => {
    const large = { amount: alone.points + 1 }
    const decide = (by: Caller, { id, version }: { id: number; version: number }, body: object) =>
      by('POST', `/creditRequests/${id}/decision`, { body, ifMatch: version })

    test('nothing is entered until another operator approves', async () => {
      const mia = await newMember()
      const { body } = await ask(mia, large)
      expect(body).toMatchObject({ state: 'waiting', entryId: null })
      expect(await shown(mia)).toEqual([])
      expect(await decide(call, body, { decision: 'approve' })).toMatchObject({
        status: 409,
        body: { code: 'wrong_state', detail: expect.stringContaining('another operator') },
      })
      const approved = await decide(second, body, { decision: 'approve' })
      expect(approved).toMatchObject({ status: 200, body: { state: 'posted', version: 2 } })
      expect(await shown(mia)).toEqual([['issue', large.amount, large.amount]])
      expect(await decide(second, approved.body, { decision: 'approve' })).toMatchObject({
        status: 409,
      })
      expect(await shown(mia)).toHaveLength(1)
    })

    const made = async (by: Caller, more: object = {}) => {
      const email = `${randomUUID()}@example.com`
      const names = { firstName: 'Bo', lastName: 'Lee', jobTitle: null }
      const record = { ...names, email, groupIds: [], allStores: true, storeIds: [], ...more }
      const body = { kind: 'operator', records: [record] }
      const [link] = (await by('POST', '/users/invitations', { body })).body.links
      const password = 'A-new-password-1'
      const login = visitor(platform())
      await login('POST', '/invitations/accept', { body: { token: link.token, password } })
      const { token } = (await login('POST', '/auth/login', { body: { email, password } })).body
      return { id: link.id as number, email, call: visitor(platform(), token) }
    }
    const inGroupsOf = async ({ id }: { id: number }) => {
      const { groupIds } = (await call('GET', `/users/${id}`)).body
      return { groupIds }
    }

    test('nobody approves whose account, or a group of it, goes back to who asked', async () => {
      const mia = await newMember()
      const groups = await inGroupsOf(platform().operator)
      const own = await made(call, groups)
      const ofOwn = await made(own.call, groups)
      const dependent = async (by: Caller) => {
        const asked = (await ask(mia, large)).body
        return decide(by, asked, { decision: 'approve' })
      }
      const refused = {
        status: 409,
        body: { detail: creditsMessages.dependent(platform().operator.email) },
      }
      expect(await dependent(own.call)).toMatchObject(refused)
      expect(await dependent(ofOwn.call)).toMatchObject(refused)
      expect((await dependent(second)).status).toBe(200)

      const others = await made(second, groups)
      expect((await dependent(others.call)).status).toBe(200)
      const asked = (await ask(mia, large)).body
      await call('POST', `/users/${others.id}/link`)
      expect(await decide(others.call, asked, { decision: 'approve' })).toMatchObject(refused)
      const reject = { decision: 'reject', reason: 'No' }
      expect((await decide(others.call, asked, reject)).status).toBe(200)
    })

    test('nobody approves for an account that they, or an account of theirs, created or changed', async () => {
      const mia = await newMember()
      const groups = await inGroupsOf(platform().operator)
      const own = await made(second, groups)
      const ofOwn = await made(own.call, groups)
      for (const asker of [own, ofOwn]) {
        const asked = (await ask(mia, large, asker.call)).body
        expect(await decide(second, asked, { decision: 'approve' })).toMatchObject({
          status: 409,
          body: { detail: creditsMessages.askerOfApprover(asker.email) },
        })
        expect(await shown(mia)).toEqual([])
      }
      const asked = (await ask(mia, large, ofOwn.call)).body
      expect((await decide(call, asked, { decision: 'approve' })).status).toBe(200)
      const other = (await ask(mia, large, own.call)).body
      const reject = { decision: 'reject', reason: 'No' }
      expect((await decide(second, other, reject)).status).toBe(200)
    })

    test('nobody approves what they asked for, or who goes back to them, whatever address they have by then', async () => {
      const mia = await newMember()
      const groups = await inGroupsOf(platform().operator)
      const asker = await made(second, groups)
      const own = await made(asker.call, groups)
      const before = (await ask(mia, large, asker.call)).body
      await moveTo(asker, `${randomUUID()}@example.com`)
      const approve = { decision: 'approve' }
      expect(await decide(asker.call, before, approve)).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.notOwn },
      })
      for (const asked of [before, (await ask(mia, large, asker.call)).body])
        expect(await decide(own.call, asked, approve)).toMatchObject({
          status: 409,
          body: { detail: creditsMessages.dependent(asked.createdBy) },
        })
      // Whoever has that address now is another one.
      await moveTo(own, asker.email)
      expect((await decide(own.call, before, { decision: 'withdraw' })).status).toBe(409)
      expect((await decide(asker.call, before, { decision: 'withdraw' })).status).toBe(200)
      expect(await shown(mia)).toEqual([])
    })

    test('what was asked before accounts were kept is theirs whose address it has', async () => {
      const mia = await newMember()
      const { body } = await ask(mia, large)
      await sql`update credit_requests set asker_id = null where id = ${body.id}`.execute(db())
      const own = await made(call, await inGroupsOf(platform().operator))
      for (const by of [call, own.call])
        expect((await decide(by, body, { decision: 'approve' })).status).toBe(409)
      expect((await decide(call, body, { decision: 'withdraw' })).status).toBe(200)
    })

    test('another one rejects with a reason, who asked withdraws', async () => {
      const mia = await newMember()
      const [one, other] = [(await ask(mia, large)).body, (await ask(mia, large)).body]
      expect(await decide(second, one, { decision: 'reject' })).toMatchObject({
        status: 422,
        body: { fields: { reason: 'Reason is a required field' } },
      })
      const why = { decision: 'reject', reason: 'Too much' }
      expect((await decide(call, one, why)).status).toBe(409)
      expect((await decide(second, one, why)).body).toMatchObject({
        state: 'rejected',
        decisionReason: 'Too much',
      })
      expect((await decide(second, other, { decision: 'withdraw' })).status).toBe(409)
      expect((await decide(call, other, { decision: 'withdraw' })).body.state).toBe('withdrawn')
      expect(await shown(mia)).toEqual([])
    })

    test('what is wrong by itself is told, whatever it is, when many are looked at', async () => {
      const records = [{ storeId: 'x', memberId: {}, amount: 1, unit: 'points', type: 'issue' }]
      const checked = await call('POST', '/creditRequests/many/check', { body: { records } })
      expect(checked.status).toBe(200)
      expect(checked.body.rows[0].fields).toHaveProperty('storeId')
      const values = { body: { records: [{ attributeId: 'x', label: 'A' }] } }
      expect((await call('POST', '/subAttributes/many/check', values)).status).toBe(200)
    })

    test('ten who approve at once enter it once', async () => {
      const mia = await newMember()
      const { body } = await ask(mia, large)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => decide(second, body, { decision: 'approve' })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
      expect(await shown(mia)).toHaveLength(1)
    })

    test('an entry is taken back once another operator approves, who asks for no second time', async () => {
      const mia = await newMember()
      const issue = await ask(mia, large)
      const { entryId } = (await decide(second, issue.body, { decision: 'approve' })).body
      const back = () =>
        call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'By mistake' } })
      const asked = await back()
      const debit = { type: 'debit', amount: large.amount, unit: 'points', reverses: entryId }
      expect(asked).toMatchObject({
        status: 201,
        body: { ...debit, ...mia, state: 'waiting', entryId: null, reason: 'By mistake' },
      })
      expect(await shown(mia)).toEqual([['issue', large.amount, large.amount]])
      expect(await back()).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.reversalWaits },
      })
      const waits = { reversedBy: null, reversalId: asked.body.id }
      expect((await ledger(mia))[0]).toMatchObject(waits)
      expect(await decide(call, asked.body, { decision: 'approve' })).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.notOwn },
      })
      const approved = await decide(second, asked.body, { decision: 'approve' })
      expect(approved).toMatchObject({ status: 200, body: { state: 'posted' } })
      expect(await shown(mia)).toEqual([
        ['issue', large.amount, large.amount],
        ['reverse', -large.amount, 0],
      ])
      const [, reversal] = await ledger(mia)
      expect(reversal).toMatchObject({ id: approved.body.entryId, reverses: entryId })
      expect(await back()).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.reversed },
      })
    })

    test('what was not to be taken back may be asked for again; of ten who ask at once one waits', async () => {
      const mia = await newMember()
      const issue = await ask(mia, large)
      const { entryId } = (await decide(second, issue.body, { decision: 'approve' })).body
      const back = () =>
        call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'By mistake' } })
      const first = (await back()).body
      await decide(second, first, { decision: 'reject', reason: 'It is right' })
      const answers = await Promise.all(Array.from({ length: 10 }, back))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    })

    test('what takes an entry back that was spent meanwhile is not approved, and not asked for after', async () => {
      const mia = await newMember()
      const issue = await ask(mia, large)
      const { entryId } = (await decide(second, issue.body, { decision: 'approve' })).body
      const back = () =>
        call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'By mistake' } })
      const asked = (await back()).body
      await ask(mia, { type: 'debit', amount: 5 })
      const detail = creditsMessages.balanceTooLow('9,996 points')
      const tooMuch = { status: 409, body: { detail } }
      expect(await decide(second, asked, { decision: 'approve' })).toMatchObject(tooMuch)
      await decide(call, asked, { decision: 'withdraw' })
      expect(await back()).toMatchObject(tooMuch)
      expect(await shown(mia)).toHaveLength(2)
    })

    test('a debit that the balance no longer has is not approved', async () => {
      const mia = await newMember()
      const first = await ask(mia, large)
      await decide(second, first.body, { decision: 'approve' })
      const debit = await ask(mia, { ...large, type: 'debit' })
      expect(debit.body.state).toBe('waiting')
      await ask(mia, { type: 'debit', amount: 5 })
      expect(await decide(second, debit.body, { decision: 'approve' })).toMatchObject({
        status: 409,
        body: {
          detail: "This member has only 9,996 points left, so the full amount can't be removed.",
        },
      })
      expect(await shown(mia)).toHaveLength(2)
    })
  })

  describe('the limit', () => {
    const limits = async () => (await call('GET', '/creditLimits/1')).body
    const set = async (by: Caller, values: object) => {
      const change = { body: { reason: 'Board', ...values }, ifMatch: (await limits()).version }
      const answer = await confirmed(by, '/creditLimits/1', change)
      expect(answer.status).toBe(200)
    }
    const stateOf = async (amount: number, by = call) =>
      (await ask(await newMember(), { amount }, by)).body.state
    afterEach(async () => {
      await set(call, { ...alone, reason: 'Again' })
      await set(second, { points: alone.points + 1 })
      await set(second, { points: alone.points, reason: 'As before' })
    })

    test('is a setting, whose change says how many stores and requests it reaches', async () => {
      const mia = await newMember()
      await ask(mia, { amount: 12_345 })
      const told = await call('PATCH', '/creditLimits/1', {
        body: { points: 20_000, reason: 'Board' },
        ifMatch: (await limits()).version,
      })
      expect(told).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
      expect(told.body.reach.worse[0].what).toMatch(/wouldn't have needed approval$/)
      expect((await limits()).points).toBe(alone.points)
      const { body } = await call('PATCH', '/creditLimits/1', {
        body: { points: -1, reason: 'x' },
        ifMatch: (await limits()).version,
      })
      expect(body.fields).toEqual({ points: 'Points must be 0 or more' })
    })

    test('counts the requests of the last 30 days by the clock of the platform', async () => {
      await ask(await newMember(), { amount: 12_345 })
      const worse = async () => {
        const change = { body: { points: 20_000, reason: 'Board' } }
        const ifMatch = (await limits()).version
        const told = await call('PATCH', '/creditLimits/1', { ...change, ifMatch })
        expect(told.body.code).toBe('unconfirmed')
        return told.body.reach.worse
      }
      expect(await worse()).not.toEqual([])
      const days = 31
      // Whoever is signed in stays so.
      await sql`update tokens set created_at = ${inDays(days)}, last_used_at = ${inDays(days)}`.execute(
        db(),
      )
      platform().advance(days * 86_400_000)
      try {
        expect(await worse()).toEqual([])
      } finally {
        platform().advance(-days * 86_400_000)
      }
    })

    test('that is lowered holds for everybody', async () => {
      await set(call, { points: 50 })
      expect([await stateOf(51), await stateOf(51, second)]).toEqual(['waiting', 'waiting'])
      expect(await stateOf(50)).toBe('posted')
    })

    test('that is raised counts for others, and for who raised it once another sets it', async () => {
      await set(call, { points: 20_000 })
      expect([await stateOf(20_000), await stateOf(20_000, second)]).toEqual(['waiting', 'posted'])
      await set(second, { currency: 2000 })
      expect(await stateOf(20_000)).toBe('waiting')
      await set(second, { points: 30_000 })
      expect(await stateOf(30_000)).toBe('posted')
    })

    test('that an account raised which goes back to who asks does not count for them', async () => {
      const mine = await platform().addAccount(everyRight)
      const puppet = await signedIn(platform(), mine)
      const { groupIds } = (await call('GET', `/users/${platform().operator.id}`)).body
      await sql`insert into audit (time, actor, event, target_type, target_id, request_id, ip)
        values (${inDays(0)}, ${platform().operator.email}, 'users.created', 'users', ${mine.id}, 'r', '')`.execute(
        db(),
      )
      expect(groupIds.length).toBeGreaterThan(0)
      await set(puppet, { points: 20_000 })
      expect([await stateOf(20_000), await stateOf(20_000, second)]).toEqual(['waiting', 'posted'])
    })

    test('that somebody raised does not count for them by another address', async () => {
      const account = await platform().addAccount(everyRight)
      const raiser = await signedIn(platform(), account)
      await set(raiser, { points: 20_000 })
      await moveTo(account, `${randomUUID()}@example.com`)
      expect([await stateOf(20_000, raiser), await stateOf(20_000, second)]).toEqual([
        'waiting',
        'posted',
      ])
    })

    test('and requests of before accounts were kept are theirs who had the address when that began', async () => {
      await set(call, { points: 20_000 })
      const { body } = await ask(await newMember(), { amount: 20_000 })
      const accounts = async (connection: ReturnType<typeof db>) => {
        const { rows } = await sql`select asker_id as id from credit_requests where id = ${body.id}
          union all (select set_by_id from credit_limit_steps order by id desc limit 1)`.execute(
          connection,
        )
        return rows
      }
      const both = [{ id: platform().operator.id }, { id: platform().operator.id }]
      expect(await accounts(db())).toEqual(both)
      const trx = await db().startTransaction().execute()
      await sql`drop function acting_account cascade`.execute(trx)
      for (const column of [
        'audit drop actor_id',
        'credit_requests drop asker_id',
        'credit_limit_steps drop set_by_id',
      ])
        await sql.raw(`alter table ${column}`).execute(trx)
      await actingAccounts.up(trx as never) // It sees tables as they were then.
      expect(await accounts(trx)).toEqual(both)
      await trx.rollback().execute()
    })

    test('holds for the programmes of groups, as for who writes them', async () => {
      const { storeId } = await newMember()
      const group = (by: Caller, creditAmount: number) =>
        by('POST', '/memberGroups', {
          body: {
            storeId,
            name: randomUUID(),
            type: 'manual',
            rules: [],
            priority: 1,
            isDefault: false,
            unit: 'points',
            creditAmount,
            creditPeriod: 'month',
          },
        })
      await set(call, { points: 20_000 })
      expect(await group(call, 20_000)).toMatchObject({
        status: 422,
        body: { fields: { creditAmount: expect.stringContaining('without approval') } },
      })
      expect((await group(second, 20_000)).status).toBe(201)
    })

    test('keeps each step that led to it, whoever writes', async () => {
      for (const statement of ['delete from', 'truncate'])
        await expect(sql.raw(`${statement} credit_limit_steps`).execute(db())).rejects.toThrow(
          /append-only/,
        )
    })
  })

  describe('an entry', () => {
    const reverse = (id: number, reason = 'By mistake') =>
      call('POST', `/creditEntries/${id}/reversal`, { body: { reason } })

    test('is taken back once, by one that names it', async () => {
      const mia = await newMember()
      const { entryId } = (await ask(mia, {})).body
      const answers = await Promise.all([reverse(entryId), reverse(entryId), reverse(entryId)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      expect(await shown(mia)).toEqual([
        ['issue', 100, 100],
        ['reverse', -100, 0],
      ])
      const [, back] = await ledger(mia)
      expect(back).toMatchObject({ reverses: entryId, labels: { reverses: 'Thanks' } })
      const told = { reversedBy: back.id, reversalId: null, labels: { reversedBy: 'By mistake' } }
      expect((await call('GET', `/creditEntries/${entryId}`)).body).toMatchObject(told)
      expect((await ledger(mia))[0]).toMatchObject(told)
      expect((await reverse(back.id)).status).toBe(409)
    })

    test('is not taken back when it was spent', async () => {
      const mia = await newMember()
      const { entryId } = (await ask(mia, {})).body
      await ask(mia, { type: 'debit', amount: 1 })
      expect(await reverse(entryId)).toMatchObject({ status: 409 })
      expect(await reverse(entryId, '')).toMatchObject({ status: 422 })
    })
  })

  const nextExpiry = async ({ memberId }: Member) => {
    const { rows } = await sql<{ next: string | null }>`
      select next_expiry as next from credit_balances where member_id = ${memberId}`.execute(db())
    return rows[0]?.next
  }
  const entering =
    ({ storeId, memberId }: Member) =>
    (amount: number, at: number, expires: number | null) =>
      sql<{ id: number }>`insert into credit_entries
          (store_id, member_id, entered_at, type, amount, unit, balance, reason, expires_at, issued_by)
        values (${storeId}, ${memberId}, ${inDays(at)}, ${amount > 0 ? 'issue' : 'redeem'}, ${amount}, 'points', 0,
          'x', ${expires === null ? null : inDays(expires)}, 'test') returning id`.execute(db())

  test('what is given back after it would have expired expires then', async () => {
    const mia = await newMember()
    const enter = entering(mia)
    await enter(100, -9, -1)
    await enter(50, -8, 5)
    const { rows } = await enter(-110, -6, null)
    await expireCredits(platform().platform)
    const back = { body: { reason: 'By mistake' } }
    await call('POST', `/creditEntries/${rows[0]?.id}/reversal`, back)
    await expireCredits(platform().platform)
    expect((await shown(mia)).slice(2)).toEqual([
      ['redeem', -110, 40],
      ['reverse', 110, 150],
      ['expire', -100, 50],
    ])
    expect((await nextExpiry(mia))?.slice(0, 10)).toBe(inDays(5).slice(0, 10))
  })

  test('what nobody spent in time expires once, and what is left of it alone', async () => {
    const mia = await newMember()
    const enter = entering(mia)
    await enter(100, -9, -1)
    await enter(50, -8, 5)
    await enter(20, -7, null)
    await enter(-30, -6, null)
    await Promise.all([expireCredits(platform().platform), expireCredits(platform().platform)])
    await expireCredits(platform().platform)
    expect((await shown(mia)).at(-1)).toEqual(['expire', -70, 70])
    expect(await shown(mia)).toHaveLength(5)
    expect((await nextExpiry(mia))?.slice(0, 10)).toBe(inDays(5).slice(0, 10))
  })

  describe('what is left of an entry', () => {
    const issue = async (member: Member, values: object, by = call) =>
      (await ask(member, values, by)).body.entryId as number
    const expire = (id: number, reason = 'Left the company', key = randomUUID(), by = call) =>
      by('POST', `/creditEntries/${id}/expiry`, { body: { reason }, key })
    const remainders = async (member: Member) =>
      (await ledger(member)).map(({ remaining }: Record<string, unknown>) => remaining)

    test('is told, and expires by hand once, with a reason, before what expires sooner', async () => {
      const mia = await newMember()
      const sooner = await issue(mia, { amount: 70, expiresOn: '2099-01-31' })
      const later = await issue(mia, { amount: 100, expiresOn: '2099-12-31' })
      await ask(mia, { type: 'debit', amount: 30 })
      expect(await remainders(mia)).toEqual([40, 100, null])
      const key = randomUUID()
      for (let sent = 0; sent < 2; sent++)
        expect(await expire(later, 'Left the company', key)).toMatchObject({
          status: 200,
          body: { id: later },
        })
      expect(await shown(mia)).toEqual([
        ['issue', 70, 70],
        ['issue', 100, 170],
        ['adjust', -30, 140],
        ['expire', -100, 40],
      ])
      expect(await remainders(mia)).toEqual([40, 0, null, null])
      expect(await expire(later)).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.nothingLeft },
      })
      expect((await expire(sooner, '')).status).toBe(422)
      const { rows } = await sql<{
        actor: string
        changes: object
      }>`select actor, changes from audit
        where event = 'creditEntries.expired' and target_id = ${later}`.execute(db())
      expect(rows).toMatchObject([
        {
          actor: platform().operator.email,
          changes: { amount: { after: -100 }, reason: { after: 'Left the company' } },
        },
      ])
    })

    test('counts toward the limits when it expires, needs the right to write, and a store in reach', async () => {
      const mia = await newMember()
      const id = await issue(mia, { amount: alone.points }, second)
      const reader = await signedIn(platform(), await platform().addAccount(['dashboardRead:read']))
      const elsewhere = await newMember()
      const far = await signedIn(
        platform(),
        await platform().addAccount(everyRight, [elsewhere.storeId]),
      )
      expect((await expire(id, 'No', randomUUID(), reader)).status).toBe(403)
      expect((await expire(id, 'No', randomUUID(), far)).status).toBe(404)
      await ask(mia, { amount: 1 })
      expect(await expire(id)).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.expiryAboveLimits },
      })
      expect((await shown(mia)).at(-1)).toEqual(['issue', 1, alone.points + 1])
    })
  })

  describe('entries that expire', () => {
    const issueTo = async (member: Member, amount: number, days: number) =>
      (await ask(member, { amount, expiresOn: inDays(days).slice(0, 10) })).body.entryId as number

    test('are listed only while something of them is left, if that is asked for', async () => {
      const mia = await newMember()
      const spent = await issueTo(mia, 40, 5)
      const kept = await issueTo(mia, 60, 20)
      await ask(mia, { type: 'debit', amount: 50 })
      const list = async (more = '') => {
        const path = `/creditEntries?filter[memberId][eq]=${mia.memberId}&sort=expiresAt`
        const { status, body } = await call('GET', path + more)
        expect(status).toBe(200)
        return { ids: body.data.map(({ id }: { id: number }) => id), total: body.page.total }
      }
      expect((await list()).ids).toContain(spent)
      expect(await list('&left=some')).toEqual({ ids: [kept], total: 1 })
      const wrong = `/creditEntries?left=none`
      expect((await call('GET', wrong)).status).toBe(400)
    })

    test('have the same rest in the database as in the program, whatever was entered', async () => {
      const random = fc.record({
        amount: fc.integer({ min: 1, max: 9 }),
        kind: fc.constantFrom('issue', 'issue', 'debit', 'reverse', 'expire'),
        at: fc.nat(9),
        days: fc.option(fc.integer({ min: 1, max: 3 })),
      })
      const histories = fc.sample(fc.array(random, { minLength: 4, maxLength: 12 }), {
        numRuns: 25,
        seed: 14,
      })
      for (const history of histories) {
        const { storeId, memberId } = await newMember()
        const ids: { id: number; amount: number; isReversed: boolean }[] = []
        let held = 0
        for (const { amount: given, kind, at, days } of history) {
          const known = ids[at % Math.max(1, ids.length)]
          const isReversal = kind === 'reverse' && known !== undefined && !known.isReversed
          const amount = isReversal
            ? -known.amount
            : kind === 'issue'
              ? given
              : -Math.min(given, held)
          if (amount === 0 || held + amount < 0) continue
          const type = isReversal
            ? 'reverse'
            : kind === 'expire'
              ? 'expire'
              : amount > 0
                ? 'issue'
                : 'redeem'
          const { rows } = await sql<{ id: number }>`
            insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance, reason, expires_at, issued_by, reverses, reference)
            values (${storeId}, ${memberId}, now(), ${type}, ${amount}, 'points', 0, 'x',
              ${amount > 0 && days !== null ? inDays(days) : null}, 'test', ${isReversal ? known.id : null},
              ${type === 'expire' && known ? `#${known.id}` : null}) returning id`.execute(db())
          if (isReversal) known.isReversed = true
          held += amount
          ids.push({ id: Number(rows[0]?.id), amount, isReversed: isReversal })
        }
        const lefts = await findRemainders(db(), [{ memberId, unit: 'points' }])
        const { rows } = await sql<{ id: number; left: number }>`
          select id, credit_remainder(id)::integer as left from credit_entries where member_id = ${memberId}`.execute(
          db(),
        )
        for (const { id, left } of rows)
          expect(left, JSON.stringify(history)).toBe(lefts.get(id) ?? 0)
      }
    })

    const plan = async (ids: readonly number[], values: object = { reason: 'Left the company' }) =>
      call('POST', '/creditEntries/bulk/plan', { body: { action: 'expire', values, ids } })

    test('expire many at once with a reason, as a plan showed', async () => {
      const [mia, ben] = [await newMember(), await newMember()]
      const [one, two, spent] = [
        await issueTo(mia, 40, 5),
        await issueTo(ben, 60, 5),
        await issueTo(ben, 30, 2),
      ]
      await ask(ben, { type: 'debit', amount: 30 })
      expect((await plan([one], {})).status).toBe(422)
      const { body } = await plan([one, two, spent])
      expect(body.counts).toEqual({ changes: 2, unchanged: 1, refused: 0, total: 3 })
      expect(body.reaches).toEqual(['A total of 100 points will expire now for 2 members.'])
      const rows = (await call('GET', `/plans/${body.id}?outcome=change`)).body.data
      expect(
        rows.map(({ before, after }: PlanRow) => [before['remaining'], after['remaining']]),
      ).toEqual(
        expect.arrayContaining([
          [40, 0],
          [60, 0],
        ]),
      )
      const file = (await call('GET', `/plans/${body.id}/export`)).body
      expect(file).toContain('Remaining,40 points,0 points,Will change')
      await ask(ben, { type: 'debit', amount: 10 })
      const job = (await call('POST', '/creditEntries/bulk', { body: { plan: body.id } })).body.id
      await runProductJob(platform(), job)
      const outcomes = await outcomesOf(db(), job)
      expect(outcomes.map(([, outcome]) => outcome).toSorted()).toEqual([
        'done',
        'refused',
        'unchanged',
      ])
      expect(outcomes.find(([, outcome]) => outcome === 'refused')?.[2]).toBe(
        creditsMessages.otherRemainder('50 points'),
      )
      expect((await shown(mia)).at(-1)).toEqual(['expire', -40, 0])
      expect(await heldBy(ben)).toEqual([{ balance: 50 }])
      expect((await call('POST', `/jobs/${job}/undo`)).status).toBe(409)
    })

    test('expire many at once only within the limits of who started it', async () => {
      const mia = await newMember()
      const id = (await ask(mia, { amount: alone.points }, second)).body.entryId
      await ask(mia, { amount: 1 })
      const { body } = await plan([id])
      const job = (await call('POST', '/creditEntries/bulk', { body: { plan: body.id } })).body.id
      await runProductJob(platform(), job)
      expect(await outcomesOf(db(), job)).toEqual([
        [expect.any(String), 'refused', creditsMessages.expiryAboveLimits],
      ])
    })
  })

  test('amounts are sorted within each currency, on all pages, and never across', async () => {
    const made = await newMember({ type: 'gift', defaultCurrency: 'EUR' })
    const others = [await newMember(), await newMember({ type: 'gift', defaultCurrency: 'JPY' })]
    const stores = [made, ...others].map(({ storeId }) => storeId)
    for (const [member, unit, amounts] of [
      [made, 'EUR', [500, 9_000]],
      [others[0] ?? made, 'points', [3000, 20]],
      [others[1] ?? made, 'JPY', [900, 80]],
    ] as const)
      for (const amount of amounts) await ask(member, { unit, amount })
    const account = await platform().addAccount(everyRight, stores)
    const by = await signedIn(platform(), account)
    const pages = async (sort: string) => {
      const found: string[] = []
      for (let after: string | null = ''; after !== null;) {
        const path = `/creditRequests?sort=${sort}&limit=2${after && `&after=${after}`}`
        const { body } = await by('GET', path)
        for (const { unit, amount } of body.data) found.push(`${unit} ${amount}`)
        after = body.page.next
      }
      return found
    }
    const ascending = ['EUR 500', 'EUR 9000', 'JPY 80', 'JPY 900', 'points 20', 'points 3000']
    expect(await pages('amount')).toEqual(ascending)
    expect(await pages('-amount')).toEqual(ascending.toReversed())
    const { body } = await by('GET', '/creditLiabilities?sort=outstanding')
    const owed = body.data.map(
      ({ unit, outstanding }: { unit: string; outstanding: number }) => `${unit} ${outstanding}`,
    )
    expect(owed).toEqual(['EUR 9500', 'JPY 980', 'points 3020'])
  })

  test('all that expires does so in one go, however few are seen to at a time', async () => {
    const some = [await newMember(), await newMember(), await newMember()]
    for (const member of some) await entering(member)(100, -9, -1)
    await expireCredits(platform().platform, 1)
    for (const member of some) expect((await shown(member)).at(-1)).toEqual(['expire', -100, 0])
  })

  test('the liability of each store is the sum of its ledger', async () => {
    const mia = await newMember()
    await ask(mia, { expiresOn: inDays(10).slice(0, 10) })
    await ask(mia, { amount: 40 })
    await ask(mia, { type: 'debit', amount: 15 })
    const { body } = await call('GET', `/creditLiabilities?filter[storeId][eq]=${mia.storeId}`)
    expect(body.data).toMatchObject([
      { unit: 'points', outstanding: 125, expiring: 100, holders: 1, storeId: mia.storeId },
    ])
    const { rows } = await sql`select 1 from credit_liabilities as told join (
        select store_id, unit, sum(amount) as sum from credit_entries group by 1, 2) as sums
      using (store_id, unit) where sums.sum <> told.outstanding`.execute(db())
    expect(rows).toEqual([])
  })

  test('liabilities are summed by unit over all that a list finds, and never across units', async () => {
    const name = `Summed ${randomUUID()}`
    const [mia, adam, eva] = [
      await newMember({ name: `${name} one` }),
      await newMember({ name: `${name} two` }),
      await newMember({ name: `${name} three`, type: 'gift', defaultCurrency: 'EUR' }),
    ]
    await ask(mia, { amount: 100, expiresOn: inDays(10).slice(0, 10) })
    await ask(adam, { amount: 50 })
    await ask(eva, { amount: 999, unit: 'EUR' })
    const sums = async (query: string) =>
      (await call('GET', `/creditLiabilities?limit=1&${query}`)).body.sums
    const all = [mia, adam, eva].map(({ storeId }) => storeId)
    const held = `filter[storeId][contains]=${encodeURIComponent(name)}`
    expect(await sums(held)).toEqual([
      { unit: 'EUR', holders: 1, outstanding: 999, expiring: 0 },
      { unit: 'points', holders: 2, outstanding: 150, expiring: 100 },
    ])
    expect(await sums(`${held}&filter[expiring][gte]=1`)).toEqual([
      { unit: 'points', holders: 1, outstanding: 100, expiring: 100 },
    ])
    const some = await signedIn(platform(), await platform().addAccount(everyRight, [all[1] ?? 0]))
    expect((await some('GET', '/creditLiabilities')).body.sums).toEqual([
      { unit: 'points', holders: 1, outstanding: 50, expiring: 0 },
    ])
  })

  test('of what is owed, that is told apart which expires within 30 days', async () => {
    const mia = await newMember()
    const expiring = async () => {
      const asked = `filter[storeId][eq]=${mia.storeId}`
      const [of] = (await call('GET', `/creditLiabilities?${asked}`)).body.data
      const file = await call('GET', `/creditLiabilities/export?columns=expiring&${asked}`)
      expect(file.body.trim().split('\r\n').at(-1)).toBe(`${of.expiring.toFixed(0)},points`)
      return of.expiring
    }
    await ask(mia, { expiresOn: inDays(40).slice(0, 10) })
    // Others of the store may hold what expires.
    const before = await expiring()
    await ask(mia, {})
    expect(await expiring()).toBe(before)
    await ask(mia, { expiresOn: inDays(20).slice(0, 10) })
    expect(await expiring()).toBe(before + 100)
  })

  test('the database itself keeps balances from going below zero, and entries as they are', async () => {
    const mia = await newMember()
    await ask(mia, {})
    const own = `member_id = ${mia.memberId}`
    for (const [statement, refusal] of [
      [
        `insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance, reason, issued_by)
        values (${mia.storeId}, ${mia.memberId}, now(), 'redeem', -101, 'points', 5, 'x', 'x')`,
        'credit_balance_not_below_zero',
      ],
      [`update credit_entries set amount = 1000 where ${own}`, 'append-only'],
      [`delete from credit_entries where ${own}`, 'append-only'],
      ['truncate credit_entries cascade', 'append-only'],
      [`update credit_balances set balance = 1000 where ${own}`, 'follow from the ledger'],
      [`delete from credit_balances where ${own}`, 'follow from the ledger'],
    ] as const)
      await expect(sql.raw(statement).execute(db()), statement).rejects.toThrow(refusal)
    expect(await shown(mia)).toEqual([['issue', 100, 100]])
  })

  test('go with their store', async () => {
    const mia = await newMember()
    await ask(mia, {})
    await ask(mia, { amount: alone.points + 1 })
    await sql`delete from stores where id = ${mia.storeId}`.execute(db())
    expect([await ledger(mia), await heldBy(mia)]).toEqual([[], []])
  })
})
