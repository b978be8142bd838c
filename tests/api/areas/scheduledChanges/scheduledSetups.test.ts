import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { runSchedules, scheduleAction } from '#tests/api/support/schedules.ts'
import { buildSetupValues, buildSetups } from '#tests/api/support/setups.ts'
import { createStore, insertStoreDefaults } from '#tests/api/support/stores.ts'

const hourMs = 3_600_000
const kinds = Object.keys(buildSetupValues({ id: 0, code: '' }))

describe.each(chooseDatabases('PostgreSQL'))('Scheduled setups on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let store: { id: number; code: string }
  beforeAll(async () => {
    await insertStoreDefaults(platform())
    call = await openSession(platform())
    store = await createStore(call)
  })
  beforeEach(async () => {
    call = await openSession(platform())
  })

  const advance = async (hours: number) => {
    platform().advance(hours * hourMs)
    call = await openSession(platform())
    await runSchedules(platform())
  }
  /** Creates a setup whose last test passed. */
  const createVerified = async (resource: string): Promise<number> => {
    const values = buildSetups(store).find(([name]) => name === resource)?.[1]
    await withRecordTables(db()).deleteFrom(resource).execute()
    const { body } = await call('POST', `/${resource}`, { body: values })
    await setState(resource, body.id, 'verified')
    return body.id
  }
  const setState = (resource: string, id: number, state: string) =>
    withRecordTables(db())
      .updateTable(resource)
      .set({ state, provenVersion: sql`settings_version` })
      .where('id', '=', id)
      .execute()
  const loadState = async (resource: string, id: number) =>
    (await call('GET', `/${resource}/${id}`)).body.state
  const loadChange = async (id: number) => (await call('GET', `/scheduledChanges/${id}`)).body

  test.each(kinds)('%s are activated at the start and disabled at the end', async (resource) => {
    const id = await createVerified(resource)
    const { body } = await scheduleAction(platform(), call, {
      resource,
      action: 'activate',
      ids: [id],
    })
    expect(await loadState(resource, id)).toBe('verified')
    await advance(2)
    expect(await loadState(resource, id)).toBe('active')
    expect(await loadChange(body.ids[0])).toMatchObject({ state: 'inEffect', problem: null })
    await advance(4)
    expect(await loadState(resource, id)).toBe('disabled')
    expect(await loadChange(body.ids[0])).toMatchObject({ state: 'done', problem: null })
    const { body: history } = await call('GET', `/${resource}/${id}/tests`)
    expect(history.data.map(({ what }: { what: string }) => what).slice(0, 2)).toEqual([
      'disabled',
      'activated',
    ])
  })

  test('a setup that is disabled for a while is active again, and its stores count toward the limit', async () => {
    const id = await createVerified('paymentSetups')
    await setState('paymentSetups', id, 'active')
    await sql`update schedule_settings set approval_stores = 0, updated_by = 'platform'`.execute(
      db(),
    )
    const request = { resource: 'paymentSetups', action: 'disable', ids: [id] }
    const waiting = await scheduleAction(platform(), call, request)
    expect(await loadChange(waiting.body.ids[0])).toMatchObject({
      state: 'waiting',
      storeIds: [store.id],
    })
    await sql`update schedule_settings set approval_stores = 100, updated_by = 'platform'`.execute(
      db(),
    )
    await sql`delete from scheduled_changes`.execute(db())
    await scheduleAction(platform(), call, request)
    await advance(2)
    expect(await loadState('paymentSetups', id)).toBe('disabled')
    await advance(4)
    expect(await loadState('paymentSetups', id)).toBe('active')
  })

  test('a setup that changed meanwhile is left as it is, and reported', async () => {
    const id = await createVerified('smtpSettings')
    const request = { resource: 'smtpSettings', action: 'activate', ids: [id] }
    const { body } = await scheduleAction(platform(), call, request)
    await setState('smtpSettings', id, 'draft')
    await advance(2)
    expect(await loadChange(body.ids[0])).toMatchObject({
      state: 'failed',
      problem: 'None of the records can be changed anymore.',
    })
    await setState('smtpSettings', id, 'verified')
    const again = await scheduleAction(platform(), call, request)
    await advance(2)
    expect(await loadState('smtpSettings', id)).toBe('active')
    await setState('smtpSettings', id, 'draft')
    await advance(4)
    expect(await loadState('smtpSettings', id)).toBe('draft')
    expect(await loadChange(again.body.ids[0])).toMatchObject({
      state: 'done',
      problem: "1 record couldn't be restored.",
    })
  })

  test("a draft can't be planned to be active, and an account for some stores plans none", async () => {
    const id = await createVerified('alertChannels')
    await setState('alertChannels', id, 'draft')
    const request = { resource: 'alertChannels', action: 'activate', ids: [id] }
    const { body } = await call('POST', '/plans', { body: request })
    expect(body).toMatchObject({
      counts: { changes: 0, refused: 1 },
      refused: [{ sentence: expect.stringContaining('Test the current settings first.') }],
    })
    const limited = await platform().addAccount(
      ['dashboardRead', 'ordersRead', 'storesRead'],
      [store.id],
    )
    const asLimited = await openSession(platform(), limited)
    expect((await asLimited('POST', '/plans', { body: request })).status).toBe(403)
    expect(
      await call('POST', '/plans', { body: { ...request, resource: 'nothing' } }),
    ).toMatchObject({ status: 400 })
    expect(await call('POST', '/alertChannels/bulk', { body: { plan: 1 } })).toMatchObject({
      status: expect.toSatisfy((status: number) => status === 404 || status === 405),
    })
  })
})
