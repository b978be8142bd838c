import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths, toDay, formatDay } from '#shared/format/dates.ts'
import { buildProductUpdate, startRuna, buildRunaState } from '#scripts/mockProviders/runa.ts'
import { giftCardProducts } from '#shared/areas/giftCards/giftCardProducts.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { refreshDueRunaBalances } from '#server/platform/areas/giftCards/refreshDueRunaBalances.ts'
import { syncGiftCardCatalogs } from '#server/platform/areas/giftCards/catalog.ts'
import { completeCard } from '#server/platform/areas/giftCards/completeCard.ts'
import type { OrderAttempt } from '#server/platform/areas/giftCards/orderGiftCard.ts'
import {
  replaceThrottledOrderKey,
  claimGiftCardOrderKey,
} from '#server/platform/areas/giftCards/orderKey.ts'
import {
  orderAndCompleteGiftCard,
  orderQueuedCards,
} from '#server/platform/areas/giftCards/sendJob.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(chooseDatabases('PostgreSQL'))('Gift card templates on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  let runa: Awaited<ReturnType<typeof startRuna>>
  let call: Caller
  let setup: number
  let template: { id: number; version: number; code: string }
  let storeId: number

  const run = async (job: number) => {
    const kinds = buildJobKinds(areas)
    const runner = { platform: platform().platform, kinds, beforeCommit: recomputeStoreStats }
    await runJobTurn({ ...runner, isTurnOver: () => false }, job)
    return (await call('GET', `/jobs/${job}/rows?outcome=&limit=10`)).body
  }
  const syncProducts = async () =>
    run((await call('POST', '/giftCardProducts/sync', { body: {} })).body.id)
  const loadProducts = async (search = '') =>
    (await call('GET', `/giftCardProducts?limit=50${search}`)).body.data
  const patchRecord = async (path: string, body: object) => {
    const { version } = (await call('GET', path)).body
    return call('PATCH', path, { body, ifMatch: version })
  }
  const updateTemplate = (body: object) => patchRecord(`/giftCardTemplates/${template.id}`, body)
  const sendTest = (amount: number, recipient = 'alex@example.com') =>
    call('POST', `/giftCardTemplates/${template.id}/test`, {
      body: { recipient, amount, productId: null },
    })
  const loadCards = async () => (await call('GET', '/giftCards?limit=100')).body.data

  const settings = {
    name: 'Thanks',
    storeIds: [],
    environment: 'sandbox',
    currency: 'EUR',
    amountKind: 'fixed',
    amounts: ['10.00', '25.00'],
    minAmount: null,
    maxAmount: null,
    step: null,
    expiryMonths: null,
    delivery: 'email',
    sender: 'Acme',
    subject: 'A gift of {{amount}}',
    body: 'Dear {{recipient}},\n\nfor {{product}}: {{link}} {{code}}',
    headline: null,
    message: null,
    logo: null,
    textColour: '#FFFFFF',
    backgroundColour: '#3730A3',
    monthlyCap: null,
    startsAt: null,
    endsAt: null,
    active: true,
    paused: false,
    pauseReason: null,
  }

  beforeAll(async () => {
    runa = await startRuna()
    platform().platform.runaEndpoint = runa.url
    call = await openSession(platform())
    const account = {
      name: 'Runa',
      environment: 'sandbox',
      apiKey: runa.state.apiKey,
      currency: 'EUR',
      lowBalances: [],
      minAmount: null,
      maxAmount: null,
      dailyCap: null,
      monthlyCap: null,
      codePrefix: 'GIFT',
      codeLength: 12,
      codeCharacters: 'mixed',
      expiryMonths: 12,
      webhookSecret: null,
      storeIds: [],
    }
    setup = (await call('POST', '/giftCardSetup', { body: account })).body.id
    await sql`update gift_card_setup set state = 'active'`.execute(db())
    const [store] = await insertRows(platform(), stores, [
      { ...buildSampleValues(stores), themeId: null, organisationId: null },
    ])
    storeId = store?.id ?? 0
    await syncProducts()
  })
  afterAll(() => runa.stop())
  beforeEach(async () => {
    Object.assign(runa.state, buildRunaState(), { balances: { EUR: '100000.00' } })
    await sql`delete from gift_cards`.execute(db())
    await sql`update gift_card_setup set daily_cap = null, monthly_cap = null, frozen = false`.execute(
      db(),
    )
    const productIds = (await loadProducts())
      .filter(
        ({ currency, state }: Record<string, string>) => currency === 'EUR' && state === 'live',
      )
      .map(({ id }: { id: number }) => id)
    const code = `c${Date.now()}${Math.floor(performance.now())}`
    const created = await call('POST', '/giftCardTemplates', {
      body: { ...settings, code, productIds },
    })
    expect(created).toMatchObject({ status: 201 })
    template = created.body
  })

  test('a job syncs the catalog, and templates count products that Runa withdrew', async () => {
    expect(await loadProducts()).toHaveLength(3)
    runa.state.products = runa.state.products.filter(({ code }) => code !== 'BOOK-DE')
    await syncProducts()
    expect(await loadProducts('&filter[state][eq]=withdrawn')).toMatchObject([{ code: 'BOOK-DE' }])
    expect((await call('GET', `/giftCardTemplates/${template.id}`)).body.withdrawn).toBe(1)
    runa.state.products = buildRunaState().products
    await syncProducts()
    expect((await call('GET', `/giftCardTemplates/${template.id}`)).body.withdrawn).toBe(0)
  })

  test('a product that cannot be ordered is disabled, and other kinds of products are left out', async () => {
    const [product, ...otherProducts] = buildRunaState().products
    if (!product) throw new Error('The mock provider offers nothing.')
    const plan = { ...product, code: 'VIDEO-DE', payoutType: 'subscription' } as const
    runa.state.products = [{ ...product, isOrderable: false }, ...otherProducts, plan]
    await syncProducts()
    expect(await loadProducts('&filter[state][eq]=disabled')).toMatchObject([
      { code: product.code },
    ])
    expect(await loadProducts('&filter[code][eq]=VIDEO-DE')).toEqual([])
    runa.state.products = buildRunaState().products
    await syncProducts()
  })

  test('a test card is sent by email, and its link is shown only on request', async () => {
    const { status, body } = await sendTest(2500, '<b>@example.com')
    expect({ status }).toEqual({ status: 422 })
    const accepted = await sendTest(2500)
    expect({ status: accepted.status, body }).toMatchObject({ status: 202 })
    await run(accepted.body.id)
    const [card] = await loadCards()
    expect(card).toMatchObject({ status: 'sent', amount: 2500, currency: 'EUR', problem: null })
    expect(runa.state.orderCount).toBe(1)
    expect(JSON.stringify(card)).not.toContain('runa.example')
    const link = await call('POST', `/giftCards/${card.id}/link`, { body: {} })
    expect(link.body).toEqual({
      code: expect.stringMatching(/^GIFT-[ACDEFGHJKMNPQRTUVWXY34679]{12}$/),
      url: expect.stringContaining('https://runa.example/'),
    })
    const mails = (await call('GET', '/mails?limit=10&sort=-time')).body.data
    expect(mails[0]).toMatchObject({
      recipient: 'alex@example.com',
      subject: 'A gift of 25.00 EUR',
    })
    expect((await call('GET', `/giftCardTemplates/${template.id}`)).body.sentThisMonth).toBe(2500)
  })

  test('a sent card is emailed again to a corrected address, and nothing is ordered', async () => {
    const { body } = await sendTest(2500)
    await run(body.id)
    const [card] = await loadCards()
    const resend = (recipient: string) =>
      call('POST', `/giftCards/${card.id}/email`, { body: { recipient } })
    expect((await resend('not an address')).status).toBe(422)
    expect(await resend('alexa@example.com')).toMatchObject({
      status: 200,
      body: { recipient: 'alexa@example.com' },
    })
    const mails = (await call('GET', '/mails?limit=1&sort=-time')).body.data
    expect(mails[0]).toMatchObject({
      recipient: 'alexa@example.com',
      subject: 'A gift of 25.00 EUR',
    })
    expect(runa.state.orderCount).toBe(1)
    await sql`update gift_cards set status = 'failed'`.execute(db())
    expect((await resend('alexa@example.com')).status).toBe(409)
  })

  test('the email names the day on which the card expires', async () => {
    await updateTemplate({ subject: 'Until {{expires}}' })
    const { body } = await sendTest(2500)
    const day = toDay(platform().platform.now())
    await run(body.id)
    const mails = (await call('GET', '/mails?limit=1&sort=-time')).body.data
    expect(mails[0].subject).toBe(`Until ${formatDay(addMonths(day, 12))}`)
  })

  test.each([
    ['of the template', async (cap: number) => void (await updateTemplate({ monthlyCap: cap }))],
    [
      'of the account per day',
      async (cap: number) => void (await patchRecord(`/giftCardSetup/${setup}`, { dailyCap: cap })),
    ],
    [
      'of the account per month',
      async (cap: number) =>
        void (await patchRecord(`/giftCardSetup/${setup}`, { monthlyCap: cap })),
    ],
  ])('twenty orders at once stay within the cap %s', async (_name, limit) => {
    await limit(7 * 2500 + 2400)
    await sql`update gift_card_setup set state = 'active'`.execute(db())
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendTest(2500)))
    const filterByStatus = (status: number) =>
      responses.filter((response) => response.status === status)
    expect([filterByStatus(202).length, filterByStatus(409).length]).toEqual([7, 13])
    expect(filterByStatus(409)[0]?.body.detail).toMatch(/Only 24\.00 EUR is left/)
    expect(await loadCards()).toHaveLength(7)
  })

  test('a failed card frees its part of the cap, says why, and is retried with another key', async () => {
    await updateTemplate({ monthlyCap: 2500 })
    runa.state.error = 'insufficient_funds'
    await run((await sendTest(2500)).body.id)
    const [card] = await loadCards()
    expect(card).toMatchObject({ status: 'failed', problem: expect.stringContaining('Add funds') })
    runa.state.error = null
    const retry = await call('POST', `/giftCards/${card.id}/retry`, { body: {} })
    expect(retry.status).toBe(202)
    await run(retry.body.id)
    expect(await loadCards()).toMatchObject([{ status: 'sent', problem: null }])
    expect(runa.state.orderCount).toBe(1)
    expect((await call('POST', `/giftCards/${card.id}/retry`, { body: {} })).status).toBe(409)
    expect((await sendTest(2500)).status).toBe(409)
  })

  test('cards that fail for lack of funds raise one alert until the balance suffices', async () => {
    const loadAlerts = async () => {
      await refreshAlerts(platform().platform)
      const { data } = (await call('GET', '/attentionItems')).body
      return data.filter(({ fix }: { fix: string }) => fix?.endsWith('#balances'))
    }
    const loadShortages = async () =>
      (await call('GET', `/giftCardSetup/${setup}/balances`)).body.shortages
    const loadShortCurrencies = async () => {
      const { data } = (await call('GET', '/giftCardSetup')).body
      return data.find(({ id }: { id: number }) => id === setup).shortOf
    }
    await sql`update gift_card_setup set state = 'active'`.execute(db())
    runa.state.error = 'insufficient_funds'
    await run((await sendTest(2500)).body.id)
    await run((await sendTest(1000)).body.id)
    expect(await loadShortages()).toMatchObject([{ currency: 'EUR', needed: 1000, failed: 2 }])
    expect(await loadShortCurrencies()).toEqual(['EUR'])
    expect(await loadAlerts(), 'of the sandbox').toEqual([])
    const setEnvironment = (environment: string) =>
      sql`update gift_card_setup set environment = ${environment} where id = ${setup}`.execute(db())
    await setEnvironment('live')
    expect(await loadAlerts()).toMatchObject([
      {
        title: expect.stringMatching(/^Gift cards are failing: the .* account is out of EUR$/),
        detail: '2 gift cards failed. Add funds to the Runa account, then resend them.',
      },
    ])
    runa.state.error = null
    runa.state.balances = { EUR: '9.99' }
    platform().advance(16 * 60_000)
    await refreshDueRunaBalances(platform().platform)
    expect(await loadShortages(), 'not enough yet').toHaveLength(1)
    runa.state.balances = { EUR: '100000.00' }
    platform().advance(16 * 60_000)
    await refreshDueRunaBalances(platform().platform)
    expect(await loadShortages()).toEqual([])
    expect(await loadShortCurrencies()).toEqual([])
    expect(await loadAlerts()).toEqual([])
    await setEnvironment('sandbox')
  })

  test('an order without a response is repeated with the same key', async () => {
    runa.state.error = 'down'
    await run((await sendTest(1000)).body.id)
    expect(await loadCards()).toMatchObject([{ status: 'waiting', problem: expect.any(String) }])
    runa.state.error = null
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    await orderQueuedCards(platform().platform)
    expect(await loadCards()).toMatchObject([{ status: 'sent' }])
    expect(runa.state.orderCount).toBe(1)
  })

  const orderAgain = async () => {
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    return loadCards()
  }

  test('a rate-limited order is repeated with another key and made once', async () => {
    runa.state.error = 'rate'
    await run((await sendTest(1000)).body.id)
    const [{ id, problem }] = await loadCards()
    expect(problem).toContain('too many requests')
    await orderAgain()
    await Promise.all([1, 2].map(() => orderAndCompleteGiftCard(platform().platform, id)))
    runa.state.error = null
    expect(await orderAgain()).toMatchObject([{ status: 'sent', problem: null }])
    expect(runa.state.orderCount).toBe(1)
    const statuses = [...runa.state.orders].map(([key, { status = 200 }]) => [key, status])
    expect(statuses.at(-1)).toEqual([expect.stringMatching(`^gift-card-${id}-`), 200])
    expect(statuses.slice(0, -1).every(([, status]) => status === 429)).toBe(true)
  })

  test('a card that may have been made keeps its key, even if Runa limits the rate later', async () => {
    runa.state.error = 'down'
    await run((await sendTest(1000)).body.id)
    const [{ id }] = await loadCards()
    runa.state.error = 'rate'
    await orderAgain()
    await orderAgain()
    expect(await loadCards()).toMatchObject([{ status: 'waiting' }])
    expect([...runa.state.orders.keys()]).toEqual([`gift-card-${id}-0`])
  })

  test('a released order key cannot be claimed', async () => {
    const [id = 0] = await insertWaitingCards('sandbox', 1)
    const card = { id, tries: 0 }
    const now = platform().platform.now().toISOString()
    expect(await claimGiftCardOrderKey(db(), card, now)).toEqual({ again: false })
    expect(await claimGiftCardOrderKey(db(), card, now)).toEqual({ again: true })
    expect(await replaceThrottledOrderKey(db(), card)).toBe(0)
    expect(await replaceThrottledOrderKey(db(), card)).toBe(1)
    expect(await claimGiftCardOrderKey(db(), card, now)).toBeNull()
  })

  test.each(['request_timeout', 'conflict', 'too_early'])(
    'a card waits after %s because it may have been made',
    async (error) => {
      runa.state.error = error
      await run((await sendTest(1000)).body.id)
      expect(await loadCards()).toMatchObject([{ status: 'waiting', problem: expect.any(String) }])
    },
  )

  test('a card that may have been made waits while the API key is wrong or missing', async () => {
    runa.state.error = 'down'
    await run((await sendTest(1000)).body.id)
    const orderAgainLater = async () => {
      platform().advance(3 * 60_000)
      await orderQueuedCards(platform().platform)
      return loadCards()
    }
    Object.assign(runa.state, { error: null, apiKey: 'XXother' })
    expect(await orderAgainLater()).toMatchObject([{ status: 'waiting' }])
    runa.state.apiKey = buildRunaState().apiKey
    const { rows } = await sql<{ sealed: string }>`
      select api_key_sealed as sealed from gift_card_setup where id = ${setup}`.execute(db())
    await sql`update gift_card_setup set api_key_sealed = null where id = ${setup}`.execute(db())
    expect(await orderAgainLater()).toMatchObject([{ status: 'waiting' }])
    await sql`update gift_card_setup set api_key_sealed = ${rows[0]?.sealed} where id = ${setup}`.execute(
      db(),
    )
    expect(await orderAgainLater()).toMatchObject([{ status: 'sent' }])
    expect(runa.state.orderCount).toBe(1)
  })

  const requestFreeze = (frozen: boolean, query = '') =>
    call('POST', `/giftCardSetup/${setup}/freeze${query}`, { body: { frozen, reason: 'Fraud' } })
  const freeze = async (frozen: boolean) => {
    const { body } = await requestFreeze(frozen)
    return body.reach ? requestFreeze(frozen, `?reach=${body.reach.token}`) : { body }
  }

  test('freezing needs confirmation with the templates that it stops and their stores', async () => {
    await sql`update gift_card_templates set active = false`.execute(db())
    const overridesByName = {
      Birthday: {},
      Anniversary: {},
      Thanks: { storeIds: [storeId] },
      Paused: { paused: true, pauseReason: 'Terms' },
      Elsewhere: { environment: 'live' },
    }
    for (const [name, overrides] of Object.entries(overridesByName))
      await call('POST', '/giftCardTemplates', {
        body: { ...settings, ...overrides, name, code: `freeze-${name.toLowerCase()}` },
      })
    const { status, body } = await requestFreeze(true)
    expect([status, body.code]).toEqual([409, 'unconfirmed'])
    expect(body.reach).toEqual({
      token: expect.any(String),
      reaches: 3,
      own: 0,
      worse: [
        {
          what: 'Stops gift cards in all stores',
          count: 2,
          examples: ['Anniversary', 'Birthday'],
        },
        { what: 'Stops gift cards in 1 store', count: 1, examples: ['Thanks'] },
      ],
    })
    expect((await call('GET', `/giftCardSetup/${setup}`)).body.frozen).toBe(false)
    const frozen = await requestFreeze(true, `?reach=${body.reach.token}`)
    expect(frozen).toMatchObject({ status: 200, body: { frozen: true, frozenReason: 'Fraud' } })
    // Neither another reason nor unfreezing needs confirmation.
    expect((await requestFreeze(true)).status).toBe(200)
    expect((await requestFreeze(false)).status).toBe(200)
  })

  test('nothing is sent while gift cards are frozen, and queued cards are sent afterwards', async () => {
    const { body } = await sendTest(1000)
    await freeze(true)
    await run(body.id)
    expect(await sendTest(1000)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Reason: Fraud') },
    })
    expect(runa.state.orderCount).toBe(0)
    await freeze(false)
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    expect(await loadCards()).toMatchObject([{ status: 'sent' }])
  })

  const insertWaitingCards = async (
    environment: string,
    count: number,
    overrides = { sealed: null as string | null },
  ) => {
    const { rows } = await sql<{ id: number }>`
      insert into gift_cards (sent_at, amount, currency, status, recipient, product_id, environment, content_sealed)
      select now(), 1000, 'EUR', 'waiting', 'a@example.com',
        (select min(id) from gift_card_products where environment = 'sandbox' and currency = 'EUR'),
        ${environment}, ${overrides.sealed}
      from generate_series(1, ${count}::int) returning id`.execute(db())
    return rows.map(({ id }) => id)
  }
  const loadStatus = async (id: number | undefined) =>
    (await call('GET', `/giftCards/${id}`)).body.status

  test('a card that cannot be completed does not block others, and the log names it', async () => {
    const [brokenId] = await insertWaitingCards('sandbox', 1, {
      sealed: 'nothing that anybody sealed',
    })
    const [otherId] = await insertWaitingCards('sandbox', 1)
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    expect([await loadStatus(brokenId), await loadStatus(otherId)]).toEqual(['waiting', 'sent'])
    expect(platform().log.filter(({ giftCard }) => giftCard === brokenId)).toMatchObject([
      { level: 40, err: expect.anything() },
    ])
  })

  test('cards without an outcome do not block others', async () => {
    await insertWaitingCards('sandbox', 200)
    const [lastId] = await insertWaitingCards('sandbox', 1)
    runa.state.error = 'conflict'
    const runOrders = async () => {
      platform().advance(3 * 60_000)
      await orderQueuedCards(platform().platform)
    }
    await runOrders()
    runa.state.error = null
    expect(await loadStatus(lastId)).toBe('waiting')
    await runOrders()
    expect(await loadStatus(lastId)).toBe('sent')
    const countWaiting = async () =>
      (await call('GET', '/giftCards?filter[status][eq]=waiting&limit=25')).body.page.total
    expect(await countWaiting()).toBe(1)
    await runOrders()
    expect(await countWaiting()).toBe(0)
  })

  test('an attempt is completed once, and a late result does not complete a later attempt', async () => {
    const [id = 0] = await insertWaitingCards('sandbox', 1)
    const events: string[] = []
    const complete = (attempt: OrderAttempt) =>
      db()
        .transaction()
        .execute((trx) =>
          completeCard(
            {
              trx,
              platform: platform().platform,
              now: platform().platform.now().toISOString(),
              audit: async (...entries) => void events.push(...entries.map(({ event }) => event)),
            },
            id,
            attempt,
          ),
        )
    const first: OrderAttempt = { result: 'failed', problem: 'No funds', tries: 0 }
    await Promise.all([complete(first), complete(first)])
    expect(events).toEqual(['giftCards.failed'])
    await sql`update gift_cards set status = 'waiting', problem = null, tries = 1 where id = ${id}`.execute(
      db(),
    )
    await Promise.all([complete(first), complete({ ...first, result: 'unknown' })])
    expect(await loadCards()).toMatchObject([{ status: 'waiting', problem: null }])
    await complete({ ...first, tries: 1 })
    expect(await loadCards()).toMatchObject([{ status: 'failed', problem: 'No funds' }])
    expect(events).toHaveLength(2)
  })

  test('a store sends only with a live template, and its day counts the card', async () => {
    const sendCard = () =>
      call('POST', `/giftCardTemplates/${template.id}/cards`, {
        body: { recipient: 'a@example.com', amount: 1000, productId: null, storeId },
      })
    await updateTemplate({ paused: true, pauseReason: 'Terms' })
    expect(await sendCard()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('paused') },
    })
    await updateTemplate({ paused: false })
    const { body } = await sendCard()
    await run(body.id)
    const { rows } = await sql`select gift_cards_sent as sent, gift_cards_failed as failed
      from store_days where store_id = ${storeId}`.execute(db())
    expect(rows).toEqual([{ sent: 1, failed: 0 }])
    expect(await loadCards()).toMatchObject([{ storeId, status: 'sent' }])
  })

  describe('Webhook events of the live account', () => {
    const secret = `whsec_${Buffer.from('a key of the endpoint').toString('base64')}`
    const liveKey = 'wgliveliveliveliveliveli'
    let live: number
    beforeAll(async () => {
      const { name: _name, ...source } = (await call('GET', `/giftCardSetup/${setup}`)).body
      const ownFields = Object.keys(giftCardSetup.fields).map((field) => [field, source[field]])
      const created = await call('POST', '/giftCardSetup', {
        body: {
          ...Object.fromEntries(ownFields),
          name: 'Live',
          environment: 'live',
          apiKey: liveKey,
          webhookSecret: secret,
          lowBalances: ['EUR 500.00', 'JPY 9000'],
        },
      })
      live = created.body.id
      await sql`update gift_card_setup set state = 'active' where id = ${live}`.execute(db())
      await insertRows(platform(), giftCardProducts, [
        { ...buildSampleValues(giftCardProducts), environment: 'live', code: 'XYZ', state: 'live' },
      ])
    })
    const sendEvent = async (
      event: object,
      { key = secret, id = 'msg_1', ageSeconds = 0 } = {},
    ) => {
      const body = JSON.stringify(event)
      const at = String(Math.floor(platform().platform.now().getTime() / 1000) - ageSeconds)
      const bytes = Buffer.from(key.replace('whsec_', ''), 'base64')
      const signature = createHmac('sha256', bytes).update(`${id}.${at}.${body}`).digest('base64')
      const answer = await fetch(`${platform().url}/webhooks/runa/${live}`, {
        method: 'POST',
        headers: {
          'svix-id': id,
          'svix-timestamp': at,
          'svix-signature': `v1,AAAA v1,${signature}`,
        },
        body,
      })
      return [answer.status, (await answer.json()).result]
    }
    const update = buildProductUpdate('XYZ', false)

    test('an event counts once, if it is signed and recent', async () => {
      expect(await sendEvent(update, { key: 'whsec_b3RoZXI=' })).toEqual([400, 'not genuine'])
      expect(await sendEvent(update, { ageSeconds: 600 })).toEqual([400, 'not genuine'])
      expect(await loadProducts('&filter[code][eq]=XYZ')).toMatchObject([{ state: 'live' }])
      expect(await sendEvent(update)).toEqual([200, 'taken'])
      expect(await loadProducts('&filter[code][eq]=XYZ')).toMatchObject([{ state: 'disabled' }])
      expect(await sendEvent(update)).toEqual([200, 'known'])
    })

    test('a product that can be ordered again becomes live, but a degraded one stays degraded', async () => {
      const applyUpdate = async (isOrderable: boolean, id: string) => {
        expect(await sendEvent(buildProductUpdate('XYZ', isOrderable), { id })).toEqual([
          200,
          'taken',
        ])
        const [{ state }] = await loadProducts('&filter[code][eq]=XYZ')
        return state
      }
      expect(await applyUpdate(false, 'msg_off')).toBe('disabled')
      expect(await applyUpdate(true, 'msg_on')).toBe('live')
      await sql`update gift_card_products set state = 'degraded' where code = 'XYZ'`.execute(db())
      expect(await applyUpdate(true, 'msg_degraded')).toBe('degraded')
      await sql`update gift_card_products set state = 'live' where code = 'XYZ'`.execute(db())
    })

    test('an order event completes the card of the same environment', async () => {
      const { body } = await sendTest(1000)
      expect(body.id).toBeGreaterThan(0)
      const [{ id }] = await loadCards()
      const orderEvent = { id: 'O-1', status: 'COMPLETED', description: `Gift card ${id}` }
      expect(await sendEvent(orderEvent, { id: 'msg_2' })).toEqual([200, 'taken'])
      expect(await loadCards(), 'a card of the sandbox').toMatchObject([{ status: 'waiting' }])
      const [card] = await insertWaitingCards('live', 1)
      runa.state.apiKey = liveKey
      const liveEvent = { ...orderEvent, description: `Gift card ${card}` }
      expect(await sendEvent(liveEvent, { id: 'msg_3' })).toEqual([200, 'taken'])
      expect(await loadStatus(card)).toBe('sent')
      expect(runa.state.orderCount).toBe(1)
    })

    test('an event changes nothing while the setup is a draft', async () => {
      await sql`update gift_card_setup set state = 'draft' where id = ${live}`.execute(db())
      expect(await sendEvent(buildProductUpdate('XYZ', false), { id: 'msg_draft' })).toEqual([
        200,
        'taken',
      ])
      expect(await loadProducts('&filter[code][eq]=XYZ')).toMatchObject([{ state: 'live' }])
      await sql`update gift_card_setup set state = 'active' where id = ${live}`.execute(db())
    })

    test('a secret that decodes to nothing verifies no event', async () => {
      for (const key of ['whsec_', 'whsec_!', ''])
        expect(await sendEvent(update, { key, id: `msg_${key}` })).toEqual([400, 'not genuine'])
    })

    test('frozen cards do not block the other environment', async () => {
      await sql`update gift_card_setup set frozen = id = ${setup}`.execute(db())
      await insertWaitingCards('sandbox', 200)
      const [card] = await insertWaitingCards('live', 1)
      runa.state.apiKey = liveKey
      platform().advance(3 * 60_000)
      await orderQueuedCards(platform().platform)
      expect(await loadStatus(card)).toBe('sent')
      expect(runa.state.orderCount).toBe(1)
    })

    test('a rejected catalog does not block the sync of another one, and the log says why', async () => {
      await sql`update gift_card_setup set state = 'active'`.execute(db())
      runa.state.apiKey = liveKey
      await syncGiftCardCatalogs(platform().platform)
      const products = await loadProducts('&filter[environment][eq]=live&filter[code][eq]=BOOK-DE')
      expect(products).toMatchObject([{ state: 'live' }])
      expect(platform().log.filter(({ giftCardSetup: id }) => id === setup)).toMatchObject([
        { level: 40, err: { message: "Runa doesn't recognize this API key. Paste a new one." } },
      ])
      await sql`delete from gift_card_products where environment = 'live' and code <> 'XYZ'`.execute(
        db(),
      )
    })

    test('a balance below its threshold raises an alert until it recovers', async () => {
      await sql`update gift_card_setup set state = 'active', balances_at = now() where id = ${live}`.execute(
        db(),
      )
      await sql`insert into gift_card_balances values (${live}, 'EUR', 49999), (${live}, 'JPY', 9000)`.execute(
        db(),
      )
      const loadAlertItems = async () => {
        await refreshAlerts(platform().platform)
        return (await call('GET', '/attentionItems?search=live')).body.data
      }
      expect(await loadAlertItems()).toMatchObject([
        {
          title: 'The balance of the Live account is low',
          detail: expect.stringContaining('499.99 EUR left.'),
          fix: '/giftCardSetup?environment=live#balances',
        },
      ])
      await sql`update gift_card_balances set amount = 0 where currency = 'EUR'`.execute(db())
      expect(await loadAlertItems()).toMatchObject([
        {
          title: 'The Live account is out of EUR',
          detail: expect.stringContaining('0.00 EUR left.'),
        },
      ])
      await sql`update gift_card_balances set amount = 50000 where currency = 'EUR'`.execute(db())
      expect(await loadAlertItems()).toEqual([])
    })
  })

  test.each([
    [{ amounts: [] }, 'amounts'],
    [{ amounts: ['10.001'] }, 'amounts'],
    [{ amounts: ['0,500'] }, 'amounts'],
    [{ amounts: ['1,500.00'] }, 'amounts'],
    [{ amounts: ['7.77'] }, undefined],
    [{ amounts: ['700.00'] }, 'amounts'],
    [{ amountKind: 'range', minAmount: 500, maxAmount: null, step: 100 }, 'maxAmount'],
    [{ amountKind: 'range', minAmount: 500, maxAmount: 400, step: 100 }, 'maxAmount'],
    [{ subject: 'For {{who}}' }, 'subject'],
    [{ subject: 'Your code: {{ code }}' }, 'subject'],
    [{ startsAt: '2030-01-02T00:00:00.000Z', endsAt: '2030-01-01T00:00:00.000Z' }, 'endsAt'],
    [{ paused: true }, 'pauseReason'],
    [{ environment: 'live' }, 'productIds'],
    [{ currency: 'JPY', amounts: ['10'] }, 'productIds'],
  ])('a change to %j has its error at %s', async (body, field) => {
    const { status, body: response } = await updateTemplate(body)
    expect([status, Object.keys(response.fields ?? {})[0]]).toEqual([field ? 422 : 200, field])
  })

  test.each([
    [1001, 422],
    [0, 422],
    [-1000, 422],
  ])('rejects an amount of %i with %i', async (amount, status) => {
    expect((await sendTest(amount)).status).toBe(status)
  })

  test('a copy is inactive with the same values, and a duplicate code is rejected', async () => {
    const path = `/giftCardTemplates/${template.id}/duplicate`
    const body = { name: 'Copy', code: `${template.code}-copy` }
    expect(await call('POST', path, { body })).toMatchObject({
      status: 201,
      body: { ...body, active: false, status: 'off', amounts: settings.amounts },
    })
    expect(await call('POST', path, { body })).toMatchObject({ status: 422 })
  })
})
