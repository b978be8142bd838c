import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  refreshAlerts,
  refreshAlertsInTransaction,
} from '#server/platform/areas/alerts/refreshAlerts.ts'
import { postEntries } from '#server/platform/areas/credits/postEntries.ts'
import type { NewEntry } from '#server/platform/areas/credits/postEntries.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { onCallRotations } from '#shared/areas/alertChannels/onCallRotations.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { addDays, addMonths } from '#shared/format/dates.ts'
import { insertOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Deadline = { title: string; kind: string; at: string; storeIds: number[]; link: string }

describe.each(chooseDatabases('PostgreSQL'))('The calendar on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  /** Loads the deadlines of a store, as an account sees them after a refresh. */
  async function loadDeadlines(storeId: number, caller = call): Promise<Deadline[]> {
    await refreshAlerts(platform().platform)
    const { body } = await caller('GET', `/deadlines?filter[storeIds][eq]=${storeId}`)
    return body.data.map(({ title, kind, at, storeIds, link }: Deadline) => ({
      title,
      kind,
      at,
      storeIds,
      link,
    }))
  }

  test('shows when a store is deleted, until the deletion is canceled', async () => {
    const store = await createStore(call)
    const deletion = await call('POST', `/stores/${store.id}/deletion`, {
      body: { code: store.code, reason: 'Closed by the customer' },
      ifMatch: store.version,
    })
    const deadline = {
      title: `Deletion of ${store.name}`,
      kind: 'deletion',
      at: deletion.body.deleteAfter,
      storeIds: [store.id],
      link: `/stores/${store.id}`,
    }
    expect(await loadDeadlines(store.id)).toEqual([deadline])
    await call('DELETE', `/stores/${store.id}/deletion`, { ifMatch: deletion.body.version })
    expect(await loadDeadlines(store.id)).toEqual([])
  })

  test('shows until when a dispute needs a response, and follows a new date', async () => {
    const store = await createStore(call)
    const id = await insertDispute(store.id, '2027-01-10T12:00:00.000Z')
    const deadline = {
      title: 'Respond to the dispute for order 4711',
      kind: 'dispute',
      at: '2027-01-10T12:00:00.000Z',
      storeIds: [store.id],
      link: `/paymentAttempt?disputes&dispute=${id}`,
    }
    expect(await loadDeadlines(store.id)).toEqual([deadline])
    const { db } = platform().platform
    await sql`update disputes set due_at = '2027-01-12T12:00:00Z' where id = ${id}`.execute(db)
    expect(await loadDeadlines(store.id)).toEqual([{ ...deadline, at: '2027-01-12T12:00:00.000Z' }])
    await sql`update disputes set status = 'review' where id = ${id}`.execute(db)
    expect(await loadDeadlines(store.id)).toEqual([])
  })

  test('of a dispute opens its dismissed alert again when fewer days are left', async () => {
    const store = await createStore(call)
    const id = await insertDispute(store.id, '2027-06-15T12:00:00.000Z')
    const loadAlert = async (at: string) => {
      const { db } = platform().platform
      await db.transaction().execute((trx) => refreshAlertsInTransaction(trx, at))
      const { body } = await call('GET', `/attentionItems?filter[storeIds][eq]=${store.id}`)
      return body.data.find(({ fix }: { fix: string }) => fix.endsWith(`dispute=${id}`))
    }
    const alert = await loadAlert('2027-06-05T12:00:00.000Z')
    const dismissed = await call('POST', `/attentionItems/${alert.id}/state`, {
      body: { state: 'resolved', reason: 'The store responds' },
      ifMatch: alert.version,
    })
    expect(dismissed.status).toBe(200)
    expect((await loadAlert('2027-06-07T12:00:00.000Z')).state).toBe('resolved')
    expect((await loadAlert('2027-06-08T12:00:00.000Z')).state).toBe('open')
    await sql`update disputes set status = 'won' where id = ${id}`.execute(platform().platform.db)
  })

  test('shows when a credential expires, and leads to its field', async () => {
    const body = {
      ...getInitialValues(printfulSetup),
      name: 'Print shop',
      token: 'printful-token-0123456789',
      tokenExpiresOn: '2027-03-01',
    }
    const setup = await call('POST', '/printfulSetup', { body })
    expect([setup.status, setup.body.errors]).toEqual([201, undefined])
    await refreshAlerts(platform().platform)
    const { body: page } = await call('GET', '/deadlines?filter[kind][eq]=credential')
    expect(page.data).toMatchObject([
      {
        title: 'Token for Print shop expires',
        at: '2027-03-01T00:00:00.000Z',
        storeIds: [],
        link: expect.stringContaining('/printfulSetup'),
      },
    ])
  })

  test("shows the next day on which a store's credits expire, with the number of members", async () => {
    const store = await createStore(call)
    const { db } = platform().platform
    const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    const entries: NewEntry[] = []
    for (const [index, expiresAt] of [
      `${soon}T08:00:00.000Z`,
      `${soon}T20:00:00.000Z`,
      '2099-01-01T00:00:00.000Z',
      null,
    ].entries()) {
      const { rows } = await sql<{ id: number }>`
        insert into members (store_id, name, email, active, created_at, created_by, updated_at, updated_by)
        values (${store.id}, ${`Member ${index}`}, ${`member${index}@calendar.example`}, true, now(), 'x', now(), 'x')
        returning id`.execute(db)
      entries.push({
        storeId: store.id,
        memberId: Number(rows[0]?.id),
        type: 'issue',
        amount: 5,
        unit: 'points',
        reason: 'Anniversary',
        issuedBy: 'calendar@example.com',
        expiresAt,
      })
    }
    await db.transaction().execute(async (trx) => {
      await postEntries(trx, new Date().toISOString(), entries)
    })
    expect(await loadDeadlines(store.id)).toEqual([
      {
        title: `2 members' credits at ${store.name} expire`,
        kind: 'credits',
        at: `${soon}T08:00:00.000Z`,
        storeIds: [store.id],
        link: `/credits?filter[storeId][eq]=${store.id}&filter[expiresAt][lte]=${soon}T08:00:00.000Z&sort=-expiresAt`,
      },
    ])
  })

  test('shows when a template of gift cards ends, and the next day on which unopened ones expire', async () => {
    const store = await createStore(call)
    const { db } = platform().platform
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString()
    const sentAt = addMonths(soon.slice(0, 10), -6)
    const create = async (path: string, body: object) => {
      const created = await call('POST', path, { body })
      expect([created.status, created.body.fields]).toEqual([201, undefined])
      return created.body.id
    }
    await create('/giftCardSetup', {
      ...getInitialValues(giftCardSetup),
      name: 'Runa live',
      apiKey: 'runa-key-0123456789abcd',
      environment: 'live',
      expiryMonths: 6,
    })
    const template = await create('/giftCardTemplates', {
      ...getInitialValues(giftCardTemplates),
      name: 'Birthdays',
      environment: 'live',
      storeIds: [store.id],
      amounts: ['25.00'],
      endsAt: soon,
      active: true,
      sender: 'Acme',
      subject: 'For you',
      body: 'Here it is: {{link}}',
    })
    const insertCard = (values: {
      at?: string
      status?: string
      link?: string | null
      environment?: string
    }) => {
      const { at = sentAt, status = 'sent', link = null, environment = 'live' } = values
      return sql`
        insert into gift_cards (store_id, sent_at, ended_at, amount, currency, status, recipient, template_id, environment, link_state)
        values (${store.id}, ${at}, ${at}, 2500, 'EUR', ${status}, 'a@example.com', ${template}, ${environment}, ${link})`.execute(
        db,
      )
    }
    await insertCard({})
    await insertCard({})
    await insertCard({ at: addDays(sentAt, 5) })
    await insertCard({ at: addDays(sentAt, -40) })
    await insertCard({ link: 'claimed' })
    await insertCard({ status: 'failed' })
    await insertCard({ environment: 'sandbox' })
    expect(await loadDeadlines(store.id)).toEqual([
      {
        title: `2 unopened gift cards from ${store.name} expire`,
        kind: 'giftCards',
        at: expect.stringContaining(soon.slice(0, 10)),
        storeIds: [store.id],
        link: `/wegift/templates?cards&filter[storeId][eq]=${store.id}&filter[status][eq]=sent&sort=sentAt`,
      },
      {
        title: 'Gift card template Birthdays ends',
        kind: 'giftCards',
        at: soon,
        storeIds: [store.id],
        link: expect.stringContaining(`/wegift/templates?edit=${template}`),
      },
    ])
    const { body } = await call('GET', '/attentionItems?filter[kind][eq]=expiry')
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining([
        `2 unopened gift cards from ${store.name} expire in 20 days`,
        'Gift card template Birthdays ends in 20 days',
      ]),
    )
  })

  test('shows when the previous credentials of a setup stop working, and when a user goes on call', async () => {
    const store = await createStore(call)
    const { db } = platform().platform
    const body = {
      ...getInitialValues(paymentSetups),
      name: 'Stripe Nordics',
      provider: 'stripe',
      storeIds: [store.id],
    }
    const setup = await call('POST', '/paymentSetups', { body })
    const at = new Date(Date.now() + 86_400_000).toISOString()
    await sql`
      insert into payment_credentials_before (setup_id, mode, replaced_at, ends_at)
      values (${setup.body.id}, 'test', now(), ${at})`.execute(db)
    expect(await loadDeadlines(store.id)).toEqual([
      {
        title: 'Previous credentials for Stripe Nordics stop working',
        kind: 'credential',
        at,
        storeIds: [store.id],
        link: `/payment-setup/${setup.body.id}/details?tab=credentials#rotate`,
      },
    ])
    const [first, second] = [await platform().addAccount([]), await platform().addAccount([])]
    const rotation = await call('POST', '/onCallRotations', {
      body: {
        ...getInitialValues(onCallRotations),
        name: 'Weekly',
        userIds: [first.id, second.id],
        startsOn: new Date().toISOString().slice(0, 10),
      },
    })
    expect(rotation.status).toBe(201)
    await refreshAlerts(platform().platform)
    const { body: page } = await call('GET', '/deadlines?filter[kind][eq]=onCall')
    const { body: saved } = await call('GET', `/onCallRotations/${rotation.body.id}`)
    expect(page.data).toMatchObject([
      {
        title: 'Second User goes on call in Weekly',
        at: saved.nextAt,
        link: `/alertChannels?rotations&edit=${rotation.body.id}`,
      },
    ])
  })

  test('shows until when a domain that lost its verification must be verified again', async () => {
    const store = await createStore(call, { domain: 'shop.nordics-rewards.dev' })
    const { db } = platform().platform
    const at = new Date(Date.now() + 12 * 86_400_000).toISOString()
    await sql`
      insert into store_certificates (store_id, domain, expires_at, failures, checked_at)
      values (${store.id}, 'shop.nordics-rewards.dev', ${at}, 0, now())`.execute(db)
    expect(await loadDeadlines(store.id)).toEqual([])
    await sql`update stores set domain_lost_at = now() where id = ${store.id}`.execute(db)
    const title = 'Verify shop.nordics-rewards.dev again before its certificate expires'
    expect(await loadDeadlines(store.id)).toEqual([
      {
        title,
        kind: 'credential',
        at,
        storeIds: [store.id],
        link: `/stores/${store.id}?tab=domains`,
      },
    ])
    const loadAlerts = async () =>
      (await call('GET', '/attentionItems?filter[kind][eq]=expiry')).body.data
    expect(await loadAlerts()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title,
          detail:
            "Certificate for shop.nordics-rewards.dev expires in 12 days. The domain's DNS records changed, so the certificate can't be renewed.",
        }),
      ]),
    )
    await sql`update store_certificates set expires_at = now() - interval '1 hour'`.execute(db)
    await refreshAlerts(platform().platform)
    expect(await loadAlerts()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'Verify shop.nordics-rewards.dev again, because its certificate has expired',
        }),
      ]),
    )
    await sql`update stores set domain_verified_at = now(), domain_lost_at = null where id = ${store.id}`.execute(
      db,
    )
    expect(await loadDeadlines(store.id)).toMatchObject([
      { title: 'Certificate for shop.nordics-rewards.dev expires' },
    ])
  })

  test('shows an account only what it may read and what concerns its stores', async () => {
    const store = await createStore(call)
    const other = await createStore(call)
    await insertDispute(store.id, '2027-02-01T00:00:00.000Z')
    const addCaller = async (permissions: string[], storeIds: number[] | null) =>
      openSession(platform(), await platform().addAccount(permissions, storeIds))
    const titles = async (caller: Caller) =>
      (await loadDeadlines(store.id, caller)).map(({ title }) => title)
    const title = 'Respond to the dispute for order 4711'
    expect(await titles(await addCaller(['ordersRead', 'payments'], null))).toEqual([title])
    expect(await titles(await addCaller(['ordersRead', 'payments'], [store.id]))).toEqual([title])
    expect(await titles(await addCaller(['ordersRead', 'payments'], [other.id]))).toEqual([])
    expect(await titles(await addCaller(['ordersRead'], null))).toEqual([])
    const withoutCalendar = await addCaller(['payments'], null)
    expect((await withoutCalendar('GET', '/deadlines')).status).toBe(403)
  })

  /** Inserts an open dispute of a new order and returns its ID. */
  async function insertDispute(storeId: number, dueAt: string): Promise<number> {
    const { db } = platform().platform
    const orderId = await insertOrder(db, { storeId, at: '2026-11-01T00:00:00.000Z' })
    const setup = await call('POST', '/paymentSetups', {
      body: { ...getInitialValues(paymentSetups), name: `Setup ${orderId}`, provider: 'stripe' },
    })
    const { rows } = await sql<{ id: number }>`
      insert into disputes (store_id, order_id, setup_id, opened_at, changed_at, due_at, amount, currency, gateway,
        order_number, status, reference)
      values (${storeId}, ${orderId}, ${setup.body.id}, now(), now(), ${dueAt}, 4500, 'EUR', 'stripe', '4711', 'open',
        ${`dp_${orderId}`}) returning id`.execute(db)
    return Number(rows[0]?.id)
  }
})
