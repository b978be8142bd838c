import { afterAll, expect, test } from 'vitest'
import { startStripe, defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  openPage,
  getPanel,
  openSignedIn,
  withStack,
} from '#tests/support/servers/stack.ts'

const [firstKey = ''] = defaultStripeState.keys
const nextKey = 'sk_test_next0123456789'
const stripe = await startStripe({ keys: [firstKey, nextKey] })
afterAll(() => stripe.stop())
const stack = withStack(
  {},
  { PROVIDER_ENDPOINTS: `stripe=${stripe.url}`, OUTBOUND_ALLOW: '127.0.0.0/8' },
)

test('a payment setup is created, fixed after a failed test, activated, gets new credentials, and switches to live mode', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/payment-setup?create')
  const panel = getPanel(page)
  await panel.getByLabel('Name', { exact: true }).fill('Stripe Nordics')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Stripe Nordics/ })
  await row.getByRole('link', { name: 'Stripe Nordics', exact: true }).click()

  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByLabel(/^Test secret key/).fill('sk_test_another000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Saved/).waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page
    .getByText("Stripe doesn't recognize this secret key. Paste a new one.")
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Go to field' }).click()
  await page.getByLabel(/^Test secret key/).fill(firstKey)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/settings, which have changed since then\. Test again\.$/).waitFor()
  await page.getByRole('button', { name: 'Run test' }).click()
  await page.getByText('The account (DE) can take payments.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Activate anyway' }).click()
  await getNotification(page, /^Activated/).waitFor()

  const rotation = page.getByRole('region', { name: 'Rotate credentials' })
  await rotation.getByLabel(/^New secret key(?! expires)/).fill('sk_test_another000')
  await rotation.getByRole('button', { name: 'Rotate credentials' }).click()
  await rotation.getByText("Stripe doesn't recognize this secret key. Paste a new one.").waitFor()
  await rotation.getByLabel(/^New secret key(?! expires)/).fill(nextKey)
  await rotation.getByRole('button', { name: 'Rotate credentials' }).click()
  await rotation
    .getByText(/^Events signed with the old test credentials are accepted until/)
    .waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByText('No events yet').waitFor()
  await page.getByRole('link', { name: 'General', exact: true }).click()
  await page.getByLabel('Enter "Stripe Nordics" to confirm').first().fill('Stripe Nordics')
  await page.getByRole('button', { name: 'Switch to live mode' }).click()
  await page.getByRole('button', { name: 'Switch to test mode' }).waitFor()
  expect(faults).toEqual([])
})

test('every tab of a payment setup fits and is saved without JavaScript at 360 px', async () => {
  await using signedInContext = await stack.visit()
  await openSignedIn(signedInContext, '/payment-setup')
  const storageState = await signedInContext.storageState()
  const viewport = { width: 360, height: 800 }
  await using plainContext = await stack.visit({ javaScriptEnabled: false, storageState, viewport })
  const { page } = await openPage(plainContext)
  await page.goto('/payment-setup')
  await page
    .getByRole('link', { name: /account|Invoice/ })
    .first()
    .click()
  for (const tab of ['Methods and rules', 'Retries', 'Webhooks', 'Health', 'Change history']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    const hasOverflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
    expect(await hasOverflow(), tab).toBe(false)
  }
  await page.getByRole('link', { name: 'Methods and rules', exact: true }).click()
  await page.getByLabel('Currency for amount limits').selectOption('KWD')
  await page.getByLabel('Minimum amount').fill('1.25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Saved/).waitFor()
  expect(await page.getByLabel('Minimum amount').inputValue()).toBe('1.250')
  await page.getByRole('link', { name: 'Capture and refunds', exact: true }).click()
  await page.getByLabel(/^Refund period/).fill('30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor()
})
