import { array, assert, nullable, number, record, string, type } from 'superstruct'
import { beforeAll, describe, expect, test } from 'vitest'
import { members } from '#shared/areas/members/members.ts'
import { PageInfo } from '#shared/engine/platformCalls.ts'
import { StoreCredits } from '#shared/areas/stores/storeCreditsCalls.ts'
import { StoreIntegrations } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'

const CreditEntryPage = type({
  data: array(
    type({
      id: number(),
      enteredAt: string(),
      memberId: number(),
      type: string(),
      amount: number(),
      unit: string(),
      balance: number(),
      reason: string(),
      expiresAt: nullable(string()),
      issuedBy: string(),
      labels: record(string(), string()),
    }),
  ),
  page: PageInfo,
})

/** The format of the platform's timestamps. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe.each(chooseDatabases('PostgreSQL'))(
  'Store credits and integrations on $name',
  (database) => {
    const platform = usePlatform(database)
    let call: Caller
    beforeAll(async () => {
      call = await openSession(platform())
    })
    const db = () => withRecordTables(platform().platform.db)
    const getTimeInDays = (days: number) =>
      new Date(platform().platform.now().getTime() + days * 86_400_000).toISOString()

    /** Creates a store with two members, named after what they do. */
    async function createStoreWithMembers(values = {}) {
      const { id } = await createStore(call, values)
      const memberDefaults = { storeId: id, groupId: null, active: true }
      const [saver, spender] = await insertRows(platform(), members, [
        { ...memberDefaults, name: 'Saver', email: 'saver@example.com' },
        { ...memberDefaults, name: 'Spender', email: 'spender@example.com' },
      ])
      return { id: Number(id), saver: saver?.id ?? 0, spender: spender?.id ?? 0 }
    }

    type Entry = {
      storeId: number
      memberId: number
      type: string
      amount: number
      balance: number
      /** Days from now. */
      at: number
      unit?: string
      reason?: string
      expires?: number
    }
    const insertEntries = (...entries: Entry[]) =>
      db()
        .insertInto('creditEntries')
        .values(
          entries.map(({ at, expires, unit = 'points', reason = 'x', ...entry }) => ({
            ...entry,
            unit,
            reason,
            enteredAt: getTimeInDays(at),
            expiresAt: expires === undefined ? null : getTimeInDays(expires),
            issuedBy: 'ann@example.com',
          })),
        )
        .execute()

    async function loadCredits(id: number): Promise<StoreCredits> {
      const { status, body } = await call('GET', `/stores/${id}/credits`)
      expect(status).toBe(200)
      assert(body, StoreCredits)
      return body
    }
    async function loadLedger(id: number, query = '') {
      const { body } = await call('GET', `/creditEntries?filter[storeId][eq]=${id}&${query}`)
      assert(body, CreditEntryPage)
      return body
    }

    test("the outstanding amount is the sum of the store's ledger per unit", async () => {
      const { id: storeId, saver, spender } = await createStoreWithMembers()
      const other = await createStoreWithMembers()
      await insertEntries(
        { storeId, memberId: saver, type: 'issue', amount: 500, balance: 500, at: -100 },
        { storeId, memberId: saver, type: 'redeem', amount: -120, balance: 380, at: -40 },
        { storeId, memberId: saver, type: 'adjust', amount: -30, balance: 350, at: -2 },
        { storeId, memberId: spender, type: 'issue', amount: 70, balance: 70, at: -1, unit: 'EUR' },
        { storeId: other.id, memberId: other.saver, type: 'issue', amount: 9, balance: 9, at: -1 },
      )
      const { units } = await loadCredits(storeId)
      expect(units).toEqual([
        { unit: 'EUR', outstanding: 70, issued: 70, redeemed: 0, expired: 0, expiring: 0 },
        { unit: 'points', outstanding: 350, issued: 0, redeemed: 0, expired: 0, expiring: 0 },
      ])
    })

    test('issued, redeemed, and expired amounts cover the last 30 days, including today', async () => {
      const { id: storeId, saver: memberId } = await createStoreWithMembers()
      await insertEntries(
        { storeId, memberId, type: 'issue', amount: 1000, balance: 1000, at: -31 },
        { storeId, memberId, type: 'redeem', amount: -1, balance: 999, at: -31 },
        { storeId, memberId, type: 'issue', amount: 200, balance: 1199, at: -28 },
        { storeId, memberId, type: 'redeem', amount: -30, balance: 1169, at: -10 },
        { storeId, memberId, type: 'redeem', amount: -3, balance: 1166, at: 0 },
        { storeId, memberId, type: 'expire', amount: -166, balance: 1000, at: -5 },
        { storeId, memberId, type: 'reverse', amount: -500, balance: 500, at: -4 },
      )
      expect((await loadCredits(storeId)).units).toEqual([
        { unit: 'points', outstanding: 500, issued: 200, redeemed: 33, expired: 166, expiring: 0 },
      ])
    })

    test("the expiring amount covers the next 30 days and is at most each member's balance", async () => {
      const { id: storeId, saver, spender } = await createStoreWithMembers()
      const other = await createStoreWithMembers()
      const issue = { type: 'issue', at: -9 }
      await insertEntries(
        { ...issue, storeId, memberId: saver, amount: 70, balance: 70, expires: 29 },
        { ...issue, storeId, memberId: saver, amount: 20, balance: 90, expires: 31 },
        { ...issue, storeId, memberId: spender, amount: 500, balance: 500, expires: 10 },
        { storeId, memberId: spender, type: 'redeem', amount: -400, balance: 100, at: -1 },
        { ...issue, storeId: other.id, memberId: other.saver, amount: 5, balance: 5, expires: 9 },
      )
      expect((await loadCredits(storeId)).units[0]?.expiring).toBe(70 + 100)
    })

    test('the ledger lists the newest entries first, with member names, in pages without gaps', async () => {
      const { id: storeId, saver: memberId } = await createStoreWithMembers()
      const other = await createStoreWithMembers()
      // Several entries share a time, so only the ID orders them.
      await insertEntries(
        ...Array.from({ length: 7 }, (_, index) => ({
          storeId,
          memberId,
          type: 'issue',
          amount: 10,
          balance: 10 * (index + 1),
          at: -7 + (index >> 2),
          reason: `No. ${index}`,
          expires: 100,
        })),
        { storeId: other.id, memberId: other.saver, type: 'issue', amount: 1, balance: 1, at: 0 },
      )
      const first = await loadLedger(storeId, 'limit=3')
      expect(first.page).toMatchObject({ previous: null, total: 7, totalIsCapped: false })
      expect(first.data[0]).toEqual({
        id: expect.any(Number),
        enteredAt: expect.stringMatching(instantPattern),
        memberId,
        type: 'issue',
        amount: 10,
        unit: 'points',
        balance: 70,
        reason: 'No. 6',
        expiresAt: expect.stringMatching(instantPattern),
        issuedBy: 'ann@example.com',
        remaining: 10,
        storeId,
        reference: null,
        groupId: null,
        reverses: null,
        reversedBy: null,
        reversalId: null,
        labels: { memberId: 'Saver', storeId: expect.any(String) },
      })
      const second = await loadLedger(storeId, `limit=3&after=${first.page.next}`)
      const third = await loadLedger(storeId, `limit=3&after=${second.page.next}`)
      const reasons = [first, second, third].flatMap(({ data }) => data.map(({ reason }) => reason))
      expect(reasons).toEqual(Array.from({ length: 7 }, (_, index) => `No. ${6 - index}`))
      expect(third.page.next).toBeNull()
      const previousPage = await loadLedger(storeId, `limit=3&after=${third.page.previous}`)
      expect(previousPage.data).toEqual(second.data)
    })

    test('a store without credits has no units and an empty ledger', async () => {
      const { id } = await createStore(call)
      expect((await loadCredits(id)).units).toEqual([])
      expect(await loadLedger(id)).toMatchObject({ data: [], page: { total: 0, next: null } })
    })

    test.each([
      ['limit=1000', '"limit" must be a whole number from 1 to 100.'],
      ['after=nonsense', '"after" isn\'t a valid cursor for this list and sort order.'],
      ['type=issue', 'The parameter "type" isn\'t supported.'],
      [
        'sort=amount',
        '"sort" must be one of enteredAt, expiresAt. For descending order, add - in front of the name.',
      ],
      ['limit=1&limit=2', '"limit" can be used only once.'],
    ])('the ledger rejects %s', async (query, detail) => {
      const { id } = await createStore(call)
      const { status, body } = await call(
        'GET',
        `/creditEntries?filter[storeId][eq]=${id}&${query}`,
      )
      expect([status, body.detail]).toEqual([400, detail])
    })

    test("the integrations have their last test and include those that aren't set up", async () => {
      const { id: storeId, name } = await createStore(call)
      const checkedAt = '2025-03-09T16:05:00.000Z'
      await db()
        .insertInto('integrations')
        .values([
          { storeId, kind: 'payment', state: 'degraded', message: 'One in five fails.', checkedAt },
          { storeId, kind: 'mail', state: 'draft' },
        ])
        .execute()
      const { body } = await call('GET', `/stores/${storeId}/integrations`)
      assert(body, StoreIntegrations)
      const notConfigured = { state: 'not_configured', message: null, checkedAt: null }
      expect(body.data).toEqual([
        { ...notConfigured, kind: 'mail', state: 'draft', to: '/smtpSettings' },
        { ...notConfigured, kind: 'signOn', to: `/stores/${storeId}/adminSso/setup` },
        {
          kind: 'payment',
          state: 'degraded',
          message: 'One in five fails.',
          checkedAt,
          to: '/payment-setup',
        },
        {
          ...notConfigured,
          kind: 'gift',
          to: `/giftCardSetup?environment=live&begin[storeIds]=${storeId}`,
        },
        {
          ...notConfigured,
          kind: 'print',
          to: `/printfulSetup?create&begin[name]=${encodeURIComponent(name)}`,
        },
        {
          ...notConfigured,
          kind: 'memberSignOn',
          to: `/stores/${storeId}/member/mobile-sso/setup`,
        },
      ])
    })

    test.each(['credits', 'integrations'])(
      '%s need storesRead and return 404 for a missing store',
      async (part) => {
        expect((await call('GET', `/stores/${2 ** 30}/${part}`)).status).toBe(404)
        const { id } = await createStore(call)
        const withoutPermission = await openSession(
          platform(),
          await platform().addAccount(['ordersRead']),
        )
        expect(await withoutPermission('GET', `/stores/${id}/${part}`)).toMatchObject({
          status: 403,
          body: { permission: 'storesRead:read' },
        })
      },
    )
  },
)
