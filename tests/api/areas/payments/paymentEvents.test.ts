import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adyenEvent, adyenItem, startAdyen, usualAdyen } from '#scripts/standIns/adyen.ts'
import {
  braintreeEvent,
  braintreeProof,
  startBraintree,
  usualBraintree,
} from '#scripts/standIns/braintree.ts'
import { deniedCapture, paypalEvent, startPaypal, usualPaypal } from '#scripts/standIns/paypal.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newOrder } from '#tests/api/support/orders.ts'
import { newStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')
const hmacKey = 'A1'.repeat(32)
const pair = { publicKey: usualBraintree.publicKey, privateKey: usualBraintree.privateKey }
const form = 'application/x-www-form-urlencoded'
type Sent = { body: string; headers?: Record<string, string> }
type Provider = 'adyen' | 'paypal' | 'braintree'
const providers: Provider[] = ['adyen', 'paypal', 'braintree']

/** A payment that failed, and one that was made, as each provider tells it; and how a signature of theirs is wrong. */
const tells: Record<
  Provider,
  Record<'failed' | 'paid' | 'forged' | 'nobodys', (order: number) => Sent>
> = {
  adyen: {
    failed: (order) => ({ body: adyenEvent(hmacKey, adyenItem(order)) }),
    paid: (order) => ({
      body: adyenEvent(
        hmacKey,
        adyenItem(order, { success: 'true', pspReference: 'PSP-2', reason: '' }),
      ),
    }),
    forged: (order) => ({
      body: adyenEvent(hmacKey, adyenItem(order)).replace('"value":4200', '"value":1'),
    }),
    nobodys: () => ({ body: adyenEvent(hmacKey, adyenItem(0, { eventCode: 'REPORT_AVAILABLE' })) }),
  },
  paypal: {
    failed: (order) =>
      paypalEvent('WH1', {
        id: 'WH-E1',
        type: 'PAYMENT.CAPTURE.DENIED',
        resource: deniedCapture(order),
      }),
    paid: (order) =>
      paypalEvent('WH1', {
        id: 'WH-E2',
        type: 'PAYMENT.CAPTURE.COMPLETED',
        resource: { ...deniedCapture(order), id: 'CAPTURE-2', status: 'COMPLETED' },
      }),
    forged(order) {
      const { body, headers } = this.failed(order)
      return { body: body.replace('42.00', '1.00'), headers: headers ?? {} }
    },
    nobodys: () =>
      paypalEvent('WH1', { id: 'WH-E3', type: 'CUSTOMER.DISPUTE.CREATED', resource: {} }),
  },
  braintree: {
    failed: (order) => ({
      body: braintreeEvent([pair], { kind: 'transaction_settlement_declined', order }),
    }),
    paid: (order) => ({
      body: braintreeEvent([pair], { kind: 'transaction_settled', order, id: 'settled1' }),
    }),
    forged: (order) => ({
      body: braintreeEvent([{ ...pair, privateKey: 'another' }], {
        kind: 'transaction_settled',
        order,
      }),
    }),
    nobodys: () => ({ body: braintreeEvent([pair], { kind: 'check' }) }),
  },
}

describe.each(usually('PostgreSQL'))('what providers tell on $name', (database) => {
  const platform = usePlatform(database, {
    exceptions: loopback ? [loopback] : [],
    origin: new URL('https://pay.example.com'),
  })
  const setups: Partial<Record<Provider, { id: number; store: number; order: number }>> = {}
  const of = (provider: Provider) => setups[provider] ?? { id: 0, store: 0, order: 0 }
  const credentials = {
    adyen: {
      testSecretKey: usualAdyen.key,
      testWebhookSecret: hmacKey,
      merchantAccount: usualAdyen.merchantAccount,
    },
    paypal: {
      testPublishableKey: usualPaypal.client,
      testSecretKey: usualPaypal.secret,
      testWebhookSecret: 'WH1',
    },
    braintree: {
      testPublishableKey: usualBraintree.publicKey,
      testSecretKey: usualBraintree.privateKey,
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
    call = await signedIn(platform())
    for (const provider of providers) {
      const store = Number((await newStore(call)).id)
      const at = platform().platform.now().toISOString()
      const order = await newOrder(platform().platform.db, { storeId: store, at, amount: 4200 })
      const body = {
        ...getInitialValues(paymentSetups),
        name: provider,
        provider,
        storeIds: [store],
        ...credentials[provider],
      }
      const made = await call('POST', '/paymentSetups', { body })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      setups[provider] = { id: made.body.id, store, order }
      await sql`update payment_setups set state = 'active' where id = ${made.body.id}`.execute(
        platform().platform.db,
      )
    }
  })
  afterAll(() => servers.forEach(({ stop }) => stop()))

  const send = async (provider: Provider, { body, headers = {} }: Sent) => {
    const type = provider === 'braintree' ? form : 'application/json'
    const answer = await fetch(`${platform().url}/webhooks/${provider}/${of(provider).id}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    })
    return { status: answer.status, ...((await answer.json()) as { result: string }) }
  }
  const events = async (provider: Provider) =>
    (await call('GET', `/paymentSetups/${of(provider).id}/events`)).body.data
  const attempts = async (provider: Provider) =>
    (await call('GET', `/paymentAttempts?filter[storeId][eq]=${of(provider).store}`)).body.data

  test.each(providers)(
    '%s: what is not signed as it should be counts for nothing',
    async (provider) => {
      const { order } = of(provider)
      const forged = tells[provider].forged(order)
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
      expect(await events(provider)).toEqual([])
    },
  )

  test.each(providers)(
    '%s: a failed payment counts once, and is replayed once by hand',
    async (provider) => {
      const { id, order } = of(provider)
      const failed = tells[provider].failed(order)
      expect(await send(provider, failed)).toEqual({ status: 200, result: 'taken' })
      expect(await send(provider, failed)).toEqual({ status: 200, result: 'known' })
      const [kept] = await events(provider)
      expect(kept).toMatchObject({ mode: 'test', outcome: 'done', orderId: order })
      const replayed = await call('POST', `/paymentSetups/${id}/events/${kept.id}/replay`, {
        body: {},
      })
      expect(replayed).toMatchObject({ status: 200, body: { outcome: 'done' } })
      expect(await attempts(provider)).toMatchObject([
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
    '%s: a payment recovers the order; what nobody follows is kept',
    async (provider) => {
      const { order } = of(provider)
      await send(provider, tells[provider].nobodys(0))
      expect((await events(provider))[0]).toMatchObject({ outcome: 'ignored' })
      await send(provider, tells[provider].paid(order))
      expect((await attempts(provider))[0]).toMatchObject({ status: 'recovered' })
    },
  )

  test('a challenge of Braintree is answered by who has the key', async () => {
    const asked = (challenge: string, provider = 'braintree') =>
      fetch(
        `${platform().url}/webhooks/${provider}/${of('braintree').id}?bt_challenge=${challenge}`,
      )
    const challenge = 'a1'.repeat(12)
    const { publicKey, privateKey } = pair
    const proven = await asked(challenge)
    expect(await proven.text()).toBe(braintreeProof(publicKey, privateKey, challenge))
    expect((await asked('<script>')).status).toBe(404)
    expect((await asked(challenge, 'stripe')).status).toBe(404)
  })

  const tested = async (id: number) => {
    const { job } = (await call('POST', `/paymentSetups/${id}/test`, { body: {} })).body
    const work = {
      platform: platform().platform,
      kinds: buildJobKinds(),
      beforeCommit: recomputeStoreStats,
    }
    await runJob({ ...work, isTurnOver: () => false }, job)
  }
  const rotation = (body: object) =>
    call('POST', `/paymentSetups/${of('braintree').id}/rotation`, { body })
  const next = { publishable: 'publicnext', secret: 'privatenext', webhook: '', overlap: '24' }

  test('credentials are rotated where it takes payments, and the provider knows the new ones', async () => {
    const { id } = of('braintree')
    await sql`update payment_setups set state = 'draft' where id = ${id}`.execute(
      platform().platform.db,
    )
    expect((await rotation(next)).body.detail).toContain("isn't active")
    await tested(id)
    const despite = ['webhook', 'event']
    const activated = await call('POST', `/paymentSetups/${id}/state`, {
      body: { event: 'activate', despite },
    })
    expect(activated.status, JSON.stringify(activated.body)).toBe(200)
    const refused = await rotation(next)
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.body.fields.secret).toContain("Braintree doesn't recognize these keys")
    Object.assign(braintree.state, { publicKey: 'publicnext', privateKey: 'privatenext' })
    const rotated = await rotation(next)
    expect(rotated, JSON.stringify(rotated.body)).toMatchObject({
      status: 200,
      body: { state: 'active', testPublishableKey: 'publicnext', testSecretKey: { set: true } },
    })
    expect(JSON.stringify(rotated.body)).not.toContain('privatenext')
    expect((await call('GET', `/paymentSetups/${id}/tests`)).body.data[0]).toMatchObject({
      what: 'test',
      outcome: 'passed',
    })
  })

  test('what the credentials before signed counts until their time ends', async () => {
    const { id } = of('braintree')
    const told = (signer: typeof pair, at: string) =>
      send('braintree', { body: braintreeEvent([signer], { kind: 'check', at }) })
    const anew = { publicKey: 'publicnext', privateKey: 'privatenext' }
    expect((await call('GET', `/paymentSetups/${id}/rotation`)).body.data).toMatchObject([
      { mode: 'test' },
    ])
    expect((await told(pair, '2026-11-20T11:00:00Z')).status).toBe(200)
    expect((await told(anew, '2026-11-20T12:00:00Z')).status).toBe(200)
    platform().advance(25 * 3_600_000)
    call = await signedIn(platform())
    expect((await told(pair, '2026-11-20T13:00:00Z')).status).toBe(400)
    expect((await told(anew, '2026-11-20T14:00:00Z')).status).toBe(200)
    expect((await call('GET', `/paymentSetups/${id}/rotation`)).body.data).toEqual([])
  })

  test('the end of a live key is that of the new one once it is rotated, and is kept of no test key', async () => {
    const { id } = of('braintree')
    const at = (days: number) =>
      new Date(platform().platform.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    expect(await rotation({ ...next, keyExpiresOn: at(20) })).toMatchObject({
      status: 422,
      body: { fields: { keyExpiresOn: expect.stringContaining('Only live keys') } },
    })
    const ended = at(2)
    await sql`update payment_setups set mode = 'live', key_expires_on = ${ended} where id = ${id}`.execute(
      platform().platform.db,
    )
    const ends = async (keyExpiresOn: string | null) => {
      platform().advance(61_000) // Ten tries a minute.
      const { status, body } = await rotation({ ...next, keyExpiresOn })
      expect([status, body.keyExpiresOn]).toEqual([200, keyExpiresOn])
      const { data } = (await call('GET', '/integrations/expiries?days=30')).body
      return data.map((one: { what: string; at: string }) => [one.what, one.at.slice(0, 10)])
    }
    expect(await ends(at(20))).toEqual([['Live secret key', at(20)]])
    // Who does not tell it leaves it.
    platform().advance(61_000)
    expect((await rotation(next)).body.keyExpiresOn).toBe(at(20))
    const { rows } = await sql<{ before: object }>`
      select changes->'keyExpiresOn'->>'before' as before from audit
      where event = 'paymentSetups.rotated' and target_id = ${id} order by id desc limit 2`.execute(
      platform().platform.db,
    )
    expect(rows).toContainEqual({ before: ended })
    expect(await ends(null)).toEqual([])
  })
})
