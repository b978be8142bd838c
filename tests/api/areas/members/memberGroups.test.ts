import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { members } from '#shared/areas/members/members.ts'
import { applyAllGroupRules } from '#server/platform/areas/members/groupRules.ts'
import { getProgramPeriod } from '#server/platform/areas/members/programApproval.ts'
import { issueProgramCredits } from '#server/platform/areas/members/issueProgramCredits.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

test.each([
  ['month', '2026-11'],
  ['quarter', '2026-Q4'],
  ['year', '2026'],
] as const)('the program period of a day is its %s', (period, expected) => {
  expect(getProgramPeriod('2026-11-22', period)).toBe(expected)
})

describe.each(chooseDatabases('PGlite'))('Member groups on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const db = () => platform().platform.db

  /** Creates a store with four members: two of Acme, one of them inactive, and two others. */
  async function createStoreWithMembers() {
    const { id: storeId } = await createStore(call, { type: 'points' })
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
  const createGroup = (storeId: number, values: object = {}) =>
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
  const createRuleGroup = (storeId: number, name: string, rules: string[], more = {}) =>
    createGroup(storeId, { name, type: 'rule', rules, ...more })
  /** Moves members like an operator, who confirms the impact first. */
  const moveMembers = async (groupId: number, body: object) => {
    const path = `/memberGroups/${groupId}/members`
    const response = await call('POST', path, { body })
    if (response.body.code !== 'unconfirmed') return response
    return call('POST', `${path}?reach=${response.body.reach.token}`, { body })
  }
  const loadGroups = async (storeId: number) => {
    const { rows } = await sql<{ member: string; group: string | null }>`
      select members.name as member, member_groups.name as group from members
      left join member_groups on member_groups.id = group_id
      where members.store_id = ${storeId} order by 1`.execute(db())
    return Object.fromEntries(rows.map(({ member, group }) => [member, group]))
  }

  test('a rule group contains the members that match all its rules as soon as it is saved', async () => {
    const storeId = await createStoreWithMembers()
    const response = await createRuleGroup(storeId, 'Acme', [
      'email ends with @ACME.example',
      'active is yes',
    ])
    expect(response).toMatchObject({ status: 201, body: { members: 1 } })
    expect(await loadGroups(storeId)).toMatchObject({ 'Ann Lee': 'Acme', 'Ben Old': null })
  })

  test.each([
    [['name contains lee'], ['Ann Lee', 'Dee Lee']],
    [['name starts with ce'], ['Cem Kaya']],
    [['name is cem kaya'], ['Cem Kaya']],
    [['active is no'], ['Ben Old']],
    [['joined after 2000-01-01'], ['Ann Lee', 'Ben Old', 'Cem Kaya', 'Dee Lee']],
    [['joined before 2000-01-01'], []],
    [['name contains %'], []],
  ])('the rules %j match %j', async (rules, expected) => {
    const storeId = await createStoreWithMembers()
    const { body } = await createRuleGroup(storeId, 'Found', rules)
    const preview = (await call('GET', `/memberGroups/${body.id}/preview`)).body
    expect(preview.sample.map(({ name }: { name: string }) => name)).toEqual(expected)
    expect(preview).toMatchObject({ count: expected.length, joining: 0, leaving: 0 })
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
  ])('rejects %j at its field', async (values, fields) => {
    const storeId = await createStoreWithMembers()
    expect(await createGroup(storeId, values)).toMatchObject({ status: 422, body: { fields } })
  })

  test('a member is in the matching group with the lowest priority, which a job refreshes and logs', async () => {
    const storeId = await createStoreWithMembers()
    await createGroup(storeId, { name: 'Everyone', isDefault: true })
    await createRuleGroup(storeId, 'Late', ['name contains lee'], { priority: 200 })
    await createRuleGroup(storeId, 'Early', ['email ends with acme.example'], { priority: 10 })
    expect(await loadGroups(storeId)).toEqual({
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
    expect(await loadGroups(storeId)).toMatchObject({
      'Ann Other': 'Everyone',
      'Cem Kaya': 'Early',
    })
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

  test('a rule group that was saved without rules keeps its members', async () => {
    const storeId = await createStoreWithMembers()
    const { id } = (await createRuleGroup(storeId, 'Old', ['name contains lee'])).body
    await sql`update member_groups set rules = '{}' where id = ${id}`.execute(db())
    await applyAllGroupRules(platform().platform)
    expect(await loadGroups(storeId)).toMatchObject({ 'Ann Lee': 'Old', 'Dee Lee': 'Old' })
  })

  test('a store has one default group, the last one that was set', async () => {
    const storeId = await createStoreWithMembers()
    const first = await createGroup(storeId, { name: 'One', isDefault: true })
    await createGroup(storeId, { name: 'Two', isDefault: true })
    expect((await call('GET', `/memberGroups/${first.body.id}`)).body).toMatchObject({
      isDefault: false,
      version: 2,
    })
  })

  test('members are added and removed by email address, and unknown addresses are returned', async () => {
    const storeId = await createStoreWithMembers()
    const { id } = (await createGroup(storeId)).body
    const path = `/memberGroups/${id}/members`
    const emails = ['ANN@acme.example ', 'ann@acme.example', 'nobody@acme.example', '']
    expect((await moveMembers(id, { emails, action: 'add' })).body).toEqual({
      moved: 1,
      already: 0,
      held: 0,
      unknown: ['nobody@acme.example'],
      move: expect.any(Number),
    })
    expect((await call('GET', `/memberGroups/${id}`)).body.members).toBe(1)
    const removal = await call('POST', path, {
      body: { emails: ['ann@acme.example'], action: 'remove' },
    })
    expect(removal.body).toMatchObject({ moved: 1, unknown: [] })
    const other = (await createRuleGroup(storeId, 'Rule', ['active is yes'])).body
    const rejection = await call('POST', `/memberGroups/${other.id}/members`, {
      body: { emails, action: 'add' },
    })
    expect(rejection).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect((await call('POST', path, { body: { emails: [], action: 'add' } })).status).toBe(400)
  })

  const loadLogChanges = async (event: string, storeId: number) => {
    const query = `filter[storeId][eq]=${storeId}&filter[event][eq]=memberGroups.${event}`
    const { data } = (await call('GET', `/logEntries?${query}`)).body
    return data.map(({ label, changes }: { label: string; changes: object }) => [label, changes])
  }
  const buildChange = (members: number, ...moved: string[]) => ({
    members: { after: members },
    moved: { after: moved },
  })

  test('the log lists moved members by ID, with their previous group', async () => {
    const storeId = await createStoreWithMembers()
    const { data } = (await call('GET', `/members?filter[storeId][eq]=${storeId}`)).body
    const [ann, ben, cem, dee] = [
      'ann@acme.example',
      'ben@acme.example',
      'cem@other.example',
      'dee@other.example',
    ].map((email) => `#${data.find((member: { email: string }) => member.email === email).id}`)
    const [one, other] = [
      (await createGroup(storeId, { name: 'One' })).body,
      (await createGroup(storeId, { name: 'Other' })).body,
    ]
    const runMove = (id: number, action: string, ...emails: string[]) =>
      moveMembers(id, { emails, action })
    await runMove(one.id, 'add', 'ann@acme.example')
    await runMove(other.id, 'add', 'ann@acme.example', 'ben@acme.example')
    await runMove(other.id, 'remove', 'ben@acme.example', 'cem@other.example')
    expect(await loadLogChanges('membersAdded', storeId)).toEqual([
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
      ['One', buildChange(1, `${ann} from no group`)],
    ])
    expect(await loadLogChanges('membersRemoved', storeId)).toEqual([
      ['Other', buildChange(1, `${ben}`)],
    ])
    await createRuleGroup(storeId, 'Lees', ['name contains lee'])
    expect(await loadLogChanges('membersMoved', storeId)).toEqual([
      ['Lees', buildChange(2, `${ann} from Other`, `${dee} from no group`)],
    ])
    await runMove(one.id, 'add', 'cem@other.example')
    await call('POST', `/memberGroups/${one.id}/removal`, { body: { moveTo: other.id } })
    expect(await loadLogChanges('deleted', storeId)).toMatchObject([
      ['One', { movedTo: { after: other.id }, ...buildChange(1, `${cem}`) }],
    ])
  })

  test('members can be added by ID, but only those of the same store', async () => {
    const storeId = await createStoreWithMembers()
    const [here, elsewhere] = [storeId, await createStoreWithMembers()].map(async (id) => {
      const { data } = (await call('GET', `/members?filter[storeId][eq]=${id}`)).body
      return data.map((member: { id: number }) => member.id)
    })
    const { id } = (await createGroup(storeId)).body
    const add = (memberIds: number[]) => moveMembers(id, { memberIds, action: 'add' })
    const [one, other] = await here
    expect((await add([one, other])).body).toMatchObject({ moved: 2, unknown: [] })
    const [stranger] = await elsewhere
    expect(await add([one, stranger])).toMatchObject({
      status: 422,
      body: { fields: { memberIds: expect.any(String) } },
    })
  })

  test('a move first shows where members come from, who is in the group already, whom rules keep, and unknown addresses', async () => {
    const storeId = await createStoreWithMembers()
    const [night, day] = [
      (await createGroup(storeId, { name: 'Night' })).body,
      (await createGroup(storeId, { name: 'Day' })).body,
    ]
    await createRuleGroup(storeId, 'Not active', ['active is no'])
    await moveMembers(night.id, { emails: ['cem@other.example'], action: 'add' })
    await moveMembers(day.id, { emails: ['dee@other.example'], action: 'add' })
    const emails = ['ann@acme.example', 'ben@acme.example', 'cem@other.example']
    const body = { emails: [...emails, 'dee@other.example', 'who@other.example'], action: 'add' }
    const before = await loadGroups(storeId)
    const unconfirmed = await call('POST', `/memberGroups/${night.id}/members`, { body })
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(unconfirmed.body.reach).toEqual({
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
    expect(await loadGroups(storeId)).toEqual(before)
    expect((await moveMembers(night.id, body)).body).toMatchObject({
      moved: 2,
      already: 1,
      held: 1,
    })
    await applyAllGroupRules(platform().platform)
    expect(await loadGroups(storeId)).toEqual({
      'Ann Lee': 'Night',
      'Ben Old': 'Not active',
      'Cem Kaya': 'Night',
      'Dee Lee': 'Night',
    })
    const repetition = await call('POST', `/memberGroups/${night.id}/members`, { body })
    expect(repetition).toMatchObject({
      status: 200,
      body: { moved: 0, already: 3, held: 1, move: null },
    })
  })

  test('a move can be undone once, except for members that have moved since, and the history shows both', async () => {
    const storeId = await createStoreWithMembers()
    const [night, day, deletedGroup] = [
      (await createGroup(storeId, { name: 'Night' })).body,
      (await createGroup(storeId, { name: 'Day' })).body,
      (await createGroup(storeId, { name: 'Gone' })).body,
    ]
    const add = (id: number, ...emails: string[]) => moveMembers(id, { emails, action: 'add' })
    await add(day.id, 'ann@acme.example')
    await add(deletedGroup.id, 'ben@acme.example')
    const all = ['ann@acme.example', 'ben@acme.example', 'cem@other.example', 'dee@other.example']
    const { move: moveId } = (await add(night.id, ...all)).body
    await call('POST', `/memberGroups/${deletedGroup.id}/removal`, { body: { moveTo: null } })
    await add(day.id, 'dee@other.example')
    await add(night.id, 'dee@other.example')
    const undo = (id: number, key?: string) =>
      call('POST', `/memberGroups/${id}/undo/${moveId}`, key === undefined ? {} : { key })
    const loadHistory = async () =>
      (await call('GET', `/memberGroups/${night.id}/history`)).body.data
    expect(await loadHistory()).toMatchObject([
      { says: '1 member moved here from Day', undo: expect.any(Number) },
      { says: '4 members moved here: 2 from no group, 1 from Day, 1 from Gone', undo: moveId },
      { event: 'memberGroups.created', says: null, undo: null },
    ])
    expect((await undo(day.id)).status).toBe(409)
    const done = await undo(night.id, 'undo-once')
    expect(done).toMatchObject({
      status: 200,
      body: {
        moved: 2,
        stays: 2,
        told: "Moved 2 members from Night back to their previous groups. 2 members weren't moved back, because they've changed since the move, or their previous group was deleted or now uses rules.",
      },
    })
    expect((await undo(night.id, 'undo-once')).body).toEqual(done.body)
    expect(await undo(night.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect(await loadGroups(storeId)).toEqual({
      'Ann Lee': 'Day',
      'Ben Old': 'Night',
      'Cem Kaya': null,
      'Dee Lee': 'Night',
    })
    expect((await loadHistory()).slice(0, 3)).toMatchObject([
      { says: '2 members moved back: 1 to Day, 1 to no group', undo: null },
      { says: '1 member moved here from Day' },
      { undo: null },
    ])
    const { rows } = await sql`select from member_groups where store_id = ${storeId}
      and members <> (select count(*) from members where group_id = member_groups.id)`.execute(db())
    expect(rows).toEqual([])
  })

  test('undoing a removal adds the member again', async () => {
    const storeId = await createStoreWithMembers()
    const { id } = (await createGroup(storeId, { name: 'Night' })).body
    const emails = ['ann@acme.example']
    await moveMembers(id, { emails, action: 'add' })
    const { body } = await moveMembers(id, { emails, action: 'remove' })
    const done = await call('POST', `/memberGroups/${id}/undo/${body.move}`)
    expect(done.body).toMatchObject({ moved: 1, told: 'Moved 1 member back into Night.' })
    expect(await loadGroups(storeId)).toMatchObject({ 'Ann Lee': 'Night' })
  })

  test('member names are returned only for the stores that the account sees', async () => {
    const [here, elsewhere] = [await createStoreWithMembers(), await createStoreWithMembers()]
    const loadMemberIds = async (id: number) => {
      const { data } = (await call('GET', `/members?filter[storeId][eq]=${id}&sort=name`)).body
      return data.map((member: { id: number }) => member.id)
    }
    const [[ann], [stranger]] = [await loadMemberIds(here), await loadMemberIds(elsewhere)]
    const query = `/memberNames?id=${ann}&id=${stranger}&id=999999999`
    const both = [ann, stranger].map((id) => ({ id, name: 'Ann Lee' }))
    expect((await call('GET', query)).body).toEqual({ data: both })
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [here]),
    )
    expect((await limited('GET', query)).body).toEqual({ data: [{ id: ann, name: 'Ann Lee' }] })
    expect((await call('GET', '/memberNames?id=x')).status).toBe(400)
  })

  test('a preview of unsaved rules counts matching, joining, and leaving members', async () => {
    const storeId = await createStoreWithMembers()
    const acme = (await createRuleGroup(storeId, 'Acme', ['email ends with @acme.example'])).body
    const loadPreview = (caller: Caller, query: string) =>
      caller('GET', `/memberGroupPreview?storeId=${storeId}&${query}`)
    const lees = 'rule=name contains lee&rule=active is yes'
    // Ann stays in the older group, which wins at equal priority.
    expect((await loadPreview(call, lees)).body).toMatchObject({
      count: 2,
      sample: [{ name: 'Ann Lee' }, { name: 'Dee Lee' }],
      joining: 1,
      leaving: 0,
    })
    expect((await loadPreview(call, `${lees}&priority=1`)).body).toMatchObject({ joining: 2 })
    expect((await loadPreview(call, `${lees}&id=${acme.id}`)).body).toMatchObject({
      joining: 1,
      leaving: 1,
    })
    expect(await loadGroups(storeId)).toMatchObject({ 'Ann Lee': 'Acme', 'Dee Lee': null })
    for (const [query, field] of [
      ['', 'rules'],
      ['rule=email like x', 'rules'],
      ['rule=joined after 2026-02-31', 'rules'],
    ] as const)
      expect((await loadPreview(call, query)).body.fields).toHaveProperty(field)
    const elsewhere = await platform().addAccount(allPermissions, [(await createStore(call)).id])
    expect((await loadPreview(await openSession(platform(), elsewhere), lees)).status).toBe(404)
  })

  test('deleting a group moves its members to another group of the store', async () => {
    const storeId = await createStoreWithMembers()
    const elsewhere = (await createGroup(await createStoreWithMembers())).body
    const [one, other] = [
      (await createGroup(storeId)).body,
      (await createGroup(storeId, { name: 'Other' })).body,
    ]
    await moveMembers(one.id, { emails: ['ann@acme.example'], action: 'add' })
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
    const appearance = { textColour: '#FFFFFF', backgroundColour: '#B91C1C', priority: 1 }
    const { body: createdSticker } = await call('POST', '/stickers', {
      body: { ...sticker, ...appearance, exclusive: false, active: true },
    })
    expect(await remove(other.id)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: [{ kind: 'sticker', count: 1 }] },
    })
    await call('DELETE', `/stickers/${createdSticker.id}`)
    expect((await remove(other.id)).status).toBe(204)
    expect(await loadGroups(storeId)).toMatchObject({ 'Ann Lee': 'Other' })
  })

  test("rejects a date that doesn't exist and an amount that needs approval", async () => {
    const storeId = await createStoreWithMembers()
    const day = await createRuleGroup(storeId, 'February', ['joined after 2026-02-31'])
    expect(day).toMatchObject({ status: 422, body: { fields: { rules: expect.any(String) } } })
    const program = { unit: 'points', creditAmount: 10_001, creditPeriod: 'month' }
    expect(await createGroup(storeId, { name: 'Rich', ...program })).toMatchObject({
      status: 422,
      body: { fields: { creditAmount: expect.stringContaining('without approval') } },
    })
    const { body } = await createGroup(storeId, { name: 'Plain' })
    expect(
      await moveMembers(body.id, {
        emails: ['a\u0000@acme.example', 'ann@acme.example'],
        action: 'add',
      }),
    ).toMatchObject({ status: 200, body: { moved: 1, unknown: ['a\u0000@acme.example'] } })
  })

  test('a group is copied to other stores, except where its name is taken', async () => {
    const [from, to, taken] = [
      await createStoreWithMembers(),
      await createStoreWithMembers(),
      await createStoreWithMembers(),
    ]
    const rules = ['name contains lee']
    const { id } = (await createRuleGroup(from, 'Lees', rules, { isDefault: true })).body
    await createGroup(taken, { name: 'Lees' })
    const answer = await call('POST', `/memberGroups/${id}/duplicates`, {
      body: { storeIds: [to, taken] },
    })
    expect(answer.body).toMatchObject({
      made: 1,
      refused: [expect.stringContaining('already has a group with this name')],
    })
    const { data } = (await call('GET', `/memberGroups?filter[storeId][eq]=${to}`)).body
    expect(data).toMatchObject([{ name: 'Lees', type: 'rule', rules, isDefault: false }])
    const rejection = await call('POST', `/memberGroups/${id}/duplicates`, {
      body: { storeIds: [2 ** 30] },
    })
    expect(rejection.status).toBe(422)
  })

  test("a copy follows the rules of a new group: the store's unit and the limit without approval", async () => {
    const from = await createStoreWithMembers()
    const gift = { type: 'gift', defaultCurrency: 'EUR' }
    const [points, euros] = [await createStoreWithMembers(), (await createStore(call, gift)).id]
    const program = { unit: 'points', creditAmount: 10_000, creditPeriod: 'month' }
    const { id } = (await createGroup(from, { name: 'Given', ...program })).body
    const copyGroup = (storeIds: number[]) =>
      call('POST', `/memberGroups/${id}/duplicates`, { body: { storeIds } })
    await sql`update member_groups set credit_amount = 50000 where id = ${id}`.execute(db())
    expect(await copyGroup([points])).toMatchObject({
      status: 422,
      body: { fields: { storeIds: expect.stringContaining('without approval') } },
    })
    await sql`update member_groups set credit_amount = 10000 where id = ${id}`.execute(db())
    expect((await copyGroup([points, euros])).body).toEqual({
      made: 1,
      refused: [expect.stringContaining('uses a different unit: EUR')],
      waiting: 0,
    })
    expect((await copyGroup([euros])).body).toMatchObject({ made: 0 })
    const { data } = (await call('GET', `/memberGroups?filter[storeId][eq]=${euros}`)).body
    expect(data).toEqual([])
  })

  test("the ledger filters by the group at the time of an entry, and entries don't block deleting a group", async () => {
    const storeId = await createStoreWithMembers()
    const [one, other] = [
      (await createGroup(storeId, { name: 'Sales' })).body,
      (await createGroup(storeId, { name: 'Field' })).body,
    ]
    const { data: foundMembers } = (
      await call('GET', `/members?filter[storeId][eq]=${storeId}&search=ann`)
    ).body
    const joinGroup = (group: { id: number }) =>
      moveMembers(group.id, { memberIds: [foundMembers[0].id], action: 'add' })
    const issueCredits = (reason: string) =>
      call('POST', '/creditRequests', {
        body: {
          storeId,
          memberId: foundMembers[0].id,
          type: 'issue',
          amount: 10,
          unit: 'points',
          reason,
        },
      })
    const loadEntries = async (query: string, path = '/creditEntries') =>
      (await call('GET', `${path}?filter[storeId][eq]=${storeId}&sort=enteredAt&${query}`)).body
    const loadReasons = async (query: string) =>
      (await loadEntries(query)).data.map(({ reason }: { reason: string }) => reason)
    await issueCredits('In none')
    await joinGroup(one)
    await issueCredits('In Sales')
    await joinGroup(other)
    await issueCredits('In Field')

    expect(await loadReasons(`filter[groupId][eq]=${one.id}`)).toEqual(['In Sales'])
    expect(await loadReasons('filter[groupId][contains]=fie')).toEqual(['In Field'])
    const { data } = await loadEntries('')
    expect(data.map(({ groupId }: { groupId: number | null }) => groupId)).toEqual([
      null,
      one.id,
      other.id,
    ])
    expect(data[1].labels).toMatchObject({ groupId: 'Sales' })
    const file = await loadEntries('columns=reason,groupId', '/creditEntries/export')
    expect(file).toMatch(/Reason,Group\r?\n.*In none,\r?\n.*In Sales,Sales\r?\n.*In Field,Field/)

    expect((await call('DELETE', `/memberGroups/${one.id}`)).status).toBe(204)
    const removal = { body: { moveTo: null } }
    expect((await call('POST', `/memberGroups/${other.id}/removal`, removal)).status).toBe(204)
    expect(await loadReasons(`filter[groupId][eq]=${other.id}`)).toEqual(['In Field'])
    await expect(
      sql`update credit_entries set group_id = null where store_id = ${storeId}`.execute(db()),
    ).rejects.toThrow('append-only')
  })

  test('a credit program gives each active member its credits once per period', async () => {
    const storeId = await createStoreWithMembers()
    await createRuleGroup(storeId, 'Acme', ['email ends with acme.example'], {
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

  test('a credit program gives credits to its whole group in one run, whatever the batch size', async () => {
    const storeId = await createStoreWithMembers()
    await createRuleGroup(storeId, 'All', ['email contains example', 'active is yes'], {
      unit: 'points',
      creditAmount: 50,
      creditPeriod: 'month',
    })
    await issueProgramCredits(platform().platform, 1)
    await issueProgramCredits(platform().platform, 2)
    const { data } = (await call('GET', `/creditEntries?filter[storeId][eq]=${storeId}`)).body
    expect(data).toHaveLength(3)
  })

  test('a credit program gives nothing in a unit that its store no longer uses', async () => {
    const storeId = await createStoreWithMembers()
    const program = { unit: 'points', creditAmount: 50, creditPeriod: 'month' }
    const { body } = await createRuleGroup(
      storeId,
      'Acme',
      ['email ends with acme.example'],
      program,
    )
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
