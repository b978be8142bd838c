import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRuna, buildRunaState } from '#scripts/mockProviders/runa.ts'
import { checkOpenCardLinks } from '#server/platform/areas/giftCards/cardLinks.ts'
import { orderQueuedCards } from '#server/platform/areas/giftCards/sendJob.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import {
  createGiftCardAccount,
  createGiftCardTemplate,
  runJob,
} from '#tests/api/support/giftCards.ts'
import { createStore } from '#tests/api/support/stores.ts'

const loopback = parseNetwork('127.0.0.0/8')

describe.each(chooseDatabases('PostgreSQL'))("A gift card's timeline on $name", (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  let runa: Awaited<ReturnType<typeof startRuna>>
  let call: Caller
  let templateId: number
  let storeId: number

  beforeAll(async () => {
    runa = await startRuna()
    platform().platform.runaEndpoint = runa.url
    call = await openSession(platform())
    await createGiftCardAccount(platform(), call, 'live')
    templateId = (await createGiftCardTemplate(call, 'live')).id
    storeId = Number((await createStore(call)).id)
  })
  afterAll(() => runa.stop())
  beforeEach(() => {
    Object.assign(runa.state, buildRunaState(), { balances: { EUR: '100000.00' } })
    platform().advance(61_000) // The limit is ten checks per minute.
  })

  async function orderCard() {
    const { body: job } = await call('POST', `/giftCardTemplates/${templateId}/cards`, {
      body: { recipient: 'alex@example.com', amount: 2500, productId: null, storeId },
    })
    const [card] = (await call('GET', '/giftCards?limit=1&sort=-sentAt')).body.data
    return { card, jobId: Number(job.id) }
  }
  async function sendCard() {
    const { card, jobId } = await orderCard()
    await runJob(platform(), call, jobId)
    return (await call('GET', `/giftCards/${card.id}`)).body
  }
  const loadTimeline = async (id: number, caller = call) =>
    (await caller('GET', `/giftCards/${id}/timeline`)).body
  const loadKinds = async (id: number) =>
    (await loadTimeline(id)).data.map(({ kind }: { kind: string }) => kind)

  test('tells who ordered a card, that Runa sent it, and what became of its email', async () => {
    const { id, reference } = await sendCard()
    const { data, link } = await loadTimeline(id)
    expect(link).toBeNull()
    expect(data).toMatchObject([
      { kind: 'ordered', source: 'console', by: expect.stringContaining('@') },
      { kind: 'sent', source: 'runa', note: `Order ${reference}` },
      { kind: 'emailWaiting', note: 'To alex@example.com', emailId: expect.any(Number) },
    ])
    const endedAt = '2030-01-01T00:00:00.000Z'
    await sql`update mails set status = 'failed', ended_at = ${endedAt}, problem = 'No such address.'
      where gift_card_id = ${id}`.execute(db())
    expect((await loadTimeline(id)).data.at(-1)).toMatchObject({
      at: endedAt,
      kind: 'emailFailed',
      source: 'mailServer',
      note: 'To alex@example.com. No such address.',
    })
  })

  test('tells of an email that was sent again to another address', async () => {
    const { id } = await sendCard()
    await call('POST', `/giftCards/${id}/email`, { body: { recipient: 'alexa@example.com' } })
    expect((await loadTimeline(id)).data.slice(2)).toMatchObject([
      { kind: 'emailWaiting', note: 'To alex@example.com' },
      { kind: 'emailedAgain', note: 'New address: alexa@example.com', source: 'console' },
      { kind: 'emailWaiting', note: 'To alexa@example.com' },
    ])
  })

  test('keeps the failure of an order that was repeated', async () => {
    runa.state.error = 'insufficient_funds'
    const { id } = await sendCard()
    expect(await loadKinds(id)).toEqual(['ordered', 'failed'])
    runa.state.error = null
    const retry = await call('POST', `/giftCards/${id}/retry`, { body: {} })
    await runJob(platform(), call, retry.body.id)
    expect(await loadKinds(id)).toEqual([
      'ordered',
      'failed',
      'orderedAgain',
      'sent',
      'emailWaiting',
    ])
  })

  test('tells from its row what no log entry tells', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into gift_cards (store_id, sent_at, amount, currency, status, recipient, problem)
      values (${storeId}, '2026-01-02T03:04:05.000Z', 100, 'EUR', 'failed', 'a@example.com', 'No funds.')
      returning id`.execute(db())
    const at = '2026-01-02T03:04:05.000Z'
    expect((await loadTimeline(rows[0]?.id ?? 0)).data).toMatchObject([
      { at, kind: 'ordered' },
      { at, kind: 'failed', note: 'No funds.' },
    ])
  })

  test('masks addresses for accounts that see no members', async () => {
    const { id } = await sendCard()
    await call('POST', `/giftCards/${id}/email`, { body: { recipient: 'alexa@example.com' } })
    const masked = await openSession(platform(), await platform().addAccount(['giftCards']))
    expect(JSON.stringify(await loadTimeline(id, masked))).not.toContain('alex')
  })

  test.each([
    ['CLAIMED', 'link.claimed', 'claimed'],
    ['CANCELLED', 'link.canceled', 'canceled'],
    ['EXPIRED', 'link.expired', 'expired'],
  ] as const)('shows a link that is %s at Runa', async (status, kind, state) => {
    const { id, reference } = await sendCard()
    const check = () => call('POST', `/giftCards/${id}/check`, { body: {} })
    expect(await check()).toMatchObject({ status: 200, body: { id } })
    expect((await loadTimeline(id)).link).toMatchObject({ state: 'active' })
    const at = '2030-01-02T03:04:05.000Z'
    runa.state.links.set(reference, { status, at })
    await check()
    const { data, link } = await loadTimeline(id)
    expect(data.at(-1)).toMatchObject({ at, kind, source: 'runa' })
    expect(link).toMatchObject({ state, checkedAt: expect.any(String) })
  })

  test('says why Runa does not tell', async () => {
    const { id } = await sendCard()
    const check = () => call('POST', `/giftCards/${id}/check`, { body: {} })
    runa.state.error = 'forbidden'
    expect(await check()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("doesn't have the required permission") },
    })
    runa.state.error = 'not_found'
    expect((await check()).body.detail).toContain("doesn't know this order")
    expect((await loadTimeline(id)).link).toBeNull()
    await sql`update gift_cards set status = 'failed' where id = ${id}`.execute(db())
    expect((await check()).status).toBe(409)
  })

  test('a chore asks about open links twice a day, and stops while Runa fails', async () => {
    await sql`delete from gift_cards`.execute(db())
    const { id, reference } = await sendCard()
    const check = () => checkOpenCardLinks(platform().platform)
    runa.state.error = 'down'
    await check()
    expect((await loadTimeline(id)).link).toBeNull()
    runa.state.error = null
    await check()
    expect((await loadTimeline(id)).link).toMatchObject({ state: 'active' })
    runa.state.links.set(reference, { status: 'CLAIMED', at: '2030-01-02T03:04:05.000Z' })
    await check()
    expect((await loadTimeline(id)).link, 'too soon').toMatchObject({ state: 'active' })
    platform().advance(13 * 3_600_000)
    call = await openSession(platform())
    await check()
    expect((await loadTimeline(id)).link).toMatchObject({ state: 'claimed' })
  })

  test('a card is canceled until Runa is asked for it, and never ordered', async () => {
    const { card, jobId } = await orderCard()
    const cancel = (id: number) => call('POST', `/giftCards/${id}/cancel`, { body: {} })
    const sentBefore = runa.state.orderCount
    expect(await cancel(card.id)).toMatchObject({ status: 200, body: { status: 'canceled' } })
    await runJob(platform(), call, jobId)
    platform().advance(3 * 60_000)
    await orderQueuedCards(platform().platform)
    expect(runa.state.orderCount).toBe(sentBefore)
    expect(await loadKinds(card.id)).toEqual(['ordered', 'canceled'])
    expect((await cancel(card.id)).status).toBe(409)
    expect((await call('POST', `/giftCards/${card.id}/retry`, { body: {} })).status).toBe(409)
  })

  test('a card that Runa may have sent cannot be canceled', async () => {
    runa.state.error = 'down'
    const { id } = await sendCard()
    expect(await call('POST', `/giftCards/${id}/cancel`, { body: {} })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Runa's portal") },
    })
  })

  test('a canceled card frees its part of the monthly limit', async () => {
    const loadSent = async () =>
      (await call('GET', `/giftCardTemplates/${templateId}`)).body.sentThisMonth
    const before = await loadSent()
    const { card } = await orderCard()
    expect(await loadSent()).toBe(before + 2500)
    await call('POST', `/giftCards/${card.id}/cancel`, { body: {} })
    expect(await loadSent()).toBe(before)
  })

  test.each([
    ['its plain ID', ({ id }: { id: number }) => String(id)],
    ["Runa's order", ({ reference }: { reference: string }) => reference.toLowerCase()],
    ["the recipient's address in any case", () => 'ALEX@Example.com'],
  ])('a card is found by %s', async (_name, getText) => {
    await sql`delete from gift_cards`.execute(db())
    const card = await sendCard()
    const query = `search=${encodeURIComponent(getText(card))}&closest=true`
    expect((await call('GET', `/giftCards?${query}`)).body.data).toMatchObject([{ id: card.id }])
  })
})
