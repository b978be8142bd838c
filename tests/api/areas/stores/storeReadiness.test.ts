import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { toDay } from '#shared/format/dates.ts'
import { calculateReadiness } from '#shared/areas/stores/readiness/readiness.ts'
import { integrationStates } from '#shared/areas/stores/status/storeStates.ts'
import { integrationKinds } from '#shared/engine/integrations/integrationKinds.ts'
import { refreshMarkedStores } from '#server/platform/areas/stores/figures/refreshStoreStats.ts'
import { loadReadinessFacts } from '#server/platform/areas/stores/figures/readiness.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { zoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { addDefaults, addMembers, addTheme, newStore, storeNow } from '#tests/api/support/stores.ts'

/** One change, of one of the stores or of what they share. */
type Step = { what: number; store: number; choice: number }

describe.each(usually('PostgreSQL'))('readiness of stores on $name', (database) => {
  const zone: Zone = new Map()
  const platform = usePlatform(database, { dns: zoneResolver(zone) })
  let call: Caller
  let themes: number[]
  beforeAll(async () => {
    call = await signedIn(platform())
    await addDefaults(platform())
    themes = [await addTheme(platform(), 'published'), await addTheme(platform(), 'draft')]
  })
  const db = () => platform().platform.db
  const now = () => platform().platform.now()

  /** What a call that is not there yet will do: write, and settle before it is kept. */
  const writing = (work: (trx: Connection) => Promise<unknown>) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await work(trx)
        await recomputeStoreStats(trx, now())
      })
  /** Without where each check is mended, which is told besides. */
  const readiness = async (id: number) => {
    const { percent, checks } = (await call('GET', `/stores/${id}/readiness`)).body
    return { percent, checks: checks.map(({ fix: _fix, ...check }: { fix?: string }) => check) }
  }
  const line = async (id: number, key: string) =>
    (await readiness(id)).checks.find((check: { key: string }) => check.key === key)
  const listed = async (query = '') => (await call('GET', `/stores?limit=100${query}`)).body.data

  const change = async (id: number, body: object) =>
    call('PATCH', `/stores/${id}`, { body, ifMatch: (await storeNow(call, id)).version })
  const one = <T>(of: readonly T[], choice: number): T => of[choice % of.length] as T // There are some.

  const setState = (trx: Connection, id: number, kind: string, state: string, message?: string) =>
    sql`insert into integrations (store_id, kind, state, message)
      values (${id}, ${kind}, ${state}, ${message ?? null})
      on conflict (store_id, kind) do update set state = excluded.state, message = excluded.message`.execute(
      trx,
    )
  const failPayments = async (trx: Connection, id: number, count: number) => {
    await sql`insert into store_days (store_id, day, orders, payments_failed)
      values (${id}, ${toDay(now())}::date, ${count}, ${count})
      on conflict (store_id, day) do update
      set payments_failed = excluded.payments_failed, orders = excluded.orders`.execute(trx)
    await sql`
      with made as (
        insert into orders (store_id, placed_at, amount, currency, status)
        select ${id}, ${now().toISOString()}::timestamptz, 1, 'USD', 'unpaid'
        from generate_series(1, ${count}::int) returning id, store_id, placed_at)
      insert into payment_attempts (store_id, order_id, attempted_at, amount, currency, gateway, attempt,
        reason, raw_code, status, retryable)
      select store_id, id, placed_at, 1, 'USD', 'adyen', 1, 'configuration', '901', 'open', 'no' from made`.execute(
      trx,
    )
  }

  const steps: ((id: number, choice: number) => Promise<unknown>)[] = [
    (id, choice) => change(id, { type: one(['points', 'gift', 'mixed', 'retail'], choice) }),
    (id, choice) => change(id, { primaryColour: one([null, '#ffffff', '#000000'], choice) }),
    (id, choice) =>
      change(id, {
        adminName: one([null, 'A'], choice),
        adminEmail: one([null, 'a@b.dev'], choice),
      }),
    (id, choice) => change(id, { domain: one([null, `${randomUUID()}.shop.dev`], choice) }),
    async (id, choice) => {
      const { domain, records } = (await call('GET', `/stores/${id}/domain`)).body
      zone.clear()
      if (domain !== null && choice % 2 === 0) {
        zone.set(`CNAME ${domain}`, ['stores.example.com'])
        zone.set(`TXT _store-verification.${domain}`, [records[1].value])
      }
      return call('POST', `/stores/${id}/domain/verification`)
    },
    async (id, choice) =>
      call('POST', `/stores/${id}/status`, {
        body: { change: one(['activate', 'suspend'], choice), reason: 'Test' },
        ifMatch: (await storeNow(call, id)).version,
      }),
    async (_id, choice) => {
      const { version } = (await call('GET', '/storeDefaults/1')).body
      const change = { body: { themeId: one(themes, choice) }, ifMatch: version }
      const told = await call('PATCH', '/storeDefaults/1', change)
      return told.status === 409 && told.body.reach
        ? call('PATCH', `/storeDefaults/1?reach=${told.body.reach.token}`, change)
        : told
    },
    (_id, choice) =>
      writing((trx) =>
        sql`update themes set status = ${one(['published', 'draft', 'archived'], choice)}`.execute(
          trx,
        ),
      ),
    (id, choice) =>
      writing((trx) =>
        setState(
          trx,
          id,
          one(integrationKinds, choice),
          one(Object.keys(integrationStates), choice >> 3),
          one([undefined, 'Refused', 'Too slow'], choice >> 6),
        ),
      ),
    (id, choice) =>
      writing((trx) =>
        choice % 2 === 0
          ? sql`delete from member_groups where store_id = ${id}`.execute(trx)
          : sql`insert into member_groups (store_id, name, type, priority, is_default,
              created_at, created_by, updated_at, updated_by)
              values (${id}, ${randomUUID()}, 'manual', 1, ${choice % 3 === 0}, now(), '', now(), '')`.execute(
              trx,
            ),
      ),
    (id, choice) =>
      writing((trx) =>
        choice % 2 === 0
          ? sql`delete from members where store_id = ${id}`.execute(trx)
          : sql`insert into members (store_id, name, email, active,
              created_at, created_by, updated_at, updated_by)
              values (${id}, 'One', ${randomUUID()}, true, now(), '', now(), '')`.execute(trx),
      ),
    (id, choice) => writing((trx) => failPayments(trx, id, choice % 30)),
  ]

  test('list, record, overview and what is true agree after any sequence of changes', async () => {
    const made = await Promise.all([1, 2, 3].map(() => newStore(call)))
    const ids: number[] = made.map(({ id }) => id)
    const step = fc.record<Step>({
      what: fc.nat({ max: steps.length - 1 }),
      store: fc.nat({ max: 2 }),
      choice: fc.nat({ max: 500 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (sequence) => {
        for (const { what, store, choice } of sequence) await steps[what]?.(one(ids, store), choice)
        const rows = new Map((await listed()).map((row: { id: number }) => [row.id, row]))
        for (const { id, facts } of await loadReadinessFacts(db(), ids)) {
          const shown = await readiness(id)
          expect(shown).toEqual(calculateReadiness(facts))
          expect(rows.get(id)).toMatchObject({ readiness: shown.percent })
          expect((await storeNow(call, id)).readiness).toBe(shown.percent)
        }
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  test('many at once leave no figure behind', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => newStore(call)))
    await Promise.all(
      made.flatMap(({ id }, at) => [
        steps[6]?.(id, at),
        steps[1]?.(id, at),
        steps[8]?.(id, at * 7),
        steps[9]?.(id, 3),
        steps[10]?.(id, 1),
        steps[10]?.(id, 1),
        steps[10]?.(id, 3),
        newStore(call),
      ]),
    )
    const { rows: miscounted } = await sql`
      select id, members from stores
      where members <> (select count(*) from members where store_id = stores.id)`.execute(db())
    expect(miscounted).toEqual([])
    for (const { id, facts, readiness: kept } of await loadReadinessFacts(db(), null)) {
      expect(await readiness(id)).toEqual(calculateReadiness(facts))
      expect(kept).toBe(calculateReadiness(facts).percent)
    }
  })

  const marksOf = async (id: number) =>
    (await sql`select from store_marks where store_id = ${id}`.execute(db())).rows.length

  test('what others write behind the platform is the same everywhere, and left by the next write to the regular run', async () => {
    const { id, readiness: before } = await newStore(call, { type: 'points' })
    await addMembers(platform(), id, 2)
    await newStore(call)
    expect([(await storeNow(call, id)).readiness, (await readiness(id)).percent]).toEqual([
      before,
      before,
    ])
    expect(await marksOf(id)).toBeGreaterThan(0)
    await refreshMarkedStores(db(), now())
    expect(await marksOf(id)).toBe(0)
    const { readiness: after, members } = await storeNow(call, id)
    expect(after).toBeGreaterThan(before)
    expect([members, (await readiness(id)).percent]).toEqual([2, after])
    await sql`delete from members where store_id = ${id}`.execute(db())
    await refreshMarkedStores(db(), now())
    expect((await storeNow(call, id)).members).toBe(0)
  })

  test('what others change for all stores is settled for each', async () => {
    await sql`update themes set status = case status when 'published' then 'draft' else 'published' end`.execute(
      db(),
    )
    const wrong = async () =>
      (await loadReadinessFacts(db(), null)).filter(
        ({ facts, readiness: kept }) => calculateReadiness(facts).percent !== kept,
      )
    expect(await wrong()).not.toEqual([])
    await refreshMarkedStores(db(), now())
    expect(await wrong()).toEqual([])
    expect((await sql`select from store_marks`.execute(db())).rows).toEqual([])
  })

  test.runIf(database.name === 'PostgreSQL')(
    'marks that somebody is at hold up neither a write nor who settles what is left',
    async () => {
      const { id } = await newStore(call, { type: 'points' })
      await addMembers(platform(), id, 2)
      await db()
        .transaction()
        .execute(async (trx) => {
          await sql`select from store_marks where store_id = ${id} for update`.execute(trx)
          expect((await newStore(call)).id).toBeGreaterThan(id)
          await refreshMarkedStores(db(), now())
          expect((await storeNow(call, id)).members).toBe(0)
        })
      await refreshMarkedStores(db(), now())
      expect((await storeNow(call, id)).members).toBe(2)
    },
  )

  test('a store that refuses every payment has a line for it, whatever its type, with the cause', async () => {
    const { id, readiness: before } = await newStore(call, { type: 'points' })
    expect(await line(id, 'payment')).toBeUndefined()
    await writing((trx) => failPayments(trx, id, 69))
    expect(await line(id, 'payment')).toEqual({
      key: 'payment',
      ok: false,
      detail:
        'In the last 7 days, 69 payments failed and 69 orders came in. The most common cause was a setup error (901). Check the account and keys in the payment setup, then test it.',
    })
    expect((await storeNow(call, id)).readiness).toBeLessThan(before)
    await writing((trx) => setState(trx, id, 'payment', 'degraded', 'Invalid Merchant Account'))
    expect(await line(id, 'payment')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^Invalid Merchant Account\. Fix the payment setup/),
    })
    platform().advance(8 * 24 * 60 * 60_000)
    call = await signedIn(platform())
    await writing((trx) => setState(trx, id, 'payment', 'active'))
    expect(await line(id, 'payment')).toEqual({ key: 'payment', ok: true, detail: null })
  })

  test('payments that failed because of a setup that works again are no fault of the store', async () => {
    const { id } = await newStore(call, { type: 'points' })
    await writing((trx) => failPayments(trx, id, 30))
    expect(await line(id, 'payment')).toMatchObject({ ok: false })
    await writing(async (trx) => {
      await sql`update payment_attempts set retryable = 'yes' where store_id = ${id}`.execute(trx)
      await setState(trx, id, 'payment', 'active')
    })
    expect(await line(id, 'payment')).toEqual({ key: 'payment', ok: true, detail: null })
  })

  test('a few failures among many orders are no fault of the store', async () => {
    const { id } = await newStore(call, { type: 'points' })
    await writing(async (trx) => {
      await failPayments(trx, id, 20)
      await sql`update store_days set orders = 40 where store_id = ${id}`.execute(trx)
    })
    expect(await line(id, 'payment')).toBeUndefined()
    await writing((trx) => failPayments(trx, id, 9))
    expect(await line(id, 'payment')).toBeUndefined()
  })

  test('an integration that gave no reason is told with what the log says of it, without secrets', async () => {
    const { id } = await newStore(call)
    await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, stream, severity, result, cause)
      values (now(), 'platform', 'mail.refused', '', '', '{}', ${id}, 'integrations', 'error', 'failed',
        '535 refused for password=CANARY-1'), (now() - interval '1 day', 'platform', 'mail.refused', '', '',
        '{}', ${id}, 'integrations', 'error', 'failed', 'older')`.execute(db())
    await writing((trx) => setState(trx, id, 'mail', 'degraded'))
    expect(await line(id, 'mail')).toMatchObject({
      detail: '535 refused for password=[redacted]. Fix the SMTP setting, then test it.',
    })
  })
})
