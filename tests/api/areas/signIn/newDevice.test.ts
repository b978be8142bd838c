import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'
import { createCaller, openSession } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createDefaultSmtpSetting, mailPlatformOptions } from '#tests/api/support/mail.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Safari/604.1'

describe.each(chooseDatabases('PGlite'))('Sign-ins on new devices on $name', (database) => {
  const platform = usePlatform(database, { ...mailPlatformOptions, seed: false })
  let account: TestAccount
  beforeAll(async () => {
    await createDefaultSmtpSetting(platform(), await openSession(platform()), 25)
  })
  beforeEach(async () => {
    account = await platform().addAccount([])
  })

  const signIn = async (agent: string, devices: string[] = []) => {
    const { email, password } = account
    const options = { body: { email, password, devices }, headers: { 'User-Agent': agent } }
    const answer = await createCaller(platform())('POST', '/auth/login', options)
    expect(answer.status).toBe(200)
    return answer.body as { device: string; token: string }
  }
  const loadEmails = async () => {
    const { rows } = await sql<{ id: number; kind: string; contentSealed: string }>`
      select id, kind, content_sealed from mails where recipient = ${account.email}`.execute(
      platform().platform.db,
    )
    return rows.map((row) => openEmailContent(platform().platform, row)?.text ?? '')
  }
  const countLogged = async () => {
    const { rows } = await sql`select from audit
      where event = 'auth.newDevice' and actor = ${account.email}`.execute(platform().platform.db)
    return rows.length
  }

  test('the first sign-in ever is no news', async () => {
    await signIn(firefox)
    expect([await loadEmails(), await countLogged()]).toEqual([[], 0])
  })

  test('another device is logged and emailed once', async () => {
    await signIn(firefox)
    const { token } = await signIn(safari)
    await signIn(safari)
    expect(await countLogged()).toBe(1)
    const [email = '', ...others] = await loadEmails()
    expect(others).toEqual([])
    expect(email).toContain('Safari on iPhone')
    expect(email).toContain('127.0.0.0/24')
    expect(email).toContain('/account?section=sessions')
    expect(email).not.toContain(token)
  })

  test('a device that sends its token is known in any network and browser', async () => {
    const { device } = await signIn(firefox)
    await signIn(safari, [device])
    expect(await countLogged()).toBe(0)
  })

  test("another account's device is new", async () => {
    await signIn(firefox)
    account = await platform().addAccount([])
    const { device } = await signIn(firefox)
    account = await platform().addAccount([])
    await signIn(firefox)
    await signIn(safari, [device])
    expect(await countLogged()).toBe(1)
  })

  test('a wrong password on a new device is no sign-in', async () => {
    await signIn(firefox)
    const body = { email: account.email, password: 'wrong' }
    const headers = { 'User-Agent': safari }
    await createCaller(platform())('POST', '/auth/login', { body, headers })
    expect([await loadEmails(), await countLogged()]).toEqual([[], 0])
  })
})
