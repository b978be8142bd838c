import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import { issueProgramCredits } from '#server/platform/areas/members/issueProgramCredits.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder, insertOrder, insertPaidOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))("A member's page on $name", (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const db = () => platform().platform.db

  const activateStore = (storeId: number) =>
    sql`update stores set status = 'active' where id = ${storeId}`.execute(db())

  let memberCount = 0
  /** Creates a member of a store of their own, which is active. */
  async function createMember(values: Record<string, unknown> = {}) {
    const { id: storeId } = await createStore(call, { type: 'points' })
    await activateStore(storeId)
    const email = `member${++memberCount}@example.com`
    const { status, body } = await call('POST', '/members', {
      body: {
        name: 'Ann Lee',
        email,
        storeId,
        groupId: null,
        active: true,
        invite: false,
        ...values,
      },
    })
    expect(status).toBe(201)
    return { ...body, id: Number(body.id), storeId: Number(storeId), email: String(body.email) }
  }

  const loadTimeline = async (id: number, query = '') =>
    (await call('GET', `/members/${id}/timeline${query}`)).body

  const suspend = (member: { id: number; version: number }, reason: unknown = 'Asked us to') =>
    call('POST', `/members/${member.id}/suspension`, { body: { reason }, ifMatch: member.version })

  const addComment = (caller: Caller, recordId: number, body: string) =>
    caller('POST', '/comments', { body: { resource: 'members', recordId, body } })

  async function createAccount(permissions: readonly string[], storeIds: number[] | null = null) {
    const account = await platform().addAccount(permissions, storeIds)
    return openSession(platform(), account)
  }

  describe('Timeline', () => {
    test('contains every kind of entry, newest first, and leads to their records', async () => {
      const member = await createMember()
      const { id, storeId, email } = member
      const orderId = await insertFailedOrder(db(), { storeId, at: '2026-01-05T10:00:00.000Z' })
      await sql`update orders set member_id = ${id} where id = ${orderId}`.execute(db())
      await sql`update payment_attempts set member_id = ${id} where order_id = ${orderId}`.execute(
        db(),
      )
      await sql`insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency,
          state, started_at, started_by, reference)
        select store_id, order_id, id, 'charge-' || id, gateway, amount, currency, 'paid',
          '2026-01-06T10:00:00Z', 'ann@example.com', 'ch_1' from payment_attempts
        where order_id = ${orderId}`.execute(db())
      await sql`insert into pay_links (store_id, order_id, hash, created_at, expires_at)
        values (${storeId}, ${orderId}, ${`hash-${orderId}`}, '2026-01-06T09:00:00Z', '2026-01-13T09:00:00Z')`.execute(
        db(),
      )
      await sql`insert into payment_refunds (store_id, order_id, charge_id, member_id, amount, currency, gateway, reason,
          as_credits, state, created_at, created_by, updated_at, updated_by)
        select store_id, order_id, id, ${id}, 250, currency, gateway, 'One mug arrived broken', false, 'succeeded',
          '2026-01-06T11:00:00Z', 'ann@example.com', '2026-01-06T11:00:00Z', 'ann@example.com'
        from payment_charges where order_id = ${orderId}`.execute(db())
      const setupValues = {
        ...getInitialValues(paymentSetups),
        name: 'By invoice',
        provider: 'manual',
        instructions: 'Pay within 14 days',
        storeIds: [storeId],
      }
      const setup = await call('POST', '/paymentSetups', { body: setupValues })
      expect(setup.status, JSON.stringify(setup.body)).toBe(201)
      await sql`insert into disputes (store_id, order_id, setup_id, member_id, opened_at, changed_at, amount, currency,
          gateway, order_number, reason, status, reference)
        values (${storeId}, ${orderId}, ${setup.body.id}, ${id}, '2026-01-06T12:00:00Z', '2026-01-06T12:00:00Z', 1000, 'EUR',
          'stripe', '#1', 'fraudulent', 'open', 'dp_1')`.execute(db())
      await sql`insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, reason, issued_by)
        values (${storeId}, ${id}, '2026-01-07T10:00:00Z', 'issue', 500, 'points', 'Welcome', 'ann@example.com')`.execute(
        db(),
      )
      await sql`insert into gift_cards (store_id, sent_at, amount, currency, status, recipient)
        values (${storeId}, '2026-01-08T10:00:00Z', 2500, 'EUR', 'sent', ${email.toUpperCase()})`.execute(
        db(),
      )
      await sql`insert into mails (time, kind, recipient, subject, store_id, status, problem)
        values ('2026-01-09T10:00:00Z', 'payLink', ${email}, 'Pay your order', ${storeId}, 'failed', '550 No such user')`.execute(
        db(),
      )
      await call('POST', '/memberSignIns', {
        body: { storeId, email, method: 'sso', failure: 'The certificate has expired.' },
      })
      const group = (
        await call('POST', '/memberGroups', {
          body: {
            name: 'Sales',
            storeId,
            type: 'manual',
            priority: 1,
            isDefault: false,
            rules: [],
          },
        })
      ).body
      await call('PATCH', `/members/${id}`, {
        body: { groupId: group.id },
        ifMatch: member.version,
      })
      await addComment(call, id, 'Called about *points*')

      const { data, next, kinds } = await loadTimeline(id)
      const sources = data.map(({ source }: { source: string }) => source)
      expect(new Set(sources)).toEqual(
        new Set([
          'comment',
          'change',
          'groupChange',
          'signIn',
          'email',
          'giftCard',
          'credit',
          'charge',
          'paymentLink',
          'refund',
          'dispute',
          'attempt',
          'order',
        ]),
      )
      const times = data.map(({ at }: { at: string }) => Date.parse(at))
      expect(times).toEqual(times.toSorted((one: number, other: number) => other - one))
      expect(next).toBeNull()
      expect(kinds).toEqual(Object.keys(timelineKinds))
      const find = (source: string) =>
        data.find((entry: { source: string }) => entry.source === source)
      expect(find('charge')).toMatchObject({ recordId: orderId, status: 'paid', amount: 1250 })
      expect(find('refund')).toMatchObject({
        status: 'succeeded',
        amount: 250,
        reason: 'One mug arrived broken',
        details: { asCredits: false },
      })
      expect(find('dispute')).toMatchObject({ title: '#1', status: 'open', amount: 1000 })
      expect(find('attempt')).toMatchObject({ recordId: orderId, reason: expect.any(String) })
      expect(find('credit')).toMatchObject({ amount: 500, balance: 500, unit: 'points' })
      expect(find('email')).toMatchObject({ status: 'failed', reason: '550 No such user' })
      expect(find('signIn')).toMatchObject({
        status: 'failed',
        reason: 'The certificate has expired.',
        details: { method: 'sso' },
      })
      expect(find('groupChange')).toMatchObject({
        recordId: group.id,
        title: 'Sales',
        actor: platform().operator.email,
        details: { from: null, byRules: false },
      })
    })

    test('is paged without gaps or repeats, also among entries of the same instant', async () => {
      const { id, storeId } = await createMember()
      await sql`insert into orders (store_id, member_id, placed_at, amount, currency, status)
        select ${storeId}, ${id}, '2026-02-01T00:00:00Z'::timestamptz + (number / 3) * interval '1 hour', number, 'EUR', 'paid'
        from generate_series(1, 20) as number`.execute(db())
      await sql`insert into comments (resource, record_id, created_at, created_by, body)
        select 'members', ${id}, '2026-02-01T00:00:00Z'::timestamptz + (number / 2) * interval '1 hour', 'ann@example.com', number::text
        from generate_series(1, 10) as number`.execute(db())
      const seen: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const query: string = `?limit=4${after && `&after=${encodeURIComponent(after)}`}`
        const page = await loadTimeline(id, query)
        expect(page.data.length).toBeLessThanOrEqual(4)
        seen.push(
          ...page.data.map(
            (entry: { source: string; id: number }) => `${entry.source} ${entry.id}`,
          ),
        )
        after = page.next
      }
      const whole = (await loadTimeline(id, '?limit=100')).data
      expect(seen).toEqual(
        whole.map((entry: { source: string; id: number }) => `${entry.source} ${entry.id}`),
      )
      expect(new Set(seen).size).toBe(seen.length)
    })

    test('shows one kind if asked to, and rejects unknown kinds and cursors', async () => {
      const { id } = await createMember()
      await addComment(call, id, 'First')
      const { data } = await loadTimeline(id, '?kind=comments')
      expect(data.map(({ title }: { title: string }) => title)).toEqual(['First'])
      expect((await call('GET', `/members/${id}/timeline?kind=dreams`)).status).toBe(400)
      expect((await call('GET', `/members/${id}/timeline?after=xyz`)).status).toBe(400)
      expect((await call('GET', `/members/${id}/timeline?unknown=1`)).status).toBe(400)
    })

    test("leaves out the kinds that the caller's permissions don't include", async () => {
      const { id, storeId } = await createMember()
      await sql`insert into orders (store_id, member_id, placed_at, amount, currency, status)
        values (${storeId}, ${id}, '2026-02-01T00:00:00Z', 100, 'EUR', 'paid')`.execute(db())
      const limited = await createAccount(['dashboardRead', 'storesRead'])
      const { body } = await limited('GET', `/members/${id}/timeline`)
      expect(body.kinds).toEqual(['credits', 'signIns', 'groups', 'changes', 'comments'])
      expect(body.data.filter(({ source }: { source: string }) => source === 'order')).toEqual([])
      expect((await limited('GET', `/members/${id}/timeline?kind=orders`)).status).toBe(403)
    })

    test('is not found by accounts of other stores', async () => {
      const member = await createMember()
      const other = await createMember()
      const limited = await createAccount(['dashboardRead'], [other.storeId])
      for (const path of ['timeline', 'overview', 'signInCheck', 'creditCheck'])
        expect((await limited('GET', `/members/${member.id}/${path}`)).status).toBe(404)
      const report = { storeId: member.storeId, email: member.email, method: 'sso', failure: null }
      expect((await limited('POST', '/memberSignIns', { body: report })).status).toBe(404)
    })
  })

  test('shows the credits that wait for a second operator, by unit', async () => {
    const { id, storeId } = await createMember()
    for (const [type, amount, state] of [
      ['issue', 500, 'waiting'],
      ['debit', 800, 'waiting'],
      ['issue', 900, 'rejected'],
    ])
      await sql`insert into credit_requests (store_id, member_id, type, amount, unit, reason, state,
          created_at, created_by, updated_at, updated_by)
        values (${storeId}, ${id}, ${type}, ${amount}, 'points', 'A gift', ${state},
          now(), 'ann@example.com', now(), 'ann@example.com')`.execute(db())
    expect((await call('GET', `/members/${id}/overview`)).body.waitingCredits).toEqual([
      { unit: 'points', count: 2, amount: -300 },
    ])
  })

  test('the overview says how many credits expire next', async () => {
    const { id, storeId } = await createMember()
    const [soon, later] = [24, 48].map((hours) =>
      new Date(platform().platform.now().getTime() + hours * 3_600_000).toISOString(),
    )
    for (const [amount, expiresAt] of [
      [500, soon],
      [200, soon],
      [100, later],
      [50, null],
      [-300, null],
    ])
      await sql`insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, reason,
          issued_by, expires_at)
        values (${storeId}, ${id}, now(), ${Number(amount) > 0 ? 'issue' : 'redeem'}, ${amount}, 'points',
          'A gift', 'ann@example.com', ${expiresAt})`.execute(db())
    const { balances } = (await call('GET', `/members/${id}/overview`)).body
    expect(balances).toEqual([
      { unit: 'points', balance: 550, expiring: { amount: 400, at: soon } },
    ])
  })

  describe('Suspension', () => {
    test('needs a reason, makes the member inactive, and is shown with who did it and why', async () => {
      const member = await createMember()
      expect((await suspend(member, '')).body.fields).toEqual({ reason: expect.any(String) })
      const suspended = await suspend(member, 'Left the company')
      expect(suspended).toMatchObject({ status: 200, body: { active: false } })
      const { body } = await call('GET', `/members/${member.id}/overview`)
      expect(body.suspension).toEqual({
        at: suspended.body.updatedAt,
        by: platform().operator.email,
        reason: 'Left the company',
      })
      expect((await suspend(suspended.body)).body.code).toBe('wrong_state')
      const { data } = await loadTimeline(member.id, '?kind=changes')
      expect(data[0]).toMatchObject({ title: 'members.suspended' })
    })

    test('ends only by a reactivation, not by an edit', async () => {
      const member = await createMember()
      const { body: suspended } = await suspend(member)
      const edit = await call('PATCH', `/members/${member.id}`, {
        body: { active: true },
        ifMatch: suspended.version,
      })
      expect(edit).toMatchObject({
        status: 422,
        body: { fields: { active: expect.stringMatching(/suspended/) } },
      })
      const reactivate = (version: number) =>
        call('POST', `/members/${member.id}/reactivation`, {
          body: { reason: null },
          ifMatch: version,
        })
      const reactivated = await reactivate(suspended.version)
      expect(reactivated).toMatchObject({ status: 200, body: { active: true } })
      expect((await reactivate(reactivated.body.version)).body.code).toBe('wrong_state')
      expect((await call('GET', `/members/${member.id}/overview`)).body.suspension).toBeNull()
    })

    test('since when a member is active or inactive is known for every kind of change', async () => {
      const member = await createMember()
      const getChange = async () =>
        (await call('GET', `/members/${member.id}/overview`)).body.statusChange
      expect(await getChange()).toBeNull()
      const { body: suspended } = await suspend(member)
      const by = platform().operator.email
      expect(await getChange()).toEqual({ at: suspended.updatedAt, by, reason: null })
      const { body: active } = await call('POST', `/members/${member.id}/reactivation`, {
        body: { reason: 'Back from leave' },
        ifMatch: suspended.version,
      })
      expect(await getChange()).toEqual({ at: active.updatedAt, by, reason: 'Back from leave' })
      const { body: renamed } = await call('PATCH', `/members/${member.id}`, {
        body: { name: 'Ann Bell' },
        ifMatch: active.version,
      })
      expect(await getChange()).toMatchObject({ at: active.updatedAt, reason: 'Back from leave' })
      const { body: inactive } = await call('PATCH', `/members/${member.id}`, {
        body: { active: false },
        ifMatch: renamed.version,
      })
      expect(await getChange()).toEqual({ at: inactive.updatedAt, by, reason: null })
    })
  })

  describe('Are credits missing?', () => {
    const check = async (id: number) => (await call('GET', `/members/${id}/creditCheck`)).body

    /** Moves the member to a new group whose program issues 50 points each month. */
    async function addProgram({ id, storeId }: { id: number; storeId: number }) {
      const { rows } = await sql<{ id: number }>`
        insert into member_groups (store_id, name, type, priority, is_default, unit, credit_amount,
          credit_period, created_at, created_by, updated_at, updated_by)
        values (${storeId}, 'Staff', 'manual', 2, false, 'points', 50, 'month', now(), 'x', now(), 'x')
        returning id`.execute(db())
      await sql`update members set group_id = ${rows[0]?.id} where id = ${id}`.execute(db())
    }

    const requestCredits = (
      { id, storeId }: { id: number; storeId: number },
      values: Record<string, unknown>,
    ) =>
      call('POST', '/creditRequests', {
        body: {
          storeId,
          memberId: id,
          unit: 'points',
          expiresOn: null,
          reference: null,
          ...values,
        },
      })

    test('none are missing at first', async () => {
      const { id } = await createMember()
      expect(await check(id)).toMatchObject({
        answer: "Ann Lee isn't missing any credits.",
        cause: null,
      })
    })

    test('the credit program of the group has not run yet, and then has', async () => {
      const member = await createMember()
      await addProgram(member)
      expect(await check(member.id)).toMatchObject({
        cause: 'program',
        answer:
          "The credit program of Staff hasn't issued 50 points this month yet. Programs issue credits every hour.",
      })
      await issueProgramCredits(platform().platform)
      expect(await check(member.id)).toMatchObject({
        answer: "Ann Lee isn't missing any credits.",
        checks: expect.arrayContaining([
          {
            name: 'program',
            state: 'passed',
            sentence: expect.stringMatching(/^The credit program of Staff issued 50 points \(/),
          },
        ]),
      })
    })

    test('the program gives an inactive member nothing', async () => {
      const member = await createMember({ active: false })
      await addProgram(member)
      await issueProgramCredits(platform().platform)
      expect((await check(member.id)).answer).toBe(
        "The credit program of Staff didn't issue 50 points this month, because the member isn't active.",
      )
    })

    test('a request that waits for a second operator', async () => {
      const member = await createMember()
      const request = { type: 'issue', amount: 10_001, reason: 'A birthday' }
      expect((await requestCredits(member, request)).body.state).toBe('waiting')
      expect(await check(member.id)).toMatchObject({
        cause: 'requests',
        answer: 'A credit request for 10,001 points is waiting for approval.',
      })
    })

    test('a refund as credits that waits for a second operator', async () => {
      const { id, storeId } = await createMember()
      const at = '2026-01-05T10:00:00.000Z'
      const { orderId, chargeId } = await insertPaidOrder(db(), {
        storeId,
        at,
        memberId: id,
        reference: `paid-${id}`,
      })
      await sql`insert into payment_refunds (store_id, order_id, charge_id, member_id, amount, currency, gateway, reason,
          as_credits, state, created_at, created_by, updated_at, updated_by)
        values (${storeId}, ${orderId}, ${chargeId}, ${id}, 4500, 'EUR', 'stripe', 'Broken', true, 'waiting',
          ${at}, 'x', ${at}, 'x')`.execute(db())
      expect(await check(id)).toMatchObject({
        cause: 'refunds',
        answer: 'A refund of 45.00 EUR as credits is waiting for approval.',
      })
    })

    test('credits spent on a canceled order, until they are returned', async () => {
      const { id, storeId } = await createMember()
      const orderId = await insertOrder(db(), { storeId, at: '2026-01-05T10:00:00.000Z' })
      await sql`update orders set member_id = ${id}, status = 'cancelled' where id = ${orderId}`.execute(
        db(),
      )
      const { rows } = await sql<{ number: string }>`
        select number from orders where id = ${orderId}`.execute(db())
      const number = String(rows[0]?.number)
      const addEntry = (type: string, amount: number, reference: string | null) =>
        sql`insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, reason, issued_by, reference)
          values (${storeId}, ${id}, now(), ${type}, ${amount}, 'points', 'An order', 'platform', ${reference})`.execute(
          db(),
        )
      await addEntry('issue', 80, null)
      await addEntry('redeem', -50, number)
      await addEntry('redeem', -10, 'another order')
      expect(await check(id)).toMatchObject({
        cause: 'orders',
        answer: `50 points spent on order ${number} weren't returned after the order was canceled.`,
      })
      await addEntry('issue', 50, number)
      expect((await check(id)).cause).toBe('redeemed')
    })

    test('credits that an operator deducted', async () => {
      const member = await createMember()
      await requestCredits(member, { type: 'issue', amount: 50, reason: 'A birthday' })
      await requestCredits(member, { type: 'debit', amount: 20, reason: 'A mistake' })
      expect(await check(member.id)).toMatchObject({
        cause: 'adjusted',
        answer: expect.stringMatching(
          /^Ann Lee isn't missing any credits\. Debited in the last 12 months: 20 points, most recently on /,
        ),
      })
    })
  })

  describe('Sign-in check', () => {
    const check = async (id: number) => (await call('GET', `/members/${id}/signInCheck`)).body

    test('nothing prevents it at first', async () => {
      const { id } = await createMember()
      expect(await check(id)).toMatchObject({
        answer: 'Nothing prevents Ann Lee from signing in.',
        cause: null,
      })
    })

    test('a suspended member', async () => {
      const member = await createMember()
      await suspend(member, 'Left the company')
      expect(await check(member.id)).toMatchObject({
        cause: 'account',
        answer: expect.stringMatching(/^The member has been suspended since .*: Left the company$/),
      })
    })

    test('a store in maintenance', async () => {
      const { id, storeId } = await createMember()
      await sql`update stores set status = 'maintenance' where id = ${storeId}`.execute(db())
      expect(await check(id)).toMatchObject({
        cause: 'store',
        answer: expect.stringMatching(/is in maintenance\.$/),
      })
    })

    test('an email domain that the store does not allow', async () => {
      const { id, storeId } = await createMember()
      await sql`update stores set allowed_email_domains = '{acme.example}' where id = ${storeId}`.execute(
        db(),
      )
      expect(await check(id)).toMatchObject({
        cause: 'domain',
        answer: "The store doesn't allow example.com, only acme.example.",
      })
    })

    test('a failed sign-in, until one works', async () => {
      const { id, storeId, email } = await createMember()
      const report = (failure: string | null) =>
        call('POST', '/memberSignIns', { body: { storeId, email, method: 'sso', failure } })
      expect((await report('The certificate has expired')).status).toBe(204)
      expect(await check(id)).toMatchObject({
        cause: 'lastSignIn',
        answer: expect.stringMatching(/The certificate has expired$/),
      })
      platform().advance(1000)
      await report(null)
      expect((await check(id)).cause).toBeNull()
    })

    test('an email that was not delivered', async () => {
      const { id, storeId, email } = await createMember()
      await sql`insert into mails (time, kind, recipient, subject, store_id, status, problem)
        values (now(), 'memberInvitation', ${email}, 'Welcome', ${storeId}, 'failed', '550 No such user')`.execute(
        db(),
      )
      expect(await check(id)).toMatchObject({
        cause: 'email',
        answer: expect.stringMatching(/550 No such user$/),
      })
    })
  })

  test('the invitation is sent again, if member and store are active', async () => {
    const member = await createMember()
    const invite = () => call('POST', `/members/${member.id}/invitation`)
    expect((await invite()).status).toBe(204)
    const { data } = await loadTimeline(member.id, '?kind=emails')
    expect(data).toMatchObject([{ status: 'waiting', details: { kind: 'memberInvitation' } }])
    await sql`update stores set status = 'suspended' where id = ${member.storeId}`.execute(db())
    expect((await invite()).body.code).toBe('wrong_state')
    await activateStore(member.storeId)
    await suspend((await call('GET', `/members/${member.id}`)).body)
    expect((await invite()).body.code).toBe('wrong_state')
  })
})
