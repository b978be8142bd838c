import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { startPaymentProviders } from '#tests/api/support/chargedSetups.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  getPanel,
  openPage,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const providers = await startPaymentProviders()
afterAll(() => providers.stop())
const endpoints = Object.entries(providers.endpoints).map(([name, url]) => `${name}=${url}`)
const stack = withStack(
  {},
  { PROVIDER_ENDPOINTS: endpoints.join(','), OUTBOUND_ALLOW: '127.0.0.0/8' },
)

/** Counts the refunds that the providers were asked for. */
const countRefunds = () =>
  providers.stripe.refunds.size +
  providers.adyen.refunds.size +
  providers.paypal.refunds.size +
  providers.braintree.refunds.length

type RecoveredAttempt = { orderId: number; orderNumber: string }

/** Finds the demo order that was charged twice, which a member on the phone would name. */
async function findDoubleCharge(page: Page): Promise<string> {
  const load = async (path: string) => (await page.request.get(path)).json()
  const path = '/api/paymentAttempts?filter[status][eq]=recovered&sort=-recoveredAt&limit=100'
  const attempts: RecoveredAttempt[] = (await load(path)).data
  for (const { orderId, orderNumber } of attempts)
    if ((await load(`/api/orders/${orderId}/refundableCharges`)).data.length > 1) return orderNumber
  throw new Error('No demo order was charged twice')
}

test('an order that was charged twice is refunded within six clicks', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const panel = getPanel(page)
  const number = await findDoubleCharge(page)
  const refundedBefore = countRefunds()
  let clicks = 0
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(number)
  clicks += 1
  await page
    .getByRole('option', { name: new RegExp(`^${number} `) })
    .first()
    .click()
  await page.waitForURL(/(order|timeline)=\d+/)
  clicks += 1
  await panel.getByRole('link', { name: 'Refund...', exact: true }).click()
  await panel.getByLabel('Payment', { exact: true }).waitFor()
  await panel.getByLabel('Reason', { exact: true }).fill('Charged twice')
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  clicks += 1
  await panel.getByRole('button', { name: 'Refund', exact: true }).click()
  // Some providers decide later.
  await getNotification(page, /: Charged twice$/).waitFor()
  await panel.getByText(/^(Refunded|Refund processing at the provider)$/).waitFor()
  expect(clicks).toBeLessThanOrEqual(6)
  expect(countRefunds()).toBe(refundedBefore + 1)
  expect(faults).toEqual([])
})

test("an operator records the result of a refund whose provider didn't answer", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/paymentAttempt?refunds')
  await page.getByRole('link', { name: /^Unknown/ }).click()
  await page.getByRole('link', { name: 'Lost in the mail' }).click()
  const panel = getPanel(page)
  const record = panel.getByRole('button', { name: 'Record result' })
  await record.click()
  await panel.getByText('Result is a required field').waitFor()
  await panel.getByText('Reason is a required field').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Ask provider again' }).waitFor()
  await panel.getByLabel('Result').selectOption('notRefunded')
  await panel.getByLabel('Reason').fill("The dashboard doesn't list it")
  await record.click()
  await getNotification(page, /^Changed the status of/).waitFor()
  await page.goto('/paymentAttempt?refunds&filter[state][eq]=failed')
  await page.getByRole('link', { name: 'Lost in the mail' }).click()
  await panel.getByText("The dashboard doesn't list it").waitFor()
  expect(faults).toEqual([])
})

test('orders are refunded in bulk after a preview, also without JavaScript and on a phone', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const load = async (path: string) => (await context.request.get(`/api${path}`)).json()
  const { data } = await load('/orders?filter[status][eq]=fulfilled&limit=20')
  const ids: number[] = data.map(({ id }: { id: number }) => id)
  const charges = await Promise.all(ids.map((id) => load(`/orders/${id}/refundableCharges`)))
  const refundable = ids.find((_id, index) => charges[index].data[0]?.refundable > 0)
  const { page } = await openPage(context)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/paymentAttempt?orders&bulk=refund&chosen=${refundable}`)
  const panel = getPanel(page)
  await panel.getByLabel('Payments to refund').selectOption('all')
  await panel.getByLabel('Reason').fill('Shop closed')
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText(/^This refunds .* to the member of 1 order\.$/).waitFor()
  await panel.getByText(/^Refunds .* through /).waitFor()
  const width = await page.locator('html').evaluate((element) => element.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await panel.getByRole('button', { name: 'Refund 1 order' }).click()
  await expect
    .poll(async () => {
      const refunds = await load(`/paymentRefunds?filter[orderId][eq]=${refundable}`)
      return refunds.data.map(({ reason }: { reason: string }) => reason)
    })
    .toContain('Shop closed')
})

test('refunds are listed by state, also without JavaScript and on a phone', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const { page } = await openPage(context)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/paymentAttempt?refunds')
  await page
    .getByRole('link', { name: /^Failed/ })
    .first()
    .click()
  await page.getByText('Ordered by mistake').first().waitFor()
  const width = await page.locator('html').evaluate((element) => element.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
