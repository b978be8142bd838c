import { afterAll, expect, test } from 'vitest'
import { startStripe, defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { findAxeViolations } from '../support/browser/axe.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import {
  getNotification,
  openPage,
  getPanel,
  openSignedIn,
  withStack,
} from '../support/servers/stack.ts'

const [key = ''] = defaultStripeState.keys
const stripe = await startStripe({ keys: [key] })
const mail = await startMailServer()
afterAll(async () => {
  await stripe.stop()
  await mail.stop()
})
const stack = withStack(
  {},
  { PROVIDER_ENDPOINTS: `stripe=${stripe.url}`, OUTBOUND_ALLOW: '127.0.0.0/8' },
)
const screenshotFolder = process.env['SCREENSHOTS']
const rejectedKeyMessage = "Stripe doesn't recognize this secret key. Paste a new one."

test('a payment setup is tested, saved, tested again, and activated from the footer of its form', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/payment-setup?create')
  const panel = getPanel(page)
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await panel.getByLabel('Name', { exact: true }).fill('Stripe in one place')
  await panel.getByLabel(/^Test secret key/).fill('sk_test_another000')
  await press('Test without saving')
  await panel.getByText('The test failed. Nothing was saved.').waitFor()
  const secret = panel.getByLabel(/^Test secret key/)
  await expect.poll(() => secret.getAttribute('aria-invalid')).toBe('true')
  expect(await secret.inputValue()).toBe('sk_test_another000')
  await panel.locator('[data-outcome="failed"]').getByText(rejectedKeyMessage).waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/typed.png` })
  await press('Save, test, and activate')

  await page.getByRole('heading', { level: 1, name: 'Stripe in one place' }).waitFor()
  const section = page.locator('#test')
  await section.locator('[data-outcome="failed"]').getByText(rejectedKeyMessage).waitFor()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const getTop = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => one.getBoundingClientRect().top)
    expect(await getTop('#test'), `${width}`).toBeLessThanOrEqual(
      await getTop('input[name="name"]'),
    )
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/failed${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await section.getByRole('link', { name: 'Go to field' }).click()
  await page.getByLabel(/^Test secret key/).fill(key)
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/footer.png` })
  await page.getByRole('button', { name: 'Save, test, and activate' }).click()
  await section.getByText(/steps couldn't be checked/).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  if (screenshotFolder)
    await page.screenshot({ path: `${screenshotFolder}/next.png`, fullPage: true })
  await section.getByRole('button', { name: 'Activate' }).click()
  await getNotification(page, /^Activated/).waitFor()
  await section.getByRole('link', { name: 'Assign to stores' }).click()
  await page.getByRole('dialog', { name: 'Assign Stripe in one place to stores' }).waitFor()
  expect(faults).toEqual([])
})

test('a payment setup is tested, saved, tested again, and activated without JavaScript', async () => {
  await using signedInContext = await stack.visit()
  await openSignedIn(signedInContext, '/payment-setup')
  const storageState = await signedInContext.storageState()
  const viewport = { width: 360, height: 800 }
  await using plainContext = await stack.visit({ javaScriptEnabled: false, storageState, viewport })
  const { page } = await openPage(plainContext)
  await page.goto('/payment-setup?create')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Stripe by hand')
  await page.getByLabel(/^Test secret key/).fill('sk_test_another000')
  await press('Test without saving')
  await page.getByText('The test failed. Nothing was saved.').waitFor()
  await page.getByText(rejectedKeyMessage).first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
    'Stripe by hand',
  )
  expect(await page.content()).not.toContain('sk_test_another000')
  if (screenshotFolder)
    await page.screenshot({ path: `${screenshotFolder}/plainTyped.png`, fullPage: true })
  await page.getByLabel(/^Test secret key/).fill(key)
  await press('Save and test')
  const section = page.locator('#test')
  const refreshResult = async () => {
    const refresh = section.getByRole('link', { name: 'Refresh' })
    if (await refresh.isVisible()) await refresh.click()
    return section.getByText(/steps couldn't be checked/).isVisible()
  }
  await expect.poll(refreshResult, { timeout: 30_000, interval: 500 }).toBe(true)
  if (screenshotFolder)
    await page.screenshot({ path: `${screenshotFolder}/plainNext.png`, fullPage: true })
  await section.getByRole('button', { name: 'Activate anyway' }).click()
  await getNotification(page, /^Activated/).waitFor()
})

test('SMTP settings are tested before they are saved, then saved, tested, and activated', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/smtpSettings?create')
  const panel = getPanel(page)
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await panel.getByLabel('Name', { exact: true }).fill('Typed relay')
  await panel.getByLabel('Host').fill('127.0.0.1')
  await panel.getByLabel('Port').fill(String(mail.port))
  await panel.getByLabel('Verify certificate').uncheck()
  await panel.getByLabel(/^Username/).fill('shop')
  await panel.getByLabel(/^Password/).fill('wrong')
  await panel.getByLabel('From address').fill('shop@example.com')
  await panel.getByLabel('Send test to').fill('typed@example.com')
  await press('Test without saving')
  await panel
    .locator('[data-outcome="failed"]')
    .getByText('The mail server rejected the username or password. Enter them again.')
    .waitFor()
  expect(mail.received).toEqual([])
  await panel.getByLabel(/^Password/).fill('open sesame')
  await press('Test without saving')
  await panel.getByText('Nothing has been saved yet.').waitFor()
  expect(mail.received.map(({ to }) => to)).toEqual([['typed@example.com']])
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/mailTyped.png` })
  await page.setViewportSize({ width: 360, height: 800 })
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/mailTyped360.png` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await press('Save, test, and activate')
  await page.getByRole('dialog', { name: 'Test Typed relay' }).waitFor()
  await panel.getByText('No stores use these settings yet.').waitFor()
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/mailActive.png` })
  await panel.getByRole('link', { name: 'Assign to stores' }).click()
  await page.getByRole('dialog', { name: 'Assign Typed relay to stores' }).waitFor()
  expect(faults).toEqual([])
})
