import { beforeAll, describe, expect, test } from 'vitest'
import { refreshAlertsInTransaction } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

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
    const { version } = (await call('GET', '/deadlineAlerts/1')).body
    const change = (days: string[], ifMatch: number) =>
      call('PATCH', '/deadlineAlerts/1', { body: { days, reason: 'Policy 12' }, ifMatch })
    expect((await change(['2'], version)).status).toBe(422)
    const changed = await change(['60'], version)
    expect(changed.status).toBe(200)
    expect(await loadAlerts('2027-02-01')).toHaveLength(1)
    expect((await change([], changed.body.version)).status).toBe(200)
    expect(await loadAlerts('2027-03-30')).toEqual([])
    expect(await loadAlerts('2027-04-02')).toHaveLength(1)
  })
})
