import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { members } from '#shared/areas/members/members.ts'
import type { PlanRow } from '#shared/engine/bulk/planCalls.ts'
import { expireCredits, findEntryRemainders } from '#server/platform/areas/credits/expireCredits.ts'
import { postEntries } from '#server/platform/areas/credits/postEntries.ts'
import { approvalRuleMessages } from '#server/platform/core/approval/messages.ts'
import { creditsMessages } from '#server/platform/areas/credits/messages.ts'
import { openSession, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { patchConfirmed } from '#tests/api/support/patchConfirmed.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'

/** The limits that the migration sets. */
const defaultLimits = { points: 10_000, currency: 1000 }

describe.each(chooseDatabases('PGlite'))('Credits on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let second: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    second = await openSession(platform(), await platform().addAccount(allPermissions))
  })
  const db = () => platform().platform.db
  const getTimeInDays = (days: number) =>
    new Date(platform().platform.now().getTime() + days * 86_400_000).toISOString()

  async function createMember(values = {}) {
    const { id: storeId } = await createStore(call, { type: 'points', ...values })
    const [member] = await insertRows(platform(), members, [
      { storeId, groupId: null, active: true, name: 'Mia', email: 'mia@example.com' },
    ])
    return { storeId: Number(storeId), memberId: member?.id ?? 0 }
  }
  type Member = Awaited<ReturnType<typeof createMember>>
  const createRequest = (member: Member, values: object, caller = call) =>
    caller('POST', '/creditRequests', {
      body: { ...member, type: 'issue', amount: 100, unit: 'points', reason: 'Thanks', ...values },
    })
  const loadLedger = async ({ memberId }: Member) => {
    const { body } = await call(
      'GET',
      `/creditEntries?filter[memberId][eq]=${memberId}&sort=enteredAt`,
    )
    return body.data
  }
  const loadLedgerRows = async (member: Member) =>
    (await loadLedger(member)).map(({ type, amount, balance }: Record<string, unknown>) => [
      type,
      amount,
      balance,
    ])
  const loadBalances = async ({ memberId }: Member) =>
    (
      await sql<{
        balance: number
      }>`select balance from credit_balances where member_id = ${memberId}`.execute(db())
    ).rows

  const changeEmail = async ({ id }: { id: number }, email: string) => {
    const { version } = (await call('GET', `/users/${id}`)).body
    const response = await call('PATCH', `/users/${id}`, { body: { email }, ifMatch: version })
    expect(response.status).toBe(200)
  }

  test('issues and debits appear in the ledger at once, each with the balance after it', async () => {
    const mia = await createMember()
    const issued = await createRequest(mia, { expiresOn: '2099-12-31', reference: 'PO-1' })
    expect(issued).toMatchObject({ status: 201, body: { state: 'posted' } })
    await createRequest(mia, { type: 'debit', amount: 30 })
    expect(await loadLedgerRows(mia)).toEqual([
      ['issue', 100, 100],
      ['adjust', -30, 70],
    ])
    const [first] = await loadLedger(mia)
    expect(first).toMatchObject({
      id: issued.body.entryId,
      reason: 'Thanks',
      reference: 'PO-1',
      expiresAt: '2100-01-01T00:00:00.000Z',
      issuedBy: platform().operator.email,
    })
    expect(await loadBalances(mia)).toEqual([{ balance: 70 }])
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
  ])('rejects %j at its field and adds no entry', async (values, fields) => {
    const mia = await createMember()
    await createRequest(mia, {})
    expect(await createRequest(mia, values)).toMatchObject({ status: 422, body: { fields } })
    expect(await loadLedgerRows(mia)).toEqual([['issue', 100, 100]])
  })

  test('entries and requests are found by member, store, and reason', async () => {
    const mia = await createMember({ name: 'Calder Recognition Torino' })
    const other = await createMember({ name: 'Wexcombe Leipzig' })
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
      expect((await createRequest(member, { reason })).status).toBe(201)
    const findMembers = async (list: string, search: string) => {
      const query = new URLSearchParams({ search, 'filter[reason][contains]': reason })
      const { status, body } = await call('GET', `/${list}?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.page.total).toBe(body.data.length)
      return body.data.map(({ memberId }: { memberId: number }) => memberId).toSorted()
    }
    const storeMemberIds = [mia.memberId, adam?.id].toSorted()
    for (const list of ['creditEntries', 'creditRequests']) {
      expect(await findMembers(list, 'rossi adam')).toEqual([adam?.id])
      expect(await findMembers(list, 'adam.ross13@example.org')).toEqual([adam?.id])
      expect(await findMembers(list, 'adam.ross13@example.com')).toEqual([])
      expect(await findMembers(list, 'Torino')).toEqual(storeMemberIds)
      expect(await findMembers(list, 'recognition calder')).toEqual(storeMemberIds)
      expect(await findMembers(list, 'adam leipzig')).toEqual([])
      expect(await findMembers(list, 'adam torino')).toEqual([adam?.id])
      expect(await findMembers(list, `rossi calder ${reason}`)).toEqual([adam?.id])
      expect(await findMembers(list, reason)).toHaveLength(3)
    }
  })

  test('an entry is found by its member among 10,001 members with similar names', async () => {
    const mia = await createMember()
    const word = randomUUID().replaceAll('-', '')
    await sql`insert into members (store_id, name, email, active, created_at, created_by, updated_at, updated_by)
      select ${mia.storeId}, ${word}::text || ' ' || number, ${word}::text || number || '@example.com', true, now(), 'a test', now(), 'a test'
      from generate_series(1, 10001) as number`.execute(db())
    const { rows } = await sql<{ id: number }>`
      select max(id) as id from members where store_id = ${mia.storeId}`.execute(db())
    const last = { ...mia, memberId: rows[0]?.id ?? 0 }
    for (const member of [mia, last])
      await createRequest(member, { reason: 'For a test of searches' })
    for (const search of [word, `${word} searches`]) {
      const { body } = await call('GET', `/creditEntries?search=${encodeURIComponent(search)}`)
      expect(body.data).toMatchObject([{ memberId: last.memberId }])
    }
  })

  test('limits of a currency apply to amounts in minor units', async () => {
    const mia = await createMember({ type: 'gift', defaultCurrency: 'EUR' })
    expect(
      (await createRequest(mia, { unit: 'EUR', amount: defaultLimits.currency * 100 })).body.state,
    ).toBe('posted')
    expect(
      (await createRequest(mia, { unit: 'EUR', amount: defaultLimits.currency * 100 + 1 })).body
        .state,
    ).toBe('waiting')
  })

  describe('Requests above the limit', () => {
    const large = { amount: defaultLimits.points + 1 }
    const decide = (
      caller: Caller,
      { id, version }: { id: number; version: number },
      body: object,
    ) => caller('POST', `/creditRequests/${id}/decision`, { body, ifMatch: version })

    test('a request adds no entry until another operator approves it', async () => {
      const mia = await createMember()
      const { body } = await createRequest(mia, large)
      expect(body).toMatchObject({ state: 'waiting', entryId: null })
      expect(await loadLedgerRows(mia)).toEqual([])
      expect(await decide(call, body, { decision: 'approve' })).toMatchObject({
        status: 409,
        body: { code: 'wrong_state', detail: expect.stringContaining('another operator') },
      })
      const approved = await decide(second, body, { decision: 'approve' })
      expect(approved).toMatchObject({ status: 200, body: { state: 'posted', version: 2 } })
      expect(await loadLedgerRows(mia)).toEqual([['issue', large.amount, large.amount]])
      expect(await decide(second, approved.body, { decision: 'approve' })).toMatchObject({
        status: 409,
      })
      expect(await loadLedgerRows(mia)).toHaveLength(1)
    })

    const createOperator = async (caller: Caller, overrides: object = {}) => {
      const email = `${randomUUID()}@example.com`
      const names = { firstName: 'Bo', lastName: 'Lee', jobTitle: null }
      const record = { ...names, email, groupIds: [], allStores: true, storeIds: [], ...overrides }
      const body = { kind: 'operator', records: [record] }
      const [link] = (await caller('POST', '/users/invitations', { body })).body.links
      const password = 'A-new-password-1'
      const login = createCaller(platform())
      await login('POST', '/invitations/accept', { body: { token: link.token, password } })
      const { token } = (await login('POST', '/auth/login', { body: { email, password } })).body
      return { id: link.id as number, email, call: createCaller(platform(), token) }
    }
    const loadGroupIds = async ({ id }: { id: number }) => {
      const { groupIds } = (await call('GET', `/users/${id}`)).body
      return { groupIds }
    }

    test('an operator whose account the requester created or changed, even indirectly, can only reject', async () => {
      const mia = await createMember()
      const groups = await loadGroupIds(platform().operator)
      const child = await createOperator(call, groups)
      const grandchild = await createOperator(child.call, groups)
      const approveNewRequest = async (caller: Caller) => {
        const request = (await createRequest(mia, large)).body
        return decide(caller, request, { decision: 'approve' })
      }
      const rejection = {
        status: 409,
        body: { detail: approvalRuleMessages.dependent(platform().operator.email) },
      }
      expect(await approveNewRequest(child.call)).toMatchObject(rejection)
      expect(await approveNewRequest(grandchild.call)).toMatchObject(rejection)
      expect((await approveNewRequest(second)).status).toBe(200)

      const otherOperator = await createOperator(second, groups)
      expect((await approveNewRequest(otherOperator.call)).status).toBe(200)
      const request = (await createRequest(mia, large)).body
      await call('POST', `/users/${otherOperator.id}/link`)
      expect(await decide(otherOperator.call, request, { decision: 'approve' })).toMatchObject(
        rejection,
      )
      const reject = { decision: 'reject', reason: 'No' }
      expect((await decide(otherOperator.call, request, reject)).status).toBe(200)
    })

    test('an operator who created the account of the requester, even indirectly, can only reject', async () => {
      const mia = await createMember()
      const groups = await loadGroupIds(platform().operator)
      const child = await createOperator(second, groups)
      const grandchild = await createOperator(child.call, groups)
      for (const requester of [child, grandchild]) {
        const request = (await createRequest(mia, large, requester.call)).body
        expect(await decide(second, request, { decision: 'approve' })).toMatchObject({
          status: 409,
          body: { detail: approvalRuleMessages.askerOfApprover(requester.email) },
        })
        expect(await loadLedgerRows(mia)).toEqual([])
      }
      const request = (await createRequest(mia, large, grandchild.call)).body
      expect((await decide(call, request, { decision: 'approve' })).status).toBe(200)
      const other = (await createRequest(mia, large, child.call)).body
      const reject = { decision: 'reject', reason: 'No' }
      expect((await decide(second, other, reject)).status).toBe(200)
    })

    test('a changed email address does not change who can approve or withdraw a request', async () => {
      const mia = await createMember()
      const groups = await loadGroupIds(platform().operator)
      const requester = await createOperator(second, groups)
      const child = await createOperator(requester.call, groups)
      const earlierRequest = (await createRequest(mia, large, requester.call)).body
      await changeEmail(requester, `${randomUUID()}@example.com`)
      const approve = { decision: 'approve' }
      expect(await decide(requester.call, earlierRequest, approve)).toMatchObject({
        status: 409,
        body: { detail: approvalRuleMessages.notOwn },
      })
      for (const request of [
        earlierRequest,
        (await createRequest(mia, large, requester.call)).body,
      ])
        expect(await decide(child.call, request, approve)).toMatchObject({
          status: 409,
          body: { detail: approvalRuleMessages.dependent(request.createdBy) },
        })
      // The account that now has the old address isn't the requester.
      await changeEmail(child, requester.email)
      expect((await decide(child.call, earlierRequest, { decision: 'withdraw' })).status).toBe(409)
      expect((await decide(requester.call, earlierRequest, { decision: 'withdraw' })).status).toBe(
        200,
      )
      expect(await loadLedgerRows(mia)).toEqual([])
    })

    test('a request without an account ID belongs to the account with its email address', async () => {
      const mia = await createMember()
      const { body } = await createRequest(mia, large)
      await sql`update credit_requests set asker_id = null where id = ${body.id}`.execute(db())
      const child = await createOperator(call, await loadGroupIds(platform().operator))
      for (const caller of [call, child.call])
        expect((await decide(caller, body, { decision: 'approve' })).status).toBe(409)
      expect((await decide(call, body, { decision: 'withdraw' })).status).toBe(200)
    })

    test('another operator rejects with a reason, and the requester withdraws', async () => {
      const mia = await createMember()
      const [first, other] = [
        (await createRequest(mia, large)).body,
        (await createRequest(mia, large)).body,
      ]
      expect(await decide(second, first, { decision: 'reject' })).toMatchObject({
        status: 422,
        body: { fields: { reason: 'Reason is a required field' } },
      })
      const rejectWithReason = { decision: 'reject', reason: 'Too much' }
      expect((await decide(call, first, rejectWithReason)).status).toBe(409)
      expect((await decide(second, first, rejectWithReason)).body).toMatchObject({
        state: 'rejected',
        decisionReason: 'Too much',
      })
      expect((await decide(second, other, { decision: 'withdraw' })).status).toBe(409)
      expect((await decide(call, other, { decision: 'withdraw' })).body.state).toBe('withdrawn')
      expect(await loadLedgerRows(mia)).toEqual([])
    })

    test('checking many records reports values of the wrong type at their fields', async () => {
      const records = [{ storeId: 'x', memberId: {}, amount: 1, unit: 'points', type: 'issue' }]
      const checked = await call('POST', '/creditRequests/many/check', { body: { records } })
      expect(checked.status).toBe(200)
      expect(checked.body.rows[0].fields).toHaveProperty('storeId')
      const values = { body: { records: [{ attributeId: 'x', label: 'A' }] } }
      expect((await call('POST', '/subAttributes/many/check', values)).status).toBe(200)
    })

    test('ten approvals at once add one entry', async () => {
      const mia = await createMember()
      const { body } = await createRequest(mia, large)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => decide(second, body, { decision: 'approve' })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
      expect(await loadLedgerRows(mia)).toHaveLength(1)
    })

    test('a reversal waits for another operator and can be requested only once', async () => {
      const mia = await createMember()
      const issue = await createRequest(mia, large)
      const { entryId } = (await decide(second, issue.body, { decision: 'approve' })).body
      const requestReversal = () =>
        call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'By mistake' } })
      const reversalRequest = await requestReversal()
      const debit = { type: 'debit', amount: large.amount, unit: 'points', reverses: entryId }
      expect(reversalRequest).toMatchObject({
        status: 201,
        body: { ...debit, ...mia, state: 'waiting', entryId: null, reason: 'By mistake' },
      })
      expect(await loadLedgerRows(mia)).toEqual([['issue', large.amount, large.amount]])
      expect(await requestReversal()).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.reversalWaits },
      })
      const waitingReversal = { reversedBy: null, reversalId: reversalRequest.body.id }
      expect((await loadLedger(mia))[0]).toMatchObject(waitingReversal)
      expect(await decide(call, reversalRequest.body, { decision: 'approve' })).toMatchObject({
        status: 409,
        body: { detail: approvalRuleMessages.notOwn },
      })
      const approved = await decide(second, reversalRequest.body, { decision: 'approve' })
      expect(approved).toMatchObject({ status: 200, body: { state: 'posted' } })
      expect(await loadLedgerRows(mia)).toEqual([
        ['issue', large.amount, large.amount],
        ['reverse', -large.amount, 0],
      ])
      const [, reversal] = await loadLedger(mia)
      expect(reversal).toMatchObject({ id: approved.body.entryId, reverses: entryId })
      expect(await requestReversal()).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.reversed },
      })
    })

    test('a rejected reversal can be requested again, and one of ten requests at once waits', async () => {
      const mia = await createMember()
      const issue = await createRequest(mia, large)
      const { entryId } = (await decide(second, issue.body, { decision: 'approve' })).body
      const requestReversal = () =>
        call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'By mistake' } })
      const first = (await requestReversal()).body
      await decide(second, first, { decision: 'reject', reason: 'It is right' })
      const answers = await Promise.all(Array.from({ length: 10 }, requestReversal))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    })

    test('a reversal of spent credits can be neither approved nor requested again', async () => {
      const mia = await createMember()
      const issue = await createRequest(mia, large)
      const { entryId } = (await decide(second, issue.body, { decision: 'approve' })).body
      const requestReversal = () =>
        call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'By mistake' } })
      const reversalRequest = (await requestReversal()).body
      await createRequest(mia, { type: 'debit', amount: 5 })
      const detail = creditsMessages.balanceTooLow('9,996 points')
      const balanceTooLow = { status: 409, body: { detail } }
      expect(await decide(second, reversalRequest, { decision: 'approve' })).toMatchObject(
        balanceTooLow,
      )
      await decide(call, reversalRequest, { decision: 'withdraw' })
      expect(await requestReversal()).toMatchObject(balanceTooLow)
      expect(await loadLedgerRows(mia)).toHaveLength(2)
    })

    test('a debit above the remaining balance is not approved', async () => {
      const mia = await createMember()
      const first = await createRequest(mia, large)
      await decide(second, first.body, { decision: 'approve' })
      const debit = await createRequest(mia, { ...large, type: 'debit' })
      expect(debit.body.state).toBe('waiting')
      await createRequest(mia, { type: 'debit', amount: 5 })
      expect(await decide(second, debit.body, { decision: 'approve' })).toMatchObject({
        status: 409,
        body: {
          detail: "This member has only 9,996 points left, so the full amount can't be removed.",
        },
      })
      expect(await loadLedgerRows(mia)).toHaveLength(2)
    })
  })

  describe('Credit limits', () => {
    const loadLimits = async () => (await call('GET', '/creditLimits/1')).body
    const setLimits = async (caller: Caller, values: object) => {
      const change = { body: { reason: 'Board', ...values }, ifMatch: (await loadLimits()).version }
      const answer = await patchConfirmed(caller, '/creditLimits/1', change)
      expect(answer.status).toBe(200)
    }
    const getRequestState = async (amount: number, caller = call) =>
      (await createRequest(await createMember(), { amount }, caller)).body.state
    afterEach(async () => {
      await setLimits(call, { ...defaultLimits, reason: 'Again' })
      await setLimits(second, { points: defaultLimits.points + 1 })
      await setLimits(second, { points: defaultLimits.points, reason: 'As before' })
    })

    test('a change needs confirmation of its impact, and a negative limit is rejected', async () => {
      const mia = await createMember()
      await createRequest(mia, { amount: 12_345 })
      const response = await call('PATCH', '/creditLimits/1', {
        body: { points: 20_000, reason: 'Board' },
        ifMatch: (await loadLimits()).version,
      })
      expect(response).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
      expect(response.body.reach.worse[0].what).toMatch(/wouldn't have needed approval$/)
      expect((await loadLimits()).points).toBe(defaultLimits.points)
      const { body } = await call('PATCH', '/creditLimits/1', {
        body: { points: -1, reason: 'x' },
        ifMatch: (await loadLimits()).version,
      })
      expect(body.fields).toEqual({ points: 'Points must be 0 or more' })
    })

    test('the impact of a change counts the last 30 days by the platform clock', async () => {
      await createRequest(await createMember(), { amount: 12_345 })
      const loadImpact = async () => {
        const change = { body: { points: 20_000, reason: 'Board' } }
        const ifMatch = (await loadLimits()).version
        const response = await call('PATCH', '/creditLimits/1', { ...change, ifMatch })
        expect(response.body.code).toBe('unconfirmed')
        return response.body.reach.worse
      }
      expect(await loadImpact()).not.toEqual([])
      const days = 31
      // Keeps the sessions valid after the clock moves.
      await sql`update tokens set created_at = ${getTimeInDays(days)}, last_used_at = ${getTimeInDays(days)}`.execute(
        db(),
      )
      platform().advance(days * 86_400_000)
      try {
        expect(await loadImpact()).toEqual([])
      } finally {
        platform().advance(-days * 86_400_000)
      }
    })

    test('a lowered limit applies to every operator', async () => {
      await setLimits(call, { points: 50 })
      expect([await getRequestState(51), await getRequestState(51, second)]).toEqual([
        'waiting',
        'waiting',
      ])
      expect(await getRequestState(50)).toBe('posted')
    })

    test('a raised limit applies to its author only after another operator sets it', async () => {
      await setLimits(call, { points: 20_000 })
      expect([await getRequestState(20_000), await getRequestState(20_000, second)]).toEqual([
        'waiting',
        'posted',
      ])
      await setLimits(second, { currency: 2000 })
      expect(await getRequestState(20_000)).toBe('waiting')
      await setLimits(second, { points: 30_000 })
      expect(await getRequestState(30_000)).toBe('posted')
    })

    test('a limit raised by an account that the requester created does not apply to the requester', async () => {
      const dependentAccount = await platform().addAccount(allPermissions)
      const dependent = await openSession(platform(), dependentAccount)
      const { groupIds } = (await call('GET', `/users/${platform().operator.id}`)).body
      await sql`insert into audit (time, actor, event, target_type, target_id, request_id, ip)
        values (${getTimeInDays(0)}, ${platform().operator.email}, 'users.created', 'users', ${dependentAccount.id}, 'r', '')`.execute(
        db(),
      )
      expect(groupIds.length).toBeGreaterThan(0)
      await setLimits(dependent, { points: 20_000 })
      expect([await getRequestState(20_000), await getRequestState(20_000, second)]).toEqual([
        'waiting',
        'posted',
      ])
    })

    test('a raised limit does not apply to its author under another email address', async () => {
      const account = await platform().addAccount(allPermissions)
      const raiser = await openSession(platform(), account)
      await setLimits(raiser, { points: 20_000 })
      await changeEmail(account, `${randomUUID()}@example.com`)
      expect([
        await getRequestState(20_000, raiser),
        await getRequestState(20_000, second),
      ]).toEqual(['waiting', 'posted'])
    })

    test('a raised limit does not apply to group programs of its author', async () => {
      const { storeId } = await createMember()
      const createGroup = (caller: Caller, creditAmount: number) =>
        caller('POST', '/memberGroups', {
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
      await setLimits(call, { points: 20_000 })
      expect(await createGroup(call, 20_000)).toMatchObject({
        status: 422,
        body: { fields: { creditAmount: expect.stringContaining('without approval') } },
      })
      expect((await createGroup(second, 20_000)).status).toBe(201)
    })

    test('the history of the limits is append-only', async () => {
      for (const statement of ['delete from', 'truncate'])
        await expect(sql.raw(`${statement} credit_limit_steps`).execute(db())).rejects.toThrow(
          /append-only/,
        )
    })
  })

  describe('Reversals', () => {
    const reverse = (id: number, reason = 'By mistake') =>
      call('POST', `/creditEntries/${id}/reversal`, { body: { reason } })

    test('an entry is reversed once, and both entries refer to each other', async () => {
      const mia = await createMember()
      const { entryId } = (await createRequest(mia, {})).body
      const answers = await Promise.all([reverse(entryId), reverse(entryId), reverse(entryId)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      expect(await loadLedgerRows(mia)).toEqual([
        ['issue', 100, 100],
        ['reverse', -100, 0],
      ])
      const [, reversalEntry] = await loadLedger(mia)
      expect(reversalEntry).toMatchObject({ reverses: entryId, labels: { reverses: 'Thanks' } })
      const linkedReversal = {
        reversedBy: reversalEntry.id,
        reversalId: null,
        labels: { reversedBy: 'By mistake' },
      }
      expect((await call('GET', `/creditEntries/${entryId}`)).body).toMatchObject(linkedReversal)
      expect((await loadLedger(mia))[0]).toMatchObject(linkedReversal)
      expect((await reverse(reversalEntry.id)).status).toBe(409)
    })

    test('a spent entry is not reversed, and a reversal needs a reason', async () => {
      const mia = await createMember()
      const { entryId } = (await createRequest(mia, {})).body
      await createRequest(mia, { type: 'debit', amount: 1 })
      expect(await reverse(entryId)).toMatchObject({ status: 409 })
      expect(await reverse(entryId, '')).toMatchObject({ status: 422 })
    })
  })

  const loadNextExpiry = async ({ memberId }: Member) => {
    const { rows } = await sql<{ next: string | null }>`
      select next_expiry as next from credit_balances where member_id = ${memberId}`.execute(db())
    return rows[0]?.next
  }
  const createEntryInserter =
    ({ storeId, memberId }: Member) =>
    (amount: number, enteredInDays: number, expiresInDays: number | null) =>
      sql<{ id: number }>`insert into credit_entries
          (store_id, member_id, entered_at, type, amount, unit, balance, reason, expires_at, issued_by)
        values (${storeId}, ${memberId}, ${getTimeInDays(enteredInDays)}, ${amount > 0 ? 'issue' : 'redeem'}, ${amount}, 'points', 0,
          'x', ${expiresInDays === null ? null : getTimeInDays(expiresInDays)}, 'test') returning id`.execute(
        db(),
      )

  test('credits that a reversal returns after their expiration expire', async () => {
    const mia = await createMember()
    const insertEntry = createEntryInserter(mia)
    await insertEntry(100, -9, -1)
    await insertEntry(50, -8, 5)
    const { rows } = await insertEntry(-110, -6, null)
    await expireCredits(platform().platform)
    const reversal = { body: { reason: 'By mistake' } }
    await call('POST', `/creditEntries/${rows[0]?.id}/reversal`, reversal)
    await expireCredits(platform().platform)
    expect((await loadLedgerRows(mia)).slice(2)).toEqual([
      ['redeem', -110, 40],
      ['reverse', 110, 150],
      ['expire', -100, 50],
    ])
    expect((await loadNextExpiry(mia))?.slice(0, 10)).toBe(getTimeInDays(5).slice(0, 10))
  })

  test('only the unspent part of an entry expires, and only once', async () => {
    const mia = await createMember()
    const insertEntry = createEntryInserter(mia)
    await insertEntry(100, -9, -1)
    await insertEntry(50, -8, 5)
    await insertEntry(20, -7, null)
    await insertEntry(-30, -6, null)
    await Promise.all([expireCredits(platform().platform), expireCredits(platform().platform)])
    await expireCredits(platform().platform)
    expect((await loadLedgerRows(mia)).at(-1)).toEqual(['expire', -70, 70])
    expect(await loadLedgerRows(mia)).toHaveLength(5)
    expect((await loadNextExpiry(mia))?.slice(0, 10)).toBe(getTimeInDays(5).slice(0, 10))
  })

  describe('Remainder of an entry', () => {
    const issue = async (member: Member, values: object, caller = call) =>
      (await createRequest(member, values, caller)).body.entryId as number
    const expire = (id: number, reason = 'Left the company', key = randomUUID(), caller = call) =>
      caller('POST', `/creditEntries/${id}/expiry`, { body: { reason }, key })
    const loadRemainders = async (member: Member) =>
      (await loadLedger(member)).map(({ remaining }: Record<string, unknown>) => remaining)

    test('an operator can expire a remainder once, with a reason, before ones that expire sooner', async () => {
      const mia = await createMember()
      const sooner = await issue(mia, { amount: 70, expiresOn: '2099-01-31' })
      const later = await issue(mia, { amount: 100, expiresOn: '2099-12-31' })
      await createRequest(mia, { type: 'debit', amount: 30 })
      expect(await loadRemainders(mia)).toEqual([40, 100, null])
      const key = randomUUID()
      for (let sent = 0; sent < 2; sent++)
        expect(await expire(later, 'Left the company', key)).toMatchObject({
          status: 200,
          body: { id: later },
        })
      expect(await loadLedgerRows(mia)).toEqual([
        ['issue', 70, 70],
        ['issue', 100, 170],
        ['adjust', -30, 140],
        ['expire', -100, 40],
      ])
      expect(await loadRemainders(mia)).toEqual([40, 0, null, null])
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

    test('expiring a remainder counts toward the limits and needs write permission and store access', async () => {
      const mia = await createMember()
      const id = await issue(mia, { amount: defaultLimits.points }, second)
      const reader = await openSession(
        platform(),
        await platform().addAccount(['dashboardRead:read']),
      )
      const elsewhere = await createMember()
      const limited = await openSession(
        platform(),
        await platform().addAccount(allPermissions, [elsewhere.storeId]),
      )
      expect((await expire(id, 'No', randomUUID(), reader)).status).toBe(403)
      expect((await expire(id, 'No', randomUUID(), limited)).status).toBe(404)
      await createRequest(mia, { amount: 1 })
      expect(await expire(id)).toMatchObject({
        status: 409,
        body: { detail: creditsMessages.expiryAboveLimits },
      })
      expect((await loadLedgerRows(mia)).at(-1)).toEqual(['issue', 1, defaultLimits.points + 1])
    })
  })

  describe('Expiring entries', () => {
    const issueExpiring = async (member: Member, amount: number, days: number) =>
      (await createRequest(member, { amount, expiresOn: getTimeInDays(days).slice(0, 10) })).body
        .entryId as number

    test('left=some lists only entries with a remainder', async () => {
      const mia = await createMember()
      const spent = await issueExpiring(mia, 40, 5)
      const unspent = await issueExpiring(mia, 60, 20)
      await createRequest(mia, { type: 'debit', amount: 50 })
      const list = async (filter = '') => {
        const path = `/creditEntries?filter[memberId][eq]=${mia.memberId}&sort=expiresAt`
        const { status, body } = await call('GET', path + filter)
        expect(status).toBe(200)
        return { ids: body.data.map(({ id }: { id: number }) => id), total: body.page.total }
      }
      expect((await list()).ids).toContain(spent)
      expect(await list('&left=some')).toEqual({ ids: [unspent], total: 1 })
      const invalidPath = `/creditEntries?left=none`
      expect((await call('GET', invalidPath)).status).toBe(400)
    })

    test('the database and the program compute the same remainders for random histories', async () => {
      const entryArbitrary = fc.record({
        amount: fc.integer({ min: 1, max: 9 }),
        kind: fc.constantFrom('issue', 'issue', 'debit', 'reverse', 'expire'),
        at: fc.nat(9),
        days: fc.option(fc.integer({ min: 1, max: 3 })),
      })
      const histories = fc.sample(fc.array(entryArbitrary, { minLength: 4, maxLength: 12 }), {
        numRuns: 25,
        seed: 14,
      })
      for (const history of histories) {
        const { storeId, memberId } = await createMember()
        const ids: { id: number; amount: number; isReversed: boolean }[] = []
        let balance = 0
        for (const { amount: requestedAmount, kind, at, days } of history) {
          const earlier = ids[at % Math.max(1, ids.length)]
          const isReversal = kind === 'reverse' && earlier !== undefined && !earlier.isReversed
          const amount = isReversal
            ? -earlier.amount
            : kind === 'issue'
              ? requestedAmount
              : -Math.min(requestedAmount, balance)
          if (amount === 0 || balance + amount < 0) continue
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
              ${amount > 0 && days !== null ? getTimeInDays(days) : null}, 'test', ${isReversal ? earlier.id : null},
              ${type === 'expire' && earlier ? `#${earlier.id}` : null}) returning id`.execute(db())
          if (isReversal) earlier.isReversed = true
          balance += amount
          ids.push({ id: Number(rows[0]?.id), amount, isReversed: isReversal })
        }
        const remaindersById = await findEntryRemainders(db(), [memberId])
        const { rows } = await sql<{ id: number; left: number }>`
          select id, credit_remainder(id)::integer as left from credit_entries where member_id = ${memberId}`.execute(
          db(),
        )
        for (const { id, left } of rows)
          expect(left, JSON.stringify(history)).toBe(remaindersById.get(id) ?? 0)
      }
    })

    test('entries are posted in the order of their members, so that two calls never wait for each other', async () => {
      const members = [await createMember(), await createMember()]
      const entries = members.toReversed().map(({ storeId, memberId }) => ({
        storeId,
        memberId,
        type: 'issue' as const,
        amount: 5,
        unit: 'points',
        reason: 'x',
        issuedBy: 'test',
      }))
      const ids = await db()
        .transaction()
        .execute((trx) => postEntries(trx, new Date().toISOString(), entries))
      const posted = [...ids].toSorted(([, one], [, other]) => one - other)
      expect(posted.map(([{ memberId }]) => memberId)).toEqual(
        members.map(({ memberId }) => memberId),
      )
    })

    test('issued credits add up to a figure of the store for each day', async () => {
      const { storeId, memberId } = await createMember()
      const post = (amount: number, type: 'issue' | 'redeem') =>
        db()
          .transaction()
          .execute((trx) =>
            postEntries(trx, '2026-03-04T05:06:07Z', [
              { storeId, memberId, amount, type, unit: 'points', reason: 'x', issuedBy: 'test' },
            ]),
          )
      await post(5, 'issue')
      await post(7, 'issue')
      await post(-4, 'redeem')
      const { rows } = await sql`select day::text, credits_issued from store_days
        where store_id = ${storeId} and credits_issued > 0`.execute(db())
      expect(rows).toEqual([{ day: '2026-03-04', creditsIssued: 12 }])
    })

    const createPlan = async (
      ids: readonly number[],
      values: object = { reason: 'Left the company' },
    ) => call('POST', '/creditEntries/bulk/plan', { body: { action: 'expire', values, ids } })

    test('a bulk action expires entries with a reason, as its plan showed', async () => {
      const [mia, ben] = [await createMember(), await createMember()]
      const [one, two, spent] = [
        await issueExpiring(mia, 40, 5),
        await issueExpiring(ben, 60, 5),
        await issueExpiring(ben, 30, 2),
      ]
      await createRequest(ben, { type: 'debit', amount: 30 })
      expect((await createPlan([one], {})).status).toBe(422)
      const { body } = await createPlan([one, two, spent])
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
      await createRequest(ben, { type: 'debit', amount: 10 })
      const job = (await call('POST', '/creditEntries/bulk', { body: { plan: body.id } })).body.id
      await runProductJob(platform(), job)
      const outcomes = await getOutcomes(db(), job)
      expect(outcomes.map(([, outcome]) => outcome).toSorted()).toEqual([
        'done',
        'refused',
        'unchanged',
      ])
      expect(outcomes.find(([, outcome]) => outcome === 'refused')?.[2]).toBe(
        creditsMessages.otherRemainder('50 points'),
      )
      expect((await loadLedgerRows(mia)).at(-1)).toEqual(['expire', -40, 0])
      expect(await loadBalances(ben)).toEqual([{ balance: 50 }])
      expect((await call('POST', `/jobs/${job}/undo`)).status).toBe(409)
    })

    test('a bulk action expires entries only within the limits of its operator', async () => {
      const mia = await createMember()
      const id = (await createRequest(mia, { amount: defaultLimits.points }, second)).body.entryId
      await createRequest(mia, { amount: 1 })
      const { body } = await createPlan([id])
      const job = (await call('POST', '/creditEntries/bulk', { body: { plan: body.id } })).body.id
      await runProductJob(platform(), job)
      expect(await getOutcomes(db(), job)).toEqual([
        [expect.any(String), 'refused', creditsMessages.expiryAboveLimits],
      ])
    })
  })

  test('amounts are sorted within each unit, across pages', async () => {
    const euroMember = await createMember({ type: 'gift', defaultCurrency: 'EUR' })
    const otherMembers = [
      await createMember(),
      await createMember({ type: 'gift', defaultCurrency: 'JPY' }),
    ]
    const stores = [euroMember, ...otherMembers].map(({ storeId }) => storeId)
    for (const [member, unit, amounts] of [
      [euroMember, 'EUR', [500, 9_000]],
      [otherMembers[0] ?? euroMember, 'points', [3000, 20]],
      [otherMembers[1] ?? euroMember, 'JPY', [900, 80]],
    ] as const)
      for (const amount of amounts) await createRequest(member, { unit, amount })
    const account = await platform().addAccount(allPermissions, stores)
    const caller = await openSession(platform(), account)
    const loadPages = async (sort: string) => {
      const results: string[] = []
      for (let after: string | null = ''; after !== null;) {
        const path = `/creditRequests?sort=${sort}&limit=2${after && `&after=${after}`}`
        const { body } = await caller('GET', path)
        for (const { unit, amount } of body.data) results.push(`${unit} ${amount}`)
        after = body.page.next
      }
      return results
    }
    const ascending = ['EUR 500', 'EUR 9000', 'JPY 80', 'JPY 900', 'points 20', 'points 3000']
    expect(await loadPages('amount')).toEqual(ascending)
    expect(await loadPages('-amount')).toEqual(ascending.toReversed())
    const { body } = await caller('GET', '/creditLiabilities?sort=outstanding')
    const outstandingAmounts = body.data.map(
      ({ unit, outstanding }: { unit: string; outstanding: number }) => `${unit} ${outstanding}`,
    )
    expect(outstandingAmounts).toEqual(['EUR 9500', 'JPY 980', 'points 3020'])
  })

  test('one run expires all due entries, even with a batch size of one', async () => {
    const expiringMembers = [await createMember(), await createMember(), await createMember()]
    for (const member of expiringMembers) await createEntryInserter(member)(100, -9, -1)
    await expireCredits(platform().platform, 1)
    for (const member of expiringMembers)
      expect((await loadLedgerRows(member)).at(-1)).toEqual(['expire', -100, 0])
  })

  test('the liability of each store is the sum of its ledger', async () => {
    const mia = await createMember()
    await createRequest(mia, { expiresOn: getTimeInDays(10).slice(0, 10) })
    await createRequest(mia, { amount: 40 })
    await createRequest(mia, { type: 'debit', amount: 15 })
    const { body } = await call('GET', `/creditLiabilities?filter[storeId][eq]=${mia.storeId}`)
    expect(body.data).toMatchObject([
      { unit: 'points', outstanding: 125, expiring: 100, holders: 1, storeId: mia.storeId },
    ])
    const { rows } = await sql`select 1 from credit_liabilities as told join (
        select store_id, unit, sum(amount) as sum from credit_entries group by 1, 2) as sums
      using (store_id, unit) where sums.sum <> told.outstanding`.execute(db())
    expect(rows).toEqual([])
  })

  test('liabilities are summed by unit over the whole filtered list', async () => {
    const name = `Summed ${randomUUID()}`
    const [mia, adam, eva] = [
      await createMember({ name: `${name} one` }),
      await createMember({ name: `${name} two` }),
      await createMember({ name: `${name} three`, type: 'gift', defaultCurrency: 'EUR' }),
    ]
    await createRequest(mia, { amount: 100, expiresOn: getTimeInDays(10).slice(0, 10) })
    await createRequest(adam, { amount: 50 })
    await createRequest(eva, { amount: 999, unit: 'EUR' })
    const loadSums = async (query: string) =>
      (await call('GET', `/creditLiabilities?limit=1&${query}`)).body.sums
    const storeIds = [mia, adam, eva].map(({ storeId }) => storeId)
    const query = `filter[storeId][contains]=${encodeURIComponent(name)}`
    expect(await loadSums(query)).toEqual([
      { unit: 'EUR', holders: 1, outstanding: 999, expiring: 0 },
      { unit: 'points', holders: 2, outstanding: 150, expiring: 100 },
    ])
    expect(await loadSums(`${query}&filter[expiring][gte]=1`)).toEqual([
      { unit: 'points', holders: 1, outstanding: 100, expiring: 100 },
    ])
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [storeIds[1] ?? 0]),
    )
    expect((await limited('GET', '/creditLiabilities')).body.sums).toEqual([
      { unit: 'points', holders: 1, outstanding: 50, expiring: 0 },
    ])
  })

  test('liabilities and their export show how much expires within 30 days', async () => {
    const mia = await createMember()
    const loadExpiring = async () => {
      const query = `filter[storeId][eq]=${mia.storeId}`
      const [liability] = (await call('GET', `/creditLiabilities?${query}`)).body.data
      const file = await call('GET', `/creditLiabilities/export?columns=expiring&${query}`)
      expect(file.body.trim().split('\r\n').at(-1)).toBe(`${liability.expiring.toFixed(0)},points`)
      return liability.expiring
    }
    await createRequest(mia, { expiresOn: getTimeInDays(40).slice(0, 10) })
    // Other members of the store may have expiring credits.
    const expiringBefore = await loadExpiring()
    await createRequest(mia, {})
    expect(await loadExpiring()).toBe(expiringBefore)
    await createRequest(mia, { expiresOn: getTimeInDays(20).slice(0, 10) })
    expect(await loadExpiring()).toBe(expiringBefore + 100)
  })

  test('the database rejects negative balances and changes to entries', async () => {
    const mia = await createMember()
    await createRequest(mia, {})
    const condition = `member_id = ${mia.memberId}`
    for (const [statement, message] of [
      [
        `insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance, reason, issued_by)
        values (${mia.storeId}, ${mia.memberId}, now(), 'redeem', -101, 'points', 5, 'x', 'x')`,
        'credit_balance_not_below_zero',
      ],
      [`update credit_entries set amount = 1000 where ${condition}`, 'append-only'],
      [`delete from credit_entries where ${condition}`, 'append-only'],
      ['truncate credit_entries cascade', 'append-only'],
      [`update credit_balances set balance = 1000 where ${condition}`, 'follow from the ledger'],
      [`delete from credit_balances where ${condition}`, 'follow from the ledger'],
    ] as const)
      await expect(sql.raw(statement).execute(db()), statement).rejects.toThrow(message)
    expect(await loadLedgerRows(mia)).toEqual([['issue', 100, 100]])
  })

  test('credits are deleted with their store', async () => {
    const mia = await createMember()
    await createRequest(mia, {})
    await createRequest(mia, { amount: defaultLimits.points + 1 })
    await sql`delete from stores where id = ${mia.storeId}`.execute(db())
    expect([await loadLedger(mia), await loadBalances(mia)]).toEqual([[], []])
  })
})
