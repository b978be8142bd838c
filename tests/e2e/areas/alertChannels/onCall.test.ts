import { afterAll, expect, test } from 'vitest'
import { deliverDueEmails } from '#server/platform/areas/email/deliverDueEmails.ts'
import { createActiveChannel, insertAlert, sendAlerts } from '#tests/api/support/alerts.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { createDefaultSmtpSetting, mailPlatformOptions } from '#tests/api/support/mail.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { withClockStack } from '#tests/support/servers/clockStack.ts'
import {
  getNotification,
  getPanel,
  openSignedIn,
  waitForHydration,
} from '#tests/support/servers/stack.ts'

const screenshotFolder = process.env['SCREENSHOTS']
const mailServer = await startMailServer()
afterAll(() => mailServer.stop())
const stack = withClockStack({ ...mailPlatformOptions, seed: false })

test('an alert that stays unassigned is escalated to the user on call', async () => {
  const platform = stack.platform()
  const call = await openSession(platform)
  await createDefaultSmtpSetting(platform, call, mailServer.port)
  await createActiveChannel(platform, call, {
    name: 'Team',
    type: 'email',
    recipients: ['team@example.com'],
  })
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(
    context,
    '/alertChannels?rotations&create',
    platform.operator,
  )
  const panel = getPanel(page)
  const checkPage = async (name: string) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findPageDefects(page)).toEqual([])
      if (screenshotFolder)
        await page.screenshot({ path: `${screenshotFolder}/onCall-${name}-${width}.png` })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const choose = async (label: string, name: string) => {
    await panel.getByLabel(label, { exact: true }).fill(name)
    await page.getByRole('option', { name }).click()
  }

  await panel.getByLabel('Name').fill('Payments on call')
  await choose('Users in order', 'Platform Operator')
  await panel.getByLabel('First week').fill('2026-01-05')
  await checkPage('rotation')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()
  await page.getByRole('row', { name: /Payments on call.*Platform Operator/ }).waitFor()
  await checkPage('rotations')

  const { data } = (await call('GET', '/onCallRotations')).body
  const channel = { name: 'On call', type: 'onCall', rotationId: data[0].id }
  await createActiveChannel(platform, call, channel)
  await deliverDueEmails(platform.platform)
  mailServer.received.length = 0

  await page.goto('/alertChannels?rules&create')
  await waitForHydration(page)
  await panel.getByLabel('Name').fill('Everything')
  await choose('Channel', 'Team')
  await panel.getByLabel('First escalation after (minutes)').fill('15')
  await choose('First escalation to', 'On call')
  await checkPage('rule')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()

  const getRecipients = () => mailServer.received.map(({ to }) => to[0])
  await insertAlert(platform, 'incident/1')
  await sendAlerts(platform)
  expect(getRecipients()).toEqual(['team@example.com'])
  platform.advance(14 * 60_000)
  await sendAlerts(platform)
  expect(getRecipients()).toEqual(['team@example.com'])
  platform.advance(60_000)
  await sendAlerts(platform)
  expect(getRecipients()).toEqual(['team@example.com', platform.operator.email])
  expect(mailServer.received.at(-1)?.content).toContain('Not acknowledged: Cause of incident/1')

  await page.goto('/alertChannels?deliveries')
  await waitForHydration(page)
  await page
    .getByRole('row', { name: /Cause of incident.*On call/ })
    .getByText('Sent')
    .waitFor()
  expect(faults).toEqual([])
}, 120_000)
