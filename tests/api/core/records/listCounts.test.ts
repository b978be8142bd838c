import { beforeAll, describe, expect, test } from 'vitest'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { clearTable, insertRows, buildSampleValues } from '#tests/api/support/records.ts'

describe.each(databases)('Store counts and integration filters on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    await clearTable(platform(), stores)
    const rows = [
      { status: 'active', plan: 'growth', mailState: 'degraded' },
      { status: 'active', plan: 'starter', mailState: 'degraded', printState: 'degraded' },
      { status: 'draft', plan: 'growth', signOnState: 'degraded' },
      { status: 'suspended', plan: 'growth' },
    ]
    const healthy = { mailState: 'active', signOnState: 'active', printState: 'active' }
    await insertRows(
      platform(),
      stores,
      rows.map((row, at) => {
        const {
          primaryDomain: _,
          held: __,
          failingIntegrations: ___,
          missing: ____,
          ...sample
        } = buildSampleValues(stores)
        return {
          ...sample,
          ...healthy,
          ...row,
          name: `Store ${['one', 'two', 'three', 'four'][at]}`,
          organisationId: null,
          deleteAfter: null,
        }
      }),
    )
  })
  const loadList = async (query: string) => (await call('GET', `/stores?${query}`)).body
  const getTotals = (counts: Record<string, { total: number }>) =>
    Object.fromEntries(Object.entries(counts).map(([status, { total }]) => [status, total]))
  const loadNames = async (query: string) =>
    (await loadList(query)).data.map(({ name }: { name: string }) => name)

  test('a list counts records by status if requested', async () => {
    const { counts, page } = await loadList('counts=status&limit=1')
    expect(getTotals(counts)).toEqual({
      active: 2,
      draft: 1,
      suspended: 1,
      maintenance: 0,
      archived: 0,
    })
    expect(counts.active.totalIsCapped).toBe(false)
    expect(page.total).toBe(4)
    expect(await loadList('')).not.toHaveProperty('counts')
  })

  test('counts follow all filters except the status filter', async () => {
    const params = 'counts=status&filter[status][eq]=draft&filter[plan][eq]=growth'
    const { counts, data } = await loadList(params)
    expect(getTotals(counts)).toMatchObject({ active: 1, draft: 1, suspended: 1 })
    expect(data).toHaveLength(1)
    expect(getTotals((await loadList('counts=status&search=four')).counts)).toMatchObject({
      active: 0,
      suspended: 1,
    })
  })

  test.each(['/stores?counts=plan', '/stores?counts=', '/sizes?counts=group'])(
    'rejects %s',
    async (path) => {
      expect(await call('GET', path)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    },
  )

  test('stores can be filtered by their failing integration', async () => {
    expect(await loadNames('filter[failingIntegrations][has]=mail')).toEqual([
      'Store one',
      'Store two',
    ])
    expect(await loadNames('filter[failingIntegrations][has]=signOn')).toEqual(['Store three'])
    expect(await loadNames('filter[failingIntegrations][has]=payment')).toEqual([])
    expect(await call('GET', '/stores?filter[failingIntegrations][has]=fax')).toMatchObject({
      status: 400,
    })
  })

  test.each(integrationKinds)('a degraded %s integration counts as failing', async (kind) => {
    const [first] = (await loadList('search=four')).data
    await platform()
      .platform.db
      // Resource tables are typed only by their definitions.
      .updateTable('stores' as never)
      .set({ [integrationsByKind[kind].field]: 'degraded' } as never)
      .where('id' as never, '=', first.id as never)
      .execute()
    const [changed] = (await loadList('search=four')).data
    expect(changed.failingIntegrations).toContain(kind)
  })
})
