import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usualAdyen } from '#scripts/standIns/adyen.ts'
import { usualBraintree } from '#scripts/standIns/braintree.ts'
import { usualPaypal } from '#scripts/standIns/paypal.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { exceptionFrom } from '#server/platform/outgoing/networks.ts'
import { askProvider, beginCharge } from '#server/platform/payments/charging.ts'
import { chargersOf } from '#server/platform/payments/providers.ts'
import { members } from '#shared/resources/members.ts'
import { insertSetups, startChargers } from './support/chargedSetups.ts'
import type { Charger } from './support/chargedSetups.ts'
import { signedIn } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'
import { failedOrder } from './support/orders.ts'
import { insertRows, sampleValues } from './support/records.ts'
import { newStore } from './support/stores.ts'

const loopback = exceptionFrom('127.0.0.0/8')
const codes = { stripe: 'insufficient_funds', adyen: '12', paypal: '5120', braintree: '2001' }
const hour = 3_600_000

describe.each(databases)('charges at providers on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  let chargers: Awaited<ReturnType<typeof startChargers>>
  let storeId: number
  let memberId: number
  beforeAll(async () => {
    chargers = await startChargers()
    platform().platform.endpoints = chargers.endpoints
    platform().platform.chargers = chargersOf(platform().platform)
    storeId = Number((await newStore(await signedIn(platform()))).id)
    await insertSetups(platform(), storeId)
    const [member] = await insertRows(platform(), members, [{ ...sampleValues(members), storeId }])
    memberId = member?.id ?? 0
  })
  afterAll(() => chargers.stop())
  beforeEach(() => {
    Object.assign(chargers.adyen.state, usualAdyen)
    Object.assign(chargers.paypal.state, usualPaypal)
    Object.assign(chargers.braintree.state, usualBraintree)
  })

  const begun = async (gateway: Charger, more: { amount?: number; currency?: string } = {}) => {
    const { db, now } = platform().platform
    const decline = { code: codes[gateway] }
    const card = { brand: 'visa', last4: '1111' }
    const at = now().toISOString()
    const reference = `failed-${gateway}-${Math.random()}`
    const order = await failedOrder(db, { gateway, decline, card, storeId, at, reference, ...more })
    await sql`update orders set member_id = ${memberId} where id = ${order}`.execute(db)
    return beginCharge(platform().platform, order, { by: 'me', confirmed: null })
  }
  const charged = async (gateway: Charger, more = {}) =>
    askProvider(platform().platform, await begun(gateway, more))

  test.each(['adyen', 'paypal', 'braintree'] as const)(
    '%s charges once for a key',
    async (gateway) => {
      const before = chargers.charges()[gateway]
      const one = await begun(gateway)
      const first = await askProvider(platform().platform, one)
      expect(first).toMatchObject({ result: 'paid' })
      platform().advance(3 * 60_000)
      expect(await askProvider(platform().platform, one)).toEqual(first)
      expect(chargers.charges()[gateway]).toBe(before + 1)
    },
  )

  test('what Braintree may still be asked nobody else asks', async () => {
    const before = chargers.charges().braintree
    const one = await begun('braintree')
    const both = [1, 2].map(() => askProvider(platform().platform, one))
    const ended = (await Promise.allSettled(both)).map(({ status }) => status)
    expect(ended.toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(chargers.charges().braintree).toBe(before + 1)
  })

  test.each([
    ['JPY', 1250, '1250'],
    ['KWD', 1250, '1.250'],
    ['EUR', 5, '0.05'],
  ])('%s is charged in its own units', async (currency, amount, value) => {
    await charged('braintree', { amount, currency })
    expect(chargers.braintree.charged.at(-1)?.amount).toBe(value)
    if (currency !== 'KWD') {
      await charged('paypal', { amount, currency })
      const [made] = [...chargers.paypal.charged.values()].slice(-1)
      expect(JSON.stringify(made?.body)).toContain(`"value":"${value}"`)
    }
    await charged('adyen', { amount, currency })
    const [paid] = [...chargers.adyen.charged.values()].slice(-1)
    expect(paid?.body).toMatchObject({ amount: { value: amount, currency } })
  })

  test('forints have no places with us, and two at Stripe and Adyen', async () => {
    await charged('adyen', { amount: 5000, currency: 'HUF' })
    const [paid] = [...chargers.adyen.charged.values()].slice(-1)
    expect(paid?.body).toMatchObject({ amount: { value: 500_000, currency: 'HUF' } })
    await charged('stripe', { amount: 5000, currency: 'HUF' })
    const [made] = [...chargers.stripe.charged.values()].slice(-1)
    expect(made?.body).toMatchObject({ amount: 500_000 })
  })

  test('of dinars Stripe takes every tenth fils, and PayPal none: nothing is asked of them that they cannot', async () => {
    const before = chargers.charges()
    await expect(charged('stripe', { amount: 1234, currency: 'KWD' })).rejects.toMatchObject({
      problem: { detail: 'Nothing was charged: Stripe takes no such amount in KWD.' },
    })
    await expect(charged('paypal', { amount: 1250, currency: 'KWD' })).rejects.toMatchObject({
      problem: { detail: 'Nothing was charged: PayPal takes no KWD.' },
    })
    expect(chargers.charges()).toEqual(before)
    await charged('stripe', { amount: 1250, currency: 'KWD' })
    const [made] = [...chargers.stripe.charged.values()].slice(-1)
    expect(made?.body).toMatchObject({ amount: 1250, currency: 'kwd' })
  })

  test('what is declined is told with its code', async () => {
    chargers.adyen.state.refuses = '6'
    chargers.paypal.state.declines = '5400'
    chargers.braintree.state.declines = '2010'
    const declineOf = async (gateway: Charger) => {
      const told = await charged(gateway)
      return told.result === 'failed' ? told.decline : told.result
    }
    expect(await declineOf('adyen')).toEqual({ code: '6' })
    expect(await declineOf('paypal')).toMatchObject({ code: '5400' })
    expect(await declineOf('braintree')).toEqual({ code: '2010', declineType: 'SOFT' })
  })

  test('what is refused was not charged, and what is not answered nobody knows', async () => {
    chargers.adyen.state.status = 422
    chargers.braintree.state.refuses = 'VALIDATION'
    await expect(charged('adyen')).rejects.toThrow(Refusal)
    await expect(charged('braintree')).rejects.toThrow(Refusal)
    chargers.adyen.state.cards = []
    await expect(charged('adyen')).rejects.toMatchObject({
      problem: { detail: 'Nothing was charged: Adyen keeps no such card of the member.' },
    })
    chargers.adyen.state.cards = ['1111']
    chargers.adyen.state.status = 500
    chargers.paypal.state.status = 503
    chargers.braintree.state.refuses = 'INTERNAL'
    for (const gateway of ['adyen', 'paypal', 'braintree'] as const)
      await expect(charged(gateway)).rejects.not.toBeInstanceOf(Refusal)
    await expect(charged('paypal', { amount: 105, currency: 'TWD' })).rejects.toMatchObject({
      problem: { detail: 'Nothing was charged: PayPal takes whole TWD alone.' },
    })
  })

  test('a key that its provider forgot is not asked with again', async () => {
    const before = chargers.charges().stripe
    const one = await begun('stripe')
    platform().advance(24 * hour)
    expect(await askProvider(platform().platform, one)).toEqual({ result: 'unknown' })
    expect(chargers.charges().stripe).toBe(before)
  })
})
