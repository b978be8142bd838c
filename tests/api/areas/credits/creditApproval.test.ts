import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { members } from '#shared/areas/members/members.ts'
import { issueProgramCredits } from '#server/platform/areas/members/issueProgramCredits.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Answered, Caller } from '#tests/api/support/calling.ts'
import { confirmed } from '#tests/api/support/confirmed.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'

/** The limit that the migration sets: for a member and, since no other is set, for a store. */
const limit = 10_000
const dayMs = 86_400_000

describe.each(databases)('Approval limits on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let second: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
    second = await signedIn(platform(), await platform().addAccount(everyRight))
  })
  const db = () => platform().platform.db

  type Member = { storeId: number; memberId: number; email: string }

  /** A store that counts in points, and members of it. */
  async function buildStore(count = 1, values = {}): Promise<Member[]> {
    const { id: storeId } = await newStore(call, { type: 'points', ...values })
    const rows = Array.from({ length: count }, (_, at) => ({
      storeId,
      groupId: null,
      active: true,
      name: `Member ${at}`,
      email: `m${at}@${randomUUID()}.example`,
    }))
    const made = await insertRows(platform(), members, rows)
    return made.map(({ id }, at) => ({ storeId, memberId: id, email: rows[at]?.email ?? '' }))
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
  const enter = async (member: Member, values: object, by = call): Promise<string> => {
    const answer = await by('POST', '/creditRequests', { body: toRequest(member, values) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.state
  }
  const statesOf = (answer: Answered) =>
    answer.body.data.map(({ state }: { state: string }) => state)
  const enterMany = async (records: object[], by = call) => {
    const answer = await by('POST', '/creditRequests/many', { body: { records } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return statesOf(answer)
  }
  /** What moved in a store, credits and debits alike. */
  const sumEntered = async (storeId: number): Promise<number> => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(abs(amount)), 0)::float8 as sum from credit_entries
      where store_id = ${storeId}`.execute(db())
    return rows[0]?.sum ?? 0
  }
  const approve = async ({ id, version }: { id: number; version: number }, by = second) =>
    by('POST', `/creditRequests/${id}/decision`, {
      body: { decision: 'approve' },
      ifMatch: version,
    })
  const waitingOf = async (storeId: number) =>
    (
      await call(
        'GET',
        `/creditRequests?filter[storeId][eq]=${storeId}&filter[state][eq]=waiting&limit=100`,
      )
    ).body.data
  /** Credits that the second operator approved: they count for nobody. */
  const fund = async (member: Member, amount: number) => {
    const { body } = await call('POST', '/creditRequests', {
      body: toRequest(member, { amount: limit + amount }),
    })
    expect((await approve(body)).status).toBe(200)
    return (await call('GET', `/creditRequests/${body.id}`)).body.entryId as number
  }
  async function inDays<T>(days: number, work: () => Promise<T>): Promise<T> {
    const ms = days * dayMs
    const later = new Date(platform().platform.now().getTime() + ms).toISOString()
    await sql`update tokens set created_at = ${later}, last_used_at = ${later}`.execute(db())
    platform().advance(ms)
    try {
      return await work()
    } finally {
      platform().advance(-ms)
    }
  }

  test('200 amounts just below the limit in one call enter one of them, and the others wait', async () => {
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

  test('single calls one after the other share the limit, to the last point', async () => {
    const mia = await buildMember()
    expect(await enter(mia, { amount: limit - 10 })).toBe('posted')
    expect(await enter(mia, { amount: 11 })).toBe('waiting')
    expect(await enter(mia, { amount: 10 })).toBe('posted')
    expect(await enter(mia, { amount: 1 })).toBe('waiting')
    expect(await enter(mia, { amount: 1 }, second)).toBe('posted')
  })

  test('two sessions of one account share it, also at the same time', async () => {
    const mia = await buildMember()
    const other = await signedIn(platform())
    const states = await Promise.all(
      [call, other].map((by) => enter(mia, { amount: limit - 1 }, by)),
    )
    expect(states.toSorted()).toEqual(['posted', 'waiting'])
  })

  test('50 writers at once enter no more than the limit', async () => {
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

  test('the rows of two files count together', async () => {
    const mia = await buildMember()
    const { code } = (await call('GET', `/stores/${mia.storeId}`)).body
    const operator = await importer(platform())
    for (const file of ['a', 'b']) {
      const rows = Array.from(
        { length: 30 },
        (_, at) => `${code},${mia.email},issue,500,points,Thanks,${file}${at}`,
      )
      const content = ['Store,Member,Type,Amount,Unit,Reason,Reference', ...rows].join('\n')
      const looked = await operator.look('creditRequests', content)
      expect(looked.counts, JSON.stringify(looked.problems)).toMatchObject({ create: 30 })
      const [waiting, left] = file === 'a' ? ['10 of', '10,000'] : ['All', '0']
      expect(looked.notes).toEqual([
        expect.stringContaining(`${waiting} 30 rows will wait`),
        expect.stringContaining(`${left} points left of your 24-hour limit of 10,000 points`),
      ])
      const job = await operator.run('creditRequests', looked.id)
      expect(job.rows).toMatchObject({ done: 30 })
    }
    expect(await sumEntered(mia.storeId)).toBe(limit)
    expect(await waitingOf(mia.storeId)).toHaveLength(40)
  }, 60_000)

  test('amounts spread over members are caught by the limit of the store', async () => {
    const all = await buildStore(20)
    const states = await enterMany(all.map((member) => toRequest(member, { amount: 999 })))
    expect(states).toEqual([...Array(10).fill('posted'), ...Array(10).fill('waiting')])
  })

  test('a store can have a limit of its own, beside that of a member', async () => {
    const set = async (values: object) => {
      const { version } = (await call('GET', '/creditLimits/1')).body
      const change = { body: { reason: 'Board', ...values }, ifMatch: version }
      expect((await confirmed(second, '/creditLimits/1', change)).status).toBe(200)
    }
    await set({ storePoints: 25_000 })
    try {
      const [mia, adam, eva] = await buildStore(3)
      if (!mia || !adam || !eva) throw new Error('No members were made')
      expect(await enter(mia, { amount: limit })).toBe('posted')
      expect(await enter(mia, { amount: 1 })).toBe('waiting')
      expect(await enter(adam, { amount: limit })).toBe('posted')
      expect(await enter(eva, { amount: 5001 })).toBe('waiting')
      expect(await enter(eva, { amount: 5000 })).toBe('posted')
      // Whoever raises a limit doesn't get it: the store's limit stays for them what it was.
      const anna = await buildMember()
      expect(await enter(anna, { amount: limit }, second)).toBe('posted')
      const [ben, cem] = await buildStore(2)
      if (!ben || !cem) throw new Error('No members were made')
      expect(await enter(ben, { amount: limit }, second)).toBe('posted')
      expect(await enter(cem, { amount: 1 }, second)).toBe('waiting')
    } finally {
      await set({ storePoints: null })
    }
  })

  test('other stores and units have limits of their own', async () => {
    const [mia, eva] = [
      await buildMember(),
      await buildMember({ type: 'gift', defaultCurrency: 'EUR' }),
    ]
    expect(await enter(mia, { amount: limit })).toBe('posted')
    expect(await enter(eva, { amount: 100_000, unit: 'EUR' })).toBe('posted')
    expect(await enter(eva, { amount: 1, unit: 'EUR' })).toBe('waiting')
  })

  test('debits count, and a credit makes no room for one', async () => {
    const mia = await buildMember()
    await fund(mia, 20_000)
    expect(await enter(mia, { type: 'debit', amount: 6000 })).toBe('posted')
    expect(await enter(mia, { type: 'debit', amount: 4001 })).toBe('waiting')
    expect(await enter(mia, { amount: 4000 })).toBe('posted')
    expect(await enter(mia, { type: 'debit', amount: 1 })).toBe('waiting')
    expect(await enter(mia, { amount: 1 })).toBe('waiting')
  })

  test('entries that a second operator approved count for nobody', async () => {
    const mia = await buildMember()
    await fund(mia, 5)
    expect(await enter(mia, { amount: limit })).toBe('posted')
    expect(await enter(mia, { amount: limit }, second)).toBe('posted')
  })

  test('reversals count', async () => {
    const mia = await buildMember()
    const made = []
    for (const amount of [4000, 3000])
      made.push((await call('POST', '/creditRequests', { body: toRequest(mia, { amount }) })).body)
    const reverse = async (entryId: number) =>
      (await call('POST', `/creditEntries/${entryId}/reversal`, { body: { reason: 'Mistake' } }))
        .body.state
    expect(await reverse(made[1].entryId)).toBe('posted')
    expect(await reverse(made[0].entryId)).toBe('waiting')
    expect(await sumEntered(mia.storeId)).toBe(limit)
  })

  test('an entry counts until it is exactly 24 hours old', async () => {
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
      const missing = enteredAt + dayMs + msFromDay - platform().platform.now().getTime()
      states.push(await inDays(missing / dayMs, () => enter(mia, { amount: 1 })))
      expect(states).toHaveLength(length + 1)
    }
    expect(states).toEqual(['waiting', 'posted'])
  })

  test('accounts that go back to one another share the limit', async () => {
    const [mine, puppet, other] = [
      await platform().addAccount(everyRight),
      await platform().addAccount(everyRight),
      await platform().addAccount(everyRight),
    ]
    const stamp = platform().platform.now().toISOString()
    for (const made of [puppet, other])
      await sql`insert into audit (time, actor, actor_id, event, target_type, target_id, request_id, ip)
        values (${stamp}, ${mine.email}, ${mine.id}, 'users.created', 'users', ${made.id}, 'r', '')`.execute(
        db(),
      )
    const callers = [
      await signedIn(platform(), puppet),
      await signedIn(platform(), other),
      await signedIn(platform(), mine),
    ]
    const mia = await buildMember()
    const states = []
    for (const by of callers) states.push(await enter(mia, { amount: 6000 }, by))
    expect(states).toEqual(['posted', 'waiting', 'waiting'])
    expect(await enter(mia, { amount: 6000 })).toBe('posted')
  })

  describe('what waits', () => {
    const alertsOf = async (by: Caller, storeId: number) => {
      const { data } = (await by('GET', `/attentionItems?filter[kind][eq]=approval&limit=100`)).body
      return data
        .filter(({ storeIds }: { storeIds: number[] }) => storeIds.includes(storeId))
        .map(({ title, state }: { title: string; state: string }) => `${title}: ${state}`)
    }

    test('alerts those who may approve it, and nobody else, until it is decided', async () => {
      const mia = await buildMember()
      const elsewhere = await buildMember()
      const asker = await platform().addAccount(everyRight)
      const [puppet, reader, farAway] = [
        await platform().addAccount(everyRight),
        await platform().addAccount(['dashboardRead:read', 'ordersRead']),
        await platform().addAccount(everyRight, [elsewhere.storeId]),
      ]
      await sql`insert into audit (time, actor, actor_id, event, target_type, target_id, request_id, ip)
        values (now(), ${asker.email}, ${asker.id}, 'users.created', 'users', ${puppet.id}, 'r', '')`.execute(
        db(),
      )
      const by = await signedIn(platform(), asker)
      const others = []
      for (const one of [puppet, reader, farAway]) others.push(await signedIn(platform(), one))
      const { body } = await by('POST', '/creditRequests', {
        body: toRequest(mia, { amount: limit + 1 }),
      })
      const { name } = (await call('GET', `/stores/${mia.storeId}`)).body
      const alert = `Credits at ${name} need approval: open`
      for (const approver of [call, second])
        expect(await alertsOf(approver, mia.storeId)).toEqual([alert])
      for (const other of [by, ...others]) expect(await alertsOf(other, mia.storeId)).toEqual([])
      const { total, names } = (await by('GET', `/creditRequests/${body.id}/approvers`)).body
      expect([total, names.length]).toEqual([expect.any(Number), Math.min(total, 20)])
      const { rows } = await sql<{ isTold: boolean[] }>`
        select array(select account_ids @> array[id] from unnest(${[puppet.id, reader.id, farAway.id, asker.id]}::int[]) as id)
          as is_told from attention_items where subject = ${`credits/${mia.storeId}/${asker.id}`}`.execute(
        db(),
      )
      expect(rows).toEqual([{ isTold: [false, false, false, false] }])
      expect((await approve(body)).status).toBe(200)
      expect(await alertsOf(second, mia.storeId)).toEqual([])
      const after = (await by('GET', `/creditRequests/${body.id}/approvers`)).body
      expect(after).toEqual({ total: 0, names: [] })
    })

    test('opens an alert again that was resolved, and stays while something waits', async () => {
      const mia = await buildMember()
      const amount = limit + 1
      const first = (await call('POST', '/creditRequests', { body: toRequest(mia, { amount }) }))
        .body
      const items = async () =>
        (
          await second('GET', '/attentionItems?filter[kind][eq]=approval&limit=100')
        ).body.data.filter(({ storeIds }: { storeIds: number[] }) => storeIds.includes(mia.storeId))
      const [{ id }] = await items()
      const resolved = await second('POST', `/attentionItems/${id}/state`, {
        body: { state: 'resolved', reason: 'Known' },
      })
      expect(resolved.body.state).toBe('resolved')
      expect(await enter(mia, { amount })).toBe('waiting')
      expect(await items()).toMatchObject([{ id, state: 'open' }])
      expect((await approve(first)).status).toBe(200)
      expect(await items()).toMatchObject([
        {
          detail: expect.stringMatching(
            /^1 credit request from .* is waiting for a second operator\.$/,
          ),
        },
      ])
    })
  })

  test('the form is told the limit and how much of it is left', async () => {
    const [mia, adam] = await buildStore(2)
    if (!mia || !adam) throw new Error('No members were made')
    const read = (query: string, by = call) => by('GET', `/creditAllowance?${query}`)
    const both = `storeId=${mia.storeId}&memberId=${mia.memberId}`
    await enter(mia, { amount: 300 })
    await enter(adam, { amount: 200 })
    expect((await read(both)).body).toEqual({
      unit: 'points',
      store: { limit, used: 500 },
      member: { limit, used: 300 },
    })
    expect((await read(both, second)).body.store.used).toBe(0)
    expect((await read(`storeId=${mia.storeId}`)).body.member).toBeNull()
    const elsewhere = await buildMember()
    const some = await signedIn(
      platform(),
      await platform().addAccount(everyRight, [elsewhere.storeId]),
    )
    expect((await read(both, some)).status).toBe(404)
    expect((await read('storeId=x')).status).toBe(404)
  })

  describe('of a group program', () => {
    const program = { unit: 'points', creditAmount: 100, creditPeriod: 'month' }
    const addGroup = async (storeId: number, values: object = program, by = call) => {
      const answer = await by('POST', '/memberGroups', {
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
    const groupNow = async ({ id }: { id: number }) =>
      (await call('GET', `/memberGroups/${id}`)).body
    const change = async (group: { id: number }, values: object, by = call) => {
      const { version } = await groupNow(group)
      const answer = await by('PATCH', `/memberGroups/${group.id}`, {
        body: values,
        ifMatch: version,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    }
    const add = async (group: { id: number }, all: readonly Member[], by = call) => {
      const path = `/memberGroups/${group.id}/members`
      const body = { memberIds: all.map(({ memberId }) => memberId), action: 'add' }
      const told = await by('POST', path, { body })
      expect(told.body.code).toBe('unconfirmed')
      const answer = await by('POST', `${path}?reach=${told.body.reach.token}`, { body })
      expect(answer.status).toBe(200)
      return told.body.reach.worse.map(({ what }: { what: string }) => what) as string[]
    }
    const give = () => issueProgramCredits(platform().platform)
    const decide = (group: { id: number }, total: number, by = second) =>
      by('POST', `/memberGroups/${group.id}/programApproval`, { body: { total } })

    test('members who make it give more than the limit make it wait until a second operator approves', async () => {
      const all = await buildStore(101)
      const { storeId } = all[0] ?? { storeId: 0 }
      const group = await addGroup(storeId)
      expect(group.programWaiting).toBeNull()
      const words = await add(group, all)
      expect(words).toContainEqual(expect.stringContaining('10,100 points'))
      expect((await groupNow(group)).programWaiting).toBe(10_100)
      const alerted = async (by: Caller) =>
        (await by('GET', '/attentionItems?filter[kind][eq]=approval&limit=100')).body.data.some(
          ({ fix }: { fix: string }) => fix === `/members/groups?approve=${group.id}`,
        )
      expect([await alerted(call), await alerted(second)]).toEqual([false, true])
      await give()
      expect(await sumEntered(storeId)).toBe(0)
      expect((await decide(group, 10_100, call)).status).toBe(409)
      expect((await decide(group, 10_000)).status).toBe(409)
      expect((await decide(group, 10_100)).body).toMatchObject({
        programWaiting: null,
        programApproved: 10_100,
      })
      expect((await decide(group, 10_100)).status).toBe(409)
      await give()
      expect(await sumEntered(storeId)).toBe(10_100)
      // Nothing of it counts for the operator who set it up.
      const [mia] = await buildStore(1)
      if (mia) expect(await enter(mia, { amount: limit })).toBe('posted')
    })

    test('within the limit it gives at once, and what it gives counts for who set it up', async () => {
      const all = await buildStore(60)
      const [mia] = all
      if (!mia) throw new Error('No member was made')
      const group = await addGroup(mia.storeId)
      await add(group, all)
      await give()
      expect(await sumEntered(mia.storeId)).toBe(6000)
      expect(await enter(mia, { amount: 4001 })).toBe('waiting')
      expect(await enter(mia, { amount: 4001 }, second)).toBe('posted')
      expect(await enter(mia, { amount: 4000 })).toBe('posted')
    })

    test('several programs of a store count together', async () => {
      const all = await buildStore(120)
      const { storeId } = all[0] ?? { storeId: 0 }
      const groups = [await addGroup(storeId), await addGroup(storeId)]
      for (const [at, group] of groups.entries()) await add(group, all.slice(at * 60, at * 60 + 60))
      await give()
      expect(await sumEntered(storeId)).toBe(6000)
      const waiting = await Promise.all(groups.map(groupNow))
      expect(waiting.map(({ programWaiting }) => programWaiting).toSorted()).toEqual([6000, null])
    })

    test.each([
      ['a higher amount', { creditAmount: 201 }, 10_050],
      ['another period', { creditPeriod: 'quarter' }, null],
    ])('%s asks again only if it is above the limit', async (_name, values, waiting) => {
      const all = await buildStore(50)
      const group = await addGroup(all[0]?.storeId ?? 0)
      await add(group, all)
      expect((await change(group, values)).programWaiting).toBe(waiting)
    })

    test('a change of an approved period asks again', async () => {
      const all = await buildStore(101)
      const group = await addGroup(all[0]?.storeId ?? 0, { ...program, creditPeriod: 'year' })
      await add(group, all)
      await decide(group, 10_100)
      expect((await change(group, { description: 'Same' })).programWaiting).toBeNull()
      expect((await change(group, { creditPeriod: 'month' })).programWaiting).toBe(10_100)
    })

    test('rules that find more members ask again', async () => {
      const all = await buildStore(101)
      const group = await addGroup(all[0]?.storeId ?? 0, {
        ...program,
        type: 'rule',
        rules: ['name contains nobody'],
      })
      expect(group.programWaiting).toBeNull()
      expect((await change(group, { rules: ['name contains member'] })).programWaiting).toBe(10_100)
    })

    test('members who come in by a file or by an undone move ask again', async () => {
      const all = await buildStore(101)
      const { storeId } = all[0] ?? { storeId: 0 }
      const group = await addGroup(storeId)
      const { code } = (await call('GET', `/stores/${storeId}`)).body
      const operator = await importer(platform())
      const lines = all.map(({ email }) => `${code},${email},${group.name}`)
      const looked = await operator.look('members', ['Store,E-mail,Group', ...lines].join('\n'))
      await operator.run('members', looked.id)
      expect((await groupNow(group)).programWaiting).toBe(10_100)
      const body = { memberIds: all.map(({ memberId }) => memberId), action: 'remove' }
      const moved = await call('POST', `/memberGroups/${group.id}/members`, { body })
      await give()
      expect((await groupNow(group)).programWaiting).toBeNull()
      await call('POST', `/memberGroups/${group.id}/undo/${moved.body.move}`, {})
      expect((await groupNow(group)).programWaiting).toBe(10_100)
    }, 60_000)

    test('a plan of many changes says which groups will need approval', async () => {
      const [large, small] = [await buildStore(102), await buildStore(2)]
      const groups = []
      for (const all of [large, small]) {
        const group = await addGroup(all[0]?.storeId ?? 0)
        await add(group, all)
        groups.push(group)
      }
      const approved = await decide(groups[0] ?? { id: 0 }, 10_200)
      expect(approved.status).toBe(200)
      const plan = async (values: object, ids: number[]) =>
        (
          await call('POST', '/memberGroups/bulk/plan', {
            body: { action: 'change', ids, values },
          })
        ).body
      const ids = groups.map(({ id }) => id)
      const told = await plan({ creditPeriod: 'quarter' }, ids)
      expect(told.warns).toEqual([
        `The credits for 1 of 2 groups (${groups[0]?.name}) exceed your 24-hour limits. A second operator must approve them before members get any.`,
      ])
      expect((await plan({ creditPeriod: 'quarter' }, ids.slice(1))).warns).toEqual([])
      expect((await plan({ priority: 7 }, ids)).warns).toEqual([])
    }, 60_000)

    test('the check of a file of members says which groups will need approval', async () => {
      const all = await buildStore(101)
      const { code } = (await call('GET', `/stores/${all[0]?.storeId}`)).body
      const group = await addGroup(all[0]?.storeId ?? 0)
      const operator = await importer(platform())
      const look = (some: Member[]) =>
        operator.look(
          'members',
          ['Store,E-mail,Group', ...some.map(({ email }) => `${code},${email},${group.name}`)].join(
            '\n',
          ),
        )
      expect((await look(all.slice(1))).notes).toEqual([])
      expect((await look(all)).notes).toEqual([
        expect.stringMatching(/^This group's credits exceed your 24-hour limits/),
      ])
    }, 60_000)

    test('duplicates say before they are made, and after, how many of them need approval', async () => {
      const from = await buildMember()
      const [large, small] = [await buildStore(101), await buildStore(2)]
      const group = await addGroup(from.storeId, {
        ...program,
        type: 'rule',
        rules: ['email ends with .example'],
      })
      const storeIds = [large, small].map(([member]) => member?.storeId ?? 0)
      const preview = async (ids: number[]) =>
        (await call('GET', `/memberGroups/${group.id}/duplicatePreview?storeIds=${ids.join()}`))
          .body
      const { name } = (await call('GET', `/stores/${storeIds[0]}`)).body
      expect(await preview(storeIds)).toEqual({
        waiting: 1,
        notes: [
          `The credits for 1 of 2 copies (${name}) exceed your 24-hour limits. A second operator must approve them before members get any.`,
        ],
      })
      expect(await preview(storeIds.slice(1))).toEqual({ waiting: 0, notes: [] })
      const path = `/memberGroups/${group.id}/duplicates`
      const made = await call('POST', path, { body: { storeIds } })
      expect(made.body).toEqual({ made: 2, refused: [], waiting: 1 })
      expect(
        (await call('GET', `/memberGroups/${group.id}/duplicatePreview?storeIds=x`)).status,
      ).toBe(400)
    })

    test('no operator who had a part in what waits approves it', async () => {
      const all = await buildStore(102)
      const [last] = all
      const group = await addGroup(last?.storeId ?? 0)
      await add(group, all.slice(1))
      if (last) await add(group, [last], second)
      for (const by of [call, second]) expect((await decide(group, 10_200, by)).status).toBe(409)
      const third = await signedIn(platform(), await platform().addAccount(everyRight))
      expect((await decide(group, 10_200, third)).status).toBe(200)
    })
  })
})
