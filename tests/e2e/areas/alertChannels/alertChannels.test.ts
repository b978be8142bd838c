import { afterAll, expect, test } from 'vitest'
import { startSlack, slackSettings } from '#scripts/mockProviders/slack.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  getPanel,
  openSignedIn,
  waitForHydration,
  withStack,
} from '#tests/support/servers/stack.ts'

const screenshotFolder = process.env['SCREENSHOTS']
const slack = await startSlack()
afterAll(() => slack.stop())
const stack = withStack(
  {},
  { OUTBOUND_ALLOW: '127.0.0.0/8', PROVIDER_ENDPOINTS: `slack=${slack.url}` },
)

/** A channel gets one message a minute, so the second one arrives a minute after the first. */
const messageLimitMs = 90_000

test('a channel is set up, tested, and activated; an alert reaches it once, and is closed once it is fixed', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/alertChannels?create')
  const panel = getPanel(page)
  const texts = () => slack.state.messages.map(({ text }) => text)
  const takeScreenshots = async (name: string) => {
    for (const width of screenshotFolder ? [1280, 360] : []) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${screenshotFolder}/alertChannels-${name}-${width}.png` })
    }
    if (screenshotFolder) await page.setViewportSize({ width: 1280, height: 800 })
  }
  await panel.getByLabel('Name').fill('Print team')
  await panel.getByLabel('Type').selectOption('slack')
  await panel.getByLabel('Webhook URL').waitFor()
  await panel.getByLabel('Type').selectOption('slackApp')
  await panel.getByLabel('Webhook URL').waitFor({ state: 'hidden' })
  await panel.getByLabel('Bot token').fill(slackSettings.token)
  await panel.getByLabel('Channel ID').fill('#print-team')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Enter the ID of a channel, such as C0123456789.').waitFor()
  await panel.getByLabel('Channel ID').fill(slackSettings.channel)
  expect(await findAxeViolations(page)).toEqual([])
  await takeScreenshots('create')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()

  const channels = page.getByRole('region', { name: 'alert channels' })
  await channels.getByRole('link', { name: 'Print team' }).click()
  await panel.locator('#test').getByRole('button', { name: 'Test', exact: true }).click()
  await panel.getByText('The test message was accepted. Check that it arrived.').waitFor()
  await panel.locator('#test').getByRole('button', { name: 'Activate', exact: true }).click()
  await getNotification(page, /^Activated/).waitFor()
  expect(texts()).toEqual([expect.stringContaining('test of the alert channel Print team')])
  slack.state.messages = []

  await page.goto('/alertChannels?rules&create')
  await waitForHydration(page)
  await panel.getByLabel('Name').fill('Expiring tokens')
  await panel.getByLabel('Channel', { exact: true }).fill('Print team')
  await page.getByRole('option', { name: 'Print team' }).click()
  await panel.getByLabel('Expiration').check()
  await panel.getByText('All areas', { exact: true }).click()
  await panel.getByLabel('Print on demand').check()
  await takeScreenshots('rule')
  expect(await findAxeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()

  const toDay = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const values = { name: 'Poster printer', token: 'a-token-of-tests', tokenExpiresOn: toDay(10) }
  const created = await context.request.post('/api/printfulSetup', {
    data: { ...getInitialValues(printfulSetup), ...values },
  })
  expect(created.status()).toBe(201)
  const alert = 'Token for Poster printer expires in 10 days'
  await expect.poll(texts, { timeout: 30_000 }).toEqual([`Warning: ${alert}`])

  const loadStatuses = async () => {
    const { data } = await (await context.request.get('/api/alertDeliveries')).json()
    return data.map(({ status }: { status: string }) => status)
  }
  await expect.poll(loadStatuses, { timeout: 30_000 }).toEqual(['sent'])
  await page.goto('/alertChannels?deliveries')
  await waitForHydration(page)
  await page
    .getByRole('row', { name: /Token for Poster printer/ })
    .getByText('Sent')
    .waitFor()
  await takeScreenshots('deliveries')
  expect(await findAxeViolations(page)).toEqual([])
  const { id } = await created.json()
  const fixed = await context.request.patch(`/api/printfulSetup/${id}`, {
    data: { tokenExpiresOn: toDay(300) },
    headers: { 'if-match': '"1"' },
  })
  expect(fixed.status()).toBe(200)
  await expect
    .poll(texts, { timeout: messageLimitMs })
    .toEqual([`Fixed: ${alert}`, `Fixed: ${alert}`])
  const [first, reply] = slack.state.messages
  expect(reply?.thread_ts).toBe(first?.ts)
  await expect.poll(loadStatuses, { timeout: 30_000 }).toEqual(['fixed'])
  await page.reload()
  await page
    .getByRole('row', { name: /Token for Poster printer/ })
    .getByText('Closed')
    .waitFor()
  expect(faults).toEqual([])
}, 180_000)
