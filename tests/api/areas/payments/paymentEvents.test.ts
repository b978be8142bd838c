import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import {
  buildAdyenEvent,
  buildAdyenItem,
  startAdyen,
  defaultAdyenState,
} from '#scripts/mockProviders/adyen.ts'
import {
  buildBraintreeEvent,
  buildBraintreeProof,
  startBraintree,
  defaultBraintreeState,
} from '#scripts/mockProviders/braintree.ts'
import {
  buildDeniedCapture,
  buildPaypalEvent,
  startPaypal,
  defaultPaypalState,
} from '#scripts/mockProviders/paypal.ts'
import { createMonthPartitions } from '#server/platform/database/monthPartitions.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { purgeExpiredData } from '#server/platform/core/platform/retention.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const hmacKey = 'A1'.repeat(32)
const braintreeKeys = {
  publicKey: defaultBraintreeState.publicKey,
  privateKey: defaultBraintreeState.privateKey,
}
const formType = 'application/x-www-form-urlencoded'
type WebhookRequest = { body: string; headers?: Record<string, string> }
type Provider = 'adyen' | 'paypal' | 'braintree'
const providers: Provider[] = ['adyen', 'paypal', 'braintree']

/** Builds each provider's events: failed, paid, with a forged signature, and one that we ignore. */
const eventBuilders: Record<
  Provider,
  Record<'failed' | 'paid' | 'forged' | 'ignored', (order: number) => WebhookRequest>
> = {
  adyen: {
    failed: (order) => ({ body: buildAdyenEvent(hmacKey, buildAdyenItem(order)) }),
    paid: (order) => ({
      body: buildAdyenEvent(
        hmacKey,
        buildAdyenItem(order, { success: 'true', pspReference: 'PSP-2', reason: '' }),
      ),
    }),
    forged: (order) => ({
      body: buildAdyenEvent(hmacKey, buildAdyenItem(order)).replace('"value":4200', '"value":1'),
    }),
    ignored: () => ({
      body: buildAdyenEvent(hmacKey, buildAdyenItem(0, { eventCode: 'REPORT_AVAILABLE' })),
    }),
  },
  paypal: {
    failed: (order) =>
      buildPaypalEvent('WH1', {
        id: 'WH-E1',
        type: 'PAYMENT.CAPTURE.DENIED',
        resource: buildDeniedCapture(order),
      }),
    paid: (order) =>
      buildPaypalEvent('WH1', {
        id: 'WH-E2',
        type: 'PAYMENT.CAPTURE.COMPLETED',
        resource: { ...buildDeniedCapture(order), id: 'CAPTURE-2', status: 'COMPLETED' },
      }),
    forged(order) {
      const { body, headers } = this.failed(order)
      return { body: body.replace('42.00', '1.00'), headers: headers ?? {} }
    },
    ignored: () =>
      buildPaypalEvent('WH1', { id: 'WH-E3', type: 'CHECKOUT.ORDER.APPROVED', resource: {} }),
  },
  braintree: {
    failed: (order) => ({
      body: buildBraintreeEvent([braintreeKeys], {
        kind: 'transaction_settlement_declined',
        order,
      }),
    }),
    paid: (order) => ({
      body: buildBraintreeEvent([braintreeKeys], {
        kind: 'transaction_settled',
        order,
        id: 'settled1',
      }),
    }),
    forged: (order) => ({
      body: buildBraintreeEvent([{ ...braintreeKeys, privateKey: 'another' }], {
        kind: 'transaction_settled',
        order,
      }),
    }),
    ignored: () => ({ body: buildBraintreeEvent([braintreeKeys], { kind: 'check' }) }),
  },
}

describe.each(chooseDatabases('PostgreSQL'))(
  'Webhook events of payment providers on $name',
  (database) => {
    const platform = usePlatform(database, {
      exceptions: loopback ? [loopback] : [],
      origin: new URL('https://pay.example.com'),
    })
    const setups: Partial<Record<Provider, { id: number; store: number; order: number }>> = {}
    const getSetup = (provider: Provider) => setups[provider] ?? { id: 0, store: 0, order: 0 }
    const credentials = {
      adyen: {
        testSecretKey: defaultAdyenState.key,
        testWebhookSecret: hmacKey,
        merchantAccount: defaultAdyenState.merchantAccount,
      },
      paypal: {
        testPublishableKey: defaultPaypalState.client,
        testSecretKey: defaultPaypalState.secret,
        testWebhookSecret: 'WH1',
      },
      braintree: {
        testPublishableKey: defaultBraintreeState.publicKey,
        testSecretKey: defaultBraintreeState.privateKey,
      },
    }
    let call: Caller
    const servers: { url: string; stop: () => void }[] = []
    let braintree: Awaited<ReturnType<typeof startBraintree>>
    beforeAll(async () => {
      braintree = await startBraintree()
      servers.push(await startAdyen(), await startPaypal(), braintree)
      platform().platform.endpoints = Object.fromEntries(
        providers.map((provider, at) => [provider, servers[at]?.url]),
      )
      call = await openSession(platform())
      for (const provider of providers) {
        const store = Number((await createStore(call)).id)
        const at = platform().platform.now().toISOString()
        const order = await insertOrder(platform().platform.db, {
          storeId: store,
          at,
          amount: 4200,
        })
        const body = {
          ...getInitialValues(paymentSetups),
          name: provider,
          provider,
          storeIds: [store],
          ...credentials[provider],
        }
        const response = await call('POST', '/paymentSetups', { body })
        expect(response.status, JSON.stringify(response.body)).toBe(201)
        setups[provider] = { id: response.body.id, store, order }
        await sql`update payment_setups set state = 'active' where id = ${response.body.id}`.execute(
          platform().platform.db,
        )
      }
    })
    afterAll(() => servers.forEach(({ stop }) => stop()))

    const send = async (provider: Provider, { body, headers = {} }: WebhookRequest) => {
      const type = provider === 'braintree' ? formType : 'application/json'
      const response = await fetch(
        `${platform().url}/webhooks/${provider}/${getSetup(provider).id}`,
        {
          method: 'POST',
          headers: { 'content-type': type, ...headers },
          body,
        },
      )
      return { status: response.status, ...((await response.json()) as { result: string }) }
    }
    const loadEvents = async (provider: Provider) =>
      (await call('GET', `/paymentSetups/${getSetup(provider).id}/events`)).body.data
    const loadAttempts = async (provider: Provider) =>
      (await call('GET', `/paymentAttempts?filter[storeId][eq]=${getSetup(provider).store}`)).body
        .data

    test.each(providers)(
      '%s: an event without a valid signature is rejected and not stored',
      async (provider) => {
        const { order } = getSetup(provider)
        const forged = eventBuilders[provider].forged(order)
        expect(await send(provider, forged)).toEqual({ status: 400, result: 'not genuine' })
        for (const body of [
          '',
          '{',
          '<a/>',
          '[]',
          '{"live":"false","notificationItems":[]}',
          'bt_payload=x',
        ])
          expect((await send(provider, { ...forged, body })).status).toBe(400)
        expect(await loadEvents(provider)).toEqual([])
      },
    )

    test.each(providers)(
      '%s: a failed payment counts once even if it is sent again or replayed',
      async (provider) => {
        const { id, order } = getSetup(provider)
        const failedEvent = eventBuilders[provider].failed(order)
        expect(await send(provider, failedEvent)).toEqual({ status: 200, result: 'taken' })
        expect(await send(provider, failedEvent)).toEqual({ status: 200, result: 'known' })
        const [event] = await loadEvents(provider)
        expect(event).toMatchObject({ mode: 'test', outcome: 'done', orderId: order })
        const replay = await call('POST', `/paymentSetups/${id}/events/${event.id}/replay`, {
          body: {},
        })
        expect(replay).toMatchObject({ status: 200, body: { outcome: 'done' } })
        expect(await loadAttempts(provider)).toMatchObject([
          {
            orderId: order,
            amount: 4200,
            currency: 'EUR',
            gateway: provider,
            reason: 'insufficient_funds',
          },
        ])
      },
    )

    test.each(providers)(
      '%s: a payment recovers the order, and unrelated events are stored as ignored',
      async (provider) => {
        const { order } = getSetup(provider)
        await send(provider, eventBuilders[provider].ignored(0))
        expect((await loadEvents(provider))[0]).toMatchObject({ outcome: 'ignored' })
        await send(provider, eventBuilders[provider].paid(order))
        expect((await loadAttempts(provider))[0]).toMatchObject({ status: 'recovered' })
      },
    )

    test('a Braintree challenge is answered with a proof of the key', async () => {
      const sendChallenge = (challenge: string, provider = 'braintree') =>
        fetch(
          `${platform().url}/webhooks/${provider}/${getSetup('braintree').id}?bt_challenge=${challenge}`,
        )
      const challenge = 'a1'.repeat(12)
      const { publicKey, privateKey } = braintreeKeys
      const answer = await sendChallenge(challenge)
      expect(await answer.text()).toBe(buildBraintreeProof(publicKey, privateKey, challenge))
      expect((await sendChallenge('<script>')).status).toBe(404)
      expect((await sendChallenge(challenge, 'stripe')).status).toBe(404)
    })

    const runTest = async (id: number) => {
      const { job } = (await call('POST', `/paymentSetups/${id}/test`, { body: {} })).body
      const jobOptions = {
        platform: platform().platform,
        kinds: buildJobKinds(areas),
        beforeCommit: recomputeStoreStats,
      }
      await runJobTurn({ ...jobOptions, isTurnOver: () => false }, job)
    }
    const rotateKeys = (body: object) =>
      call('POST', `/paymentSetups/${getSetup('braintree').id}/rotation`, { body })
    const newCredentials = {
      publishable: 'publicnext',
      secret: 'privatenext',
      webhook: '',
      overlap: '24',
    }

    test('credentials are rotated only in an active setup and if the provider recognizes them', async () => {
      const { id } = getSetup('braintree')
      await sql`update payment_setups set state = 'draft' where id = ${id}`.execute(
        platform().platform.db,
      )
      expect((await rotateKeys(newCredentials)).body.detail).toContain("isn't active")
      await runTest(id)
      const despite = ['webhook', 'event']
      const activation = await call('POST', `/paymentSetups/${id}/state`, {
        body: { event: 'activate', despite },
      })
      expect(activation.status, JSON.stringify(activation.body)).toBe(200)
      const rejection = await rotateKeys(newCredentials)
      expect(rejection).toMatchObject({ status: 422 })
      expect(rejection.body.fields.secret).toContain("Braintree doesn't recognize these keys")
      Object.assign(braintree.state, { publicKey: 'publicnext', privateKey: 'privatenext' })
      const rotation = await rotateKeys(newCredentials)
      expect(rotation, JSON.stringify(rotation.body)).toMatchObject({
        status: 200,
        body: { state: 'active', testPublishableKey: 'publicnext', testSecretKey: { set: true } },
      })
      expect(JSON.stringify(rotation.body)).not.toContain('privatenext')
      expect((await call('GET', `/paymentSetups/${id}/tests`)).body.data[0]).toMatchObject({
        what: 'test',
        outcome: 'passed',
      })
    })

    test('events signed with the old credentials are accepted until the overlap ends', async () => {
      const { id } = getSetup('braintree')
      const sendSigned = (signer: typeof braintreeKeys, at: string) =>
        send('braintree', { body: buildBraintreeEvent([signer], { kind: 'check', at }) })
      const newKeys = { publicKey: 'publicnext', privateKey: 'privatenext' }
      expect((await call('GET', `/paymentSetups/${id}/rotation`)).body.data).toMatchObject([
        { mode: 'test' },
      ])
      expect((await sendSigned(braintreeKeys, '2026-11-20T11:00:00Z')).status).toBe(200)
      expect((await sendSigned(newKeys, '2026-11-20T12:00:00Z')).status).toBe(200)
      platform().advance(25 * 3_600_000)
      call = await openSession(platform())
      expect((await sendSigned(braintreeKeys, '2026-11-20T13:00:00Z')).status).toBe(400)
      expect((await sendSigned(newKeys, '2026-11-20T14:00:00Z')).status).toBe(200)
      expect((await call('GET', `/paymentSetups/${id}/rotation`)).body.data).toEqual([])
    })

    test("a rotation sets the live key's expiration date and rejects one for a test key", async () => {
      const { id } = getSetup('braintree')
      const getDay = (days: number) =>
        new Date(platform().platform.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
      expect(await rotateKeys({ ...newCredentials, keyExpiresOn: getDay(20) })).toMatchObject({
        status: 422,
        body: { fields: { keyExpiresOn: expect.stringContaining('Only live keys') } },
      })
      const oldExpiration = getDay(2)
      await sql`update payment_setups set mode = 'live', key_expires_on = ${oldExpiration} where id = ${id}`.execute(
        platform().platform.db,
      )
      const rotateAndLoadExpirations = async (keyExpiresOn: string | null) => {
        platform().advance(61_000) // The limit is ten rotations a minute.
        const { status, body } = await rotateKeys({ ...newCredentials, keyExpiresOn })
        expect([status, body.keyExpiresOn]).toEqual([200, keyExpiresOn])
        const { data } = (await call('GET', '/integrations/expiries?days=30')).body
        return data.map((expiration: { what: string; at: string }) => [
          expiration.what,
          expiration.at.slice(0, 10),
        ])
      }
      expect(await rotateAndLoadExpirations(getDay(20))).toEqual([['Live private key', getDay(20)]])
      // Days count by the calendar, not by the hours that are left.
      await refreshAlerts(platform().platform)
      const { data } = (await call('GET', '/attentionItems?search=live private key')).body
      expect(data).toMatchObject([
        { title: expect.stringMatching(/^Live private key for .* expires in 20 days$/) },
      ])
      // A rotation without a date keeps the date.
      platform().advance(61_000)
      expect((await rotateKeys(newCredentials)).body.keyExpiresOn).toBe(getDay(20))
      const { rows } = await sql<{ before: object }>`
      select changes->'keyExpiresOn'->>'before' as before from audit
      where event = 'paymentSetups.rotated' and target_id = ${id} order by id desc limit 2`.execute(
        platform().platform.db,
      )
      expect(rows).toContainEqual({ before: oldExpiration })
      expect(await rotateAndLoadExpirations(null)).toEqual([])
    })

    test('an event in several requests at once counts once, also after its month was dropped', async () => {
      const { id, order } = getSetup('adyen')
      const pspReference = 'PSP-3'
      const event = { body: buildAdyenEvent(hmacKey, buildAdyenItem(order, { pspReference })) }
      const sendAtOnce = async () => {
        const answers = await Promise.all(Array.from({ length: 5 }, () => send('adyen', event)))
        return answers.map(({ result }) => result).toSorted()
      }
      const countEvents = async () => {
        const { rows } = await sql<{ events: number; attempts: number }>`
          select (select count(*)::int from payment_events where setup_id = ${id}) as events,
            (select count(*)::int from payment_attempts where reference = ${pspReference}) as attempts`.execute(
          platform().platform.db,
        )
        return rows[0]
      }
      expect(await sendAtOnce()).toEqual(['known', 'known', 'known', 'known', 'taken'])
      expect(await countEvents()).toEqual({ events: 4, attempts: 1 })
      platform().advance(100 * 24 * 3_600_000)
      await createMonthPartitions(platform().platform)
      expect(await sendAtOnce()).toEqual(Array.from({ length: 5 }, () => 'known'))
      platform().advance(700 * 24 * 3_600_000)
      await purgeExpiredData(platform().platform)
      expect(await countEvents()).toEqual({ events: 0, attempts: 1 })
      expect(await sendAtOnce()).toEqual(Array.from({ length: 5 }, () => 'known'))
      expect(await countEvents()).toEqual({ events: 0, attempts: 1 })
    })
  },
)
