import { areas } from '#server/platform/areas/index.ts'
import { getAreaIntegrations } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { clientLists } from '#shared/engine/platformCalls.ts'
import { addDemoData, seedEmptyDatabase } from '#server/platform/seed/seed.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'
import { openSession } from '../support/calling.ts'
import { databases, usePlatform } from '../support/databases.ts'

describe.each(databases)('A new platform on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  const query = (text: RawBuilder<unknown>) =>
    // The query decides the columns; the tests assert their values.
    (text as RawBuilder<Record<string, unknown>>).execute(platform().platform.db)

  test('has records in each of the four lists', async () => {
    const call = await openSession(platform())
    const totals = await Promise.all(
      clientLists.map(async (name) => (await call('GET', `/${name}`)).body.page.total),
    )
    expect(Object.fromEntries(clientLists.map((name, index) => [name, totals[index]]))).toEqual({
      catalogs: 3,
      categories: 8,
      sizes: 60,
      members: seedSizes.small.members,
    })
  })

  test('has sizes that follow every rule of their definition', async () => {
    const call = await openSession(platform())
    const { body } = await call('GET', '/sizes?limit=100')
    for (const { id, version, ...size } of body.data) {
      const renamed = { body: { name: `${size.name} again` }, ifMatch: version }
      expect((await call('PATCH', `/sizes/${id}`, renamed)).status).toBe(200)
      const { createdAt, createdBy, updatedAt, updatedBy, ...values } = size
      expect([createdAt, createdBy]).toEqual([updatedAt, updatedBy])
      const copy = { ...values, code: `~${values.code}` }
      expect((await call('POST', '/sizes', { body: copy })).status).toBe(201)
    }
  })

  test('does not delete a size that products use, and names some of them', async () => {
    const call = await openSession(platform())
    const { body } = await call('GET', '/sizes?filter[group][eq]=one_size')
    const [{ id }] = body.data.filter(({ code }: { code: string }) => code === 'OS')
    const products = await call('GET', `/products?filter[sizeIds][eq]=${id}&sort=name&limit=3`)
    const { data, page } = products.body
    expect(page.total).toBeGreaterThan(3)
    const names = data.map(({ name }: { name: string }) => name)
    const uses = [{ kind: 'product', count: page.total, examples: names }]
    expect((await call('GET', `/sizes/${id}/uses`)).body).toEqual({ data: uses })
    expect(await call('DELETE', `/sizes/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses },
    })
    expect((await call('GET', `/sizes/${id}`)).status).toBe(200)
  })

  test('returns no uses for an unused size, and 404 for a missing one', async () => {
    const call = await openSession(platform())
    const { body } = await call('GET', '/sizes?filter[group][eq]=footwear_uk&limit=1')
    expect((await call('GET', `/sizes/${body.data[0].id}/uses`)).body).toEqual({ data: [] })
    expect((await call('GET', '/sizes/2147483647/uses')).status).toBe(404)
  })

  test('is not filled again, even after a deletion', async () => {
    const call = await openSession(platform())
    const total = async () => (await call('GET', '/sizes')).body.page.total
    const { body } = await call('GET', '/sizes?filter[group][eq]=footwear_uk&limit=1')
    await call('DELETE', `/sizes/${body.data[0].id}`)
    const before = await total()
    await seedEmptyDatabase(platform().platform, 'somebody@example.com', seedSizes.small)
    expect(await total()).toBe(before)
  })

  test('has the requested number of stores and one record of store defaults', async () => {
    const call = await openSession(platform())
    expect((await call('GET', '/stores')).body.page.total).toBe(seedSizes.small.stores)
    expect((await call('GET', '/storeDefaults/1')).status).toBe(200)
  })

  test('has store statistics that match their rows', async () => {
    const { rows } = await query(sql`
      select stores.members - (select count(*) from members where store_id = stores.id) as members,
        stores.orders30d - (select count(*) from orders where store_id = stores.id) as orders,
        stores.failing <> exists (select from integrations
          where store_id = stores.id and state = 'degraded') as failing
      from stores`)
    const expectedRow = { members: 0, orders: 0, failing: false }
    expect(rows).toEqual(Array.from({ length: seedSizes.small.stores }, () => expectedRow))
    const { rows: groups } = await query(sql`
      select sum(members)::int as members, (select count(*) from members
        where group_id is not null) as grouped from member_groups`)
    expect(groups[0]).toMatchObject({ members: groups[0]?.['grouped'] })
  })

  test.each(getAreaIntegrations(areas).filter(({ serves }) => serves))(
    'has store states that match their $resource.name, and tested setups unless they are drafts',
    async ({ resource, serves }) => {
      const said: string[] = []
      const { rows: setups } = await query(sql`select * from ${sql.table(resource.name)}`)
      // The query selects all columns of the table.
      for (const setup of setups as AnyRecord[]) {
        const { rows } = await query(sql`select id from (${serves?.stores(setup)}) as served`)
        const { state, lastTestAt } = setup
        if (state !== 'draft') expect(lastTestAt).not.toBeNull()
        for (const { id } of rows) said.push(`${String(id)} ${String(state)}`)
      }
      const { rows } = await query(sql`
        select store_id, state from integrations where kind = ${serves?.kind} and state <> 'not_configured'`)
      const told = rows.map(({ storeId, state }) => `${String(storeId)} ${String(state)}`)
      expect(told.toSorted()).toEqual(said.toSorted())
    },
  )

  test('has daily totals that are the exact sums of their rows', async () => {
    const { rows } = await query(sql`
      with facts as (
        select store_id, (placed_at at time zone 'UTC')::date as day, 1 as orders,
          case when status in ('paid', 'fulfilled') then amount else 0 end as revenue,
          0 as failed, 0 as recovered, 0 as issued, 0 as redeemed, 0 as sent, 0 as unsent
        from orders
        union all select store_id, (attempted_at at time zone 'UTC')::date, 0, 0, 1, 0, 0, 0, 0, 0
        from payment_attempts
        union all select store_id, (recovered_at at time zone 'UTC')::date, 0, 0, 0, 1, 0, 0, 0, 0
        from payment_attempts where recovered_at is not null
        union all select store_id, (entered_at at time zone 'UTC')::date, 0, 0, 0, 0,
          case type when 'issue' then amount else 0 end,
          case type when 'redeem' then -amount else 0 end, 0, 0
        from credit_entries
        union all select store_id, (sent_at at time zone 'UTC')::date, 0, 0, 0, 0, 0, 0,
          (status = 'sent')::int, (status = 'failed')::int
        from gift_cards),
      sums as (
        select store_id, day, sum(orders) as orders, sum(revenue) as revenue, sum(failed) as failed,
          sum(recovered) as recovered, sum(issued) as issued, sum(redeemed) as redeemed,
          sum(sent) as sent, sum(unsent) as unsent
        from facts group by store_id, day)
      select coalesce(sums.store_id, store_days.store_id) as store, day
      from sums full join store_days using (store_id, day)
      where (coalesce(sums.orders, 0), coalesce(sums.revenue, 0), coalesce(sums.failed, 0),
          coalesce(sums.recovered, 0), coalesce(sums.issued, 0), coalesce(sums.redeemed, 0),
          coalesce(sums.sent, 0), coalesce(sums.unsent, 0))
        is distinct from (store_days.orders, store_days.revenue, store_days.payments_failed,
          store_days.payments_recovered, store_days.credits_issued, store_days.credits_redeemed,
          store_days.gift_cards_sent, store_days.gift_cards_failed)`)
    expect(rows).toEqual([])
    const { rows: totals } = await query(sql`select sum(orders) as orders from store_days`)
    expect(Number(totals[0]?.['orders'])).toBeGreaterThan(100)
  })

  test('continues with unused IDs', async () => {
    const call = await openSession(platform())
    const body = { name: 'Founded Today', country: 'DE', contactEmail: null, notes: null }
    expect((await call('POST', '/organisations', { body })).status).toBe(201)
    const { rows } = await query(sql`insert into orders
      (store_id, member_id, placed_at, amount, currency, status)
      values (1, 1, now(), 100, 'EUR', 'paid') returning id`)
    expect(rows).toHaveLength(1)
    await query(sql`delete from orders where id = ${rows[0]?.['id']}`)
  })

  test('accepts more data with unique codes, and keeps all indexes and constraints', async () => {
    const indexes = sql`select indexdef as definition from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        || convalidated from pg_constraint
      order by 1`
    const before = (await query(indexes)).rows
    const size = { ...seedSizes.small, stores: 3, members: 5000 } // Enough to rebuild the indexes.
    const { db, now } = platform().platform
    const told: number[] = []
    const load = { seed: 7, now: now(), size, author: 'somebody@example.com' }
    const rows = await addDemoData(db, { ...load, onRows: (count) => told.push(count) })
    expect(told.at(-1)).toBe(rows)
    expect(rows).toBeGreaterThan(5000)
    expect((await query(indexes)).rows).toEqual(before)
    const totals =
      await query(sql`select count(*)::int as stores, count(distinct code)::int as codes,
      sum(members)::int as members from stores`)
    const { stores, members } = seedSizes.small
    expect(totals.rows).toEqual([
      { stores: stores + 3, codes: stores + 3, members: members + 5000 },
    ])
  })
})

describe.each(databases)('A platform without demo data on $name', (database) => {
  const platform = usePlatform(database)

  test('has store defaults, but no stores, members, or sizes', async () => {
    const { platform: target } = platform()
    await seedEmptyDatabase(target, 'somebody@example.com', seedSizes.none)
    const call = await openSession(platform())
    const defaults = await call('GET', '/storeDefaults/1')
    expect(defaults.body).toMatchObject({ createdBy: 'somebody@example.com', timeZone: 'UTC' })
    for (const name of ['stores', 'members', 'sizes'])
      expect((await call('GET', `/${name}`)).body.page.total).toBe(0)
  })
})
