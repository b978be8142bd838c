import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import {
  refreshAlerts,
  refreshApprovalAlerts,
} from '#server/platform/areas/alerts/refreshAlerts.ts'
import { saveAlertHistory } from '#server/platform/areas/alerts/saveAlertHistory.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

test('every kind of setup has comments', () => {
  const setups = resources.filter(({ derived }) => derived?.['lastTestAt'])
  expect(setups.length).toBeGreaterThan(7)
  expect(setups.filter(({ api }) => !api.comments)).toEqual([])
})

describe.each(chooseDatabases('PostgreSQL'))('Comments on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const db = () => platform().platform.db

  const addComment = (caller: Caller, resource: string, recordId: number, body: string) =>
    caller('POST', '/comments', { body: { resource, recordId, body } })
  const listComments = (caller: Caller, resource: string, recordId: number, query = '') =>
    caller('GET', `/comments?resource=${resource}&recordId=${recordId}${query}`)
  const loadBodies = async (resource: string, recordId: number) =>
    (await listComments(call, resource, recordId)).body.data.map(
      ({ body }: { body: string }) => body,
    )

  async function createAccount(permissions: readonly string[], storeIds: number[] | null = null) {
    const account = await platform().addAccount(permissions, storeIds)
    return { ...account, call: await openSession(platform(), account) }
  }

  /** Loads the emails about mentions to an address, oldest first. */
  async function loadMentionEmails(address: string) {
    const { rows } = await sql<{ id: number; subject: string; contentSealed: string | null }>`
      select id, subject, content_sealed from mails
      where kind = 'mention' and recipient = ${address} order by id`.execute(db())
    return rows.map((row) => ({
      subject: row.subject,
      text: openEmailContent(platform().platform, row)?.text ?? '',
    }))
  }

  test('can be changed and deleted by their author only', async () => {
    const store = await createStore(call)
    const reader = await createAccount(['storesRead', 'storesRead:read'])
    const added = await addComment(reader.call, 'stores', store.id, 'Mine')
    expect(added.status).toBe(201)
    const path = `/comments/${added.body.id}`
    expect((await call('PUT', path, { body: { body: 'Theirs' } })).status).toBe(403)
    expect((await call('DELETE', path)).status).toBe(403)
    expect((await reader.call('PUT', path, { body: { body: 'Better' } })).status).toBe(200)
    expect((await listComments(call, 'stores', store.id)).body).toMatchObject({
      label: store.name,
      next: null,
      data: [
        {
          body: 'Better',
          authorId: reader.id,
          createdBy: reader.email,
          updatedAt: expect.any(String),
        },
      ],
    })
    expect((await reader.call('DELETE', path)).status).toBe(204)
    expect((await reader.call('DELETE', path)).status).toBe(404)
  })

  test('on requests that were decided stay readable for those who could decide', async () => {
    const store = await createStore(call)
    const permissions = ['ordersRead', 'dashboardRead']
    const decider = await createAccount(permissions)
    const outsider = await createAccount(permissions)
    const at = platform().platform.now().toISOString()
    const inTransaction = (run: (trx: Connection) => Promise<void>) =>
      db().transaction().execute(run)
    const { rows } = await sql<{ id: number }>`
      insert into attention_items (subject, kind, permission, title, store_ids, rank, fix, state, since, account_ids,
        created_at, created_by, updated_at, updated_by)
      values ('approval/x', 'approval', 'dashboardRead', 'Approve credits', ${[store.id]}, 680, '/credits', 'open', ${at},
        ${[decider.id]}, ${at}, 'platform', ${at}, 'platform') returning id`.execute(db())
    const id = rows[0]?.id ?? 0
    await inTransaction((trx) => saveAlertHistory(trx, at))
    const added = await addComment(decider.call, 'attentionItems', id, 'Is this agreed?')
    expect(added.status).toBe(201)
    // No request waits, so the alert is gone.
    await inTransaction((trx) => refreshApprovalAlerts(trx, at))
    await refreshAlerts(platform().platform)
    const { status, body } = await listComments(decider.call, 'attentionItems', id)
    expect([status, body.label, body.data[0]?.body]).toEqual([
      200,
      'Approve credits',
      'Is this agreed?',
    ])
    expect((await decider.call('GET', `/alertLinks/${id}`)).body).toMatchObject({
      title: 'Approve credits',
      kind: 'approval',
      fixedAt: expect.any(String),
    })
    expect((await listComments(outsider.call, 'attentionItems', id)).status).toBe(404)
    expect((await outsider.call('GET', `/alertLinks/${id}`)).status).toBe(404)
  })

  test('are paged, newest first', async () => {
    const { id } = await createStore(call)
    for (const body of ['1', '2', '3']) await addComment(call, 'stores', id, body)
    const first = (await listComments(call, 'stores', id, '&limit=2')).body
    expect(first.data.map(({ body }: { body: string }) => body)).toEqual(['3', '2'])
    const second = await listComments(call, 'stores', id, `&limit=2&after=${first.next}`)
    expect(second.body).toMatchObject({ data: [{ body: '1' }], next: null })
  })

  test('are for everyone who can read the record, within their stores', async () => {
    const [store, other] = [await createStore(call), await createStore(call)]
    const limited = await createAccount(['storesRead'], [store.id])
    expect((await addComment(limited.call, 'stores', store.id, 'Seen')).status).toBe(201)
    expect((await addComment(limited.call, 'stores', other.id, 'Unseen')).status).toBe(404)
    expect((await listComments(limited.call, 'stores', other.id)).status).toBe(404)
    const stranger = await createAccount(['Colors'])
    expect((await listComments(stranger.call, 'stores', store.id)).status).toBe(403)
    expect((await addComment(stranger.call, 'stores', store.id, 'No')).status).toBe(403)
  })

  test('an author who lost access to the record can no longer change a comment', async () => {
    const store = await createStore(call)
    const author = await createAccount(['storesRead'], [store.id])
    const { body } = await addComment(author.call, 'stores', store.id, 'Mine')
    await sql`update users set store_ids = '{}' where id = ${author.id}`.execute(db())
    const change = { body: { body: 'Changed' } }
    expect((await author.call('PUT', `/comments/${body.id}`, change)).status).toBe(404)
  })

  test('need a record that has comments', async () => {
    expect((await addComment(call, 'sizes', 1, 'No')).status).toBe(400)
    expect((await listComments(call, 'stores', 999_999)).status).toBe(404)
    expect((await call('GET', '/comments?resource=stores')).status).toBe(422)
  })

  test('cannot be empty, too long, or nested too deep', async () => {
    const { id } = await createStore(call)
    for (const body of ['', 'x'.repeat(2001), '>'.repeat(50)])
      expect((await addComment(call, 'stores', id, body)).body.fields).toEqual({
        body: expect.any(String),
      })
  })

  test("are logged without their text, which can't be deleted from a log", async () => {
    const { id } = await createStore(call)
    await addComment(call, 'stores', id, 'Very private')
    const { rows } = await sql<{ event: string; storeId: number }>`
      select event, changes, store_id from audit where target_type = 'stores' and target_id = ${id}
      order by id desc limit 1`.execute(db())
    expect(rows).toMatchObject([{ event: 'stores.commentAdded', storeId: id }])
    expect(JSON.stringify(rows)).not.toContain('private')
  })

  test('are deleted with their record', async () => {
    const { id } = await createStore(call)
    await addComment(call, 'stores', id, 'Soon gone')
    await sql`delete from stores where id = ${id}`.execute(db())
    const { rows } = await sql`
      select from comments where resource = 'stores' and record_id = ${id}`.execute(db())
    expect(rows).toEqual([])
  })

  describe('Mentions', () => {
    test('email the mentioned operator once, with the sentence and a link to the comment', async () => {
      const store = await createStore(call)
      const reader = await createAccount(['storesRead'])
      const text = `Called them. @${reader.email} can you check the domain? Thanks @${reader.email}.`
      const { body } = await addComment(call, 'stores', store.id, text)
      const [email, ...others] = await loadMentionEmails(reader.email)
      expect(others).toEqual([])
      expect(email?.subject).toMatch(/ mentioned you in a comment$/)
      expect(email?.subject).not.toContain(store.name)
      expect(email?.text).toContain(`on the store ${store.name}:`)
      expect(email?.text).toContain(`"@${reader.email} can you check the domain?"`)
      expect(email?.text).not.toContain('Called them')
      expect(email?.text).toContain(`/stores/${store.id}?tab=comments#comment-${body.id}\n`)
    })

    test('added by an edit notify only the added operators', async () => {
      const { id } = await createStore(call)
      const [first, second] = [
        await createAccount(['storesRead']),
        await createAccount(['storesRead']),
      ]
      const { body } = await addComment(call, 'stores', id, `@${first.email} look`)
      const change = { body: { body: `@${first.email} and @${second.email} look` } }
      await call('PUT', `/comments/${body.id}`, change)
      await call('PUT', `/comments/${body.id}`, change)
      expect(await loadMentionEmails(first.email)).toHaveLength(1)
      expect(await loadMentionEmails(second.email)).toHaveLength(1)
    })

    test("of operators who can't view the record are rejected at the field, and nobody is notified", async () => {
      const [store, other] = [await createStore(call), await createStore(call)]
      const reader = await createAccount(['storesRead'])
      const limited = await createAccount(['storesRead'], [other.id])
      const stranger = await createAccount(['Colors'])
      for (const { email } of [limited, stranger]) {
        const answer = await addComment(call, 'stores', store.id, `@${reader.email} @${email}`)
        expect(answer.status).toBe(422)
        expect(answer.body.fields.body).toBe(
          "Second User can't view this store, so we can't send a notification. Remove the @.",
        )
        expect(await loadMentionEmails(email)).toEqual([])
      }
      expect(await loadMentionEmails(reader.email)).toEqual([])
      expect(await loadBodies('stores', store.id)).toEqual([])
    })

    test('must name exactly one active operator that the author can see', async () => {
      const store = await createStore(call)
      const [one, two] = [await createAccount(['storesRead']), await createAccount(['storesRead'])]
      const several = await addComment(call, 'stores', store.id, '@Second User')
      expect(several.body.fields.body).toMatch(/^@Second User could mean .* full email address\.$/)
      await sql`update users set status = 'suspended' where id = ${one.id}`.execute(db())
      const none = await addComment(call, 'stores', store.id, `@${one.email}`)
      expect(none.body.fields.body).toMatch(/^No active operator that you can see matches @/)
      const limited = await createAccount(['storesRead'], [store.id])
      const hidden = await addComment(limited.call, 'stores', store.id, `@${two.email}`)
      expect(hidden.body.fields.body).toMatch(/^No active operator that you can see matches @/)
    })

    test('of the author send no email', async () => {
      const { id } = await createStore(call)
      const author = await createAccount(['storesRead'])
      const answer = await addComment(author.call, 'stores', id, `I, @${author.email}, did it`)
      expect(answer.status).toBe(201)
      expect(await loadMentionEmails(author.email)).toEqual([])
    })
  })

  describe('On alerts', () => {
    /** Adds an alert about a failing setup that no store uses, and returns its ID. */
    async function addAlert(): Promise<number> {
      await sql`insert into alert_channels (name, type, recipients, state, created_at, created_by, updated_at, updated_by)
        values ('Night shift', 'email', '{}', 'degraded', now(), 'x', now(), 'x')`.execute(db())
      await refreshAlerts(platform().platform)
      return loadAlertId()
    }
    async function loadAlertId(): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        select id from attention_items where title like '%Night shift'`.execute(db())
      return rows[0]?.id ?? 0
    }
    const setState = async (state: string) => {
      await sql`update alert_channels set state = ${state}`.execute(db())
      await refreshAlerts(platform().platform)
    }

    test('survive the alert as long as its history, and return with it', async () => {
      const id = await addAlert()
      expect((await addComment(call, 'attentionItems', id, 'Called the provider')).status).toBe(201)
      await setState('active')
      expect(await loadAlertId()).toBe(0)
      expect((await listComments(call, 'attentionItems', id)).body).toMatchObject({
        label: expect.stringContaining('Night shift'),
        data: [{ body: 'Called the provider' }],
      })
      expect((await addComment(call, 'attentionItems', id, 'Fixed by them')).status).toBe(201)
      const limited = await createAccount(['ordersRead', 'smtpSettings'], [1])
      expect((await listComments(limited.call, 'attentionItems', id)).status).toBe(404)
      const stranger = await createAccount(['ordersRead'])
      expect((await listComments(stranger.call, 'attentionItems', id)).status).toBe(404)

      await setState('degraded')
      const again = await loadAlertId()
      expect(again).not.toBe(id)
      expect(await loadBodies('attentionItems', again)).toEqual([
        'Fixed by them',
        'Called the provider',
      ])

      await setState('active')
      await sql`update alert_history set ended_at = now() - interval '10 years'`.execute(db())
      await refreshAlerts(platform().platform)
      expect((await listComments(call, 'attentionItems', again)).status).toBe(404)
      const { rows } = await sql`
        select from comments where resource = 'attentionItems'`.execute(db())
      expect(rows).toEqual([])
    })
  })
})
