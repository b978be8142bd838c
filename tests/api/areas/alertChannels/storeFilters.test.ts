import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { refreshDeliveries } from '#server/platform/areas/alertChannels/refreshDeliveries.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createStore, insertStoreDefaults } from '#tests/api/support/stores.ts'

const dayMs = 86_400_000

describe.each(chooseDatabases('PostgreSQL'))(
  "Alert rules' filters of stores on $name",
  (database) => {
    const platform = usePlatform(database)
    const db = () => platform().platform.db
    let call: Caller
    let channelId: number
    beforeAll(() => insertStoreDefaults(platform()))
    beforeEach(async () => {
      call = await openSession(platform())
      for (const table of ['alert_deliveries', 'alert_rules', 'alert_channels', 'attention_items'])
        await sql`delete from ${sql.table(table)}`.execute(db())
      const at = platform().platform.now().toISOString()
      const { rows } = await sql<{ id: number }>`
      insert into alert_channels (name, type, recipients, state, created_at, created_by, updated_at, updated_by)
      values ('Operations', 'email', '{ops@example.com}', 'active', ${at}, 'platform', ${at}, 'platform')
      returning id`.execute(db())
      channelId = rows[0]?.id ?? 0
    })

    const createRule = (storeFilter: string, by = call) =>
      by('POST', '/alertRules', {
        body: { ...getInitialValues(alertRules), name: 'Rule', channelId, storeFilter },
      })
    const insertAlert = (storeId: number) => {
      const at = platform().platform.now().toISOString()
      return sql`
      insert into attention_items (subject, kind, permission, title, store_ids, rank, fix, state, since,
        created_at, created_by, updated_at, updated_by)
      values (${`incident/${storeId}`}, 'incident', 'payments', 'Declines', ${[storeId]}, 900, '/paymentAttempt',
        'open', ${at}, ${at}, 'platform', ${at}, 'platform')`.execute(db())
    }
    /** Decides what to send now. Returns the stores of all alerts that the channel gets. */
    const findSentStores = async () => {
      const at = platform().platform.now().toISOString()
      await db()
        .transaction()
        .execute((trx) => refreshDeliveries(trx, at))
      const { rows } = await sql<{ storeIds: number[] }>`
      select store_ids from alert_deliveries order by id`.execute(db())
      return rows.flatMap(({ storeIds }) => storeIds)
    }

    test('a store that matches later is included, and one that no longer matches is left out', async () => {
      const { id: first } = await createStore(call, { plan: 'enterprise' })
      const { id: second } = await createStore(call, { plan: 'starter' })
      const created = await createRule('/stores?filter[plan][in]=growth,enterprise&sort=-name')
      expect([created.status, created.body.storeFilter]).toEqual([
        201,
        'filter[plan][in]=growth,enterprise',
      ])
      await insertAlert(first)
      await insertAlert(second)
      expect(await findSentStores()).toEqual([first])

      await call('PATCH', `/stores/${second}`, { body: { plan: 'growth' }, ifMatch: 1 })
      expect(await findSentStores()).toEqual([first, second])
      // The message about the first store is still waiting.
      await call('PATCH', `/stores/${first}`, { body: { plan: 'starter' }, ifMatch: 1 })
      expect(await findSentStores()).toEqual([second])
    })

    test('a relative date counts from the time of each alert, not from the time of the rule', async () => {
      const { id: old } = await createStore(call)
      await createRule('filter[createdAt][within]=last-7-days')
      platform().advance(8 * dayMs)
      call = await openSession(platform())
      const { id: recent } = await createStore(call)
      await insertAlert(old)
      await insertAlert(recent)
      expect(await findSentStores()).toEqual([recent])
    })

    test('alternatives and a search choose stores, and the preview uses them too', async () => {
      const { id: named } = await createStore(call, { name: 'Lighthouse Rewards', plan: 'starter' })
      const { id: other } = await createStore(call, { name: 'Lighthouse Gifts', plan: 'growth' })
      const { body } = await createRule(
        'search=lighthouse&any[1][plan][eq]=starter&any[1][plan][eq]=enterprise',
      )
      for (const id of [named, other]) await insertAlert(id)
      expect(await findSentStores()).toEqual([named])
      await sql`
      insert into alert_history (subject, kind, permission, title, store_ids, rank, started_at)
      select subject, kind, permission, title || ' ' || id, store_ids, rank, since from attention_items`.execute(
        db(),
      )
      expect((await call('GET', `/alertRules/${body.id}/preview`)).body.count).toBe(1)
    })

    test.each([
      [
        'filter[colour][eq]=red',
        "All Stores can't be filtered like this: filter[colour][eq] isn't a filter in this list.",
      ],
      ['filter[members][between]=9,1', expect.stringContaining('filter[members][between]')],
      ['selection=1', "A saved selection isn't a filter. Choose its stores in the field Stores."],
    ])('%s is rejected at its field', async (filter, sentence) => {
      const { status, body } = await createRule(filter)
      expect([status, body.fields]).toEqual([422, { storeFilter: sentence }])
    })

    test('a user who can view no stores writes no filter of stores', async () => {
      const account = await platform().addAccount(['alertChannels', 'payments'])
      const by = await openSession(platform(), account)
      const body = {
        ...getInitialValues(alertRules),
        name: 'Payments',
        channelId,
        areas: ['payments'],
        storeFilter: 'filter[plan][eq]=growth',
      }
      const rejected = await by('POST', '/alertRules', { body })
      expect([rejected.status, rejected.body.fields]).toEqual([
        422,
        {
          storeFilter:
            "You don't have permission to view stores. Leave this blank, or ask an admin who has it.",
        },
      ])
      const created = await by('POST', '/alertRules', { body: { ...body, storeFilter: null } })
      expect(created.status).toBe(201)
    })

    test('a filter that stopped working raises an alert, and its rule sends all alerts', async () => {
      const { id: storeId } = await createStore(call, { plan: 'starter' })
      const { body } = await createRule('filter[plan][eq]=growth')
      await sql`update alert_rules set store_filter = 'filter[tier][eq]=gold'`.execute(db())
      await refreshAlerts(platform().platform)
      const { rows } = await sql`
      select title, detail, fix from attention_items where subject = ${`alertRule/${body.id}`}`.execute(
        db(),
      )
      expect(rows).toEqual([
        {
          title: 'The filter of the alert rule Rule no longer works',
          detail:
            "All Stores can't be filtered like this: filter[tier][eq] isn't a filter in this list. Until you change the filter, the rule ignores it.",
          fix: `/alertChannels?rules&edit=${body.id}`,
        },
      ])
      await insertAlert(storeId)
      expect(await findSentStores()).toContain(storeId)
    })
  },
)
