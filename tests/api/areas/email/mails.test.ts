import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { users } from '#shared/areas/users/users.ts'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { enqueueEmail } from '#server/platform/areas/email/emailQueue.ts'
import { findRotationRows } from '#server/platform/keys/rotateSecretsJob.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { createSmtpError, startMailServer } from '#tests/support/mailServer.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { mailPlatformOptions, createSmtpSettings } from '#tests/api/support/mail.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore, loadStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Emails on $name', (database) => {
  const platform = usePlatform(database, mailPlatformOptions)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  const startServer = async (options?: SMTPServerOptions) => {
    const mailServer = await startMailServer(options)
    onTestFinished(mailServer.stop)
    return mailServer
  }
  /** Creates and activates a setting, by default the one of the platform. */
  const createActiveSetting = async (port: number, overrides: object = { scope: 'platform' }) => {
    platform().advance(61_000)
    const created = await createSmtpSettings(call, port, overrides)
    const { body } = await call('POST', `/smtpSettings/${created.id}/test`, {
      body: { to: 'test@example.com' },
    })
    await runProductJob(platform(), body.job)
    // A passed test activates the setting itself if emails are waiting.
    const path = `/smtpSettings/${created.id}`
    if ((await call('GET', path)).body.state !== 'active')
      await call('POST', `${path}/state`, { body: { event: 'activate', despite: ['sender'] } })
    expect((await call('GET', path)).body.state).toBe('active')
    return created.id
  }
  const queueEmail = async (recipient: string, storeId: number | null = null) => {
    const now = platform().platform.now().toISOString()
    await db()
      .transaction()
      .execute((trx) =>
        enqueueEmail(
          { trx, platform: platform().platform, now },
          { kind: 'invitation', to: recipient, subject: 'Hello', text: 'The words', storeId },
        ),
      )
  }
  const deliver = () => deliverDueEmails(platform().platform)
  const findEmail = async (recipient: string) =>
    (await call('GET', `/mails?filter[recipient][contains]=${recipient}`)).body.data[0]
  const loadSetting = async (id: number) => (await call('GET', `/smtpSettings/${id}`)).body
  const updateSetting = async (id: number, body: object) => {
    const { version: ifMatch } = await loadSetting(id)
    const unconfirmed = await call('PATCH', `/smtpSettings/${id}`, { body, ifMatch })
    if (unconfirmed.body.code !== 'unconfirmed') return unconfirmed
    const { token } = unconfirmed.body.reach
    return call('PATCH', `/smtpSettings/${id}?reach=${token}`, { body, ifMatch })
  }

  test('an email uses the setting of its store or the platform default, and is counted', async () => {
    const [first, second] = [await startServer(), await startServer()]
    const id = await createActiveSetting(first.port)
    const storeSettingId = await createActiveSetting(second.port, {})
    const store = await createStore(call, { smtpSettingsId: storeSettingId })
    await queueEmail('default@example.com')
    await queueEmail('own@example.com', store.id)
    await deliver()
    expect(first.received.at(-1)).toMatchObject({ to: ['default@example.com'] })
    expect(first.received.at(-1)?.content).toContain('The words')
    expect(second.received.at(-1)?.to).toEqual(['own@example.com'])
    expect(await findEmail('own@example.com')).toMatchObject({
      status: 'sent',
      attempts: 1,
      smtpSettingsId: storeSettingId,
    })
    expect(await loadSetting(storeSettingId)).toMatchObject({ sent24h: 1, failed24h: 0, stores: 1 })
    expect((await loadSetting(id)).sent24h).toBe(1)
    const { rows } = await sql<{
      left: number
    }>`select count(content_sealed)::int as left from mails
      where recipient in ('default@example.com', 'own@example.com')`.execute(db())
    expect(rows).toEqual([{ left: 0 }])
  })

  test('a new platform default replaces the previous one after confirmation', async () => {
    const { port } = await startServer()
    const [first, second] = [await createActiveSetting(port), await createActiveSetting(port, {})]
    const unconfirmed = await call('PATCH', `/smtpSettings/${second}`, {
      body: { scope: 'platform' },
      ifMatch: (await loadSetting(second)).version,
    })
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(unconfirmed.body.reach.reaches).toBeGreaterThan(1)
    await updateSetting(second, { scope: 'platform' })
    expect([(await loadSetting(first)).scope, (await loadSetting(second)).scope]).toEqual([
      'stores',
      'platform',
    ])
    expect(await loadSetting(second)).toMatchObject({ state: 'active' })
  })

  test('a setting counts its waiting emails, and a passed test sends them', async () => {
    const [{ port, received }, nextServer] = [await startServer(), await startServer()]
    const id = await createActiveSetting(port, { scope: 'platform' })
    await updateSetting(id, { host: 'localhost', password: 'open sesame' })
    expect(await loadSetting(id)).toMatchObject({ state: 'draft', waiting: 0 })
    await queueEmail('released@example.com')
    await deliver()
    expect(received.map(({ to }) => to)).not.toContainEqual(['released@example.com'])
    expect(await loadSetting(id)).toMatchObject({ state: 'draft', waiting: 1 })
    const retest = async () => {
      platform().advance(61_000)
      const { body } = await call('POST', `/smtpSettings/${id}/test`, {
        body: { to: 'test@example.com' },
      })
      await runProductJob(platform(), body.job)
    }
    await updateSetting(id, { host: '127.0.0.1', port: 1, password: 'open sesame' })
    await updateSetting(id, { port: nextServer.port, password: 'wrong words' })
    await retest()
    expect(await loadSetting(id)).toMatchObject({ state: 'draft', waiting: 1 })
    await updateSetting(id, { password: 'open sesame' })
    await retest()
    expect(await loadSetting(id)).toMatchObject({ state: 'active', waiting: 0 })
    await deliver()
    expect(nextServer.received.map(({ to }) => to)).toContainEqual(['released@example.com'])
    const [, newest] = (await call('GET', `/smtpSettings/${id}/tests`)).body.data.map(
      ({ what }: { what: string }) => what,
    )
    expect(newest).toBe('test')
  })

  test('resuming a paused setting sends its waiting emails at once', async () => {
    const { port, received } = await startServer()
    const id = await createActiveSetting(port, { scope: 'platform' })
    await updateSetting(id, { paused: true, pauseReason: 'Wrong prices' })
    await queueEmail('resumed@example.com')
    await deliver()
    expect((await loadSetting(id)).waiting).toBe(1)
    await updateSetting(id, { paused: false })
    await deliver()
    expect(received.map(({ to }) => to)).toContainEqual(['resumed@example.com'])
  })

  test('an email waits with a reason while its setting is paused, over its limit, or not active', async () => {
    const { port, received } = await startServer()
    const id = await createActiveSetting(port, { scope: 'platform', limitPerMinute: 1 })
    await updateSetting(id, { paused: true, pauseReason: 'Wrong prices in a template' })
    await queueEmail('paused@example.com')
    await deliver()
    expect(await findEmail('paused@example.com')).toMatchObject({
      status: 'waiting',
      attempts: 0,
      problem: 'Sending is paused. Reason: Wrong prices in a template',
    })
    await updateSetting(id, { paused: false })
    await queueEmail('second@example.com')
    platform().advance(60_000)
    await deliver()
    const waiting = (await call('GET', '/mails?filter[status][eq]=waiting')).body.data
    expect(waiting).toMatchObject([
      {
        problem: 'The limit of 1 email per minute has been reached. The email will be sent later.',
      },
    ])
    platform().advance(61_000)
    await deliver()
    expect(
      received
        .slice(1)
        .map(({ to }) => to[0])
        .toSorted(),
    ).toEqual(['paused@example.com', 'second@example.com'])
    await updateSetting(id, { host: '127.0.0.2', password: 'open sesame' })
    expect((await loadSetting(id)).state).toBe('draft')
    await queueEmail('draft@example.com')
    await deliver()
    expect((await findEmail('draft@example.com')).problem).toContain("isn't active")
  })

  test('emails of a paused setting do not delay emails of another one', async () => {
    const { port, received } = await startServer()
    await createActiveSetting(port)
    const storeSettingId = await createActiveSetting((await startServer()).port, {})
    await updateSetting(storeSettingId, { paused: true, pauseReason: 'Wrong prices' })
    const store = await createStore(call, { smtpSettingsId: storeSettingId })
    for (let no = 0; no < 10; no++) await queueEmail(`held${no}@many.example`, store.id)
    for (let no = 0; no < 10; no++) await queueEmail(`link${no}@many.example`)
    // Waiting emails are checked again within a minute.
    const nextRunSeconds = await deliver()
    expect(nextRunSeconds).toBeGreaterThan(30)
    expect(nextRunSeconds).toBeLessThanOrEqual(60)
    expect(received.filter(({ to }) => to[0]?.startsWith('link'))).toHaveLength(10)
    const waiting = await call('GET', '/mails?filter[recipient][contains]=held')
    expect(new Set(waiting.body.data.map(({ problem }: { problem: string }) => problem))).toEqual(
      new Set(['Sending is paused. Reason: Wrong prices']),
    )
    await updateSetting(storeSettingId, { paused: false })
    platform().advance(60_000)
    expect(await deliver()).toBe(null)
    expect((await call('GET', '/mails?filter[status][eq]=waiting')).body.data).toEqual([])
  })

  test('an email is retried, fails after six attempts or a permanent error, and can be resent', async () => {
    const outage = { is: true }
    const { port, received } = await startServer({
      onMailFrom: (_from, _session, done) => done(outage.is ? createSmtpError(451, 'later') : null),
      onRcptTo: (to, _session, done) =>
        done(to.address.startsWith('nobody') ? createSmtpError(550, 'nobody') : null),
    })
    outage.is = false
    await createActiveSetting(port)
    outage.is = true
    await queueEmail('patient@example.com')
    for (let minutes = 1; minutes <= 6; minutes++) {
      await deliver()
      platform().advance(13 * 60 * 60_000)
    }
    call = await openSession(platform()) // The earlier session has expired.
    expect(await findEmail('patient@example.com')).toMatchObject({
      status: 'failed',
      attempts: 6,
      problem: expect.stringContaining("can't accept the email right now (451)"),
    })
    outage.is = false
    await queueEmail('nobody@example.com')
    await deliver()
    expect(await findEmail('nobody@example.com')).toMatchObject({ status: 'failed', attempts: 1 })
    const { id } = await findEmail('patient@example.com')
    expect((await call('POST', `/mails/${id}/retry`)).status).toBe(200)
    expect((await call('POST', `/mails/${id}/retry`)).status).toBe(409)
    await deliver()
    expect(received.at(-1)?.to).toEqual(['patient@example.com'])
  })

  test('the list shows the same problem for an internal host and an unknown host', async () => {
    const id = await createActiveSetting((await startServer()).port)
    const findProblem = async (host: string) => {
      await sql`update smtp_settings set host = ${host}, port = 587 where id = ${id}`.execute(db())
      const recipient = `${host}@example.com`
      await queueEmail(recipient)
      await deliver()
      return (await findEmail(recipient)).problem
    }
    const expectedProblem = "We couldn't reach the mail server. Test the SMTP setting."
    expect(await findProblem('10.0.0.1')).toBe(expectedProblem)
    expect(await findProblem('mail.nowhere.invalid')).toBe(expectedProblem)
  })

  test('emails of a store count as sent or failed on their day, and a retry removes the failure', async () => {
    const recipientExists = { is: false }
    const { port } = await startServer({
      onRcptTo: (to, _session, done) =>
        done(
          to.address.startsWith('gone') && !recipientExists.is
            ? createSmtpError(550, 'nobody')
            : null,
        ),
    })
    await createActiveSetting(port)
    const store = await createStore(call)
    await queueEmail('here@example.com', store.id)
    await queueEmail('gone@example.com', store.id)
    await queueEmail('nobodys@example.com')
    await deliver()
    const loadCounts = async () => {
      const { body } = await call('GET', `/stores/${store.id}/figures`)
      return [body.mailSent.now, body.mailFailed.now]
    }
    expect(await loadCounts()).toEqual([1, 1])
    recipientExists.is = true
    const { id } = await findEmail('gone@example.com')
    expect((await call('POST', `/mails/${id}/retry`)).status).toBe(200)
    expect(await loadCounts()).toEqual([1, 0])
    await deliver()
    expect(await loadCounts()).toEqual([2, 0])
  })

  test('an invitation is sent with its link, and its content is sealed until then', async () => {
    const { port, received } = await startServer()
    await createActiveSetting(port)
    const user = { ...getInitialValues(users), firstName: 'Ann', lastName: 'Lee' }
    const invite = (email: string) =>
      call('POST', '/users/invitations', {
        body: { kind: 'operator', records: [{ ...user, email }] },
      })
    const { body } = await invite('ann@example.com')
    expect(body.mailed).toBe(true)
    await deliver()
    expect(received.at(-1)?.to).toEqual(['ann@example.com'])
    const content = String(received.at(-1)?.content).replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(content).toContain(`https://console.example.com/?invitation=${body.links[0].token}`)
    // The content is sealed, so key rotation covers it.
    await queueEmail('rotated@example.com')
    const ring = new KeyRing([createKey()])
    const parts = await findRotationRows(db(), ring)
    expect(parts.map(({ label }) => label).join()).toContain('mails.content')
    await deliver()
  })

  test('a job assigns a setting to stores and can be undone, and a used setting is not deleted', async () => {
    const { port } = await startServer()
    const id = await createActiveSetting(port, {})
    const stores = [
      await createStore(call, { name: 'A shop' }),
      await createStore(call, { name: 'B shop' }),
    ]
    const storeIds = stores.map((store) => store.id)
    const assign = (reach = '') =>
      call('POST', `/smtpSettings/${id}/assign?reach=${reach}`, { body: { storeIds } })
    const unconfirmed = await assign()
    expect(unconfirmed.body.reach).toMatchObject({ reaches: 2 })
    const { body: job } = await assign(unconfirmed.body.reach.token)
    await runProductJob(platform(), job.id)
    expect((await getOutcomes(db(), job.id)).map(([, outcome]) => outcome)).toEqual([
      'done',
      'done',
    ])
    expect(await loadStore(call, storeIds[0] ?? 0)).toMatchObject({
      smtpSettingsId: id,
      mailState: 'active',
    })
    expect((await loadSetting(id)).stores).toBe(2)
    const disabled = await call('POST', `/smtpSettings/${id}/state`, { body: { event: 'disable' } })
    expect(disabled).toMatchObject({ status: 409, body: { reach: { reaches: 2 } } })
    const { token } = disabled.body.reach
    await call('POST', `/smtpSettings/${id}/state?reach=${token}`, { body: { event: 'disable' } })
    expect((await loadStore(call, storeIds[0] ?? 0)).mailState).toBe('disabled')
    expect((await call('DELETE', `/smtpSettings/${id}`)).body.code).toBe('in_use')
    const undo = await call('POST', `/jobs/${job.id}/undo`)
    await runProductJob(platform(), undo.body.id)
    expect((await call('DELETE', `/smtpSettings/${id}`)).status).toBe(204)
  })

  test('a duplicate is a draft with a resealed copy of the password', async () => {
    const { port } = await startServer()
    const id = await createActiveSetting(port)
    const copy = await call('POST', `/smtpSettings/${id}/duplicate`, { body: { name: 'A copy' } })
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'A copy', state: 'draft', scope: 'stores', password: { set: true } },
    })
    platform().advance(61_000)
    const { body } = await call('POST', `/smtpSettings/${copy.body.id}/test`, {
      body: { to: 'copy@example.com' },
    })
    await runProductJob(platform(), body.job)
    expect((await loadSetting(copy.body.id)).state).toBe('verified')
    const duplicate = await call('POST', `/smtpSettings/${id}/duplicate`, {
      body: { name: 'A copy' },
    })
    expect(duplicate).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } })
  })

  test('a limited account can view settings and sees only the emails of its stores', async () => {
    const { port } = await startServer()
    const id = await createActiveSetting(port)
    const store = await createStore(call)
    await queueEmail('mine@example.com', store.id)
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [store.id]),
    )
    expect((await limitedCaller('GET', `/smtpSettings/${id}`)).status).toBe(200)
    const rejected = await limitedCaller('POST', `/smtpSettings/${id}/test`, {
      body: { to: 'a@example.com' },
    })
    expect(rejected.status).toBe(403)
    const emails = (await limitedCaller('GET', '/mails')).body.data
    expect(emails.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'mine@example.com',
    ])
  })
})
