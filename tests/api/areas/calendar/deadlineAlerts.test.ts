import { beforeAll, describe, expect, test } from 'vitest'
import { refreshAlertsInTransaction } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { addTime } from '#shared/format/dates.ts'

describe.each(chooseDatabases('PostgreSQL'))('Alerts ahead of a deadline on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    const body = {
      ...getInitialValues(printfulSetup),
      name: 'Print shop',
      token: 'printful-token-0123456789',
      tokenExpiresOn: '2027-03-31',
    }
    expect((await call('POST', '/printfulSetup', { body })).status).toBe(201)
  })

  /** Refreshes the alerts as of noon (UTC) of a day, and returns those about what expires. */
  async function loadAlerts(day: string) {
    const { db } = platform().platform
    await db.transaction().execute((trx) => refreshAlertsInTransaction(trx, `${day}T12:00:00.000Z`))
    const { body } = await call('GET', '/attentionItems?filter[kind][eq]=expiry')
    return body.data.map(({ title, state }: { title: string; state: string }) => [title, state])
  }

  async function changeSettings(settings: { days?: string[]; kinds?: string[] }) {
    const { version } = (await call('GET', '/deadlineAlerts/1')).body
    const body = { ...settings, reason: 'Policy 12' }
    return call('PATCH', '/deadlineAlerts/1', { body, ifMatch: version })
  }

  async function dismissAlert() {
    const { body } = await call('GET', '/attentionItems?filter[kind][eq]=expiry')
    const [{ id, version }] = body.data
    const answer = await call('POST', `/attentionItems/${id}/state`, {
      body: { state: 'resolved', reason: 'We know' },
      ifMatch: version,
    })
    expect(answer.status).toBe(200)
  }

  test('appear 30, 14, 7, and 1 day ahead, and once it has passed, even if they were dismissed', async () => {
    expect(await loadAlerts('2027-02-28')).toEqual([])
    expect(await loadAlerts('2027-03-01')).toEqual([
      ['Token for Print shop expires in 30 days', 'open'],
    ])
    for (const [closedUntil, opensOn, title] of [
      ['2027-03-16', '2027-03-17', 'Token for Print shop expires in 14 days'],
      ['2027-03-23', '2027-03-24', 'Token for Print shop expires in 7 days'],
      ['2027-03-29', '2027-03-30', 'Token for Print shop expires in 1 day'],
      ['2027-03-30', '2027-04-01', 'Token for Print shop has expired'],
    ] as const) {
      await dismissAlert()
      expect(await loadAlerts(closedUntil)).toMatchObject([[expect.any(String), 'resolved']])
      expect(await loadAlerts(opensOn)).toEqual([[title, 'open']])
    }
  })

  test('appear on the days of the settings', async () => {
    expect((await changeSettings({ days: ['2'] })).status).toBe(422)
    expect((await changeSettings({ days: ['60'] })).status).toBe(200)
    expect(await loadAlerts('2027-02-01')).toHaveLength(1)
    expect((await changeSettings({ days: [] })).status).toBe(200)
    expect(await loadAlerts('2027-03-30')).toEqual([])
    expect(await loadAlerts('2027-04-02')).toHaveLength(1)
  })

  describe('of a store that is deleted', () => {
    let deleteAfter: string
    let storeId: number
    let title: string
    beforeAll(async () => {
      const store = await createStore(call)
      storeId = store.id
      title = `Deletion of ${store.name}`
      const deletion = await call('POST', `/stores/${store.id}/deletion`, {
        body: { code: store.code, reason: 'Closed by the customer' },
        ifMatch: store.version,
      })
      deleteAfter = deletion.body.deleteAfter
      await changeSettings({ days: ['1', '14'] })
    })

    const loadStoreAlerts = async (ahead: number, unit: 'day' | 'hour' = 'day') => {
      const at = addTime(deleteAfter, -ahead, unit)
      const { db } = platform().platform
      await db.transaction().execute((trx) => refreshAlertsInTransaction(trx, at))
      const { body } = await call('GET', '/attentionItems?filter[kind][eq]=deadline')
      return body.data.map((alert: { title: string; storeIds: number[]; fix: string }) => ({
        title: alert.title,
        storeIds: alert.storeIds,
        fix: alert.fix,
      }))
    }

    test('appear on the same days', async () => {
      const alert = { storeIds: [storeId], fix: `/stores/${storeId}` }
      expect(await loadStoreAlerts(15)).toEqual([])
      expect(await loadStoreAlerts(13)).toEqual([{ ...alert, title: `In 13 days: ${title}` }])
      expect(await loadStoreAlerts(1)).toEqual([{ ...alert, title: `Tomorrow: ${title}` }])
      expect(await loadStoreAlerts(1, 'hour')).toMatchObject([{ fix: alert.fix }])
      expect(await loadStoreAlerts(0)).toEqual([])
    })

    test('appear only for the kinds of the settings', async () => {
      expect((await changeSettings({ kinds: ['holidays'] })).status).toBe(422)
      expect((await changeSettings({ kinds: ['credits'] })).status).toBe(200)
      expect(await loadStoreAlerts(1)).toEqual([])
      expect((await changeSettings({ kinds: ['deletion'] })).status).toBe(200)
      expect(await loadStoreAlerts(1)).toHaveLength(1)
    })
  })
})
