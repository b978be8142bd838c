import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { members } from '#shared/areas/members/members.ts'
import { applyAllGroupRules } from '#server/platform/areas/members/groupRules.ts'
import { getProgramPeriod } from '#server/platform/areas/members/programApproval.ts'
import { issueProgramCredits } from '#server/platform/areas/members/issueProgramCredits.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'

test.each([
  ['month', '2026-11'],
  ['quarter', '2026-Q4'],
  ['year', '2026'],
] as const)('a day is in one %s', (period, expected) => {
  expect(getProgramPeriod('2026-11-22', period)).toBe(expected)
})

describe.each(usually('PGlite'))('groups of members on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const db = () => platform().platform.db

  /** A store with four members: two of Acme, one of them not active, and two others. */
  async function storeWithMembers() {
    const { id: storeId } = await newStore(call, { type: 'points' })
    await insertRows(
      platform(),
      members,
      [
        ['Ann Lee', 'ann@acme.example', true],
        ['Ben Old', 'ben@acme.example', false],
        ['Cem Kaya', 'cem@other.example', true],
        ['Dee Lee', 'dee@other.example', true],
      ].map(([name, email, active]) => ({ storeId, groupId: null, name, email, active })),
    )
    return Number(storeId)
  }
  const newGroup = (storeId: number, values: object = {}) =>
    call('POST', '/memberGroups', {
      body: {
        name: 'Group',
        storeId,
        type: 'manual',
        priority: 100,
        isDefault: false,
        rules: [],
        ...values,
      },
    })
  const byRule = (storeId: number, name: string, rules: string[], more = {}) =>
    newGroup(storeId, { name, type: 'rule', rules, ...more })
  /** Moves members as an operator does: told first what it would do. */
  const move = async (groupId: number, body: object) => {
    const path = `/memberGroups/${groupId}/members`
    const told = await call('POST', path, { body })
    if (told.body.code !== 'unconfirmed') return told
    return call('POST', `${path}?reach=${told.body.reach.token}`, { body })
  }
  const groupsOf = async (storeId: number) => {
    const { rows } = await sql<{ member: string; group: string | null }>`
      select members.name as member, member_groups.name as group from members
      left join member_groups on member_groups.id = group_id
      where members.store_id = ${storeId} order by 1`.execute(db())
    return Object.fromEntries(rows.map(({ member, group }) => [member, group]))
  }

  test('a rule group has whom all its rules find, from the moment it is saved', async () => {
    const storeId = await storeWithMembers()
    const made = await byRule(storeId, 'Acme', ['email ends with @ACME.example', 'active is yes'])
    expect(made).toMatchObject({ status: 201, body: { members: 1 } })
    expect(await groupsOf(storeId)).toMatchObject({ 'Ann Lee': 'Acme', 'Ben Old': null })
  })

  test.each([
    [['name contains lee'], ['Ann Lee', 'Dee Lee']],
    [['name starts with ce'], ['Cem Kaya']],
    [['name is cem kaya'], ['Cem Kaya']],
    [['active is no'], ['Ben Old']],
    [['joined after 2000-01-01'], ['Ann Lee', 'Ben Old', 'Cem Kaya', 'Dee Lee']],
    [['joined before 2000-01-01'], []],
    [['name contains %'], []],
  ])('%j finds %j', async (rules, expected) => {
    const storeId = await storeWithMembers()
    const { body } = await byRule(storeId, 'Found', rules)
    const found = (await call('GET', `/memberGroups/${body.id}/preview`)).body
    expect(found.sample.map(({ name }: { name: string }) => name)).toEqual(expected)
    expect(found).toMatchObject({ count: expected.length, joining: 0, leaving: 0 })
  })

  test.each([
    [{ type: 'rule' }, { rules: 'Add at least one rule.' }],
    [
      { type: 'rule', rules: ['email like x'] },
      { rules: expect.stringMatching(/^Enter a rule like/) },
    ],
    [
      { type: 'rule', rules: ['active is yes', 'email like x', 'active is no'] },
      { rules: expect.stringMatching(/^Rule 2: Enter a rule like/) },
    ],
    [
      { type: 'rule', rules: ['active is yes', 'joined after 2026-02-30'] },
      { rules: 'Rule 2: Enter a valid date.' },
    ],
    [
      { spendLimit: 5, unit: null },
      { unit: expect.any(String), spendPeriod: expect.any(String) },
    ],
    [
      { unit: 'EUR', creditAmount: 500, creditPeriod: 'month' },
      { unit: "Choose points, this store's unit." },
    ],
  ])('%j is refused at its field', async (values, fields) => {
    const storeId = await storeWithMembers()
    expect(await newGroup(storeId, values)).toMatchObject({ status: 422, body: { fields } })
  })

  test('of two groups that find a member the lower priority counts; a job keeps that so, and logs it', async () => {
    const storeId = await storeWithMembers()
    await newGroup(storeId, { name: 'Everyone', isDefault: true })
    await byRule(storeId, 'Late', ['name contains lee'], { priority: 200 })
    await byRule(storeId, 'Early', ['email ends with acme.example'], { priority: 10 })
    expect(await groupsOf(storeId)).toEqual({
      'Ann Lee': 'Early',
      'Ben Old': 'Early',
      'Cem Kaya': null,
      'Dee Lee': 'Late',
    })
    await sql`update members set email = 'ann@elsewhere.example', name = 'Ann Other'
      where store_id = ${storeId} and name = 'Ann Lee'`.execute(db())
    await sql`update members set email = 'cem@acme.example' where store_id = ${storeId} and name = 'Cem Kaya'`.execute(
      db(),
    )
    await applyAllGroupRules(platform().platform)
    expect(await groupsOf(storeId)).toMatchObject({ 'Ann Other': 'Everyone', 'Cem Kaya': 'Early' })
    const { data } = (
      await call('GET', `/logEntries?filter[storeId][eq]=${storeId}&filter[stream][eq]=jobs`)
    ).body
    expect(
      data
        .slice(0, 2)
        .map(({ label }: { label: string }) => label)
        .toSorted(),
    ).toEqual(['Early', 'Everyone'])
    const { rows } = await sql`select from member_groups where store_id = ${storeId}
      and members <> (select count(*) from members where group_id = member_groups.id)`.execute(db())
    expect(rows).toEqual([])
  })

  test('a group by rule that was kept without any rule keeps its members', async () => {
    const storeId = await storeWithMembers()
    const { id } = (await byRule(storeId, 'Old', ['name contains lee'])).body
    await sql`update member_groups set rules = '{}' where id = ${id}`.execute(db())
    await applyAllGroupRules(platform().platform)
    expect(await groupsOf(storeId)).toMatchObject({ 'Ann Lee': 'Old', 'Dee Lee': 'Old' })
  })

  test('a store has one default group: the last that was made so', async () => {
    const storeId = await storeWithMembers()
    const first = await newGroup(storeId, { name: 'One', isDefault: true })
    await newGroup(storeId, { name: 'Two', isDefault: true })
    expect((await call('GET', `/memberGroups/${first.body.id}`)).body).toMatchObject({
      isDefault: false,
      version: 2,
    })
  })

  test('members are added and removed by their addresses, and unknown ones are told', async () => {
    const storeId = await storeWithMembers()
    const { id } = (await newGroup(storeId)).body
    const path = `/memberGroups/${id}/members`
    const emails = ['ANN@acme.example ', 'ann@acme.example', 'nobody@acme.example', '']
    expect((await move(id, { emails, action: 'add' })).body).toEqual({
      moved: 1,
      already: 0,
      held: 0,
      unknown: ['nobody@acme.example'],
      move: expect.any(Number),
    })
    expect((await call('GET', `/memberGroups/${id}`)).body.members).toBe(1)
    const removed = await call('POST', path, {
      body: { emails: ['ann@acme.example'], action: 'remove' },
    })
    expect(removed.body).toMatchObject({ moved: 1, unknown: [] })
    const other = (await byRule(storeId, 'Rule', ['active is yes'])).body
    const refused = await call('POST', `/memberGroups/${other.id}/members`, {
      body: { emails, action: 'add' },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect((await call('POST', path, { body: { emails: [], action: 'add' } })).status).toBe(400)
  })

  const told = async (event: string, storeId: number) => {
    const query = `filter[storeId][eq]=${storeId}&filter[event][eq]=memberGroups.${event}`
    const { data } = (await call('GET', `/logEntries?${query}`)).body
    return data.map(({ label, changes }: { label: string; changes: object }) => [label, changes])
  }
  const change = (members: number, ...moved: string[]) => ({
    members: { after: members },
    moved: { after: moved },
  })

  test('the log tells who was moved, by number, and from which group', async () => {
    const storeId = await storeWithMembers()
    const { data } = (await call('GET', `/members?filter[storeId][eq]=${storeId}`)).body
    const [ann, ben, cem, dee] = [
      'ann@acme.example',
      'ben@acme.example',
      'cem@other.example',
      'dee@other.example',
    ].map((email) => `#${data.find((member: { email: string }) => member.email === email).id}`)
    const [one, other] = [
      (await newGroup(storeId, { name: 'One' })).body,
      (await newGroup(storeId, { name: 'Other' })).body,
    ]
    const put = (id: number, action: string, ...emails: string[]) => move(id, { emails, action })
    await put(one.id, 'add', 'ann@acme.example')
    await put(other.id, 'add', 'ann@acme.example', 'ben@acme.example')
    await put(other.id, 'remove', 'ben@acme.example', 'cem@other.example')
    expect(await told('membersAdded', storeId)).toEqual([
      [
        'Other',
        {
          members: { after: 2 },
          moved: {
            after: expect.toSatisfy(
              (all: string[]) =>
                all.toSorted().join() ===
                [`${ann} from One`, `${ben} from no group`].toSorted().join(),
            ),
          },
        },
      ],
      ['One', change(1, `${ann} from no group`)],
    ])
    expect(await told('membersRemoved', storeId)).toEqual([['Other', change(1, `${ben}`)]])
    await byRule(storeId, 'Lees', ['name contains lee'])
    expect(await told('membersMoved', storeId)).toEqual([
      ['Lees', change(2, `${ann} from Other`, `${dee} from no group`)],
    ])
    await put(one.id, 'add', 'cem@other.example')
    await call('POST', `/memberGroups/${one.id}/removal`, { body: { moveTo: other.id } })
    expect(await told('deleted', storeId)).toMatchObject([
      ['One', { movedTo: { after: other.id }, ...change(1, `${cem}`) }],
    ])
  })

  test('members of the store are added by their ids too, those of another one are not', async () => {
    const storeId = await storeWithMembers()
    const [here, elsewhere] = [storeId, await storeWithMembers()].map(async (id) => {
      const { data } = (await call('GET', `/members?filter[storeId][eq]=${id}`)).body
      return data.map((member: { id: number }) => member.id)
    })
    const { id } = (await newGroup(storeId)).body
    const add = (memberIds: number[]) => move(id, { memberIds, action: 'add' })
    const [one, other] = await here
    expect((await add([one, other])).body).toMatchObject({ moved: 2, unknown: [] })
    const [stranger] = await elsewhere
    expect(await add([one, stranger])).toMatchObject({
      status: 422,
      body: { fields: { memberIds: expect.any(String) } },
    })
  })

  test('before members are moved it is told from where, who is in the group already, whom rules hold and whom nobody is', async () => {
    const storeId = await storeWithMembers()
    const [night, day] = [
      (await newGroup(storeId, { name: 'Night' })).body,
      (await newGroup(storeId, { name: 'Day' })).body,
    ]
    await byRule(storeId, 'Not active', ['active is no'])
    await move(night.id, { emails: ['cem@other.example'], action: 'add' })
    await move(day.id, { emails: ['dee@other.example'], action: 'add' })
    const emails = ['ann@acme.example', 'ben@acme.example', 'cem@other.example']
    const body = { emails: [...emails, 'dee@other.example', 'who@other.example'], action: 'add' }
    const before = await groupsOf(storeId)
    const told = await call('POST', `/memberGroups/${night.id}/members`, { body })
    expect(told).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(told.body.reach).toEqual({
      token: expect.any(String),
      reaches: 2,
      own: 0,
      worse: [
        { what: 'From no group', count: 1, examples: ['Ann Lee'] },
        { what: 'From Day', count: 1, examples: ['Dee Lee'] },
        { what: 'Already in Night', count: 1, examples: ['Cem Kaya'] },
        {
          what: 'Kept in Not active by its rules',
          count: 1,
          examples: ['Ben Old'],
        },
        {
          what: 'No member of this store has this email address: who@other.example',
          count: 0,
          examples: [],
        },
      ],
    })
    expect(await groupsOf(storeId)).toEqual(before)
    expect((await move(night.id, body)).body).toMatchObject({ moved: 2, already: 1, held: 1 })
    await applyAllGroupRules(platform().platform)
    expect(await groupsOf(storeId)).toEqual({
      'Ann Lee': 'Night',
      'Ben Old': 'Not active',
      'Cem Kaya': 'Night',
      'Dee Lee': 'Night',
    })
    const again = await call('POST', `/memberGroups/${night.id}/members`, { body })
    expect(again).toMatchObject({
      status: 200,
      body: { moved: 0, already: 3, held: 1, move: null },
    })
  })

  test('a move is taken back once, but for who was moved again since; the history of the group tells both', async () => {
    const storeId = await storeWithMembers()
    const [night, day, gone] = [
      (await newGroup(storeId, { name: 'Night' })).body,
      (await newGroup(storeId, { name: 'Day' })).body,
      (await newGroup(storeId, { name: 'Gone' })).body,
    ]
    const add = (id: number, ...emails: string[]) => move(id, { emails, action: 'add' })
    await add(day.id, 'ann@acme.example')
    await add(gone.id, 'ben@acme.example')
    const all = ['ann@acme.example', 'ben@acme.example', 'cem@other.example', 'dee@other.example']
    const { move: made } = (await add(night.id, ...all)).body
    await call('POST', `/memberGroups/${gone.id}/removal`, { body: { moveTo: null } })
    await add(day.id, 'dee@other.example')
    await add(night.id, 'dee@other.example')
    const undo = (id: number, key?: string) =>
      call('POST', `/memberGroups/${id}/undo/${made}`, key === undefined ? {} : { key })
    const history = async () => (await call('GET', `/memberGroups/${night.id}/history`)).body.data
    expect(await history()).toMatchObject([
      { says: '1 member moved here from Day', undo: expect.any(Number) },
      { says: '4 members moved here: 2 from no group, 1 from Day, 1 from Gone', undo: made },
      { event: 'memberGroups.created', says: null, undo: null },
    ])
    expect((await undo(day.id)).status).toBe(409)
    const done = await undo(night.id, 'undo-once')
    expect(done).toMatchObject({
      status: 200,
      body: {
        moved: 2,
        stays: 2,
        told: "Moved 2 members from Night back to their previous groups. 2 members weren't moved, because they've changed since the move, or their previous group was deleted or now uses rules.",
      },
    })
    expect((await undo(night.id, 'undo-once')).body).toEqual(done.body)
    expect(await undo(night.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect(await groupsOf(storeId)).toEqual({
      'Ann Lee': 'Day',
      'Ben Old': 'Night',
      'Cem Kaya': null,
      'Dee Lee': 'Night',
    })
    expect((await history()).slice(0, 3)).toMatchObject([
      { says: '2 members moved back: 1 to Day, 1 to no group', undo: null },
      { says: '1 member moved here from Day' },
      { undo: null },
    ])
    const { rows } = await sql`select from member_groups where store_id = ${storeId}
      and members <> (select count(*) from members where group_id = member_groups.id)`.execute(db())
    expect(rows).toEqual([])
  })

  test('who was taken out is put in again', async () => {
    const storeId = await storeWithMembers()
    const { id } = (await newGroup(storeId, { name: 'Night' })).body
    const emails = ['ann@acme.example']
    await move(id, { emails, action: 'add' })
    const { body } = await move(id, { emails, action: 'remove' })
    const done = await call('POST', `/memberGroups/${id}/undo/${body.move}`)
    expect(done.body).toMatchObject({ moved: 1, told: 'Moved 1 member back into Night.' })
    expect(await groupsOf(storeId)).toMatchObject({ 'Ann Lee': 'Night' })
  })

  test('members are called by their names to who may read them, of the stores that they see', async () => {
    const [here, elsewhere] = [await storeWithMembers(), await storeWithMembers()]
    const idsOf = async (id: number) => {
      const { data } = (await call('GET', `/members?filter[storeId][eq]=${id}&sort=name`)).body
      return data.map((member: { id: number }) => member.id)
    }
    const [[ann], [stranger]] = [await idsOf(here), await idsOf(elsewhere)]
    const query = `/memberNames?id=${ann}&id=${stranger}&id=999999999`
    const both = [ann, stranger].map((id) => ({ id, name: 'Ann Lee' }))
    expect((await call('GET', query)).body).toEqual({ data: both })
    const limited = await signedIn(platform(), await platform().addAccount(everyRight, [here]))
    expect((await limited('GET', query)).body).toEqual({ data: [{ id: ann, name: 'Ann Lee' }] })
    expect((await call('GET', '/memberNames?id=x')).status).toBe(400)
  })

  test('rules tell whom they would find before they are saved, and who would come and go', async () => {
    const storeId = await storeWithMembers()
    const acme = (await byRule(storeId, 'Acme', ['email ends with @acme.example'])).body
    const preview = (by: Caller, query: string) =>
      by('GET', `/memberGroupPreview?storeId=${storeId}&${query}`)
    const lees = 'rule=name contains lee&rule=active is yes'
    // Ann is in the group that came first: of equal priority it counts.
    expect((await preview(call, lees)).body).toMatchObject({
      count: 2,
      sample: [{ name: 'Ann Lee' }, { name: 'Dee Lee' }],
      joining: 1,
      leaving: 0,
    })
    expect((await preview(call, `${lees}&priority=1`)).body).toMatchObject({ joining: 2 })
    expect((await preview(call, `${lees}&id=${acme.id}`)).body).toMatchObject({
      joining: 1,
      leaving: 1,
    })
    expect(await groupsOf(storeId)).toMatchObject({ 'Ann Lee': 'Acme', 'Dee Lee': null })
    for (const [query, field] of [
      ['', 'rules'],
      ['rule=email like x', 'rules'],
      ['rule=joined after 2026-02-31', 'rules'],
    ] as const)
      expect((await preview(call, query)).body.fields).toHaveProperty(field)
    const elsewhere = await platform().addAccount(everyRight, [(await newStore(call)).id])
    expect((await preview(await signedIn(platform(), elsewhere), lees)).status).toBe(404)
  })

  test('deleting one moves its members to another of the store', async () => {
    const storeId = await storeWithMembers()
    const elsewhere = (await newGroup(await storeWithMembers())).body
    const [one, other] = [
      (await newGroup(storeId)).body,
      (await newGroup(storeId, { name: 'Other' })).body,
    ]
    await move(one.id, { emails: ['ann@acme.example'], action: 'add' })
    const remove = (moveTo: number | null) =>
      call('POST', `/memberGroups/${one.id}/removal`, { body: { moveTo } })
    expect(await call('DELETE', `/memberGroups/${one.id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    expect((await remove(elsewhere.id)).status).toBe(422)
    expect((await remove(one.id)).status).toBe(422)
    expect((await remove(2 ** 31)).status).toBe(400)
    const sticker = { name: 'For some', text: 'New', groupIds: [one.id], position: 'top' }
    const look = { textColour: '#FFFFFF', backgroundColour: '#B91C1C', priority: 1 }
    const { body: made } = await call('POST', '/stickers', {
      body: { ...sticker, ...look, exclusive: false, active: true },
    })
    expect(await remove(other.id)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'sticker', count: 1 }] },
    })
    await call('DELETE', `/stickers/${made.id}`)
    expect((await remove(other.id)).status).toBe(204)
    expect(await groupsOf(storeId)).toMatchObject({ 'Ann Lee': 'Other' })
  })

  test('of days there are, and of amounts that need nobody else', async () => {
    const storeId = await storeWithMembers()
    const day = await byRule(storeId, 'February', ['joined after 2026-02-31'])
    expect(day).toMatchObject({ status: 422, body: { fields: { rules: expect.any(String) } } })
    const given = { unit: 'points', creditAmount: 10_001, creditPeriod: 'month' }
    expect(await newGroup(storeId, { name: 'Rich', ...given })).toMatchObject({
      status: 422,
      body: { fields: { creditAmount: expect.stringContaining('without approval') } },
    })
    const { body } = await newGroup(storeId, { name: 'Plain' })
    expect(
      await move(body.id, {
        emails: ['a\u0000@acme.example', 'ann@acme.example'],
        action: 'add',
      }),
    ).toMatchObject({ status: 200, body: { moved: 1, unknown: ['a\u0000@acme.example'] } })
  })

  test('one is made in other stores, but where its name is taken', async () => {
    const [from, to, taken] = [
      await storeWithMembers(),
      await storeWithMembers(),
      await storeWithMembers(),
    ]
    const rules = ['name contains lee']
    const { id } = (await byRule(from, 'Lees', rules, { isDefault: true })).body
    await newGroup(taken, { name: 'Lees' })
    const answer = await call('POST', `/memberGroups/${id}/duplicates`, {
      body: { storeIds: [to, taken] },
    })
    expect(answer.body).toMatchObject({
      made: 1,
      refused: [expect.stringContaining('already has a group with this name')],
    })
    const { data } = (await call('GET', `/memberGroups?filter[storeId][eq]=${to}`)).body
    expect(data).toMatchObject([{ name: 'Lees', type: 'rule', rules, isDefault: false }])
    const gone = await call('POST', `/memberGroups/${id}/duplicates`, {
      body: { storeIds: [2 ** 30] },
    })
    expect(gone.status).toBe(422)
  })

  test('a copy is held to what a new group is: the unit of its store, and what its operator issues alone', async () => {
    const from = await storeWithMembers()
    const gift = { type: 'gift', defaultCurrency: 'EUR' }
    const [points, euros] = [await storeWithMembers(), (await newStore(call, gift)).id]
    const given = { unit: 'points', creditAmount: 10_000, creditPeriod: 'month' }
    const { id } = (await newGroup(from, { name: 'Given', ...given })).body
    const copy = (storeIds: number[]) =>
      call('POST', `/memberGroups/${id}/duplicates`, { body: { storeIds } })
    await sql`update member_groups set credit_amount = 50000 where id = ${id}`.execute(db())
    expect(await copy([points])).toMatchObject({
      status: 422,
      body: { fields: { storeIds: expect.stringContaining('without approval') } },
    })
    await sql`update member_groups set credit_amount = 10000 where id = ${id}`.execute(db())
    expect((await copy([points, euros])).body).toEqual({
      made: 1,
      refused: [expect.stringContaining('uses a different unit: EUR')],
      waiting: 0,
    })
    expect((await copy([euros])).body).toMatchObject({ made: 0 })
    const { data } = (await call('GET', `/memberGroups?filter[storeId][eq]=${euros}`)).body
    expect(data).toEqual([])
  })

  test('the ledger is filtered by the group a member was in when an entry was made, which holds no group back', async () => {
    const storeId = await storeWithMembers()
    const [one, other] = [
      (await newGroup(storeId, { name: 'Sales' })).body,
      (await newGroup(storeId, { name: 'Field' })).body,
    ]
    const { data: found } = (
      await call('GET', `/members?filter[storeId][eq]=${storeId}&search=ann`)
    ).body
    const join = (group: { id: number }) =>
      move(group.id, { memberIds: [found[0].id], action: 'add' })
    const issue = (reason: string) =>
      call('POST', '/creditRequests', {
        body: {
          storeId,
          memberId: found[0].id,
          type: 'issue',
          amount: 10,
          unit: 'points',
          reason,
        },
      })
    const entries = async (query: string, path = '/creditEntries') =>
      (await call('GET', `${path}?filter[storeId][eq]=${storeId}&sort=enteredAt&${query}`)).body
    const reasons = async (query: string) =>
      (await entries(query)).data.map(({ reason }: { reason: string }) => reason)
    await issue('In none')
    await join(one)
    await issue('In Sales')
    await join(other)
    await issue('In Field')

    expect(await reasons(`filter[groupId][eq]=${one.id}`)).toEqual(['In Sales'])
    expect(await reasons('filter[groupId][contains]=fie')).toEqual(['In Field'])
    const { data } = await entries('')
    expect(data.map(({ groupId }: { groupId: number | null }) => groupId)).toEqual([
      null,
      one.id,
      other.id,
    ])
    expect(data[1].labels).toMatchObject({ groupId: 'Sales' })
    const file = await entries('columns=reason,groupId', '/creditEntries/export')
    expect(file).toMatch(/Reason,Group\r?\n.*In none,\r?\n.*In Sales,Sales\r?\n.*In Field,Field/)

    expect((await call('DELETE', `/memberGroups/${one.id}`)).status).toBe(204)
    const moved = { body: { moveTo: null } }
    expect((await call('POST', `/memberGroups/${other.id}/removal`, moved)).status).toBe(204)
    expect(await reasons(`filter[groupId][eq]=${other.id}`)).toEqual(['In Field'])
    await expect(
      sql`update credit_entries set group_id = null where store_id = ${storeId}`.execute(db()),
    ).rejects.toThrow('append-only')
  })

  test('a credit programme gives each active member its credits once a period', async () => {
    const storeId = await storeWithMembers()
    await byRule(storeId, 'Acme', ['email ends with acme.example'], {
      unit: 'points',
      creditAmount: 50,
      creditPeriod: 'month',
      creditDays: 30,
    })
    await Promise.all([
      issueProgramCredits(platform().platform),
      issueProgramCredits(platform().platform),
    ])
    await issueProgramCredits(platform().platform)
    const { data } = (await call('GET', `/creditEntries?filter[storeId][eq]=${storeId}`)).body
    expect(data).toMatchObject([
      { amount: 50, balance: 50, reason: 'Acme', type: 'issue', issuedBy: 'platform' },
    ])
    expect(data[0].expiresAt).not.toBeNull()
  })

  test('a credit programme gives to all of its group in one go, however few are seen to at a time', async () => {
    const storeId = await storeWithMembers()
    await byRule(storeId, 'All', ['email contains example', 'active is yes'], {
      unit: 'points',
      creditAmount: 50,
      creditPeriod: 'month',
    })
    await issueProgramCredits(platform().platform, 1)
    await issueProgramCredits(platform().platform, 2)
    const { data } = (await call('GET', `/creditEntries?filter[storeId][eq]=${storeId}`)).body
    expect(data).toHaveLength(3)
  })

  test('a credit programme gives nothing in what its store does not count in any more', async () => {
    const storeId = await storeWithMembers()
    const given = { unit: 'points', creditAmount: 50, creditPeriod: 'month' }
    const { body } = await byRule(storeId, 'Acme', ['email ends with acme.example'], given)
    const gift = { type: 'gift', defaultCurrency: 'EUR' }
    const { version } = (await call('GET', `/stores/${storeId}`)).body
    await call('PATCH', `/stores/${storeId}`, { body: gift, ifMatch: version })
    await issueProgramCredits(platform().platform)
    expect((await call('GET', `/creditEntries?filter[storeId][eq]=${storeId}`)).body.data).toEqual(
      [],
    )
    expect(platform().log).toContainEqual(expect.objectContaining({ groupId: body.id, own: 'EUR' }))
  })
})
