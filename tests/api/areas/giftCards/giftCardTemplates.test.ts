import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths, toDay, formatDay } from '#shared/format/dates.ts'
import { productUpdate, startRuna, usualRuna } from '#scripts/standIns/runa.ts'
import { giftCardProducts } from '#shared/areas/giftCards/giftCardProducts.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { refreshDueBalances } from '#server/platform/areas/giftCards/refreshDueBalances.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { syncCatalogs } from '#server/platform/areas/giftCards/catalog.ts'
import { completeCard } from '#server/platform/areas/giftCards/completeCard.ts'
import type { OrderAttempt } from '#server/platform/areas/giftCards/orderCard.ts'
import { releaseOrderKey, claimOrderKey } from '#server/platform/areas/giftCards/orderKey.ts'
import { orderQueuedCard, orderQueuedCards } from '#server/platform/areas/giftCards/sendJob.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(usually('PostgreSQL'))('gift card templates on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  let runa: Awaited<ReturnType<typeof startRuna>>
  let call: Caller
  let setup: number
  let template: { id: number; version: number; code: string }
  let storeId: number

  const run = async (job: number) => {
    const kinds = buildJobKinds()
    const runner = { platform: platform().platform, kinds, beforeCommit: recomputeStoreStats }
    await runJob({ ...runner, isTurnOver: () => false }, job)
    return (await call('GET', `/jobs/${job}/rows?outcome=&limit=10`)).body
  }
  const sync = async () => run((await call('POST', '/giftCardProducts/sync', { body: {} })).body.id)
  const productsOf = async (search = '') =>
    (await call('GET', `/giftCardProducts?limit=50${search}`)).body.data
  const change = async (path: string, body: object) => {
    const { version } = (await call('GET', path)).body
    return call('PATCH', path, { body, ifMatch: version })
  }
  const set = (body: object) => change(`/giftCardTemplates/${template.id}`, body)
  const ask = (amount: number, recipient = 'alex@example.com') =>
    call('POST', `/giftCardTemplates/${template.id}/test`, {
      body: { recipient, amount, productId: null },
    })
  const cards = async () => (await call('GET', '/giftCards?limit=100')).body.data

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
    call = await signedIn(platform())
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
      { ...sampleValues(stores), themeId: null, organisationId: null },
    ])
    storeId = store?.id ?? 0
    await sync()
  })
  afterAll(() => runa.stop())
  beforeEach(async () => {
    Object.assign(runa.state, usualRuna(), { balances: { EUR: '100000.00' } })
    await sql`delete from gift_cards`.execute(db())
    await sql`update gift_card_setup set daily_cap = null, monthly_cap = null, frozen = false`.execute(
      db(),
    )
    const productIds = (await productsOf())
      .filter(
        ({ currency, state }: Record<string, string>) => currency === 'EUR' && state === 'live',
      )
      .map(({ id }: { id: number }) => id)
    const code = `c${Date.now()}${Math.floor(performance.now())}`
    const made = await call('POST', '/giftCardTemplates', {
      body: { ...settings, code, productIds },
    })
    expect(made).toMatchObject({ status: 201 })
    template = made.body
  })

  test('the catalogue is had as a job, and what Runa has no more is flagged in templates', async () => {
    expect(await productsOf()).toHaveLength(3)
    runa.state.products = runa.state.products.filter(({ code }) => code !== 'BOOK-DE')
    await sync()
    expect(await productsOf('&filter[state][eq]=withdrawn')).toMatchObject([{ code: 'BOOK-DE' }])
    expect((await call('GET', `/giftCardTemplates/${template.id}`)).body.withdrawn).toBe(1)
    runa.state.products = usualRuna().products
    await sync()
    expect((await call('GET', `/giftCardTemplates/${template.id}`)).body.withdrawn).toBe(0)
  })

  test('what Runa does not let be ordered is disabled, and what is no gift card is not in the catalogue', async () => {
    const [first, ...others] = usualRuna().products
    if (!first) throw new Error('The stand-in offers nothing.')
    const plan = { ...first, code: 'VIDEO-DE', payoutType: 'subscription' } as const
    runa.state.products = [{ ...first, isOrderable: false }, ...others, plan]
    await sync()
    expect(await productsOf('&filter[state][eq]=disabled')).toMatchObject([{ code: first.code }])
    expect(await productsOf('&filter[code][eq]=VIDEO-DE')).toEqual([])
    runa.state.products = usualRuna().products
    await sync()
  })

  test('a test is sent: its link is sealed, its mail says so, and it is shown to who may', async () => {
    const { status, body } = await ask(2500, '<b>@example.com')
    expect({ status }).toEqual({ status: 422 })
    const asked = await ask(2500)
    expect({ status: asked.status, body }).toMatchObject({ status: 202 })
    await run(asked.body.id)
    const [card] = await cards()
    expect(card).toMatchObject({ status: 'sent', amount: 2500, currency: 'EUR', problem: null })
    expect(runa.state.made).toBe(1)
    expect(JSON.stringify(card)).not.toContain('runa.example')
    const shown = await call('POST', `/giftCards/${card.id}/link`, { body: {} })
    expect(shown.body).toEqual({
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

  test('its mail says the day on which it ends, as the preview does', async () => {
    await set({ subject: 'Until {{expires}}' })
    const { body } = await ask(2500)
    const day = toDay(platform().platform.now())
    await run(body.id)
    const mails = (await call('GET', '/mails?limit=1&sort=-time')).body.data
    expect(mails[0].subject).toBe(`Until ${formatDay(addMonths(day, 12))}`)
  })

  test.each([
    ['of the template', async (cap: number) => void (await set({ monthlyCap: cap }))],
    [
      'of the account in a day',
      async (cap: number) => void (await change(`/giftCardSetup/${setup}`, { dailyCap: cap })),
    ],
    [
      'of the account in a month',
      async (cap: number) => void (await change(`/giftCardSetup/${setup}`, { monthlyCap: cap })),
    ],
  ])('of twenty at once so many are taken as the cap %s has room for', async (_name, limit) => {
    await limit(7 * 2500 + 2400)
    await sql`update gift_card_setup set state = 'active'`.execute(db())
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(2500)))
    const by = (status: number) => asked.filter((one) => one.status === status)
    expect([by(202).length, by(409).length]).toEqual([7, 13])
    expect(by(409)[0]?.body.detail).toMatch(/Only 24\.00 EUR is left/)
    expect(await cards()).toHaveLength(7)
  })

  test('what failed leaves its room, says why, and is ordered once more with another key', async () => {
    await set({ monthlyCap: 2500 })
    runa.state.fails = 'insufficient_funds'
    await run((await ask(2500)).body.id)
    const [card] = await cards()
    expect(card).toMatchObject({ status: 'failed', problem: expect.stringContaining('Add funds') })
    runa.state.fails = null
    const again = await call('POST', `/giftCards/${card.id}/retry`, { body: {} })
    expect(again.status).toBe(202)
    await run(again.body.id)
    expect(await cards()).toMatchObject([{ status: 'sent', problem: null }])
    expect(runa.state.made).toBe(1)
    expect((await call('POST', `/giftCards/${card.id}/retry`, { body: {} })).status).toBe(409)
    expect((await ask(2500)).status).toBe(409)
  })

  test('gift cards that fail for lack of funds raise one alert and mark their account until its balance suffices', async () => {
    const alerts = async () => {
      await refreshAlerts(platform().platform)
      const { data } = (await call('GET', '/attentionItems')).body
      return data.filter(({ fix }: { fix: string }) => fix?.endsWith('#balances'))
    }
    const shortages = async () =>
      (await call('GET', `/giftCardSetup/${setup}/balances`)).body.shortages
    const listShort = async () => {
      const { data } = (await call('GET', '/giftCardSetup')).body
      return data.find(({ id }: { id: number }) => id === setup).shortOf
    }
    await sql`update gift_card_setup set state = 'active'`.execute(db())
    runa.state.fails = 'insufficient_funds'
    await run((await ask(2500)).body.id)
    await run((await ask(1000)).body.id)
    expect(await shortages()).toMatchObject([{ currency: 'EUR', needed: 1000, failed: 2 }])
    expect(await listShort()).toEqual(['EUR'])
    expect(await alerts(), 'of the sandbox').toEqual([])
    const move = (environment: string) =>
      sql`update gift_card_setup set environment = ${environment} where id = ${setup}`.execute(db())
    await move('live')
    expect(await alerts()).toMatchObject([
      {
        title: expect.stringMatching(/^Gift cards are failing: .* is out of funds in EUR$/),
        detail: '2 gift cards failed. Add funds to the Runa account, then resend them.',
      },
    ])
    runa.state.fails = null
    runa.state.balances = { EUR: '9.99' }
    platform().advance(16 * 60_000)
    await refreshDueBalances(platform().platform)
    expect(await shortages(), 'not enough yet').toHaveLength(1)
    runa.state.balances = { EUR: '100000.00' }
    platform().advance(16 * 60_000)
    await refreshDueBalances(platform().platform)
    expect(await shortages()).toEqual([])
    expect(await listShort()).toEqual([])
    expect(await alerts()).toEqual([])
    await move('sandbox')
  })

  test('an answer that nobody heard is asked for again with the same key', async () => {
    runa.state.fails = 'down'
    await run((await ask(1000)).body.id)
    expect(await cards()).toMatchObject([{ status: 'waiting', problem: expect.any(String) }])
    runa.state.fails = null
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    await orderQueuedCards(platform().platform)
    expect(await cards()).toMatchObject([{ status: 'sent' }])
    expect(runa.state.made).toBe(1)
  })

  const keptAgain = async () => {
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    return cards()
  }

  test('whom Runa does not let in, since it is asked too often, is ordered with another key, and once', async () => {
    runa.state.fails = 'rate'
    await run((await ask(1000)).body.id)
    const [{ id, problem }] = await cards()
    expect(problem).toContain('too many requests')
    await keptAgain()
    await Promise.all([1, 2].map(() => orderQueuedCard(platform().platform, id)))
    runa.state.fails = null
    expect(await keptAgain()).toMatchObject([{ status: 'sent', problem: null }])
    expect(runa.state.made).toBe(1)
    const answered = [...runa.state.orders].map(([key, { status = 200 }]) => [key, status])
    expect(answered.at(-1)).toEqual([expect.stringMatching(`^gift-card-${id}-`), 200])
    expect(answered.slice(0, -1).every(([, status]) => status === 429)).toBe(true)
  })

  test('a card whose key may have made it keeps that key, even where Runa does not let it in later', async () => {
    runa.state.fails = 'down'
    await run((await ask(1000)).body.id)
    const [{ id }] = await cards()
    runa.state.fails = 'rate'
    await keptAgain()
    await keptAgain()
    expect(await cards()).toMatchObject([{ status: 'waiting' }])
    expect([...runa.state.orders.keys()]).toEqual([`gift-card-${id}-0`])
  })

  test('who comes with a key that was left meanwhile orders nothing', async () => {
    const [id = 0] = await waiting('sandbox', 1)
    const card = { id, tries: 0 }
    const now = platform().platform.now().toISOString()
    expect(await claimOrderKey(db(), card, now)).toEqual({ again: false })
    expect(await claimOrderKey(db(), card, now)).toEqual({ again: true })
    expect(await releaseOrderKey(db(), card)).toBe(0)
    expect(await releaseOrderKey(db(), card)).toBe(1)
    expect(await claimOrderKey(db(), card, now)).toBeNull()
  })

  test.each(['request_timeout', 'conflict', 'too_early'])(
    'whom Runa tells %s may have had it made, so the card waits',
    async (fails) => {
      runa.state.fails = fails
      await run((await ask(1000)).body.id)
      expect(await cards()).toMatchObject([{ status: 'waiting', problem: expect.any(String) }])
    },
  )

  test('a card that may have been made waits while the key is wrong or gone, and is not made twice', async () => {
    runa.state.fails = 'down'
    await run((await ask(1000)).body.id)
    const kept = async () => {
      platform().advance(3 * 60_000)
      await orderQueuedCards(platform().platform)
      return cards()
    }
    Object.assign(runa.state, { fails: null, apiKey: 'XXother' })
    expect(await kept()).toMatchObject([{ status: 'waiting' }])
    runa.state.apiKey = usualRuna().apiKey
    const { rows } = await sql<{ sealed: string }>`
      select api_key_sealed as sealed from gift_card_setup where id = ${setup}`.execute(db())
    await sql`update gift_card_setup set api_key_sealed = null where id = ${setup}`.execute(db())
    expect(await kept()).toMatchObject([{ status: 'waiting' }])
    await sql`update gift_card_setup set api_key_sealed = ${rows[0]?.sealed} where id = ${setup}`.execute(
      db(),
    )
    expect(await kept()).toMatchObject([{ status: 'sent' }])
    expect(runa.state.made).toBe(1)
  })

  const askFreeze = (frozen: boolean, query = '') =>
    call('POST', `/giftCardSetup/${setup}/freeze${query}`, { body: { frozen, reason: 'Fraud' } })
  const freeze = async (frozen: boolean) => {
    const { body } = await askFreeze(frozen)
    return body.reach ? askFreeze(frozen, `?reach=${body.reach.token}`) : { body }
  }

  test('to freeze all is asked about once, with the live templates that it stops and in how many stores', async () => {
    await sql`update gift_card_templates set active = false`.execute(db())
    const made = {
      Birthday: {},
      Anniversary: {},
      Thanks: { storeIds: [storeId] },
      Paused: { paused: true, pauseReason: 'Terms' },
      Elsewhere: { environment: 'live' },
    }
    for (const [name, more] of Object.entries(made))
      await call('POST', '/giftCardTemplates', {
        body: { ...settings, ...more, name, code: `freeze-${name.toLowerCase()}` },
      })
    const { status, body } = await askFreeze(true)
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
    const frozen = await askFreeze(true, `?reach=${body.reach.token}`)
    expect(frozen).toMatchObject({ status: 200, body: { frozen: true, frozenReason: 'Fraud' } })
    // Lifting it, and telling another reason, asks nothing.
    expect((await askFreeze(true)).status).toBe(200)
    expect((await askFreeze(false)).status).toBe(200)
  })

  test('nothing is sent while all is frozen; what waits is sent when that is lifted', async () => {
    const { body } = await ask(1000)
    await freeze(true)
    await run(body.id)
    expect(await ask(1000)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Reason: Fraud') },
    })
    expect(runa.state.made).toBe(0)
    await freeze(false)
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    expect(await cards()).toMatchObject([{ status: 'sent' }])
  })

  /** Cards of the template as they wait, the first of them long enough to be asked for again. */
  const waiting = async (
    environment: string,
    count: number,
    more = { sealed: null as string | null },
  ) => {
    const { rows } = await sql<{ id: number }>`
      insert into gift_cards (sent_at, amount, currency, status, recipient, product_id, environment, content_sealed)
      select now(), 1000, 'EUR', 'waiting', 'a@example.com',
        (select min(id) from gift_card_products where environment = 'sandbox' and currency = 'EUR'),
        ${environment}, ${more.sealed}
      from generate_series(1, ${count}::int) returning id`.execute(db())
    return rows.map(({ id }) => id)
  }
  const statusOf = async (id: number | undefined) =>
    (await call('GET', `/giftCards/${id}`)).body.status

  test('a card that cannot be ended keeps no other from being ordered, and the log names it', async () => {
    const [broken] = await waiting('sandbox', 1, { sealed: 'nothing that anybody sealed' })
    const [other] = await waiting('sandbox', 1)
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    expect([await statusOf(broken), await statusOf(other)]).toEqual(['waiting', 'sent'])
    expect(platform().log.filter(({ giftCard }) => giftCard === broken)).toMatchObject([
      { level: 40, err: expect.anything() },
    ])
  })

  test('cards of which Runa never tells an outcome keep no other from its turn', async () => {
    await waiting('sandbox', 200)
    const [last] = await waiting('sandbox', 1)
    runa.state.fails = 'conflict'
    const round = async () => {
      platform().advance(3 * 60_000)
      await orderQueuedCards(platform().platform)
    }
    await round()
    runa.state.fails = null
    expect(await statusOf(last)).toBe('waiting')
    await round()
    expect(await statusOf(last)).toBe('sent')
    const left = async () =>
      (await call('GET', '/giftCards?filter[status][eq]=waiting&limit=25')).body.page.total
    expect(await left()).toBe(1)
    await round()
    expect(await left()).toBe(0)
  })

  test('of two who end a try at once one does, and a try that comes late ends no later one', async () => {
    const [id = 0] = await waiting('sandbox', 1)
    const told: string[] = []
    const end = (ordered: OrderAttempt) =>
      db()
        .transaction()
        .execute((trx) =>
          completeCard(
            {
              trx,
              platform: platform().platform,
              now: platform().platform.now().toISOString(),
              audit: async (...entries) => void told.push(...entries.map(({ event }) => event)),
            },
            id,
            ordered,
          ),
        )
    const first: OrderAttempt = { result: 'failed', problem: 'No funds', tries: 0 }
    await Promise.all([end(first), end(first)])
    expect(told).toEqual(['giftCards.failed'])
    await sql`update gift_cards set status = 'waiting', problem = null, tries = 1 where id = ${id}`.execute(
      db(),
    )
    await Promise.all([end(first), end({ ...first, result: 'unknown' })])
    expect(await cards()).toMatchObject([{ status: 'waiting', problem: null }])
    await end({ ...first, tries: 1 })
    expect(await cards()).toMatchObject([{ status: 'failed', problem: 'No funds' }])
    expect(told).toHaveLength(2)
  })

  test('a store sends by a live template alone, and its day counts what it sent', async () => {
    const send = () =>
      call('POST', `/giftCardTemplates/${template.id}/cards`, {
        body: { recipient: 'a@example.com', amount: 1000, productId: null, storeId },
      })
    await set({ paused: true, pauseReason: 'Terms' })
    expect(await send()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('paused') },
    })
    await set({ paused: false })
    const { body } = await send()
    await run(body.id)
    const { rows } = await sql`select gift_cards_sent as sent, gift_cards_failed as failed
      from store_days where store_id = ${storeId}`.execute(db())
    expect(rows).toEqual([{ sent: 1, failed: 0 }])
    expect(await cards()).toMatchObject([{ storeId, status: 'sent' }])
  })

  describe('what Runa tells of the live account', () => {
    const secret = `whsec_${Buffer.from('a key of the endpoint').toString('base64')}`
    const liveKey = 'wgliveliveliveliveliveli'
    let live: number
    beforeAll(async () => {
      const { name: _name, ...like } = (await call('GET', `/giftCardSetup/${setup}`)).body
      const own = Object.keys(giftCardSetup.fields).map((field) => [field, like[field]])
      const made = await call('POST', '/giftCardSetup', {
        body: {
          ...Object.fromEntries(own),
          name: 'Live',
          environment: 'live',
          apiKey: liveKey,
          webhookSecret: secret,
          lowBalances: ['EUR 500.00', 'JPY 9000'],
        },
      })
      live = made.body.id
      await sql`update gift_card_setup set state = 'active' where id = ${live}`.execute(db())
      await insertRows(platform(), giftCardProducts, [
        { ...sampleValues(giftCardProducts), environment: 'live', code: 'XYZ', state: 'live' },
      ])
    })
    const tell = async (event: object, { key = secret, id = 'msg_1', late = 0 } = {}) => {
      const body = JSON.stringify(event)
      const at = String(Math.floor(platform().platform.now().getTime() / 1000) - late)
      const bytes = Buffer.from(key.replace('whsec_', ''), 'base64')
      const signed = createHmac('sha256', bytes).update(`${id}.${at}.${body}`).digest('base64')
      const answer = await fetch(`${platform().url}/webhooks/runa/${live}`, {
        method: 'POST',
        headers: {
          'svix-id': id,
          'svix-timestamp': at,
          'svix-signature': `v1,AAAA v1,${signed}`,
        },
        body,
      })
      return [answer.status, (await answer.json()).result]
    }
    const update = productUpdate('XYZ', false)

    test('counts once, when it is signed, and of late', async () => {
      expect(await tell(update, { key: 'whsec_b3RoZXI=' })).toEqual([400, 'not genuine'])
      expect(await tell(update, { late: 600 })).toEqual([400, 'not genuine'])
      expect(await productsOf('&filter[code][eq]=XYZ')).toMatchObject([{ state: 'live' }])
      expect(await tell(update)).toEqual([200, 'taken'])
      expect(await productsOf('&filter[code][eq]=XYZ')).toMatchObject([{ state: 'disabled' }])
      expect(await tell(update)).toEqual([200, 'known'])
    })

    test('a product that can be ordered again is live, and one that is degraded stays so', async () => {
      const told = async (isOrderable: boolean, id: string) => {
        expect(await tell(productUpdate('XYZ', isOrderable), { id })).toEqual([200, 'taken'])
        const [{ state }] = await productsOf('&filter[code][eq]=XYZ')
        return state
      }
      expect(await told(false, 'msg_off')).toBe('disabled')
      expect(await told(true, 'msg_on')).toBe('live')
      await sql`update gift_card_products set state = 'degraded' where code = 'XYZ'`.execute(db())
      expect(await told(true, 'msg_degraded')).toBe('degraded')
      await sql`update gift_card_products set state = 'live' where code = 'XYZ'`.execute(db())
    })

    test('of an order has what came of it asked for', async () => {
      const { body } = await ask(1000)
      expect(body.id).toBeGreaterThan(0)
      const [{ id }] = await cards()
      const told = { id: 'O-1', status: 'COMPLETED', description: `Gift card ${id}` }
      expect(await tell(told, { id: 'msg_2' })).toEqual([200, 'taken'])
      expect(await cards(), 'a card of the sandbox').toMatchObject([{ status: 'waiting' }])
      const [card] = await waiting('live', 1)
      runa.state.apiKey = liveKey
      const ofLive = { ...told, description: `Gift card ${card}` }
      expect(await tell(ofLive, { id: 'msg_3' })).toEqual([200, 'taken'])
      expect(await statusOf(card)).toBe('sent')
      expect(runa.state.made).toBe(1)
    })

    test('changes nothing while the account orders no cards', async () => {
      await sql`update gift_card_setup set state = 'draft' where id = ${live}`.execute(db())
      expect(await tell(productUpdate('XYZ', false), { id: 'msg_draft' })).toEqual([200, 'taken'])
      expect(await productsOf('&filter[code][eq]=XYZ')).toMatchObject([{ state: 'live' }])
      await sql`update gift_card_setup set state = 'active' where id = ${live}`.execute(db())
    })

    test('is believed by no secret that decodes to nothing', async () => {
      for (const key of ['whsec_', 'whsec_!', ''])
        expect(await tell(update, { key, id: `msg_${key}` })).toEqual([400, 'not genuine'])
    })

    test('cards that are frozen keep none of the other environment from being ordered', async () => {
      await sql`update gift_card_setup set frozen = id = ${setup}`.execute(db())
      await waiting('sandbox', 200)
      const [card] = await waiting('live', 1)
      runa.state.apiKey = liveKey
      platform().advance(3 * 60_000)
      await orderQueuedCards(platform().platform)
      expect(await statusOf(card)).toBe('sent')
      expect(runa.state.made).toBe(1)
    })

    test('a catalogue that Runa refuses keeps no other from being had, and the log says why', async () => {
      await sql`update gift_card_setup set state = 'active'`.execute(db())
      runa.state.apiKey = liveKey
      await syncCatalogs(platform().platform)
      const had = await productsOf('&filter[environment][eq]=live&filter[code][eq]=BOOK-DE')
      expect(had).toMatchObject([{ state: 'live' }])
      expect(platform().log.filter(({ giftCardSetup: id }) => id === setup)).toMatchObject([
        { level: 40, err: { message: "Runa doesn't recognize this API key. Paste a new one." } },
      ])
      await sql`delete from gift_card_products where environment = 'live' and code <> 'XYZ'`.execute(
        db(),
      )
    })

    test('a balance below what the setup wants needs attention until there is more', async () => {
      await sql`update gift_card_setup set state = 'active', balances_at = now() where id = ${live}`.execute(
        db(),
      )
      await sql`insert into gift_card_balances values (${live}, 'EUR', 49999), (${live}, 'JPY', 9000)`.execute(
        db(),
      )
      const items = async () => {
        await refreshAlerts(platform().platform)
        return (await call('GET', '/attentionItems?search=balance')).body.data
      }
      expect(await items()).toMatchObject([
        {
          title: 'Live balance is low',
          detail: expect.stringContaining('499.99 EUR left.'),
          fix: '/giftCardSetup?environment=live#balances',
        },
      ])
      await sql`update gift_card_balances set amount = 50000 where currency = 'EUR'`.execute(db())
      expect(await items()).toEqual([])
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
    [{ startsAt: '2030-01-02T00:00:00.000Z', endsAt: '2030-01-01T00:00:00.000Z' }, 'endsAt'],
    [{ paused: true }, 'pauseReason'],
    [{ environment: 'live' }, 'productIds'],
    [{ currency: 'JPY', amounts: ['10'] }, 'productIds'],
  ])('%j is told at %s', async (body, field) => {
    const { status, body: told } = await set(body)
    expect([status, Object.keys(told.fields ?? {})[0]]).toEqual([field ? 422 : 200, field])
  })

  test.each([
    [1001, 422],
    [0, 422],
    [-1000, 422],
  ])('an amount of %i is refused with %i', async (amount, status) => {
    expect((await ask(amount)).status).toBe(status)
  })

  test('a copy is not active and keeps all else; a code that is taken is refused', async () => {
    const path = `/giftCardTemplates/${template.id}/duplicate`
    const body = { name: 'Copy', code: `${template.code}-copy` }
    expect(await call('POST', path, { body })).toMatchObject({
      status: 201,
      body: { ...body, active: false, status: 'off', amounts: settings.amounts },
    })
    expect(await call('POST', path, { body })).toMatchObject({ status: 422 })
  })
})
