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
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createZoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import {
  insertStoreDefaults,
  insertMembers,
  insertTheme,
  createStore,
  loadStore,
} from '#tests/api/support/stores.ts'

/** A change to one of the stores or to their shared records. */
type Step = { what: number; store: number; choice: number }

describe.each(chooseDatabases('PostgreSQL'))('Store readiness on $name', (database) => {
  const zone: Zone = new Map()
  const platform = usePlatform(database, { dns: createZoneResolver(zone) })
  let call: Caller
  let themes: number[]
  beforeAll(async () => {
    call = await openSession(platform())
    await insertStoreDefaults(platform())
    themes = [await insertTheme(platform(), 'published'), await insertTheme(platform(), 'draft')]
  })
  const db = () => platform().platform.db
  const now = () => platform().platform.now()

  /** Writes like a call, which recomputes the stores before the commit. */
  const runWrite = (work: (trx: Connection) => Promise<unknown>) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await work(trx)
        await recomputeStoreStats(trx, now())
      })
  /** Loads the readiness without the URLs that fix the checks. */
  const loadReadiness = async (id: number) => {
    const { percent, checks } = (await call('GET', `/stores/${id}/readiness`)).body
    return { percent, checks: checks.map(({ fix: _fix, ...check }: { fix?: string }) => check) }
  }
  const findCheck = async (id: number, key: string) =>
    (await loadReadiness(id)).checks.find((check: { key: string }) => check.key === key)
  const loadStores = async (query = '') =>
    (await call('GET', `/stores?limit=100${query}`)).body.data

  const updateStore = async (id: number, body: object) =>
    call('PATCH', `/stores/${id}`, { body, ifMatch: (await loadStore(call, id)).version })
  const pick = <T>(options: readonly T[], choice: number): T =>
    options[choice % options.length] as T // The list isn't empty.

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
    (id, choice) => updateStore(id, { type: pick(['points', 'gift', 'mixed', 'retail'], choice) }),
    (id, choice) => updateStore(id, { primaryColour: pick([null, '#ffffff', '#000000'], choice) }),
    (id, choice) =>
      updateStore(id, {
        adminName: pick([null, 'A'], choice),
        adminEmail: pick([null, 'a@b.dev'], choice),
      }),
    (id, choice) => updateStore(id, { domain: pick([null, `${randomUUID()}.shop.dev`], choice) }),
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
        body: { change: pick(['activate', 'suspend'], choice), reason: 'Test' },
        ifMatch: (await loadStore(call, id)).version,
      }),
    async (_id, choice) => {
      const { version } = (await call('GET', '/storeDefaults/1')).body
      const change = { body: { themeId: pick(themes, choice) }, ifMatch: version }
      const response = await call('PATCH', '/storeDefaults/1', change)
      return response.status === 409 && response.body.reach
        ? call('PATCH', `/storeDefaults/1?reach=${response.body.reach.token}`, change)
        : response
    },
    (_id, choice) =>
      runWrite((trx) =>
        sql`update themes set status = ${pick(['published', 'draft', 'archived'], choice)}`.execute(
          trx,
        ),
      ),
    (id, choice) =>
      runWrite((trx) =>
        setState(
          trx,
          id,
          pick(integrationKinds, choice),
          pick(Object.keys(integrationStates), choice >> 3),
          pick([undefined, 'Refused', 'Too slow'], choice >> 6),
        ),
      ),
    (id, choice) =>
      runWrite((trx) =>
        choice % 2 === 0
          ? sql`delete from member_groups where store_id = ${id}`.execute(trx)
          : sql`insert into member_groups (store_id, name, type, priority, is_default,
              created_at, created_by, updated_at, updated_by)
              values (${id}, ${randomUUID()}, 'manual', 1, ${choice % 3 === 0}, now(), '', now(), '')`.execute(
              trx,
            ),
      ),
    (id, choice) =>
      runWrite((trx) =>
        choice % 2 === 0
          ? sql`delete from members where store_id = ${id}`.execute(trx)
          : sql`insert into members (store_id, name, email, active,
              created_at, created_by, updated_at, updated_by)
              values (${id}, 'One', ${randomUUID()}, true, now(), '', now(), '')`.execute(trx),
      ),
    (id, choice) => runWrite((trx) => failPayments(trx, id, choice % 30)),
  ]

  test('list, record, and overview agree with the facts after any sequence of changes', async () => {
    const createdStores = await Promise.all([1, 2, 3].map(() => createStore(call)))
    const ids: number[] = createdStores.map(({ id }) => id)
    const step = fc.record<Step>({
      what: fc.nat({ max: steps.length - 1 }),
      store: fc.nat({ max: 2 }),
      choice: fc.nat({ max: 500 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (sequence) => {
        for (const { what, store, choice } of sequence)
          await steps[what]?.(pick(ids, store), choice)
        const rows = new Map((await loadStores()).map((row: { id: number }) => [row.id, row]))
        for (const { id, facts } of await loadReadinessFacts(db(), ids)) {
          const overview = await loadReadiness(id)
          expect(overview).toEqual(calculateReadiness(facts))
          expect(rows.get(id)).toMatchObject({ readiness: overview.percent })
          expect((await loadStore(call, id)).readiness).toBe(overview.percent)
        }
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  test('concurrent changes leave no figure out of date', async () => {
    const createdStores = await Promise.all([1, 2, 3, 4].map(() => createStore(call)))
    await Promise.all(
      createdStores.flatMap(({ id }, index) => [
        steps[6]?.(id, index),
        steps[1]?.(id, index),
        steps[8]?.(id, index * 7),
        steps[9]?.(id, 3),
        steps[10]?.(id, 1),
        steps[10]?.(id, 1),
        steps[10]?.(id, 3),
        createStore(call),
      ]),
    )
    const { rows: miscounted } = await sql`
      select id, members from stores
      where members <> (select count(*) from members where store_id = stores.id)`.execute(db())
    expect(miscounted).toEqual([])
    for (const { id, facts, readiness: savedReadiness } of await loadReadinessFacts(db(), null)) {
      expect(await loadReadiness(id)).toEqual(calculateReadiness(facts))
      expect(savedReadiness).toBe(calculateReadiness(facts).percent)
    }
  })

  const countMarks = async (id: number) =>
    (await sql`select from store_marks where store_id = ${id}`.execute(db())).rows.length

  test('writes outside the platform change no figure until the scheduled run recomputes all of them', async () => {
    const { id, readiness: before } = await createStore(call, { type: 'points' })
    await insertMembers(platform(), id, 2)
    await createStore(call)
    expect([(await loadStore(call, id)).readiness, (await loadReadiness(id)).percent]).toEqual([
      before,
      before,
    ])
    expect(await countMarks(id)).toBeGreaterThan(0)
    await refreshMarkedStores(db(), now())
    expect(await countMarks(id)).toBe(0)
    const { readiness: after, members } = await loadStore(call, id)
    expect(after).toBeGreaterThan(before)
    expect([members, (await loadReadiness(id)).percent]).toEqual([2, after])
    await sql`delete from members where store_id = ${id}`.execute(db())
    await refreshMarkedStores(db(), now())
    expect((await loadStore(call, id)).members).toBe(0)
  })

  test('an outside change that affects all stores is applied to each', async () => {
    await sql`update themes set status = case status when 'published' then 'draft' else 'published' end`.execute(
      db(),
    )
    const findOutdated = async () =>
      (await loadReadinessFacts(db(), null)).filter(
        ({ facts, readiness: savedReadiness }) =>
          calculateReadiness(facts).percent !== savedReadiness,
      )
    expect(await findOutdated()).not.toEqual([])
    await refreshMarkedStores(db(), now())
    expect(await findOutdated()).toEqual([])
    expect((await sql`select from store_marks`.execute(db())).rows).toEqual([])
  })

  test.runIf(database.name === 'PostgreSQL')(
    'locked marks block neither a write nor the scheduled run',
    async () => {
      const { id } = await createStore(call, { type: 'points' })
      await insertMembers(platform(), id, 2)
      await db()
        .transaction()
        .execute(async (trx) => {
          await sql`select from store_marks where store_id = ${id} for update`.execute(trx)
          expect((await createStore(call)).id).toBeGreaterThan(id)
          await refreshMarkedStores(db(), now())
          expect((await loadStore(call, id)).members).toBe(0)
        })
      await refreshMarkedStores(db(), now())
      expect((await loadStore(call, id)).members).toBe(2)
    },
  )

  test('a store whose payments fail has a payment check with the cause, whatever its type', async () => {
    const { id, readiness: before } = await createStore(call, { type: 'points' })
    expect(await findCheck(id, 'payment')).toBeUndefined()
    await runWrite((trx) => failPayments(trx, id, 69))
    expect(await findCheck(id, 'payment')).toEqual({
      key: 'payment',
      ok: false,
      detail:
        'In the last 7 days, 69 payments failed and 69 orders came in. The most common cause was a setup error (901). Check the account and keys in the payment setup, then test and activate it.',
    })
    expect((await loadStore(call, id)).readiness).toBeLessThan(before)
    await runWrite((trx) => setState(trx, id, 'payment', 'degraded', 'Invalid Merchant Account'))
    expect(await findCheck(id, 'payment')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^Invalid Merchant Account\. Once that's fixed, test/),
    })
    platform().advance(8 * 24 * 60 * 60_000)
    call = await openSession(platform())
    await runWrite((trx) => setState(trx, id, 'payment', 'active'))
    expect(await findCheck(id, 'payment')).toEqual({ key: 'payment', ok: true, detail: null })
  })

  test("payment failures from a setup that works again don't count against the store", async () => {
    const { id } = await createStore(call, { type: 'points' })
    await runWrite((trx) => failPayments(trx, id, 30))
    expect(await findCheck(id, 'payment')).toMatchObject({ ok: false })
    await runWrite(async (trx) => {
      await sql`update payment_attempts set retryable = 'yes' where store_id = ${id}`.execute(trx)
      await setState(trx, id, 'payment', 'active')
    })
    expect(await findCheck(id, 'payment')).toEqual({ key: 'payment', ok: true, detail: null })
  })

  test("a few failures among many orders don't count against the store", async () => {
    const { id } = await createStore(call, { type: 'points' })
    await runWrite(async (trx) => {
      await failPayments(trx, id, 20)
      await sql`update store_days set orders = 40 where store_id = ${id}`.execute(trx)
    })
    expect(await findCheck(id, 'payment')).toBeUndefined()
    await runWrite((trx) => failPayments(trx, id, 9))
    expect(await findCheck(id, 'payment')).toBeUndefined()
  })

  test('an integration without a message shows the cause from the log, without secrets', async () => {
    const { id } = await createStore(call)
    await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, stream, severity, result, cause)
      values (now(), 'platform', 'mail.refused', '', '', '{}', ${id}, 'integrations', 'error', 'failed',
        '535 refused for password=CANARY-1'), (now() - interval '1 day', 'platform', 'mail.refused', '', '',
        '{}', ${id}, 'integrations', 'error', 'failed', 'older')`.execute(db())
    await runWrite((trx) => setState(trx, id, 'mail', 'degraded'))
    expect(await findCheck(id, 'mail')).toMatchObject({
      detail:
        "535 refused for password=[redacted]. Once that's fixed, test and activate the SMTP settings.",
    })
  })
})
