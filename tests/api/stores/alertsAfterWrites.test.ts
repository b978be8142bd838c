import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAlertQueue } from '#server/platform/attention/alertQueue.ts'
import { keepAttention } from '#server/platform/attention/keepAttention.ts'
import { nobody, startBoss } from '#server/platform/jobs/boss.ts'
import { settleStores } from '#server/platform/stores/settleStores.ts'
import { signedIn } from '../support/calling.ts'
import type { Caller } from '../support/calling.ts'
import { databases, usePlatform } from '../support/databases.ts'
import { newStore } from '../support/stores.ts'

describe.each(databases)('alerts after a write on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  afterEach(() => {
    platform().platform.post = nobody
  })

  /** The queues that writes post to. */
  function recordPosts(): string[] {
    const posts: string[] = []
    platform().platform.post = async (queue) => void posts.push(queue)
    return posts
  }

  /** An active store, which lacks an organization. */
  async function addActiveStore() {
    const store = await newStore(call)
    await sql`update stores set status = 'active' where id = ${store.id}`.execute(
      platform().platform.db,
    )
    return (await call('GET', `/stores/${store.id}`)).body
  }
  const addOrganization = async (name: string) =>
    (await call('POST', '/organisations', { body: { name } })).body

  test('a write that changes a store asks for its alerts once, and another write does not', async () => {
    const store = await addActiveStore()
    const posts = recordPosts()
    await addOrganization('Only a customer')
    expect(posts).toEqual([])
    const body = { supportEmail: 'help@acme.example' }
    await call('PATCH', `/stores/${store.id}`, { body, ifMatch: store.version })
    expect(posts).toEqual(['alerts'])
  })

  test('a write counts even if nobody can be told of it', async () => {
    const store = await addActiveStore()
    platform().platform.post = () => Promise.reject(new Error('The queue is gone'))
    const body = { supportEmail: 'help@acme.example' }
    const answer = await call('PATCH', `/stores/${store.id}`, { body, ifMatch: store.version })
    expect(answer).toMatchObject({ status: 200, body })
    expect(platform().log).toContainEqual(expect.objectContaining({ queue: 'alerts' }))
  })

  test('an alert disappears soon after the write that fixes it, without its chore', async () => {
    const runner = { platform: platform().platform, kinds: [], settle: settleStores }
    const share = { works: true, chores: [], queues: [createAlertQueue()] }
    const boss = await startBoss(platform().boss, runner, share)
    onTestFinished(() => boss.stop())
    platform().platform.post = boss.post
    const store = await addActiveStore()
    await sql`update stores set readiness_checks = '[{"key": "organisation", "ok": false, "detail": "x"}]',
      readiness = 90 where id = ${store.id}`.execute(platform().platform.db)
    await keepAttention(platform().platform)
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
