import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { completeEmail, enqueueEmail } from '#server/platform/areas/email/emailQueue.ts'
import { purgeExpiredData } from '#server/platform/core/platform/retention.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createDefaultSmtpSetting, mailPlatformOptions } from '#tests/api/support/mail.ts'
import { createStore } from '#tests/api/support/stores.ts'

const dayMs = 24 * 60 * 60_000
const text = 'Hello Ada,\n\nPay here: https://pay.example/t?sig=s3cret.\n\nYour code is GC-77-XY.'
const kept = 'Hello Ada,\n\nPay here: [link removed].\n\nYour code is [code removed].'

describe.each(chooseDatabases('PGlite'))('Texts of emails on $name', (database) => {
  const platform = usePlatform(database, { ...mailPlatformOptions, seed: false })
  const db = () => platform().platform.db
  let call: Caller
  let storeId: number
  let count = 0
  beforeAll(async () => {
    call = await openSession(platform())
    storeId = Number((await createStore(call)).id)
  })

  const openAs = async (permissions: string[], storeIds: number[] | null = null) =>
    openSession(platform(), await platform().addAccount(permissions, storeIds))

  /** Enqueues an email to a new address. Returns its key and the address. */
  async function queueEmail(kind: 'payLink' | 'mention' = 'payLink') {
    const to = `ada${++count}@example.com`
    const now = platform().platform.now().toISOString()
    const of = kind === 'payLink' ? { storeId, codes: ['GC-77-XY'] } : {}
    await db()
      .transaction()
      .execute((trx) =>
        enqueueEmail(
          { trx, platform: platform().platform, now },
          { kind, to, subject: 'Your order', text, html: `<p>${text}</p>`, ...of },
        ),
      )
    const { rows } = await sql<{ id: number }>`
      select id from mails where recipient = ${to}`.execute(db())
    return { to, id: Number(rows[0]?.id), time: now }
  }

  async function deliver() {
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    await createDefaultSmtpSetting(platform(), call, mailServer.port)
    await deliverDueEmails(platform().platform)
    return mailServer.received
  }

  const loadText = async (id: number, by = call) => (await by('GET', `/mails/${id}/text`)).body
  const loadSealed = async (id: number) => {
    const { rows } = await sql<{ contentSealed: string | null }>`
      select content_sealed from mails where id = ${id}`.execute(db())
    return rows[0]?.contentSealed
  }

  test('are kept for 90 days after sending, sealed, without links and codes', async () => {
    const { id, to } = await queueEmail()
    expect(await loadText(id)).toEqual({ state: 'saved', text: kept, savedUntil: null })
    const received = await deliver()
    expect(received.find((one) => one.to.includes(to))?.content).toContain('GC-77-XY')
    const { endedAt } = (await call('GET', `/mails/${id}`)).body
    const savedUntil = new Date(Date.parse(endedAt) + 90 * dayMs).toISOString()
    expect(await loadText(id)).toEqual({ state: 'saved', text: kept, savedUntil })
    expect(await loadSealed(id)).not.toContain('Hello')

    platform().advance(89 * dayMs)
    await purgeExpiredData(platform().platform)
    call = await openSession(platform())
    expect((await loadText(id)).state).toBe('saved')
    platform().advance(2 * dayMs)
    await purgeExpiredData(platform().platform)
    call = await openSession(platform())
    expect(await loadText(id)).toEqual({ state: 'none', text: null, savedUntil: null })
    expect((await call('GET', `/mails/${id}`)).status).toBe(200)
  })

  test('of operators are deleted once sent, and never shown', async () => {
    const { id } = await queueEmail('mention')
    expect((await loadText(id)).state).toBe('none')
    await deliver()
    expect((await call('GET', `/mails/${id}`)).body.status).toBe('sent')
    expect(await loadSealed(id)).toBeNull()
  })

  test('of an email that was erased while it was sent are not kept', async () => {
    const { id, time } = await queueEmail()
    await sql`update mails set content_sealed = null where id = ${id}`.execute(db())
    const at = platform().platform.now().toISOString()
    const result = { status: 'sent', problem: null, at, savedContent: 'sealed' } as const
    await completeEmail(db(), { id, time }, result)
    expect(await loadSealed(id)).toBeNull()
  })

  test('are masked for those who see no members, and shown for a reason, once', async () => {
    const { id, to } = await queueEmail()
    const masked = await openAs(['smtpSettings:read'])
    expect(await loadText(id, masked)).toEqual({ state: 'masked', text: null, savedUntil: null })
    const reveals = await openAs(['smtpSettings', 'payments'])
    const path = `/mails/${id}/reveal`
    expect((await masked('POST', path, { body: { reason: 'A call' } })).status).toBe(403)
    const options = { body: { reason: 'A call' }, key: `reveal-${id}` }
    expect((await reveals('POST', path, options)).body).toEqual({
      name: null,
      email: to,
      text: kept,
    })
    expect((await reveals('POST', path, options)).body).toEqual({
      name: null,
      email: null,
      text: null,
    })
  })

  test('need the permission for emails, and the store', async () => {
    const { id } = await queueEmail()
    const path = `/mails/${id}/text`
    expect((await (await openAs(['dashboardRead']))('GET', path)).status).toBe(403)
    const other = Number((await createStore(call)).id)
    const permissions = ['smtpSettings', 'dashboardRead']
    expect((await (await openAs(permissions, [other]))('GET', path)).status).toBe(404)
    expect((await loadText(id, await openAs(permissions, [storeId]))).text).toBe(kept)
  })

  test('are in the timeline and the export of the member', async () => {
    const { id, to } = await queueEmail()
    const member = await call('POST', '/members', {
      body: { name: 'Ada Bell', email: to, storeId, groupId: null, active: true, invite: false },
    })
    const base = `/members/${member.body.id}`
    const { data } = (await call('GET', `${base}/timeline?kind=emails`)).body
    expect(data).toMatchObject([{ id, title: 'Your order', details: { hasText: true } }])
    const { body } = await call('GET', `${base}/export`)
    expect(body.emails).toMatchObject([{ id, details: { text: kept } }])
    expect((await call('GET', `${base}/export?format=csv`)).body).toContain(
      'Pay here: [link removed]',
    )
  })
})
