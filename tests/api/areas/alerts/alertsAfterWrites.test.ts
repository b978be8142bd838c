import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  deliveryQueueName,
  sendDueMessages,
} from '#server/platform/areas/alertChannels/sendDueMessages.ts'
import { createAlertRefreshQueue } from '#server/platform/areas/alerts/alertRefreshQueue.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { doNothing, startJobQueue } from '#server/platform/core/jobs/jobQueue.ts'
import { recheckStoreDomains } from '#server/platform/areas/stores/domains/recheckStoreDomains.ts'
import { refreshMarkedStores } from '#server/platform/areas/stores/figures/refreshStoreStats.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { createZoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(databases)('Alerts after a write on $name', (database) => {
  const zone: Zone = new Map()
  const platform = usePlatform(database, { dns: createZoneResolver(zone) })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  afterEach(() => {
    platform().platform.wakeQueue = doNothing
  })

  /** Records the queues that writes post to. */
  function recordPosts(): string[] {
    const posts: string[] = []
    platform().platform.wakeQueue = async (queue) => void posts.push(queue)
    return posts
  }

  /** Adds an active store without an organization. */
  async function addActiveStore() {
    const store = await createStore(call)
    await sql`update stores set status = 'active' where id = ${store.id}`.execute(
      platform().platform.db,
    )
    return (await call('GET', `/stores/${store.id}`)).body
  }
  const addOrganization = async (name: string) =>
    (await call('POST', '/organisations', { body: { name } })).body

  test("a write that changes a store requests an alert refresh once, and other writes don't", async () => {
    const store = await addActiveStore()
    const posts = recordPosts()
    await addOrganization('Only a customer')
    expect(posts).toEqual([])
    const body = { supportEmail: 'help@acme.example' }
    await call('PATCH', `/stores/${store.id}`, { body, ifMatch: store.version })
    expect(posts).toEqual(['alerts'])
  })

  const timestamp = '2026-11-01T00:00:00.000Z'
  const addIncident = async () => {
    const { rows } = await sql<{ id: number; version: number }>`
      insert into incidents (key, cause, status, reason, gateway, stores, failures, stake, currency, opened_at, last_at,
        created_at, created_by, updated_at, updated_by)
      values (${`stripe/${randomUUID()}`}, 'Stripe: declined', 'open', 'configuration', 'stripe', 1, 1, 1, 'EUR', ${timestamp}, ${timestamp},
        ${timestamp}, 'platform', ${timestamp}, 'platform') returning id, version`.execute(
      platform().platform.db,
    )
    const [incident] = rows
    if (!incident) throw new Error('No incident was added')
    return incident
  }

  test("resolving an incident requests an alert refresh, and assigning one doesn't", async () => {
    const { id, version } = await addIncident()
    const posts = recordPosts()
    const body = { ownerId: null }
    const assigned = await call('PUT', `/incidents/${id}/owner`, { body, ifMatch: version })
    expect([assigned.status, posts]).toEqual([200, []])
    const resolved = await call('POST', `/incidents/${id}/resolution`, {
      body: { resolution: 'The key was replaced' },
      ifMatch: assigned.body.version,
    })
    expect([resolved.status, posts]).toEqual([200, ['alerts']])
  })

  const changes = {
    'an incident': () => sql`update incidents set status = 'resolved'`,
    'an expiry': () => sql`delete from integration_expiries`,
    'a gift card shortage': () => sql`delete from gift_card_shortages`,
    'a balance': () => sql`update gift_card_balances set amount = 0`,
    'a pending credit request': () => sql`update credit_requests set state = state`,
    'pending program credits': () => sql`update member_groups set program_waiting = null`,
    'the status of an account': () => sql`update users set status = status`,
    'the permissions of a user group': () => sql`update user_groups set permissions = permissions`,
    'the name of a setup': () => sql`update payment_setups set name = name`,
    'the set of stores': () => sql`delete from stores where false`,
  }
  test.each(Object.entries(changes))(
    'a change to %s requests an alert refresh',
    async (_of, change) => {
      const posts = recordPosts()
      await runInTransaction(platform().platform, (trx) => change().execute(trx))
      expect(posts).toEqual(['alerts'])
      await runInTransaction(platform().platform, (trx) => sql`select 1`.execute(trx))
      expect(posts).toEqual(['alerts'])
    },
  )

  test('a custom domain that lost its DNS records requests an alert refresh', async () => {
    const store = await addActiveStore()
    const domain = `${randomUUID()}.shop.dev`
    await sql`update stores set domain = ${domain}, domain_verified_at = ${timestamp} where id = ${store.id}`.execute(
      platform().platform.db,
    )
    await refreshMarkedStores(platform().platform.db, new Date(timestamp))
    const posts = recordPosts()
    await recheckStoreDomains(platform().platform)
    expect(posts).toContain('alerts')
  })

  test('a write succeeds even if the alert queue fails', async () => {
    const store = await addActiveStore()
    platform().platform.wakeQueue = () => Promise.reject(new Error('The queue is gone'))
    const body = { supportEmail: 'help@acme.example' }
    const answer = await call('PATCH', `/stores/${store.id}`, { body, ifMatch: store.version })
    expect(answer).toMatchObject({ status: 200, body })
    expect(platform().log).toContainEqual(expect.objectContaining({ queue: 'alerts' }))
  })

  test('an alert disappears soon after the write that fixes it, without its chore', async () => {
    const runner = { platform: platform().platform, kinds: [], beforeCommit: recomputeStoreStats }
    const queues = [createAlertRefreshQueue(), { name: deliveryQueueName, work: sendDueMessages }]
    const share = { runsJobs: true, chores: [], queues }
    const boss = await startJobQueue(platform().boss, runner, share)
    onTestFinished(() => boss.stop())
    platform().platform.wakeQueue = boss.wakeQueue
    const store = await addActiveStore()
    await sql`update stores set readiness_checks = '[{"key": "organisation", "ok": false, "detail": "x"}]',
      readiness = 90 where id = ${store.id}`.execute(platform().platform.db)
    await refreshAlerts(platform().platform)
    const findAlerts = async () =>
      (await call('GET', '/attentionItems?limit=100')).body.data.filter(
        ({ storeIds, title }: { storeIds: number[]; title: string }) =>
          storeIds.includes(store.id) && /no organization/i.test(title),
      )
    expect(await findAlerts()).toHaveLength(1)
    const body = { organisationId: (await addOrganization('Acme Group')).id }
    await call('PATCH', `/stores/${store.id}`, { body, ifMatch: store.version })
    await vi.waitFor(async () => expect(await findAlerts()).toEqual([]), { timeout: 30_000 })
  })
})
