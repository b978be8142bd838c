import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { sendDigests } from '#server/platform/areas/notifications/sendDigests.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { createDefaultSmtpSetting, mailPlatformOptions } from '#tests/api/support/mail.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { readEmailHeader, readEmailPart, startMailServer } from '#tests/support/mailServer.ts'
import { withClockStack } from '#tests/support/servers/clockStack.ts'
import { openPage, signInByApi } from '#tests/support/servers/stack.ts'

const screenshotFolder = process.env['SCREENSHOTS']
const mailServer = await startMailServer()
afterAll(() => mailServer.stop())
const stack = withClockStack(mailPlatformOptions)

test('an operator turns on the digest, reads it, and unsubscribes, all without JavaScript', async () => {
  const platform = stack.platform()
  const call = await openSession(platform)
  await sql`delete from smtp_settings where scope = 'platform'`.execute(platform.platform.db)
  await createDefaultSmtpSetting(platform, call, mailServer.port)
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context, platform.operator)
  const { page } = await openPage(context)
  await page.goto('/dashboard')
  await page.getByLabel('User menu').click()
  await page.getByRole('link', { name: 'Notifications' }).click()
  await page.getByLabel('Frequency').selectOption('daily')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved notification preferences').waitFor()
  expect(await page.getByLabel('Frequency').inputValue()).toBe('daily')

  platform.advance(24 * 60 * 60_000)
  await refreshAlerts(platform.platform)
  // The demo data has alerts that began earlier. Two of them begin in the digest's period.
  await sql`update alert_history set started_at = ${platform.platform.now()}::timestamptz - interval '1 day'
    where id in (select id from alert_history order by id limit 2)`.execute(platform.platform.db)
  platform.advance(24 * 60 * 60_000)
  await sendDigests(platform.platform)
  await sendDigests(platform.platform)
  await deliverDueEmails(platform.platform)
  // Signing in on another device is emailed, too.
  const digests = mailServer.received.filter(
    (received) => readEmailHeader(received, 'List-Unsubscribe-Post') !== null,
  )
  expect(digests.map(({ to }) => to)).toEqual([[platform.operator.email]])
  const [email] = digests
  if (!email) throw new Error('The digest is missing')
  expect(readEmailPart(email, 'text/plain')).toMatch(/^- .* in outstanding credits for/m)
  expect(readEmailHeader(email, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')

  await using reader = await stack.visit()
  const mailPage = (await openPage(reader)).page
  await mailPage.setContent(readEmailPart(email, 'text/html'))
  for (const width of [360, 700]) {
    await mailPage.setViewportSize({ width, height: 900 })
    expect(await findPageDefects(mailPage)).toEqual([])
    if (screenshotFolder)
      await mailPage.screenshot({
        path: `${screenshotFolder}/digest-${width}.png`,
        fullPage: true,
      })
  }

  const url = readEmailHeader(email, 'List-Unsubscribe')?.slice(1, -1) ?? ''
  await using stranger = await stack.visit({ javaScriptEnabled: false })
  const { page: unsubscribePage } = await openPage(stranger)
  await unsubscribePage.goto(url)
  const loadFrequency = async () => {
    const own = await openSession(platform)
    return (await own('GET', '/notificationPreferences')).body.digest
  }
  expect(await loadFrequency()).toBe('daily')
  for (const width of [1280, 360]) {
    await unsubscribePage.setViewportSize({ width, height: 700 })
    if (screenshotFolder)
      await unsubscribePage.screenshot({ path: `${screenshotFolder}/unsubscribe-${width}.png` })
  }
  await mailPage.goto(url)
  expect(await findPageDefects(mailPage)).toEqual([])
  await unsubscribePage.getByRole('button', { name: 'Unsubscribe' }).click()
  await unsubscribePage.getByRole('heading', { name: "You're unsubscribed" }).waitFor()
  expect(await loadFrequency()).toBe('off')
  // A mail server sends the same request, without cookies.
  const repeated = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(repeated.status).toBe(200)
  expect((await fetch(`${url}x`, { method: 'POST' })).status).toBe(404)
}, 120_000)
