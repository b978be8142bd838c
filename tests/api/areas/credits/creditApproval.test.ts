import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { members } from '#shared/areas/members/members.ts'
import { issueProgramCredits } from '#server/platform/areas/members/issueProgramCredits.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { ApiResult, Caller } from '#tests/api/support/calling.ts'
import { patchConfirmed } from '#tests/api/support/patchConfirmed.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

/** The limit that the migration sets for a member. It also applies to a store without its own. */
const limit = 10_000
const dayMs = 86_400_000

describe.each(chooseDatabases('PGlite'))('Approval limits on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let second: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    second = await openSession(platform(), await platform().addAccount(allPermissions))
  })
  const db = () => platform().platform.db

  type Member = { storeId: number; memberId: number; email: string }

  /** Creates a store with points as its unit, and its members. */
  async function buildStore(count = 1, values = {}): Promise<Member[]> {
    const { id: storeId } = await createStore(call, { type: 'points', ...values })
    const rows = Array.from({ length: count }, (_, at) => ({
      storeId,
      groupId: null,
      active: true,
      name: `Member ${at}`,
      email: `m${at}@${randomUUID()}.example`,
    }))
    const inserted = await insertRows(platform(), members, rows)
    return inserted.map(({ id }, at) => ({ storeId, memberId: id, email: rows[at]?.email ?? '' }))
  }
  async function buildMember(values = {}): Promise<Member> {
    const [member] = await buildStore(1, values)
    if (!member) throw new Error('No member was made')
    return member
  }

  const toRequest = ({ storeId, memberId }: Member, values: object) => ({
    storeId,
    memberId,
    type: 'issue',
    amount: 100,
    unit: 'points',
    reason: 'Thanks',
    ...values,
  })
  const enter = async (member: Member, values: object, caller = call): Promise<string> => {
    const answer = await caller('POST', '/creditRequests', { body: toRequest(member, values) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.state
  }
  const getStates = (answer: ApiResult) =>
    answer.body.data.map(({ state }: { state: string }) => state)
  const enterMany = async (records: object[], caller = call) => {
    const answer = await caller('POST', '/creditRequests/many', { body: { records } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return getStates(answer)
  }
  /** Sums the amounts of all credits and debits in a store. */
  const sumEntered = async (storeId: number): Promise<number> => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(abs(amount)), 0)::float8 as sum from credit_entries
      where store_id = ${storeId}`.execute(db())
    return rows[0]?.sum ?? 0
  }
  const approve = async ({ id, version }: { id: number; version: number }, caller = second) =>
    caller('POST', `/creditRequests/${id}/decision`, {
      body: { decision: 'approve' },
      ifMatch: version,
    })
  const loadWaiting = async (storeId: number) =>
    (
      await call(
        'GET',
        `/creditRequests?filter[storeId][eq]=${storeId}&filter[state][eq]=waiting&limit=100`,
      )
    ).body.data
  /** Issues credits that the second operator approved, which count toward no limit. */
  const fund = async (member: Member, amount: number) => {
    const { body } = await call('POST', '/creditRequests', {
      body: toRequest(member, { amount: limit + amount }),
    })
    expect((await approve(body)).status).toBe(200)
    return (await call('GET', `/creditRequests/${body.id}`)).body.entryId as number
  }
  async function runInDays<T>(days: number, callback: () => Promise<T>): Promise<T> {
    const ms = days * dayMs
    const futureTime = new Date(platform().platform.now().getTime() + ms).toISOString()
    await sql`update tokens set created_at = ${futureTime}, last_used_at = ${futureTime}`.execute(
      db(),
    )
    platform().advance(ms)
    try {
      return await callback()
    } finally {
      platform().advance(-ms)
    }
  }

  test('one of 200 amounts just below the limit in one call is posted, and the others wait', async () => {
    const mia = await buildMember()
    const states = await enterMany(
      Array.from({ length: 200 }, () => toRequest(mia, { amount: limit - 1 })),
    )
    expect(states).toEqual(['posted', ...Array(199).fill('waiting')])
    expect(await sumEntered(mia.storeId)).toBe(limit - 1)
    expect(
      (await call('GET', `/creditRequests?filter[storeId][eq]=${mia.storeId}`)).body.page.total,
    ).toBe(200)
  })

  test('consecutive calls share the limit to the last point', async () => {
    const mia = await buildMember()
    expect(await enter(mia, { amount: limit - 10 })).toBe('posted')
    expect(await enter(mia, { amount: 11 })).toBe('waiting')
    expect(await enter(mia, { amount: 10 })).toBe('posted')
    expect(await enter(mia, { amount: 1 })).toBe('waiting')
    expect(await enter(mia, { amount: 1 }, second)).toBe('posted')
  })

  test('two sessions of one account share the limit, even at the same time', async () => {
    const mia = await buildMember()
    const otherSession = await openSession(platform())
    const states = await Promise.all(
      [call, otherSession].map((caller) => enter(mia, { amount: limit - 1 }, caller)),
    )
    expect(states.toSorted()).toEqual(['posted', 'waiting'])
  })

  test('50 concurrent writers enter no more than the limit', async () => {
    const all = await buildStore(10)
    const states = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const member = all[at % all.length]
        if (!member) throw new Error('No member was made')
        return enter(member, { amount: 900 })
      }),
    )
    expect(states.filter((state) => state === 'posted')).toHaveLength(11)
    expect(await sumEntered(all[0]?.storeId ?? 0)).toBe(9900)
  }, 60_000)

  test('the rows of two imported files share the limit', async () => {
    const mia = await buildMember()
    const { code } = (await call('GET', `/stores/${mia.storeId}`)).body
    const operator = await createImporter(platform())
    for (const file of ['a', 'b']) {
      const rows = Array.from(
        { length: 30 },
        (_, at) => `${code},${mia.email},issue,500,points,Thanks,${file}${at}`,
      )
      const content = ['Store,Member,Type,Amount,Unit,Reason,Reference', ...rows].join('\n')
      const check = await operator.checkFile('creditRequests', content)
      expect(check.counts, JSON.stringify(check.problems)).toMatchObject({ create: 30 })
      const [waiting, remaining] = file === 'a' ? ['10 of', '10,000'] : ['All', '0']
      expect(check.notes).toEqual([
        expect.stringContaining(`${waiting} 30 rows will wait`),
        expect.stringContaining(`${remaining} points left of your 24-hour limit of 10,000 points`),
      ])
      const job = await operator.runImport('creditRequests', check.id)
      expect(job.rows).toMatchObject({ done: 30 })
    }
    expect(await sumEntered(mia.storeId)).toBe(limit)
    expect(await loadWaiting(mia.storeId)).toHaveLength(40)
  }, 60_000)

  test('the limit of the store stops amounts spread over its members', async () => {
    const all = await buildStore(20)
    const states = await enterMany(all.map((member) => toRequest(member, { amount: 999 })))
    expect(states).toEqual([...Array(10).fill('posted'), ...Array(10).fill('waiting')])
  })

  test('a store can have a limit that differs from the limit of a member', async () => {
    const setLimits = async (values: object) => {
      const { version } = (await call('GET', '/creditLimits/1')).body
      const change = { body: { reason: 'Board', ...values }, ifMatch: version }
      expect((await patchConfirmed(second, '/creditLimits/1', change)).status).toBe(200)
    }
    await setLimits({ storePoints: 25_000 })
    try {
      const [mia, adam, eva] = await buildStore(3)
      if (!mia || !adam || !eva) throw new Error('No members were made')
      expect(await enter(mia, { amount: limit })).toBe('posted')
      expect(await enter(mia, { amount: 1 })).toBe('waiting')
      expect(await enter(adam, { amount: limit })).toBe('posted')
      expect(await enter(eva, { amount: 5001 })).toBe('waiting')
      expect(await enter(eva, { amount: 5000 })).toBe('posted')
      // A raised limit doesn't apply to its author, who keeps the earlier limit of the store.
      const anna = await buildMember()
      expect(await enter(anna, { amount: limit }, second)).toBe('posted')
      const [ben, cem] = await buildStore(2)
      if (!ben || !cem) throw new Error('No members were made')
      expect(await enter(ben, { amount: limit }, second)).toBe('posted')
      expect(await enter(cem, { amount: 1 }, second)).toBe('waiting')
    } finally {
      await setLimits({ storePoints: null })
    }
  })

  test('each store and unit has its own limit', async () => {
    const [mia, eva] = [
      await buildMember(),
      await buildMember({ type: 'gift', defaultCurrency: 'EUR' }),
    ]
    expect(await enter(mia, { amount: limit })).toBe('posted')
    expect(await enter(eva, { amount: 100_000, unit: 'EUR' })).toBe('posted')
    expect(await enter(eva, { amount: 1, unit: 'EUR' })).toBe('waiting')
  })

  test('debits count, and credits do not offset them', async () => {
    const mia = await buildMember()
    await fund(mia, 20_000)
    expect(await enter(mia, { type: 'debit', amount: 6000 })).toBe('posted')
    expect(await enter(mia, { type: 'debit', amount: 4001 })).toBe('waiting')
    expect(await enter(mia, { amount: 4000 })).toBe('posted')
    expect(await enter(mia, { type: 'debit', amount: 1 })).toBe('waiting')
    expect(await enter(mia, { amount: 1 })).toBe('waiting')
  })

  test('entries that a second operator approved count toward no limit', async () => {
    const mia = await buildMember()
    await fund(mia, 5)
    expect(await enter(mia, { amount: limit })).toBe('posted')
    expect(await enter(mia, { amount: limit }, second)).toBe('posted')
  })

  test('reversals count toward the limit', async () => {
    const mia = await buildMember()
    const requests = []
    for (const amount of [4000, 3000])
      requests.push(
        (await call('POST', '/creditRequests', { body: toRequest(mia, { amount }) })).body,
      )
    const reverse = async (entryId: number) =>
      (await call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'Mistake' } }))
        .body.state
    expect(await reverse(requests[1].entryId)).toBe('posted')
    expect(await reverse(requests[0].entryId)).toBe('waiting')
    expect(await sumEntered(mia.storeId)).toBe(limit)
  })

  test('an entry counts toward the limit for exactly 24 hours', async () => {
    const mia = await buildMember()
    const start = platform().platform.now().getTime()
    const states: string[] = []
    expect(await enter(mia, { amount: limit })).toBe('posted')
    const { rows } = await sql<{ at: string }>`select entered_at as at from credit_entries
      where member_id = ${mia.memberId}`.execute(db())
    const enteredAt = Date.parse(rows[0]?.at ?? '')
    expect(enteredAt).toBeGreaterThanOrEqual(start)
    for (const msFromDay of [-60_000, 0]) {
      const { length } = states
      const delayMs = enteredAt + dayMs + msFromDay - platform().platform.now().getTime()
      states.push(await runInDays(delayMs / dayMs, () => enter(mia, { amount: 1 })))
      expect(states).toHaveLength(length + 1)
    }
    expect(states).toEqual(['waiting', 'posted'])
  })

  test('an account and the accounts that it created share the limit', async () => {
    const [creator, firstAccount, secondAccount] = [
      await platform().addAccount(allPermissions),
      await platform().addAccount(allPermissions),
      await platform().addAccount(allPermissions),
    ]
    const stamp = platform().platform.now().toISOString()
    for (const account of [firstAccount, secondAccount])
      await sql`insert into audit (time, actor, actor_id, event, target_type, target_id, request_id, ip)
        values (${stamp}, ${creator.email}, ${creator.id}, 'users.created', 'users', ${account.id}, 'r', '')`.execute(
        db(),
      )
    const callers = [
      await openSession(platform(), firstAccount),
      await openSession(platform(), secondAccount),
      await openSession(platform(), creator),
    ]
    const mia = await buildMember()
    const states = []
    for (const caller of callers) states.push(await enter(mia, { amount: 6000 }, caller))
    expect(states).toEqual(['posted', 'waiting', 'waiting'])
    expect(await enter(mia, { amount: 6000 })).toBe('posted')
  })

  describe('Alerts about waiting requests', () => {
    const loadAlerts = async (caller: Caller, storeId: number) => {
      const { data } = (await caller('GET', `/attentionItems?filter[kind][eq]=approval&limit=100`))
        .body
      return data
        .filter(({ storeIds }: { storeIds: number[] }) => storeIds.includes(storeId))
        .map(({ title, state }: { title: string; state: string }) => `${title}: ${state}`)
    }

    test('only operators who can approve a request see its alert, until it is decided', async () => {
      const mia = await buildMember()
      const elsewhere = await buildMember()
      const requester = await platform().addAccount(allPermissions)
      const [dependent, reader, otherStoreOperator] = [
        await platform().addAccount(allPermissions),
        await platform().addAccount(['dashboardRead:read', 'ordersRead']),
        await platform().addAccount(allPermissions, [elsewhere.storeId]),
      ]
      await sql`insert into audit (time, actor, actor_id, event, target_type, target_id, request_id, ip)
        values (now(), ${requester.email}, ${requester.id}, 'users.created', 'users', ${dependent.id}, 'r', '')`.execute(
        db(),
      )
      const requesterCall = await openSession(platform(), requester)
      const others = []
      for (const account of [dependent, reader, otherStoreOperator])
        others.push(await openSession(platform(), account))
      const { body } = await requesterCall('POST', '/creditRequests', {
        body: toRequest(mia, { amount: limit + 1 }),
      })
      const { name } = (await call('GET', `/stores/${mia.storeId}`)).body
      const alert = `Credits at ${name} need approval: open`
      for (const approver of [call, second])
        expect(await loadAlerts(approver, mia.storeId)).toEqual([alert])
      for (const other of [requesterCall, ...others])
        expect(await loadAlerts(other, mia.storeId)).toEqual([])
      const { total, names } = (await requesterCall('GET', `/creditRequests/${body.id}/approvers`))
        .body
      expect([total, names.length]).toEqual([expect.any(Number), Math.min(total, 20)])
      const { rows } = await sql<{ isTold: boolean[] }>`
        select array(select account_ids @> array[id] from unnest(${[dependent.id, reader.id, otherStoreOperator.id, requester.id]}::int[]) as id)
          as is_told from attention_items where subject = ${`credits/${mia.storeId}/${requester.id}`}`.execute(
        db(),
      )
      expect(rows).toEqual([{ isTold: [false, false, false, false] }])
      expect((await approve(body)).status).toBe(200)
      expect(await loadAlerts(second, mia.storeId)).toEqual([])
      const after = (await requesterCall('GET', `/creditRequests/${body.id}/approvers`)).body
      expect(after).toEqual({ total: 0, names: [] })
    })

    test('a new request reopens a resolved alert, which stays open while a request waits', async () => {
      const mia = await buildMember()
      const amount = limit + 1
      const first = (await call('POST', '/creditRequests', { body: toRequest(mia, { amount }) }))
        .body
      const loadAlertItems = async () =>
        (
          await second('GET', '/attentionItems?filter[kind][eq]=approval&limit=100')
        ).body.data.filter(({ storeIds }: { storeIds: number[] }) => storeIds.includes(mia.storeId))
      const [{ id }] = await loadAlertItems()
      const resolved = await second('POST', `/attentionItems/${id}/state`, {
        body: { state: 'resolved', reason: 'Known' },
      })
      expect(resolved.body.state).toBe('resolved')
      expect(await enter(mia, { amount })).toBe('waiting')
      expect(await loadAlertItems()).toMatchObject([{ id, state: 'open' }])
      expect((await approve(first)).status).toBe(200)
      expect(await loadAlertItems()).toMatchObject([
        {
          detail: expect.stringMatching(
            /^1 credit request from .* is waiting for a second operator\.$/,
          ),
        },
      ])
    })
  })

  test('the allowance shows each limit and how much of it is used', async () => {
    const [mia, adam] = await buildStore(2)
    if (!mia || !adam) throw new Error('No members were made')
    const loadAllowance = (query: string, caller = call) =>
      caller('GET', `/creditAllowance?${query}`)
    const bothIds = `storeId=${mia.storeId}&memberId=${mia.memberId}`
    await enter(mia, { amount: 300 })
    await enter(adam, { amount: 200 })
    expect((await loadAllowance(bothIds)).body).toEqual({
      unit: 'points',
      store: { limit, used: 500 },
      member: { limit, used: 300 },
    })
    expect((await loadAllowance(bothIds, second)).body.store.used).toBe(0)
    expect((await loadAllowance(`storeId=${mia.storeId}`)).body.member).toBeNull()
    const elsewhere = await buildMember()
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [elsewhere.storeId]),
    )
    expect((await loadAllowance(bothIds, limited)).status).toBe(404)
    expect((await loadAllowance('storeId=x')).status).toBe(404)
  })

  describe('Group programs', () => {
    const program = { unit: 'points', creditAmount: 100, creditPeriod: 'month' }
    const addGroup = async (storeId: number, values: object = program, caller = call) => {
      const answer = await caller('POST', '/memberGroups', {
        body: {
          storeId,
          name: randomUUID(),
          type: 'manual',
          rules: [],
          priority: 1,
          isDefault: false,
          ...values,
        },
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    }
    const loadGroup = async ({ id }: { id: number }) =>
      (await call('GET', `/memberGroups/${id}`)).body
    const change = async (group: { id: number }, values: object, caller = call) => {
      const { version } = await loadGroup(group)
      const answer = await caller('PATCH', `/memberGroups/${group.id}`, {
        body: values,
        ifMatch: version,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    }
    const addMembers = async (group: { id: number }, all: readonly Member[], caller = call) => {
      const path = `/memberGroups/${group.id}/members`
      const body = { memberIds: all.map(({ memberId }) => memberId), action: 'add' }
      const unconfirmed = await caller('POST', path, { body })
      expect(unconfirmed.body.code).toBe('unconfirmed')
      const answer = await caller('POST', `${path}?reach=${unconfirmed.body.reach.token}`, { body })
      expect(answer.status).toBe(200)
      return unconfirmed.body.reach.worse.map(({ what }: { what: string }) => what) as string[]
    }
    const issueCredits = () => issueProgramCredits(platform().platform)
    const decide = (group: { id: number }, total: number, caller = second) =>
      caller('POST', `/memberGroups/${group.id}/programApproval`, { body: { total } })

    test('a program that would issue more than the limit waits until a second operator approves it', async () => {
      const all = await buildStore(101)
      const { storeId } = all[0] ?? { storeId: 0 }
      const group = await addGroup(storeId)
      expect(group.programWaiting).toBeNull()
      const consequences = await addMembers(group, all)
      expect(consequences).toContainEqual(expect.stringContaining('10,100 points'))
      expect((await loadGroup(group)).programWaiting).toBe(10_100)
      const hasAlert = async (caller: Caller) =>
        (await caller('GET', '/attentionItems?filter[kind][eq]=approval&limit=100')).body.data.some(
          ({ fix }: { fix: string }) => fix === `/members/groups?approve=${group.id}`,
        )
      expect([await hasAlert(call), await hasAlert(second)]).toEqual([false, true])
      await issueCredits()
      expect(await sumEntered(storeId)).toBe(0)
      expect((await decide(group, 10_100, call)).status).toBe(409)
      expect((await decide(group, 10_000)).status).toBe(409)
      expect((await decide(group, 10_100)).body).toMatchObject({
        programWaiting: null,
        programApproved: 10_100,
      })
      expect((await decide(group, 10_100)).status).toBe(409)
      await issueCredits()
      expect(await sumEntered(storeId)).toBe(10_100)
      // The approved credits don't count toward the limit of the operator who set up the program.
      const [mia] = await buildStore(1)
      if (mia) expect(await enter(mia, { amount: limit })).toBe('posted')
    })

    test('a program within the limit issues at once and counts toward the limit of its author', async () => {
      const all = await buildStore(60)
      const [mia] = all
      if (!mia) throw new Error('No member was made')
      const group = await addGroup(mia.storeId)
      await addMembers(group, all)
      await issueCredits()
      expect(await sumEntered(mia.storeId)).toBe(6000)
      expect(await enter(mia, { amount: 4001 })).toBe('waiting')
      expect(await enter(mia, { amount: 4001 }, second)).toBe('posted')
      expect(await enter(mia, { amount: 4000 })).toBe('posted')
    })

    test('several programs of a store share the limit', async () => {
      const all = await buildStore(120)
      const { storeId } = all[0] ?? { storeId: 0 }
      const groups = [await addGroup(storeId), await addGroup(storeId)]
      for (const [at, group] of groups.entries())
        await addMembers(group, all.slice(at * 60, at * 60 + 60))
      await issueCredits()
      expect(await sumEntered(storeId)).toBe(6000)
      const waiting = await Promise.all(groups.map(loadGroup))
      expect(waiting.map(({ programWaiting }) => programWaiting).toSorted()).toEqual([6000, null])
    })

    test.each([
      ['a higher amount', { creditAmount: 201 }, 10_050],
      ['another period', { creditPeriod: 'quarter' }, null],
    ])('%s needs approval again only above the limit', async (_name, values, waiting) => {
      const all = await buildStore(50)
      const group = await addGroup(all[0]?.storeId ?? 0)
      await addMembers(group, all)
      expect((await change(group, values)).programWaiting).toBe(waiting)
    })

    test('a changed period of an approved program needs approval again', async () => {
      const all = await buildStore(101)
      const group = await addGroup(all[0]?.storeId ?? 0, { ...program, creditPeriod: 'year' })
      await addMembers(group, all)
      await decide(group, 10_100)
      expect((await change(group, { description: 'Same' })).programWaiting).toBeNull()
      expect((await change(group, { creditPeriod: 'month' })).programWaiting).toBe(10_100)
    })

    test('rules that match more members need approval again', async () => {
      const all = await buildStore(101)
      const group = await addGroup(all[0]?.storeId ?? 0, {
        ...program,
        type: 'rule',
        rules: ['name contains nobody'],
      })
      expect(group.programWaiting).toBeNull()
      expect((await change(group, { rules: ['name contains member'] })).programWaiting).toBe(10_100)
    })

    test('members added by an import or by an undone removal need approval again', async () => {
      const all = await buildStore(101)
      const { storeId } = all[0] ?? { storeId: 0 }
      const group = await addGroup(storeId)
      const { code } = (await call('GET', `/stores/${storeId}`)).body
      const operator = await createImporter(platform())
      const lines = all.map(({ email }) => `${code},${email},${group.name}`)
      const check = await operator.checkFile('members', ['Store,E-mail,Group', ...lines].join('\n'))
      await operator.runImport('members', check.id)
      expect((await loadGroup(group)).programWaiting).toBe(10_100)
      const body = { memberIds: all.map(({ memberId }) => memberId), action: 'remove' }
      const removal = await call('POST', `/memberGroups/${group.id}/members`, { body })
      await issueCredits()
      expect((await loadGroup(group)).programWaiting).toBeNull()
      await call('POST', `/memberGroups/${group.id}/undo/${removal.body.move}`, {})
      expect((await loadGroup(group)).programWaiting).toBe(10_100)
    }, 60_000)

    test('a bulk plan names the groups that will need approval', async () => {
      const [largeStore, smallStore] = [await buildStore(102), await buildStore(2)]
      const groups = []
      for (const all of [largeStore, smallStore]) {
        const group = await addGroup(all[0]?.storeId ?? 0)
        await addMembers(group, all)
        groups.push(group)
      }
      const approved = await decide(groups[0] ?? { id: 0 }, 10_200)
      expect(approved.status).toBe(200)
      const createPlan = async (values: object, ids: number[]) =>
        (
          await call('POST', '/memberGroups/bulk/plan', {
            body: { action: 'change', ids, values },
          })
        ).body
      const ids = groups.map(({ id }) => id)
      const response = await createPlan({ creditPeriod: 'quarter' }, ids)
      expect(response.warns).toEqual([
        `The credits for 1 of 2 groups (${groups[0]?.name}) exceed your 24-hour limits. A second operator must approve them before members get any.`,
      ])
      expect((await createPlan({ creditPeriod: 'quarter' }, ids.slice(1))).warns).toEqual([])
      expect((await createPlan({ priority: 7 }, ids)).warns).toEqual([])
    }, 60_000)

    test('the check of a member file says that the group will need approval', async () => {
      const all = await buildStore(101)
      const { code } = (await call('GET', `/stores/${all[0]?.storeId}`)).body
      const group = await addGroup(all[0]?.storeId ?? 0)
      const operator = await createImporter(platform())
      const checkFile = (some: Member[]) =>
        operator.checkFile(
          'members',
          ['Store,E-mail,Group', ...some.map(({ email }) => `${code},${email},${group.name}`)].join(
            '\n',
          ),
        )
      expect((await checkFile(all.slice(1))).notes).toEqual([])
      expect((await checkFile(all)).notes).toEqual([
        expect.stringMatching(/^This group's credits exceed your 24-hour limits/),
      ])
    }, 60_000)

    test('the preview and the result of a duplication count the copies that need approval', async () => {
      const source = await buildMember()
      const [largeStore, smallStore] = [await buildStore(101), await buildStore(2)]
      const group = await addGroup(source.storeId, {
        ...program,
        type: 'rule',
        rules: ['email ends with .example'],
      })
      const storeIds = [largeStore, smallStore].map(([member]) => member?.storeId ?? 0)
      const loadPreview = async (ids: number[]) =>
        (await call('GET', `/memberGroups/${group.id}/duplicatePreview?storeIds=${ids.join()}`))
          .body
      const { name } = (await call('GET', `/stores/${storeIds[0]}`)).body
      expect(await loadPreview(storeIds)).toEqual({
        waiting: 1,
        notes: [
          `The credits for 1 of 2 copies (${name}) exceed your 24-hour limits. A second operator must approve them before members get any.`,
        ],
      })
      expect(await loadPreview(storeIds.slice(1))).toEqual({ waiting: 0, notes: [] })
      const path = `/memberGroups/${group.id}/duplicates`
      const response = await call('POST', path, { body: { storeIds } })
      expect(response.body).toEqual({ made: 2, refused: [], waiting: 1 })
      expect(
        (await call('GET', `/memberGroups/${group.id}/duplicatePreview?storeIds=x`)).status,
      ).toBe(400)
    })

    test('no operator who added members to a waiting program can approve it', async () => {
      const all = await buildStore(102)
      const [last] = all
      const group = await addGroup(last?.storeId ?? 0)
      await addMembers(group, all.slice(1))
      if (last) await addMembers(group, [last], second)
      for (const caller of [call, second])
        expect((await decide(group, 10_200, caller)).status).toBe(409)
      const third = await openSession(platform(), await platform().addAccount(allPermissions))
      expect((await decide(group, 10_200, third)).status).toBe(200)
    })
  })
})
