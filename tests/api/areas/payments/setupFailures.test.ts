import { requiredStripeEvents } from '#server/platform/areas/payments/providers/stripe/steps.ts'
import { areas } from '#server/platform/areas/index.ts'
import { getAreaIntegrations } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startStripe, defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { checkDueIntegrations } from '#server/platform/core/integrations/checkDueIntegrations.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import type { ChargeRequest } from '#server/platform/areas/payments/providers/charge.ts'
import { detectIncidents } from '#server/platform/areas/payments/incidents/detectIncidents.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { members } from '#shared/areas/members/members.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { replaceCharges } from '#tests/api/support/replaceCharges.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const hour = 3_600_000

describe.each(chooseDatabases('PGlite'))(
  'Failed payments of a broken setup on $name',
  (database) => {
    const charged: ChargeRequest[] = []
    const platform = usePlatform(database, {
      exceptions: loopback ? [loopback] : [],
      origin: new URL('https://pay.example.com'),
    })
    replaceCharges('stripe', {
      charge(_platform, request) {
        charged.push(request)
        return Promise.resolve({ result: 'paid' })
      },
    })
    const db = () => platform().platform.db
    const now = () => platform().platform.now().toISOString()
    let stripe: Awaited<ReturnType<typeof startStripe>>
    let call: Caller
    let storeId: number
    let setupId: number
    beforeAll(async () => {
      stripe = await startStripe()
      platform().platform.endpoints = { stripe: stripe.url }
    })
    afterAll(() => stripe.stop())
    beforeEach(async () => {
      charged.length = 0
      Object.assign(stripe.state, defaultStripeState)
      for (const table of ['payment_setups', 'payment_attempts', 'incidents', 'attention_items'])
        await sql`delete from ${sql.table(table)}`.execute(db())
      await sql`update stores set status = 'draft'`.execute(db())
      platform().advance(2 * hour)
      call = await openSession(platform())
      storeId = Number((await createStore(call)).id)
      setupId = await createSetup(storeId)
    })

    async function createSetup(store: number, overrides: object = {}): Promise<number> {
      const body = {
        ...getInitialValues(paymentSetups),
        name: `Stripe ${store}`,
        provider: 'stripe',
        testPublishableKey: 'pk_test_mockProvider',
        testSecretKey: defaultStripeState.keys[0],
        testWebhookSecret: 'whsec_mockProvider',
        storeIds: [store],
        ...overrides,
      }
      const response = await call('POST', '/paymentSetups', { body })
      expect(response.status, JSON.stringify(response.body)).toBe(201)
      return response.body.id
    }
    const run = async (job: number) => {
      await runProductJob(platform(), job)
      return getOutcomes(db(), job)
    }
    const testSetup = async (id = setupId) => {
      platform().advance(1000)
      stripe.state.webhooks = [
        {
          url: `https://pay.example.com/webhooks/stripe/${id}`,
          status: 'enabled',
          enabled_events: [...requiredStripeEvents],
        },
      ]
      await run((await call('POST', `/paymentSetups/${id}/test`, { body: {} })).body.job)
    }
    const setState = async (event: string, id = setupId) => {
      platform().advance(1000)
      const send = (query = '') =>
        call('POST', `/paymentSetups/${id}/state${query}`, {
          body: { event, despite: ['event'] },
        })
      const first = await send()
      const { status, body } =
        first.body?.code === 'unconfirmed' ? await send(`?reach=${first.body.reach.token}`) : first
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const fixSetup = async (id = setupId) => {
      await testSetup(id)
      await setState('activate', id)
    }
    const createFailedOrder = (overrides: Partial<Parameters<typeof insertFailedOrder>[1]> = {}) =>
      insertFailedOrder(db(), {
        storeId,
        at: now(),
        decline: { code: 'account_invalid' },
        ...overrides,
      })
    const loadLastAttempt = async (order: number) =>
      (
        await call(
          'GET',
          `/paymentAttempts?filter[orderId][gte]=${order}&filter[orderId][lte]=${order}`,
        )
      ).body.data[0]
    const retry = async (order: number) => {
      const { id, amount, currency } = await loadLastAttempt(order)
      return call('POST', `/paymentAttempts/${id}/retry`, { body: { amount, currency } })
    }
    const loadOpenIncidents = async () =>
      (await call('GET', '/incidents?filter[status][eq]=open')).body.data

    test('can be retried only once the setup is active again and passed a later test', async () => {
      const order = await createFailedOrder()
      expect(await loadLastAttempt(order)).toMatchObject({ retryable: 'no', actor: 'operator' })
      const rejection = await retry(order)
      expect([rejection.status, rejection.body.detail]).toEqual([
        409,
        "This payment failed because of the payment setup, which hasn't passed a test since then. Fix, test, and activate the setup first.",
      ])
      await testSetup()
      expect(await loadLastAttempt(order), 'tested, not active').toMatchObject({ retryable: 'no' })
      await setState('activate')
      expect(await loadLastAttempt(order)).toMatchObject({ retryable: 'yes', status: 'open' })
      const later = await createFailedOrder({
        at: new Date(Date.parse(now()) + 1000).toISOString(),
      })
      expect(await loadLastAttempt(later), 'failed after the test').toMatchObject({
        retryable: 'no',
      })
      const { body } = await retry(order)
      expect((await run(body.id)).map(([, outcome]) => outcome)).toEqual(['done'])
      expect(charged.map(({ orderId }) => orderId)).toEqual([order])
      expect((await retry(later)).status).toBe(409)
    })

    test("can't be retried while the setup fails, is disabled, or doesn't serve the store", async () => {
      const order = await createFailedOrder()
      const isRetryable = async () => (await loadLastAttempt(order)).retryable
      await fixSetup()
      stripe.state.chargesEnabled = false
      for (const _ of [1, 2, 3]) {
        platform().advance(16 * 60_000)
        await checkDueIntegrations(platform().platform, getAreaIntegrations(areas))
      }
      call = await openSession(platform())
      expect(await isRetryable(), 'degraded').toBe('no')
      stripe.state.chargesEnabled = true
      platform().advance(16 * 60_000)
      await checkDueIntegrations(platform().platform, getAreaIntegrations(areas))
      expect(await isRetryable(), 'recovered').toBe('yes')
      await setState('disable')
      expect(await isRetryable(), 'disabled').toBe('no')
      await setState('activate')
      expect(await isRetryable(), 'activated').toBe('yes')
      const { version } = (await call('GET', `/paymentSetups/${setupId}`)).body
      const send = (query = '') =>
        call('PATCH', `/paymentSetups/${setupId}${query}`, {
          body: { storeIds: [] },
          ifMatch: version,
        })
      const { body } = await send()
      expect((await send(`?reach=${body.reach.token}`)).status).toBe(200)
      expect(await isRetryable(), 'without its store').toBe('no')
    })

    test("aren't retryable just because a check of the active setup passed", async () => {
      await fixSetup()
      platform().advance(1000)
      const order = await createFailedOrder({ decline: { code: 'testmode_decline' } })
      platform().advance(16 * 60_000)
      await checkDueIntegrations(platform().platform, getAreaIntegrations(areas))
      expect(await loadLastAttempt(order)).toMatchObject({ retryable: 'no' })
    })

    test("can be paid by link once another provider takes the store's payments", async () => {
      const order = await createFailedOrder({ gateway: 'adyen', decline: { code: '901' } })
      const createLink = async () => {
        const { id, version } = await loadLastAttempt(order)
        return call('POST', `/paymentAttempts/${id}/link`, { body: {}, ifMatch: version })
      }
      expect((await createLink()).status).toBe(409)
      await fixSetup()
      expect(await loadLastAttempt(order)).toMatchObject({ retryable: 'customer' })
      expect((await retry(order)).status).toBe(409)
      expect((await createLink()).status).toBe(201)
    })

    test("have an incident that is resolved as soon as no store's setup fails", async () => {
      const otherStore = Number((await createStore(call)).id)
      const otherSetup = await createSetup(otherStore)
      await createFailedOrder()
      await createFailedOrder({ storeId: otherStore })
      platform().advance(1000)
      await detectIncidents(platform().platform)
      await refreshAlerts(platform().platform)
      const [incident] = await loadOpenIncidents()
      const loadPayments = async () =>
        (await call('GET', `/incidents/${incident.id}/payments`)).body
      expect(await loadPayments()).toEqual({
        retries: { payments: 0, amounts: [] },
        links: { payments: 0, amounts: [] },
        setups: [
          { id: setupId, name: `Stripe ${storeId}`, state: 'draft', works: false },
          { id: otherSetup, name: `Stripe ${otherStore}`, state: 'draft', works: false },
        ],
      })
      await fixSetup()
      expect(await loadOpenIncidents()).toHaveLength(1)
      await fixSetup(otherSetup)
      expect(await loadOpenIncidents()).toEqual([])
      expect((await call('GET', `/incidents/${incident.id}`)).body).toMatchObject({
        status: 'resolved',
        resolution: `Stripe ${otherStore} is working again.`,
      })
      const { data: alerts } = (await call('GET', '/attentionItems')).body
      expect(alerts.filter(({ kind }: { kind: string }) => kind === 'incident')).toEqual([])
      await detectIncidents(platform().platform)
      expect(await loadOpenIncidents(), 'found again').toEqual([])
      expect((await loadPayments()).retries).toEqual({
        payments: 2,
        amounts: [{ currency: 'EUR', amount: 2500 }],
      })
    })

    test("are retried from their incident if confirmed, and only in the operator's stores", async () => {
      const otherStore = Number((await createStore(call)).id)
      const otherSetup = await createSetup(otherStore)
      await createFailedOrder()
      await createFailedOrder({ amount: 500, currency: 'JPY' })
      await createFailedOrder({ storeId: otherStore })
      await detectIncidents(platform().platform)
      const [incident] = await loadOpenIncidents()
      await fixSetup()
      await fixSetup(otherSetup)
      const limitedCaller = await openSession(
        platform(),
        await platform().addAccount(allPermissions, [storeId]),
      )
      const { retries } = (await limitedCaller('GET', `/incidents/${incident.id}/payments`)).body
      expect(retries).toEqual({
        payments: 2,
        amounts: [
          { currency: 'EUR', amount: 1250 },
          { currency: 'JPY', amount: 500 },
        ],
      })
      const send = (body: object, by = limitedCaller) =>
        by('POST', `/incidents/${incident.id}/retries`, { body })
      expect((await send({ ...retries, payments: 1 })).body.detail).toBe(
        'The payments in this incident have changed (now 2 payments). Check them, then confirm again.',
      )
      const { status, body } = await send(retries)
      expect(status).toBe(202)
      const job = (await limitedCaller('GET', `/jobs/${body.id}`)).body
      expect(job.title).toBe('Retry 2 failed payments (Stripe incident)')
      expect((await run(body.id)).map(([, outcome]) => outcome)).toEqual(['done', 'done'])
      expect(charged.map(({ storeId: store }) => store)).toEqual([storeId, storeId])
      expect((await send(retries)).status, 'nothing is left').toBe(409)
    })

    /** Lets the store send email through a platform-wide SMTP setting. */
    async function enableEmail() {
      await sql`delete from smtp_settings`.execute(db())
      await insertRows(platform(), smtpSettings, [
        { ...buildSampleValues(smtpSettings), scope: 'platform', state: 'active' },
      ])
    }
    const createPlan = async (action: string, orders: readonly number[]) => {
      const ids = []
      for (const order of orders) ids.push((await loadLastAttempt(order)).id)
      const body = { action, values: {}, ids }
      return (await call('POST', '/paymentAttempts/bulk/plan', { body })).body
    }
    const startPlan = async (plan: number) =>
      (await call('POST', '/paymentAttempts/bulk', { body: { plan } })).body.id

    test('are retried from a selection only once their setup works', async () => {
      const orders = [await createFailedOrder(), await createFailedOrder()]
      expect((await createPlan('retry', orders)).counts).toMatchObject({ changes: 0, refused: 2 })
      expect((await createPlan('link', orders)).counts).toMatchObject({ changes: 0, refused: 2 })
      await fixSetup()
      const { id, counts, reaches } = await createPlan('retry', orders)
      expect(counts).toEqual({ changes: 2, unchanged: 0, refused: 0, total: 2 })
      expect(reaches).toEqual(['This charges members a total of 25.00 EUR for 2 orders.'])
      expect((await run(await startPlan(id))).map(([, outcome]) => outcome)).toEqual([
        'done',
        'done',
      ])
      expect(charged).toHaveLength(2)
      expect((await loadLastAttempt(orders[0] ?? 0)).status).toBe('recovered')
    })

    test('get payment links from a selection only if the member has an email address', async () => {
      const orders = [await createFailedOrder(), await createFailedOrder()]
      const [member] = await insertRows(platform(), members, [
        { ...buildSampleValues(members), storeId, groupId: null, email: 'ada@example.com' },
      ])
      await sql`update orders set member_id = ${member?.id} where id = ${orders[0]}`.execute(db())
      await enableEmail()
      await fixSetup()
      const { id, counts, refused } = await createPlan('link', orders)
      expect(counts).toMatchObject({ changes: 1, refused: 1 })
      expect(refused[0].label).toBe(`#${orders[1]}`)
      expect(await run(await startPlan(id))).toMatchObject([
        [`#${orders[0]}`, 'done', 'The link is in the email queue.'],
        [`#${orders[1]}`, 'refused', refused[0].sentence],
      ])
      const { rows } = await sql<{ recipient: string }>`
      select recipient from mails where kind = 'payLink' and store_id = ${storeId}`.execute(db())
      expect(rows).toEqual([{ recipient: 'ada@example.com' }])
    })

    test('get payment links from their incident, except for members without an email address', async () => {
      const [one = 0, two = 0] = [await createFailedOrder(), await createFailedOrder()]
      const [member] = await insertRows(platform(), members, [
        { ...buildSampleValues(members), storeId, groupId: null, email: 'zoe@example.com' },
      ])
      await sql`update orders set member_id = ${member?.id} where id = ${one}`.execute(db())
      await enableEmail()
      await detectIncidents(platform().platform)
      const [incident] = await loadOpenIncidents()
      await fixSetup()
      const { links } = (await call('GET', `/incidents/${incident.id}/payments`)).body
      expect(links.payments).toBe(2)
      const { body } = await call('POST', `/incidents/${incident.id}/links`, { body: links })
      expect(await run(body.id)).toEqual([
        [`#${one}`, 'done', 'The link is in the email queue.'],
        [
          `#${two}`,
          'refused',
          "We can't email the member, so no link was created. Create the link in the payment's menu and send it yourself.",
        ],
      ])
      expect((await loadLastAttempt(one)).status).toBe('waiting')
      expect((await loadLastAttempt(two)).status).toBe('open')
      const { rows } = await sql<{ recipient: string }>`
      select recipient from mails where kind = 'payLink' and store_id = ${storeId}`.execute(db())
      expect(rows).toEqual([{ recipient: 'zoe@example.com' }])
    })

    test('share one alert with their setup, which links to the incident', async () => {
      await fixSetup()
      await sql`update stores set status = 'active' where id = ${storeId}`.execute(db())
      stripe.state.chargesEnabled = false
      for (const _ of [1, 2, 3]) {
        platform().advance(16 * 60_000)
        await checkDueIntegrations(platform().platform, getAreaIntegrations(areas))
      }
      call = await openSession(platform())
      const loadAlerts = async () => {
        await detectIncidents(platform().platform)
        await refreshAlerts(platform().platform)
        const { data } = (await call('GET', '/attentionItems')).body
        return data.filter(({ title }: { title: string }) => /Stripe|Payment/.test(title))
      }
      expect(await loadAlerts()).toMatchObject([{ kind: 'integration' }])
      await createFailedOrder()
      const alerts = await loadAlerts()
      expect(alerts).toMatchObject([
        {
          kind: 'incident',
          title: expect.stringMatching(/^Payments are failing at /),
          storeIds: [storeId],
        },
      ])
      expect(alerts[0].detail).toContain('Finish setting it up in the Stripe dashboard')
      // The setup's failure says the cause.
      expect(alerts[0].detail).not.toContain("The Stripe account isn't valid.")
      expect(alerts[0].detail).toContain("The provider's error code is ")
      expect(alerts[0].fix).toMatch(/^\/paymentAttempt\?incidents&incident=\d+$/)
    })
  },
)
