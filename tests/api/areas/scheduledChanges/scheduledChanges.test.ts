import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { runScheduledChanges } from '#server/platform/areas/scheduledChanges/runScheduledChanges.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertFailedPayments } from '#tests/api/support/orders.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import {
  loadNewestEntries,
  createStore,
  insertStoreDefaults,
  loadStore,
} from '#tests/api/support/stores.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

describe.each(chooseDatabases('PostgreSQL'))('Scheduled changes on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(() => insertStoreDefaults(platform()))
  beforeEach(async () => {
    await sql`delete from scheduled_changes`.execute(db())
    await sql`update schedule_settings set approval_stores = 100, late_minutes = 60`.execute(db())
    call = await openSession(platform())
  })

  /** Moves the clock on. Sessions end with time, so another one begins. */
  const advance = async (ms: number) => {
    platform().advance(ms)
    call = await openSession(platform())
  }
  const createActiveStores = async (count: number, values: object = {}, by = call) => {
    const ids: number[] = []
    for (let index = 0; index < count; index += 1) {
      const { id } = await createStore(by, { ...values })
      await by('POST', `/stores/${id}/status`, { body: { change: 'activate' }, ifMatch: 1 })
      ids.push(id)
    }
    return ids
  }
  const plan = async (ids: number[], request: object = {}, by = call) =>
    (
      await by('POST', '/stores/bulk/plan', {
        body: {
          action: 'startMaintenance',
          ids,
          values: { message: 'Back soon', reason: null },
          ...request,
        },
      })
    ).body.id as number
  /** Returns a local time of UTC, hours from now. */
  const inHours = (hours: number) =>
    new Date(platform().platform.now().getTime() + hours * hourMs).toISOString().slice(0, 16)
  const schedule = (planId: number, times: object = {}, by = call) =>
    by('POST', `/plans/${planId}/schedule`, {
      body: { startsAt: inHours(2), endsAt: inHours(6), timeZone: 'UTC', ...times },
    })
  const load = async (id: number) => (await call('GET', `/scheduledChanges/${id}`)).body
  const getId = ({ body }: Awaited<ReturnType<Caller>>) => body.ids[0] as number
  const act = async (id: number, action: string, by = call) =>
    by('POST', `/scheduledChanges/${id}/action`, {
      body: { action },
      ifMatch: (await load(id)).version,
    })
  /** Runs what is due, and the jobs that it started, until nothing is left. */
  const run = async () => {
    await runScheduledChanges(platform().platform)
    const { rows } = await sql<{ id: number }>`
      select id from jobs where status in ('waiting', 'running') order by id`.execute(db())
    for (const { id } of rows) await runProductJob(platform(), id)
    await runScheduledChanges(platform().platform)
  }
  const getStatuses = async (ids: number[]) =>
    Promise.all(ids.map(async (id) => (await loadStore(call, id)).status))

  test('stores go into maintenance at the start, with a message and the end, and come back', async () => {
    const ids = await createActiveStores(3)
    const answer = await schedule(await plan(ids))
    expect(answer.status).toBe(201)
    const id = getId(answer)
    expect(await load(id)).toMatchObject({
      state: 'scheduled',
      title: 'Start maintenance for 3 stores',
      records: 3,
      storeIds: ids,
      timeZone: 'UTC',
    })
    await run()
    expect(await getStatuses(ids)).toEqual(['active', 'active', 'active'])
    await advance(2 * hourMs)
    await run()
    const { endsAt, ...change } = await load(id)
    expect(change).toMatchObject({ state: 'inEffect', problem: null })
    expect(await loadStore(call, ids[0] ?? 0)).toMatchObject({
      status: 'maintenance',
      maintenanceMessage: 'Back soon',
      maintenanceEndsAt: endsAt,
    })
    await advance(4 * hourMs)
    await run()
    expect(await load(id)).toMatchObject({ state: 'done', problem: null })
    expect(await loadStore(call, ids[0] ?? 0)).toMatchObject({
      status: 'active',
      maintenanceMessage: null,
      maintenanceEndsAt: null,
    })
  })

  test('the title of a change to one store has only the name of the store', async () => {
    const organisation = await call('POST', '/organisations', {
      body: { name: 'Acme', country: 'US' },
    })
    const [id = 0] = await createActiveStores(1)
    const { version } = await loadStore(call, id)
    const body = { organisationId: organisation.body.id }
    const { body: store } = await call('PATCH', `/stores/${id}`, { body, ifMatch: version })
    expect(store.organisationId).toBe(organisation.body.id)
    const change = await load(getId(await schedule(await plan([id]))))
    expect(change.title).toBe(`Start maintenance for ${store.name}`)
  })

  test('what changed meanwhile is skipped and reported, other fields are no obstacle', async () => {
    const [kept = 0, suspended = 0, renamed = 0] = await createActiveStores(3)
    const id = getId(await schedule(await plan([kept, suspended, renamed]), { endsAt: null }))
    const body = { change: 'suspend', reason: 'Unpaid' }
    await call('POST', `/stores/${suspended}/status`, { body, ifMatch: 2 })
    await call('PATCH', `/stores/${renamed}`, { body: { notes: 'New' }, ifMatch: 2 })
    await advance(2 * hourMs)
    await run()
    expect(await getStatuses([kept, suspended, renamed])).toEqual([
      'maintenance',
      'suspended',
      'maintenance',
    ])
    expect(await load(id)).toMatchObject({
      state: 'done',
      problem: '1 record skipped or failed.',
    })
    const { body: results } = await call('GET', `/scheduledChanges/${id}/results`)
    expect(results).toMatchObject({
      start: {
        counts: { done: 2, refused: 1 },
        rows: [
          {
            targetId: suspended,
            sentence: 'Status changed after this was scheduled.',
          },
        ],
      },
      end: null,
    })
    await refreshAlerts(platform().platform)
    const { rows } = await sql<{ detail: string }>`
      select detail from attention_items where subject = ${`scheduledChange/${id}`}`.execute(db())
    expect(rows).toEqual([{ detail: '1 record skipped or failed.' }])
  })

  test('a filter with a relative date chooses the records of the preview, not those of the start', async () => {
    // The records of other tests are older than the filter's days.
    await advance(3 * 24 * hourMs)
    const [first = 0, second = 0] = await createActiveStores(2, { plan: 'enterprise' })
    const query = 'filter[createdAt][within]=last-2-days&filter[plan][eq]=enterprise'
    const selection = { ids: undefined, query }
    const id = getId(
      await schedule(await plan([], selection), { startsAt: inHours(72), endsAt: null }),
    )
    expect(await load(id)).toMatchObject({ records: 2, storeIds: [first, second] })
    // At the start, the first two are too old for the filter, and a new one matches.
    await advance(71 * hourMs)
    const [later = 0] = await createActiveStores(1, { plan: 'enterprise' })
    await advance(hourMs)
    const { body: now } = await call('GET', `/stores?${query}`)
    expect(now.data.map((store: { id: number }) => store.id)).toEqual([later])
    await run()
    expect(await getStatuses([first, second, later])).toEqual([
      'maintenance',
      'maintenance',
      'active',
    ])
  })

  test('a start that is too late is missed, and a late one within the tolerance is made', async () => {
    const [one = 0, two = 0] = await createActiveStores(2)
    const late = getId(await schedule(await plan([one])))
    await advance(2 * hourMs + 59 * minuteMs)
    await run()
    expect((await load(late)).state).toBe('inEffect')
    const missed = getId(await schedule(await plan([two])))
    await advance(3 * hourMs + minuteMs)
    await run()
    expect(await load(missed)).toMatchObject({
      state: 'missed',
      problem: 'The platform was down at the start and came back too late to make the change.',
    })
    expect(await getStatuses([two])).toEqual(['active'])
  })

  test('an end is carried out however late it is', async () => {
    const ids = await createActiveStores(1)
    const id = getId(await schedule(await plan(ids)))
    await advance(2 * hourMs)
    await run()
    await advance(100 * 24 * hourMs)
    await run()
    expect((await load(id)).state).toBe('done')
    expect(await getStatuses(ids)).toEqual(['active'])
  })

  test("an author who lost the permission can't start anything, and others end it", async () => {
    const author = await platform().addAccount(allPermissions)
    const by = await openSession(platform(), author)
    const [one = 0, two = 0] = await createActiveStores(2)
    const started = getId(await schedule(await plan([one], {}, by), {}, by))
    const later = getId(await schedule(await plan([two], {}, by), { startsAt: inHours(3) }, by))
    await advance(2 * hourMs)
    await run()
    await sql`update users set status = 'suspended' where id = ${author.id}`.execute(db())
    await advance(5 * hourMs)
    await run()
    expect(await load(later)).toMatchObject({ state: 'missed' })
    expect(await load(started)).toMatchObject({ state: 'inEffect' })
    expect((await load(started)).problem).toContain("The previous values couldn't be restored.")
    expect(await act(started, 'end')).toMatchObject({ status: 200, body: { state: 'ending' } })
    await run()
    expect((await load(started)).state).toBe('done')
    expect(await getStatuses([one, two])).toEqual(['active', 'active'])
  })

  test('a start without its author fails, with the reason', async () => {
    const author = await platform().addAccount(allPermissions)
    const by = await openSession(platform(), author)
    const [one = 0] = await createActiveStores(1)
    const id = getId(await schedule(await plan([one], {}, by), {}, by))
    await sql`update users set status = 'suspended' where id = ${author.id}`.execute(db())
    await advance(2 * hourMs)
    await run()
    expect(await load(id)).toMatchObject({ state: 'failed' })
    expect((await load(id)).problem).toContain(author.email)
    expect(await getStatuses([one])).toEqual(['active'])
  })

  test('a change of more stores than the limit needs a second operator', async () => {
    await sql`update schedule_settings set approval_stores = 1`.execute(db())
    const ids = await createActiveStores(2)
    const id = getId(await schedule(await plan(ids)))
    expect((await load(id)).state).toBe('waiting')
    const { rows } = await sql<{ kind: string }>`
      select kind from attention_items where subject = ${`scheduledChange/${id}/approval`}`.execute(
      db(),
    )
    expect(rows).toEqual([{ kind: 'approval' }])
    const decide = (by: Caller, decision: string, version = 1) =>
      by('POST', `/scheduledChanges/${id}/decision`, { body: { decision }, ifMatch: version })
    expect(await decide(call, 'approve')).toMatchObject({ status: 409 })
    expect(await act(id, 'start')).toMatchObject({ status: 409 })
    const second = await openSession(platform(), await platform().addAccount(allPermissions))
    expect((await second('GET', `/plans/${(await load(id)).planId}`)).status).toBe(200)
    expect(await decide(second, 'approve')).toMatchObject({
      status: 200,
      body: { state: 'scheduled' },
    })
    // Another start has to be approved again.
    const moved = await call('PUT', `/scheduledChanges/${id}/times`, {
      body: { startsAt: inHours(1), endsAt: inHours(3), timeZone: 'UTC' },
      ifMatch: 2,
    })
    expect(moved).toMatchObject({ status: 200, body: { state: 'waiting', decidedBy: null } })
    const entries: { event: string }[] = await loadNewestEntries(call, 10)
    expect(entries.find(({ event }) => event === 'scheduledChanges.moved')).toMatchObject({
      changes: {
        state: { before: 'scheduled', after: 'waiting' },
        startsAt: { before: expect.any(String), after: `${inHours(1)}:00.000Z` },
        endsAt: { before: expect.any(String), after: `${inHours(3)}:00.000Z` },
      },
    })
    await advance(hourMs)
    await run()
    expect(await load(id)).toMatchObject({
      state: 'missed',
      problem: "The change wasn't approved before the start.",
    })
    expect(await getStatuses(ids)).toEqual(['active', 'active'])
  })

  test('a record of its own screen can be scheduled with fields that no bulk change has', async () => {
    const { id: storeId } = await createStore(call)
    const { body: group } = await call('POST', '/memberGroups', {
      body: {
        ...getInitialValues(memberGroups),
        name: 'Gold',
        storeId,
        unit: 'USD',
        creditAmount: 100,
        creditPeriod: 'month',
      },
    })
    const request = { resource: 'memberGroups', action: 'change', ids: [group.id] }
    const two = { ...request, ids: [group.id, group.id + 1], values: { creditAmount: 250 } }
    expect((await call('POST', '/plans', { body: two })).status).toBe(422)
    const { body } = await call('POST', '/plans', {
      body: { ...request, values: { creditAmount: 250 } },
    })
    const answer = await schedule(body.id)
    expect(await load(getId(answer))).toMatchObject({
      title: 'Change Credits per period for Gold',
      storeIds: [storeId],
    })
    const loadAmount = async () =>
      (await call('GET', `/memberGroups/${group.id}`)).body.creditAmount
    await advance(2 * hourMs)
    await run()
    expect(await loadAmount()).toBe(250)
    await advance(4 * hourMs)
    await run()
    expect(await loadAmount()).toBe(100)
  })

  test('two changes of the same field at the same time are confirmed first', async () => {
    const [one = 0, two = 0] = await createActiveStores(2)
    await schedule(await plan([one]))
    const suspension = { action: 'suspend', values: { reason: 'Unpaid' } }
    const planId = await plan([one, two], suspension)
    const refused = await schedule(planId, { startsAt: inHours(3), endsAt: null })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'unconfirmed',
        reach: {
          reaches: 1,
          worse: [
            {
              what: expect.stringMatching(
                /^Overlaps with a scheduled change: Start maintenance for /,
              ),
            },
          ],
        },
      },
    })
    const confirmed = await call(
      'POST',
      `/plans/${planId}/schedule?reach=${refused.body.reach.token}`,
      {
        body: { startsAt: inHours(3), endsAt: null, timeZone: 'UTC' },
      },
    )
    expect(confirmed.status).toBe(201)
    const before = await plan([one], suspension)
    expect((await schedule(before, { startsAt: inHours(1), endsAt: null })).status).toBe(201)
  })

  test("each store's own time zone makes a change for each zone", async () => {
    const [toronto = 0] = await createActiveStores(1, { timeZone: 'America/Toronto' })
    const [vienna = 0] = await createActiveStores(1, { timeZone: 'Europe/Vienna' })
    const startsAt = inHours(48)
    const answer = await schedule(await plan([toronto, vienna]), {
      startsAt,
      endsAt: null,
      timeZone: 'stores',
    })
    expect(answer.status).toBe(201)
    const changes = await Promise.all(answer.body.ids.map(load))
    expect(changes.map(({ timeZone, storeIds }) => [timeZone, storeIds])).toEqual([
      ['America/Toronto', [toronto]],
      ['Europe/Vienna', [vienna]],
    ])
    expect(changes[0]?.startsAt > changes[1]?.startsAt).toBe(true)
  })

  test('actions are possible only in their states, and each counts once', async () => {
    const [one = 0, two = 0] = await createActiveStores(2)
    const canceled = getId(await schedule(await plan([one])))
    expect(await act(canceled, 'end')).toMatchObject({ status: 409 })
    expect(await act(canceled, 'cancel')).toMatchObject({ body: { state: 'canceled' } })
    expect(await act(canceled, 'start')).toMatchObject({ status: 409 })
    const started = getId(await schedule(await plan([two])))
    expect(await act(started, 'start')).toMatchObject({ body: { state: 'running' } })
    await run()
    expect(await getStatuses([one, two])).toEqual(['active', 'maintenance'])
    expect(await act(started, 'keep')).toMatchObject({ body: { state: 'done', endsAt: null } })
    await advance(10 * hourMs)
    await run()
    expect(await getStatuses([two])).toEqual(['maintenance'])
  })

  test('a plan is scheduled once, and not started as well', async () => {
    const ids = await createActiveStores(1)
    const planId = await plan(ids)
    await schedule(planId)
    expect(await schedule(planId)).toMatchObject({ status: 409 })
    const body = { plan: planId }
    expect(await call('POST', '/stores/bulk', { body })).toMatchObject({ status: 409 })
  })

  test('an end is only possible for what can be undone', async () => {
    const [id = 0] = await createActiveStores(1)
    const { body } = await call('POST', '/organisations', { body: { name: `Org ${id}` } })
    const planned = await call('POST', '/organisations/bulk/plan', {
      body: { action: 'delete', ids: [body.id] },
    })
    expect(await schedule(planned.body.id)).toMatchObject({
      status: 422,
      body: { fields: { endsAt: "This change can't be undone, so it can't have an end." } },
    })
  })

  test('store admins get an email ahead of maintenance, once', async () => {
    const [id = 0] = await createActiveStores(1, {
      adminName: 'Ada Admin',
      adminEmail: `ada${platform().platform.now().getTime()}@example.com`,
    })
    await sql`update users set status = 'active' where store_ids @> array[${id}::int]`.execute(db())
    const times = { startsAt: inHours(30), endsAt: inHours(34) }
    for (const noticeHours of [-1, 5, 72])
      expect(await schedule(await plan([id]), { ...times, noticeHours })).toMatchObject({
        status: 422,
        body: { fields: { noticeHours: expect.any(String) } },
      })
    const suspension = await plan([id], { action: 'suspend', values: { reason: 'Unpaid' } })
    const suspended = getId(await schedule(suspension, times))
    const moved = await call('PUT', `/scheduledChanges/${suspended}/times`, {
      body: { ...times, timeZone: 'UTC', noticeHours: 24 },
      ifMatch: 1,
    })
    expect(moved).toMatchObject({ status: 422 })
    await act(suspended, 'cancel')
    const change = getId(await schedule(await plan([id]), { ...times, noticeHours: 24 }))
    const countNotices = async () => {
      const { rows } = await sql<{ subject: string }>`
        select subject from mails where store_id = ${id} and kind = 'maintenance'`.execute(db())
      return rows.length
    }
    await run()
    expect(await countNotices()).toBe(0)
    await advance(6 * hourMs)
    await run()
    await run()
    expect(await countNotices()).toBe(1)
    // Admins who weren't told of the change aren't told that it was canceled.
    const untold = getId(await schedule(await plan([id])))
    await act(untold, 'cancel')
    await run()
    expect(await countNotices()).toBe(1)
    await act(change, 'cancel')
    await run()
    await run()
    expect(await countNotices()).toBe(2)
  })

  test('store admins who were told of maintenance get an email if it is moved, canceled, or missed', async () => {
    const adminEmail = `bea${platform().platform.now().getTime()}@example.com`
    const [id = 0] = await createActiveStores(1, {
      name: 'Bea Store',
      adminName: 'Bea Admin',
      adminEmail,
    })
    await sql`update users set status = 'active' where store_ids @> array[${id}::int]`.execute(db())
    const loadSubjects = async () => {
      const { rows } = await sql<{ subject: string }>`
        select subject from mails where store_id = ${id} and kind = 'maintenance' order by id`.execute(
        db(),
      )
      return rows.map(({ subject }) => subject.replace(' of Bea Store', ''))
    }
    const move = async (changeId: number, times: object) =>
      call('PUT', `/scheduledChanges/${changeId}/times`, {
        body: { timeZone: 'UTC', ...times },
        ifMatch: (await load(changeId)).version,
      })
    const announce = async () => {
      const times = { startsAt: inHours(30), endsAt: inHours(34), noticeHours: 24 }
      const change = getId(await schedule(await plan([id]), times))
      await advance(7 * hourMs)
      await run()
      return change
    }
    const moved = await announce()
    expect(await loadSubjects()).toEqual(['Scheduled maintenance'])
    const later = { startsAt: inHours(48), endsAt: inHours(50) }
    expect((await move(moved, later)).status).toBe(200)
    await run()
    await run()
    expect(await loadSubjects()).toEqual(['Scheduled maintenance', 'Maintenance moved'])
    // The next notice comes at its own time.
    await move(moved, { ...later, startsAt: inHours(49), noticeHours: 24 })
    await run()
    await advance(26 * hourMs)
    await run()
    expect((await loadSubjects()).slice(2)).toEqual(['Maintenance moved', 'Scheduled maintenance'])
    await act(moved, 'cancel')
    await run()
    expect((await loadSubjects()).slice(4)).toEqual(['Maintenance canceled'])
    await announce()
    await advance(40 * hourMs)
    await run()
    await run()
    expect((await loadSubjects()).slice(5)).toEqual([
      'Scheduled maintenance',
      'Maintenance canceled',
    ])
  })

  test('a guard stops a change if failed payments rise, and asks whether to end it', async () => {
    const [id = 0] = await createActiveStores(1)
    const guard = { guard: 'failedPayments', guardPercent: 50 }
    const needsEnd = await schedule(await plan([id]), { ...guard, endsAt: null })
    expect(needsEnd).toMatchObject({ status: 422, body: { fields: { guard: expect.any(String) } } })
    const change = getId(await schedule(await plan([id]), guard))
    await advance(2 * hourMs)
    await run()
    await insertFailedPayments(platform(), id, 4)
    await advance(20 * minuteMs)
    await run()
    expect(await load(change)).toMatchObject({ state: 'inEffect', guardTrippedAt: null })
    await insertFailedPayments(platform(), id, 2)
    await advance(minuteMs)
    await run()
    expect(await load(change)).toMatchObject({ state: 'inEffect' })
    expect((await load(change)).problem).toBe(
      'Failed payments: 6 in 21 minutes, usually 0. End the change now to restore the previous values, or keep it.',
    )
    await refreshAlerts(platform().platform)
    const { rows } = await sql<{ title: string }>`
      select title from attention_items where subject = ${`scheduledChange/${change}`}`.execute(
      db(),
    )
    expect(rows).toEqual([
      {
        title: expect.stringMatching(
          /^Scheduled change stopped by its guard: Start maintenance for /,
        ),
      },
    ])
    await act(change, 'end')
    await run()
    expect(await getStatuses([id])).toEqual(['active'])
    expect(await load(change)).toMatchObject({ state: 'done', problem: null })
  })

  test('operators of some stores see and change only what concerns their stores alone', async () => {
    const [own = 0, other = 0] = await createActiveStores(2)
    const mine = getId(await schedule(await plan([own])))
    const both = getId(
      await schedule(await plan([other, own]), { startsAt: inHours(10), endsAt: null }),
    )
    const limited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [own]),
    )
    const { body } = await limited('GET', '/scheduledChanges')
    expect(
      body.data.map(({ id, storeIds }: { id: number; storeIds: number[] }) => [id, storeIds]),
    ).toEqual([
      [both, [own]],
      [mine, [own]],
    ])
    expect(await act(both, 'cancel', limited)).toMatchObject({ status: 403 })
    expect((await limited('GET', `/scheduledChanges/${both}/results`)).status).toBe(404)
    expect(await act(mine, 'cancel', limited)).toMatchObject({ status: 200 })
  })

  test('a bulk change of more stores than the limit has to be scheduled', async () => {
    const ids = await createActiveStores(3)
    const start = async (of: number[]) =>
      call('POST', '/stores/bulk', { body: { plan: await plan(of) } })
    await sql`update schedule_settings set immediate_stores = 2`.execute(db())
    const rejected = await start(ids)
    expect(rejected).toMatchObject({ status: 409 })
    expect(rejected.body.detail).toBe(
      'This change affects 3 stores, but you can change at most 2 at once without approval. Schedule the change, so that another operator can approve it.',
    )
    expect(await start(ids.slice(0, 2))).toMatchObject({ status: 202 })
    await sql`update schedule_settings set immediate_stores = 20000`.execute(db())
  })

  test('a record counts with each of the stores that it names', async () => {
    const storeIds = await createActiveStores(2)
    const created = await call('POST', '/giftCardTemplates', {
      body: {
        ...getInitialValues(giftCardTemplates),
        name: 'Birthdays',
        storeIds,
        amounts: ['25.00'],
        sender: 'Gifts',
        subject: 'For you',
        body: 'Here it is: {{link}}',
      },
    })
    expect([created.status, created.body.fields]).toEqual([201, undefined])
    await sql`update schedule_settings set immediate_stores = 1`.execute(db())
    const planned = await call('POST', '/giftCardTemplates/bulk/plan', {
      body: { action: 'change', values: { sender: 'Acme' }, ids: [created.body.id] },
    })
    expect(
      await call('POST', '/giftCardTemplates/bulk', { body: { plan: planned.body.id } }),
    ).toMatchObject({ status: 409, body: { detail: expect.stringContaining('2 stores') } })
    await sql`update schedule_settings set immediate_stores = 20000`.execute(db())
  })

  // The last one: the steps of the limit stay in the log.
  test("raising the limit is confirmed, and doesn't apply to the operator who raises it", async () => {
    await sql`update schedule_settings set approval_stores = 1`.execute(db())
    const ids = await createActiveStores(2)
    const raise = async (search: string, stores: number) =>
      call('PATCH', `/scheduleSettings/1${search}`, {
        body: { approvalStores: stores },
        ifMatch: (await call('GET', '/scheduleSettings/1')).body.version,
      })
    const unconfirmed = await raise('', 200)
    expect(unconfirmed).toMatchObject({
      status: 409,
      body: {
        code: 'unconfirmed',
        reach: { worse: [{ what: expect.stringContaining('up to 200 stores without approval') }] },
      },
    })
    expect(await raise(`?reach=${unconfirmed.body.reach.token}`, 200)).toMatchObject({
      status: 200,
    })
    const getState = async (by: Caller) =>
      (await load(getId(await schedule(await plan(ids, {}, by), { guard: null }, by)))).state
    expect(await getState(call)).toBe('waiting')
    await sql`delete from scheduled_changes`.execute(db())
    const second = await openSession(platform(), await platform().addAccount(allPermissions))
    expect(await getState(second)).toBe('scheduled')
    await sql`delete from scheduled_changes`.execute(db())
    // Lowering it needs no confirmation, and applies to everyone.
    expect(await raise('', 0)).toMatchObject({ status: 200 })
    expect(await getState(second)).toBe('waiting')
  })
})
