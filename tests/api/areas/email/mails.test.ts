import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { users } from '#shared/areas/users/users.ts'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { enqueueEmail } from '#server/platform/areas/email/emailQueue.ts'
import { findRotationRows } from '#server/platform/keys/rotateSecretsJob.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { refusal, startMailServer } from '#tests/support/mailServer.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { mailPlatform, newSetting } from '#tests/api/support/mail.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore, storeNow } from '#tests/api/support/stores.ts'

describe.each(usually('PGlite'))('mail on $name', (database) => {
  const platform = usePlatform(database, mailPlatform)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })

  const server = async (options?: SMTPServerOptions) => {
    const started = await startMailServer(options)
    onTestFinished(started.stop)
    return started
  }
  /** A setting that is active; the default of the platform unless told. */
  const active = async (port: number, more: object = { scope: 'platform' }) => {
    platform().advance(61_000)
    const setting = await newSetting(call, port, more)
    const { body } = await call('POST', `/smtpSettings/${setting.id}/test`, {
      body: { to: 'test@example.com' },
    })
    await runProductJob(platform(), body.job)
    // Emails that wait have it activated by its test.
    const path = `/smtpSettings/${setting.id}`
    if ((await call('GET', path)).body.state !== 'active')
      await call('POST', `${path}/state`, { body: { event: 'activate', despite: ['sender'] } })
    expect((await call('GET', path)).body.state).toBe('active')
    return setting.id
  }
  const write = async (recipient: string, storeId: number | null = null) => {
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
  const work = () => deliverDueEmails(platform().platform)
  const mailTo = async (recipient: string) =>
    (await call('GET', `/mails?filter[recipient][contains]=${recipient}`)).body.data[0]
  const setting = async (id: number) => (await call('GET', `/smtpSettings/${id}`)).body
  const change = async (id: number, body: object) => {
    const { version: ifMatch } = await setting(id)
    const asked = await call('PATCH', `/smtpSettings/${id}`, { body, ifMatch })
    if (asked.body.code !== 'unconfirmed') return asked
    const { token } = asked.body.reach
    return call('PATCH', `/smtpSettings/${id}?reach=${token}`, { body, ifMatch })
  }

  test('leaves by the default of the platform, or by the setting of its store, and is counted', async () => {
    const [one, other] = [await server(), await server()]
    const id = await active(one.port)
    const own = await active(other.port, {})
    const store = await newStore(call, { smtpSettingsId: own })
    await write('default@example.com')
    await write('own@example.com', store.id)
    await work()
    expect(one.received.at(-1)).toMatchObject({ to: ['default@example.com'] })
    expect(one.received.at(-1)?.content).toContain('The words')
    expect(other.received.at(-1)?.to).toEqual(['own@example.com'])
    expect(await mailTo('own@example.com')).toMatchObject({
      status: 'sent',
      attempts: 1,
      smtpSettingsId: own,
    })
    expect(await setting(own)).toMatchObject({ sent24h: 1, failed24h: 0, stores: 1 })
    expect((await setting(id)).sent24h).toBe(1)
    const { rows } = await sql<{
      left: number
    }>`select count(content_sealed)::int as left from mails`.execute(db())
    expect(rows).toEqual([{ left: 0 }])
  })

  test('there is one default: who makes another one it takes its place', async () => {
    const { port } = await server()
    const [first, second] = [await active(port), await active(port, {})]
    const asked = await call('PATCH', `/smtpSettings/${second}`, {
      body: { scope: 'platform' },
      ifMatch: (await setting(second)).version,
    })
    expect(asked).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(asked.body.reach.reaches).toBeGreaterThan(1)
    await change(second, { scope: 'platform' })
    expect([(await setting(first)).scope, (await setting(second)).scope]).toEqual([
      'stores',
      'platform',
    ])
    expect(await setting(second)).toMatchObject({ state: 'active' })
  })

  test('a setting says how many emails wait for it, and a test that passes sends them by itself', async () => {
    const [{ port, received }, next] = [await server(), await server()]
    const id = await active(port, { scope: 'platform' })
    await change(id, { host: 'localhost', password: 'open sesame' })
    expect(await setting(id)).toMatchObject({ state: 'draft', waiting: 0 })
    await write('released@example.com')
    await work()
    expect(received.map(({ to }) => to)).not.toContainEqual(['released@example.com'])
    expect(await setting(id)).toMatchObject({ state: 'draft', waiting: 1 })
    const tryAgain = async () => {
      platform().advance(61_000)
      const { body } = await call('POST', `/smtpSettings/${id}/test`, {
        body: { to: 'test@example.com' },
      })
      await runProductJob(platform(), body.job)
    }
    await change(id, { host: '127.0.0.1', port: 1, password: 'open sesame' })
    await change(id, { port: next.port, password: 'wrong words' })
    await tryAgain()
    expect(await setting(id)).toMatchObject({ state: 'draft', waiting: 1 })
    await change(id, { password: 'open sesame' })
    await tryAgain()
    expect(await setting(id)).toMatchObject({ state: 'active', waiting: 0 })
    await work()
    expect(next.received.map(({ to }) => to)).toContainEqual(['released@example.com'])
    const [, newest] = (await call('GET', `/smtpSettings/${id}/tests`)).body.data.map(
      ({ what }: { what: string }) => what,
    )
    expect(newest).toBe('test')
  })

  test('resuming a paused setting sends what waited at once', async () => {
    const { port, received } = await server()
    const id = await active(port, { scope: 'platform' })
    await change(id, { paused: true, pauseReason: 'Wrong prices' })
    await write('resumed@example.com')
    await work()
    expect((await setting(id)).waiting).toBe(1)
    await change(id, { paused: false })
    await work()
    expect(received.map(({ to }) => to)).toContainEqual(['resumed@example.com'])
  })

  test('waits while its setting is paused, over its limit or not active, and says why', async () => {
    const { port, received } = await server()
    const id = await active(port, { scope: 'platform', limitPerMinute: 1 })
    await change(id, { paused: true, pauseReason: 'Wrong prices in a template' })
    await write('paused@example.com')
    await work()
    expect(await mailTo('paused@example.com')).toMatchObject({
      status: 'waiting',
      attempts: 0,
      problem: 'Sending is paused. Reason: Wrong prices in a template',
    })
    await change(id, { paused: false })
    await write('second@example.com')
    platform().advance(60_000)
    await work()
    const waiting = (await call('GET', '/mails?filter[status][eq]=waiting')).body.data
    expect(waiting).toMatchObject([
      {
        problem: 'The limit of 1 email per minute has been reached. The email will be sent later.',
      },
    ])
    platform().advance(61_000)
    await work()
    expect(
      received
        .slice(1)
        .map(({ to }) => to[0])
        .toSorted(),
    ).toEqual(['paused@example.com', 'second@example.com'])
    await change(id, { host: '127.0.0.2', password: 'open sesame' })
    expect((await setting(id)).state).toBe('draft')
    await write('draft@example.com')
    await work()
    expect((await mailTo('draft@example.com')).problem).toContain("isn't active")
  })

  test('waits for its own setting alone: all that is due leaves at once, a password link among ten that are paused', async () => {
    const { port, received } = await server()
    await active(port)
    const own = await active((await server()).port, {})
    await change(own, { paused: true, pauseReason: 'Wrong prices' })
    const store = await newStore(call, { smtpSettingsId: own })
    for (let no = 0; no < 10; no++) await write(`held${no}@many.example`, store.id)
    for (let no = 0; no < 10; no++) await write(`link${no}@many.example`)
    // Those that wait are looked at again in a minute.
    const again = await work()
    expect(again).toBeGreaterThan(30)
    expect(again).toBeLessThanOrEqual(60)
    expect(received.filter(({ to }) => to[0]?.startsWith('link'))).toHaveLength(10)
    const waiting = await call('GET', '/mails?filter[recipient][contains]=held')
    expect(new Set(waiting.body.data.map(({ problem }: { problem: string }) => problem))).toEqual(
      new Set(['Sending is paused. Reason: Wrong prices']),
    )
    await change(own, { paused: false })
    platform().advance(60_000)
    expect(await work()).toBe(null)
    expect((await call('GET', '/mails?filter[status][eq]=waiting')).body.data).toEqual([])
  })

  test('is tried again later, and is a dead letter in the end, from which it can be sent once more', async () => {
    const down = { is: true }
    const { port, received } = await server({
      onMailFrom: (_from, _session, done) => done(down.is ? refusal(451, 'later') : null),
      onRcptTo: (to, _session, done) =>
        done(to.address.startsWith('nobody') ? refusal(550, 'nobody') : null),
    })
    down.is = false
    await active(port)
    down.is = true
    await write('patient@example.com')
    for (let minutes = 1; minutes <= 6; minutes++) {
      await work()
      platform().advance(13 * 60 * 60_000)
    }
    call = await signedIn(platform()) // The sign-in from before those hours is over.
    expect(await mailTo('patient@example.com')).toMatchObject({
      status: 'failed',
      attempts: 6,
      problem: expect.stringContaining("can't accept the email right now (451)"),
    })
    down.is = false
    await write('nobody@example.com')
    await work()
    expect(await mailTo('nobody@example.com')).toMatchObject({ status: 'failed', attempts: 1 })
    const { id } = await mailTo('patient@example.com')
    expect((await call('POST', `/mails/${id}/retry`)).status).toBe(200)
    expect((await call('POST', `/mails/${id}/retry`)).status).toBe(409)
    await work()
    expect(received.at(-1)?.to).toEqual(['patient@example.com'])
  })

  test('the list does not tell a host that is inside from one that there is not', async () => {
    const id = await active((await server()).port)
    const problemWith = async (host: string) => {
      await sql`update smtp_settings set host = ${host}, port = 587 where id = ${id}`.execute(db())
      const recipient = `${host}@example.com`
      await write(recipient)
      await work()
      return (await mailTo(recipient)).problem
    }
    const same = "We couldn't reach the mail server. Test the SMTP setting."
    expect(await problemWith('10.0.0.1')).toBe(same)
    expect(await problemWith('mail.nowhere.invalid')).toBe(same)
  })

  test('of a store it counts in the figures of the day: what was sent, and what failed until it is tried once more', async () => {
    const known = { is: false }
    const { port } = await server({
      onRcptTo: (to, _session, done) =>
        done(to.address.startsWith('gone') && !known.is ? refusal(550, 'nobody') : null),
    })
    await active(port)
    const store = await newStore(call)
    await write('here@example.com', store.id)
    await write('gone@example.com', store.id)
    await write('nobodys@example.com')
    await work()
    const counted = async () => {
      const { body } = await call('GET', `/stores/${store.id}/figures`)
      return [body.mailSent.now, body.mailFailed.now]
    }
    expect(await counted()).toEqual([1, 1])
    known.is = true
    const { id } = await mailTo('gone@example.com')
    expect((await call('POST', `/mails/${id}/retry`)).status).toBe(200)
    expect(await counted()).toEqual([1, 0])
    await work()
    expect(await counted()).toEqual([2, 0])
  })

  test('invitations are sent, each with its link, and sealed until then', async () => {
    const { port, received } = await server()
    await active(port)
    const person = { ...getInitialValues(users), firstName: 'Ann', lastName: 'Lee' }
    const invite = (email: string) =>
      call('POST', '/users/invitations', {
        body: { kind: 'operator', records: [{ ...person, email }] },
      })
    const { body } = await invite('ann@example.com')
    expect(body.mailed).toBe(true)
    await work()
    expect(received.at(-1)?.to).toEqual(['ann@example.com'])
    const content = String(received.at(-1)?.content).replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(content).toContain(`https://console.example.com/?invitation=${body.links[0].token}`)
    // What it says is sealed, and follows the ring.
    await write('rotated@example.com')
    const ring = new KeyRing([createKey()])
    const parts = await findRotationRows(db(), ring)
    expect(parts.map(({ label }) => label).join()).toContain('mails.content')
    await work()
  })

  test('is assigned to stores by a job that can be undone, and what is used is not deleted', async () => {
    const { port } = await server()
    const id = await active(port, {})
    const stores = [
      await newStore(call, { name: 'A shop' }),
      await newStore(call, { name: 'B shop' }),
    ]
    const storeIds = stores.map((store) => store.id)
    const assign = (reach = '') =>
      call('POST', `/smtpSettings/${id}/assign?reach=${reach}`, { body: { storeIds } })
    const asked = await assign()
    expect(asked.body.reach).toMatchObject({ reaches: 2 })
    const { body: job } = await assign(asked.body.reach.token)
    await runProductJob(platform(), job.id)
    expect((await outcomesOf(db(), job.id)).map(([, outcome]) => outcome)).toEqual(['done', 'done'])
    expect(await storeNow(call, storeIds[0] ?? 0)).toMatchObject({
      smtpSettingsId: id,
      mailState: 'active',
    })
    expect((await setting(id)).stores).toBe(2)
    const disabled = await call('POST', `/smtpSettings/${id}/state`, { body: { event: 'disable' } })
    expect(disabled).toMatchObject({ status: 409, body: { reach: { reaches: 2 } } })
    const { token } = disabled.body.reach
    await call('POST', `/smtpSettings/${id}/state?reach=${token}`, { body: { event: 'disable' } })
    expect((await storeNow(call, storeIds[0] ?? 0)).mailState).toBe('disabled')
    expect((await call('DELETE', `/smtpSettings/${id}`)).body.code).toBe('in_use')
    const undone = await call('POST', `/jobs/${job.id}/undo`)
    await runProductJob(platform(), undone.body.id)
    expect((await call('DELETE', `/smtpSettings/${id}`)).status).toBe(204)
  })

  test('a duplicate is a draft with the same password, sealed anew', async () => {
    const { port } = await server()
    const id = await active(port)
    const made = await call('POST', `/smtpSettings/${id}/duplicate`, { body: { name: 'A copy' } })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'A copy', state: 'draft', scope: 'stores', password: { set: true } },
    })
    platform().advance(61_000)
    const { body } = await call('POST', `/smtpSettings/${made.body.id}/test`, {
      body: { to: 'copy@example.com' },
    })
    await runProductJob(platform(), body.job)
    expect((await setting(made.body.id)).state).toBe('verified')
    const taken = await call('POST', `/smtpSettings/${id}/duplicate`, { body: { name: 'A copy' } })
    expect(taken).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } })
  })

  test('an account for some stores looks at settings, and sees the mail of its stores alone', async () => {
    const { port } = await server()
    const id = await active(port)
    const store = await newStore(call)
    await write('mine@example.com', store.id)
    const limited = await signedIn(platform(), await platform().addAccount(everyRight, [store.id]))
    expect((await limited('GET', `/smtpSettings/${id}`)).status).toBe(200)
    const test = await limited('POST', `/smtpSettings/${id}/test`, {
      body: { to: 'a@example.com' },
    })
    expect(test.status).toBe(403)
    const seen = (await limited('GET', '/mails')).body.data
    expect(seen.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'mine@example.com',
    ])
  })
})
