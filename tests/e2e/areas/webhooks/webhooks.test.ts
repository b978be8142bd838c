import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  getPanel,
  openSignedIn,
  waitForHydration,
  withStack,
} from '#tests/support/servers/stack.ts'
import { startWebhookReceiver } from '#tests/support/servers/webhookReceiver.ts'

const screenshotFolder = process.env['SCREENSHOTS']
const receiver = await startWebhookReceiver()
afterAll(() => receiver.stop())
const stack = withStack({}, { OUTBOUND_ALLOW: '127.0.0.0/8' })

async function takeScreenshots(page: Page, name: string): Promise<void> {
  for (const width of screenshotFolder ? [1280, 360] : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${screenshotFolder}/webhooks-${name}-${width}.png` })
  }
  if (screenshotFolder) await page.setViewportSize({ width: 1280, height: 800 })
}

test('a program subscribes to an event, its delivery is in the log, and an operator replays it', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/webhookSubscriptions')
  const panel = getPanel(page)
  await page.getByRole('link', { name: 'Create webhook' }).first().click()
  await panel.getByLabel('Name').fill('Invoicing')
  await panel.getByLabel('URL').fill(receiver.url)
  await panel.getByLabel('User invited').check()
  await takeScreenshots(page, 'create')
  expect(await findAxeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  const secret = (await panel.getByText(/^whsec_/).textContent()) ?? ''
  await takeScreenshots(page, 'secret')

  const invited = await context.request.post('/api/users/invitations', {
    data: {
      kind: 'operator',
      records: [
        {
          firstName: 'Ana',
          lastName: 'Costa',
          email: 'ana.costa@example.com',
          jobTitle: null,
          groupIds: [],
          allStores: true,
          storeIds: [],
        },
      ],
    },
  })
  expect(invited.status()).toBe(201)
  await expect.poll(() => receiver.state.received.length, { timeout: 30_000 }).toBe(1)
  const [event] = receiver.state.received
  if (!event) throw new Error('Nothing was received')
  expect(receiver.verify(event, secret)).toMatchObject({
    type: 'user.invited',
    data: { resource: 'users' },
  })

  await page.goto('/webhookSubscriptions?deliveries')
  await waitForHydration(page)
  await takeScreenshots(page, 'deliveries')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('row', { name: /User invited/ }).click()
  await panel.getByText('"type": "user.invited"', { exact: false }).waitFor()
  await takeScreenshots(page, 'delivery')
  expect(await findAxeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Replay delivery' }).click()
  await getNotification(page, /^Resent/).waitFor()
  await expect.poll(() => receiver.state.received.length, { timeout: 30_000 }).toBe(2)
  expect(receiver.state.received[1]?.id).toBe(event.id)

  await page.goto('/webhookSubscriptions')
  await waitForHydration(page)
  await page
    .getByRole('row', { name: /Invoicing/ })
    .getByText('Active')
    .waitFor()
  await takeScreenshots(page, 'list')
  expect(faults).toEqual([])
})
