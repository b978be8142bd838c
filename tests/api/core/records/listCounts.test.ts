import { beforeAll, describe, expect, test } from 'vitest'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { clear, insertRows, sampleValues } from '#tests/api/support/records.ts'

describe.each(databases)('stores on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
    await clear(platform(), stores)
    const rows = [
      { status: 'active', plan: 'growth', mailState: 'degraded' },
      { status: 'active', plan: 'starter', mailState: 'degraded', printState: 'degraded' },
      { status: 'draft', plan: 'growth', signOnState: 'degraded' },
      { status: 'suspended', plan: 'growth' },
    ]
    const whole = { mailState: 'active', signOnState: 'active', printState: 'active' }
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
        } = sampleValues(stores)
        return {
          ...sample,
          ...whole,
          ...row,
          name: `Store ${['one', 'two', 'three', 'four'][at]}`,
          organisationId: null,
          deleteAfter: null,
        }
      }),
    )
  })
  const ask = async (query: string) => (await call('GET', `/stores?${query}`)).body
  const totals = (counts: Record<string, { total: number }>) =>
    Object.fromEntries(Object.entries(counts).map(([status, { total }]) => [status, total]))
  const names = async (query: string) =>
    (await ask(query)).data.map(({ name }: { name: string }) => name)

  test('are counted by status, where that is asked for', async () => {
    const { counts, page } = await ask('counts=status&limit=1')
    expect(totals(counts)).toEqual({
      active: 2,
      draft: 1,
      suspended: 1,
      maintenance: 0,
      archived: 0,
    })
    expect(counts.active.totalIsCapped).toBe(false)
    expect(page.total).toBe(4)
    expect(await ask('')).not.toHaveProperty('counts')
  })

  test('what the list filters by besides counts, its status does not', async () => {
    const asked = 'counts=status&filter[status][eq]=draft&filter[plan][eq]=growth'
    const { counts, data } = await ask(asked)
    expect(totals(counts)).toMatchObject({ active: 1, draft: 1, suspended: 1 })
    expect(data).toHaveLength(1)
    expect(totals((await ask('counts=status&search=four')).counts)).toMatchObject({
      active: 0,
      suspended: 1,
    })
  })

  test.each(['/stores?counts=plan', '/stores?counts=', '/sizes?counts=group'])(
    '%s is refused',
    async (path) => {
      expect(await call('GET', path)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    },
  )

  test('are found by which integration fails', async () => {
    expect(await names('filter[failingIntegrations][has]=mail')).toEqual(['Store one', 'Store two'])
    expect(await names('filter[failingIntegrations][has]=signOn')).toEqual(['Store three'])
    expect(await names('filter[failingIntegrations][has]=payment')).toEqual([])
    expect(await call('GET', '/stores?filter[failingIntegrations][has]=fax')).toMatchObject({
      status: 400,
    })
  })

  test.each(integrationKinds)('%s is one that can fail', async (kind) => {
    const [first] = (await ask('search=four')).data
    await platform()
      .platform.db
      // The tables of resources are known by their definitions alone.
      .updateTable('stores' as never)
      .set({ [integrationsByKind[kind].field]: 'degraded' } as never)
      .where('id' as never, '=', first.id as never)
      .execute()
    const [changed] = (await ask('search=four')).data
    expect(changed.failingIntegrations).toContain(kind)
  })
})
