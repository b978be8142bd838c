import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRuna, buildRunaState } from '#scripts/mockProviders/runa.ts'
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

describe.each(chooseDatabases('PostgreSQL'))('Gift cards for members on $name', (database) => {
  const platform = usePlatform(database, { exceptions: loopback ? [loopback] : [] })
  const db = () => platform().platform.db
  let runa: Awaited<ReturnType<typeof startRuna>>
  let call: Caller
  let templateId: number
  let storeId: number
  let memberId: number

  beforeAll(async () => {
    runa = await startRuna()
    platform().platform.runaEndpoint = runa.url
    call = await openSession(platform())
    await createGiftCardAccount(platform(), call, 'sandbox')
    await createGiftCardAccount(platform(), call, 'live')
    await createGiftCardTemplate(call, 'sandbox', { name: 'Playground' })
    templateId = (await createGiftCardTemplate(call, 'live')).id
    storeId = Number((await createStore(call)).id)
    const { body } = await call('POST', '/members', {
      body: {
        name: 'Mia Berg',
        email: 'mia@acme.example',
        storeId,
        groupId: null,
        active: true,
        invite: false,
      },
    })
    memberId = body.id
  })
  afterAll(() => runa.stop())
  beforeEach(async () => {
    Object.assign(runa.state, buildRunaState(), { balances: { EUR: '100000.00' } })
    await sql`update members set active = true`.execute(db())
    await sql`update gift_card_setup set frozen = false, store_ids = '{}', state = 'active'`.execute(
      db(),
    )
    await sql`update gift_card_templates set store_ids = '{}', active = true`.execute(db())
  })

  const loadOffer = async (caller = call) =>
    (await caller('GET', `/members/${memberId}/giftCardOffer`)).body
  const sendCard = (body: object = {}, caller = call) =>
    caller('POST', `/members/${memberId}/giftCards`, {
      body: { templateId, amount: 2500, ...body },
    })

  test('offers the live templates of the store, and sends to the member', async () => {
    expect(await loadOffer()).toMatchObject({
      templates: [{ id: templateId, name: 'Thanks', currency: 'EUR', amounts: ['10.00', '25.00'] }],
      reason: null,
      fix: null,
    })
    const { status, body } = await sendCard()
    expect(status).toBe(202)
    await runJob(platform(), call, body.id)
    const [card] = (await call('GET', '/giftCards?limit=1&sort=-sentAt')).body.data
    expect(card).toMatchObject({
      status: 'sent',
      recipient: 'mia@acme.example',
      memberId,
      storeId,
      amount: 2500,
      templateId,
    })
    expect(runa.state.orderCount).toBe(1)
  })

  test('a call that is repeated orders one card', async () => {
    const send = () =>
      call('POST', `/members/${memberId}/giftCards`, {
        body: { templateId, amount: 1000 },
        key: 'the-same-gift-card',
      })
    const [first, second] = [await send(), await send()]
    expect(second.body.id).toBe(first.body.id)
  })

  test.each([
    [
      'is inactive',
      () => sql`update members set active = false`,
      "This member isn't active, so they can't get gift cards. Reactivate the member first.",
      null,
    ],
    [
      'has a store without a template',
      () => sql`update gift_card_templates set store_ids = array[0]`,
      expect.stringContaining("is available in this member's store"),
      'templates',
    ],
    [
      'has a store that the account does not serve',
      () => sql`update gift_card_setup set store_ids = array[0]`,
      expect.stringContaining("is available in this member's store"),
      'templates',
    ],
    [
      'waits for frozen gift cards',
      () => sql`update gift_card_setup set frozen = true, frozen_reason = 'Fraud'`,
      'Gift cards are frozen in this environment. Reason: Fraud',
      'setup',
    ],
    [
      'has no active account',
      () => sql`update gift_card_setup set state = 'disabled'`,
      expect.stringContaining("The Runa account isn't active."),
      'setup',
    ],
  ])('says why a member who %s gets none, and sends none', async (_name, change, reason, fix) => {
    await change().execute(db())
    expect(await loadOffer()).toEqual({ templates: [], reason, fix })
    expect(await sendCard()).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect(runa.state.orderCount).toBe(0)
  })

  test('rejects other amounts, and templates of the sandbox', async () => {
    expect(await sendCard({ amount: 1234 })).toMatchObject({ status: 422 })
    const { body } = await call('GET', '/giftCardTemplates?filter[environment][eq]=sandbox')
    expect((await sendCard({ templateId: body.data[0].id })).status).toBe(409)
  })

  test("needs to see the member, because the job names the recipient's address", async () => {
    const sender = await openSession(platform(), await platform().addAccount(['giftCards']))
    expect(await sendCard({}, sender)).toMatchObject({
      status: 403,
      body: { permission: 'dashboardRead:read' },
    })
    const other = await platform().addAccount(['giftCards', 'dashboardRead'], [storeId + 1000])
    expect((await sendCard({}, await openSession(platform(), other))).status).toBe(404)
  })
})
