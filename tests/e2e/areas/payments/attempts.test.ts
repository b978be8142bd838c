import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { startPaymentProviders } from '#tests/api/support/chargedSetups.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  getNotification,
  openPage,
  getPanel,
  openSignedIn,
  withStack,
} from '#tests/support/servers/stack.ts'

const providers = await startPaymentProviders()
afterAll(() => providers.stop())
// Every card is declined for insufficient funds, so that a retried payment can be retried again.
providers.stripe.state.declineCode = 'insufficient_funds'
providers.adyen.state.refusalReasonCode = '12'
providers.paypal.state.declineCode = '5120'
providers.braintree.state.declineCode = '2001'
const endpoints = Object.entries(providers.endpoints).map(([name, url]) => `${name}=${url}`)
const stack = withStack(
  {},
  { PROVIDER_ENDPOINTS: endpoints.join(','), OUTBOUND_ALLOW: '127.0.0.0/8' },
)
const getMenu = (page: Page) => page.getByLabel(/^More actions for #/).first()

async function chooseAction(page: Page, action: string) {
  await getMenu(page).click()
  await page.getByRole('link', { name: action, exact: true }).first().click()
  await getPanel(page).waitFor()
}

test("an operator sends a payment link, dismisses, reopens, and retries failed payments, and opens an order's timeline", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/paymentAttempt?filter[status][eq]=waiting')
  const panel = getPanel(page)
  await chooseAction(page, 'Send payment link...')
  await panel.getByRole('button', { name: 'Send payment link' }).click()
  await panel.getByText(/^https:.*\/pay\//).waitFor()
  await panel.getByRole('link', { name: 'Done' }).click()
  await panel.waitFor({ state: 'detached' })

  await chooseAction(page, 'Dismiss...')
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await panel.getByText('Reason for dismissal is a required field').waitFor()
  await panel.getByLabel('Reason for dismissal', { exact: true }).fill('Paid in cash')
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  const order =
    (await getNotification(page, /^Changed the status of #/).textContent())?.match(/#\d+/)?.[0] ??
    ''
  expect(order).toMatch(/^#\d+$/)

  await page.goto('/paymentAttempt')
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(order)
  await page
    .getByRole('option', { name: new RegExp(`^${order} `) })
    .first()
    .click()
  await page.waitForURL(/(order|timeline)=\d+/)
  await panel.getByText('Paid in cash').first().waitFor()
  expect(await panel.getByRole('listitem').allTextContents()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Order placed/),
      expect.stringMatching(/^Payment failed Attempt 1/),
    ]),
  )
  expect(await findAxeViolations(page, 'dialog')).toEqual([])

  await page.goto('/paymentAttempt?filter[status][eq]=abandoned&filter[retryable][eq]=yes')
  await waitForHydration(page)
  expect(await findAxeViolations(page)).toEqual([])
  await chooseAction(page, 'Reopen...')
  await panel.getByRole('button', { name: 'Reopen' }).click()
  const reopenedOrder =
    (await getNotification(page, /^Changed the status of #/).textContent())?.match(/#\d+/)?.[0] ??
    ''
  await page.goto(`/paymentAttempt?search=${encodeURIComponent(reopenedOrder)}`)
  await waitForHydration(page)
  await chooseAction(page, 'Retry now...')
  await panel.getByRole('button', { name: /^Charge [\d.,]+ [A-Z]{3}$/ }).click()
  await getNotification(page, /^(Running|Finished): Retry payment for #/)
    .first()
    .waitFor()
  // The timeline, which is open now, shows the result.
  await page.waitForURL(/timeline=\d+/)
  await panel
    .getByText(/^Retry failed/)
    .first()
    .waitFor()
  await panel.getByRole('link', { name: /Close/ }).first().click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page
    .getByText(/^Retry payment for #\d+/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test('failed payments of a reason are dismissed by a job that can be undone, and retried together', async () => {
  await using context = await stack.visit()
  const listPath = '/paymentAttempt?filter[reason][eq]=configuration&filter[status][eq]=open'
  const { page, faults } = await openSignedIn(context, listPath)
  const panel = getPanel(page)
  const openCount = await page.locator('[data-row]').count()
  await page.getByRole('link', { name: /^#\d+/ }).first().focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('link', { name: 'Dismiss...', exact: true }).first().click()
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText('Reason for dismissal is a required field').waitFor()
  await panel.getByLabel('Reason for dismissal', { exact: true }).fill('Test orders')
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  const dismiss = panel.getByRole('button', { name: /^Dismiss [\d,]+ payment attempts?$/ })
  await dismiss.waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await dismiss.click()
  await panel.getByText('Finished.').waitFor()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await panel.getByRole('heading', { name: /^Undo: Dismiss/ }).waitFor()
  await panel.getByText('Finished.').waitFor()
  await page.goto(listPath)
  await waitForHydration(page)
  expect(await page.locator('[data-row]').count()).toBe(openCount)

  const abandoned = 'filter[reason][eq]=insufficient_funds&filter[status][eq]=abandoned'
  const response = await context.request.get(`/api/paymentAttempts?${abandoned}&limit=25`)
  // Reopens a payment, as the previous test does if it runs.
  const [abandonedAttempt] = (await response.json()).data
  if (abandonedAttempt)
    await context.request.delete(`/api/paymentAttempts/${abandonedAttempt.id}/dismissal`, {
      data: {},
      headers: { 'If-Match': String(abandonedAttempt.version) },
    })
  const [openAttempt] = (
    await (await context.request.get('/api/paymentAttempts?filter[status][eq]=open')).json()
  ).data
  await page.goto(`/paymentAttempt?settle=${openAttempt.id}`)
  await waitForHydration(page)
  await panel.getByRole('button', { name: 'Record result' }).click()
  await panel.getByText('Result is a required field').waitFor()
  await panel.getByLabel('Result').selectOption('notCharged')
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Record result' }).click()
  await panel.getByText('The result of this charge is already known.').waitFor()
  await page.goto('/paymentAttempt?retryMany')
  await waitForHydration(page)
  await panel.getByLabel('Reason', { exact: true }).selectOption('insufficient_funds')
  await panel.getByRole('button', { name: 'Review charges' }).click()
  await panel
    .getByText(/Charges totaling [\d.,]+ [A-Z]{3}/)
    .first()
    .waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: /order/ }).last().click()
  await getNotification(page, /^(Running|Finished): Retry [\d,]+ payments? \(/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

const getIncident = (page: Page) =>
  page.getByRole('link', {
    name: /account is restricted|access its merchant account/,
  })

test('an incident shows its stores and the amount at stake, links to its fix, and is assigned and resolved', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/paymentAttempt?incidents')
  const panel = getPanel(page)
  await getIncident(page).first().click()
  await panel.getByText(/^Unpaid: /).waitFor()
  const stores = panel.getByRole('table', { name: 'Stores' })
  expect(await stores.getByRole('row').count()).toBeGreaterThan(1)
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel
    .getByText(/^Fix the payment setup, then test and activate it\. Then come back here/)
    .waitFor()
  await panel.getByRole('link', { name: 'Show payments' }).click()
  await page.waitForURL(/\/paymentAttempt\?filter\S*reason\S*configuration/)
  await page.locator('[data-row]').first().waitFor()
  await page.goBack()
  await panel.getByRole('link', { name: /^Open \w+ backup account$/ }).click()
  await page.waitForURL(/\/payment-setup\/\d+\/details/)
  await page.goBack()

  await panel.getByRole('link', { name: 'Assign' }).click()
  await panel.getByLabel('Assigned to').fill('oper')
  await page.getByRole('listbox').getByRole('option').first().click()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Assign' }).click()
  await getNotification(page, /^Saved/).waitFor()
  await getIncident(page).first().click()
  await panel.getByText('Assigned to', { exact: true }).waitFor()

  await panel.getByRole('link', { name: 'Resolve' }).click()
  await panel.getByRole('button', { name: 'Resolve' }).click()
  await panel.getByText('Resolution is a required field').waitFor()
  await panel.getByLabel('Resolution').fill('The key was renewed')
  await panel.getByRole('button', { name: 'Resolve' }).click()
  await getNotification(page, /^Changed the status of/).waitFor()
  await page
    .getByRole('row', { name: /(account is restricted|access its merchant account).*Resolved/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test('the list, a timeline, and a retry by reason work without JavaScript at 360 px', async () => {
  await using signedInContext = await stack.visit()
  await openSignedIn(signedInContext, '/paymentAttempt')
  const storageState = await signedInContext.storageState()
  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState,
    viewport: { width: 360, height: 800 },
  })
  const { page } = await openPage(plainContext)
  await page.goto('/paymentAttempt')
  const hasOverflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await hasOverflow()).toBe(false)
  await page.getByRole('link', { name: /^#\d+/ }).first().click()
  await getPanel(page).getByText('Order placed').waitFor()
  expect(await hasOverflow()).toBe(false)
  // An incident links to this URL.
  await page.goto('/paymentAttempt?retryMany&begin[reason]=gateway_error')
  expect(await getPanel(page).getByLabel('Reason', { exact: true }).inputValue()).toBe(
    'gateway_error',
  )
  await getPanel(page).getByRole('button', { name: 'Review charges' }).click()
  await getPanel(page)
    .getByText(/There are no failed payments left|Charges totaling/)
    .waitFor()
})
