import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { startChargers } from '#tests/api/support/chargedSetups.ts'
import { axeFaults } from '#tests/support/browser/axe.ts'
import {
  hydrated,
  messageOf,
  openPage,
  panelOf,
  signedInAt,
  withStack,
} from '#tests/support/servers/stack.ts'

const chargers = await startChargers()
afterAll(() => chargers.stop())
// Each card is declined for want of funds, so what is charged again can be charged once more.
chargers.stripe.state.declines = 'insufficient_funds'
chargers.adyen.state.refuses = '12'
chargers.paypal.state.declines = '5120'
chargers.braintree.state.declines = '2001'
const endpoints = Object.entries(chargers.endpoints).map(([name, url]) => `${name}=${url}`)
const stack = withStack(
  {},
  { PROVIDER_ENDPOINTS: endpoints.join(','), OUTBOUND_ALLOW: '127.0.0.0/8' },
)
const menuOf = (page: Page) => page.getByLabel(/^More actions for #/).first()

async function choose(page: Page, action: string) {
  await menuOf(page).click()
  await page.getByRole('link', { name: action, exact: true }).first().click()
  await panelOf(page).waitFor()
}

test('an operator charges again, sends a pay link, dismisses and opens again what failed; an order leads to its timeline', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/paymentAttempt?filter[status][eq]=waiting')
  const panel = panelOf(page)
  await choose(page, 'Send payment link...')
  await panel.getByRole('button', { name: 'Send payment link' }).click()
  await panel.getByText(/^https:.*\/pay\//).waitFor()
  await panel.getByRole('link', { name: 'Done' }).click()
  await panel.waitFor({ state: 'detached' })

  await choose(page, 'Dismiss...')
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await panel.getByText('Reason for dismissal is a required field').waitFor()
  await panel.getByLabel('Reason for dismissal', { exact: true }).fill('Paid in cash')
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  const order =
    (await messageOf(page, /^Changed the status of #/).textContent())?.match(/#\d+/)?.[0] ?? ''
  expect(order).toMatch(/^#\d+$/)

  await page.goto('/paymentAttempt')
  await hydrated(page)
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
  expect(await axeFaults(page, 'dialog')).toEqual([])

  await page.goto('/paymentAttempt?filter[status][eq]=abandoned&filter[retryable][eq]=yes')
  await hydrated(page)
  expect(await axeFaults(page)).toEqual([])
  await choose(page, 'Reopen...')
  await panel.getByRole('button', { name: 'Reopen' }).click()
  const opened =
    (await messageOf(page, /^Changed the status of #/).textContent())?.match(/#\d+/)?.[0] ?? ''
  await page.goto(`/paymentAttempt?search=${encodeURIComponent(opened)}`)
  await hydrated(page)
  await choose(page, 'Retry now...')
  await panel.getByRole('button', { name: /^Charge [\d.,]+ [A-Z]{3}$/ }).click()
  await messageOf(page, /^(Running|Finished): Retry payment for #/)
    .first()
    .waitFor()
  // What comes of it stands in its timeline, which is open now.
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

test('failed payments of a reason are dismissed together as a job, which undo takes back; a class is charged again as one', async () => {
  await using context = await stack.visit()
  const address = '/paymentAttempt?filter[reason][eq]=configuration&filter[status][eq]=open'
  const { page, faults } = await signedInAt(context, address)
  const panel = panelOf(page)
  const open = await page.locator('[data-row]').count()
  await page.getByRole('link', { name: /^#\d+/ }).first().focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('link', { name: 'Dismiss...', exact: true }).first().click()
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText('Reason for dismissal is a required field').waitFor()
  await panel.getByLabel('Reason for dismissal', { exact: true }).fill('Test orders')
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  const dismiss = panel.getByRole('button', { name: /^Dismiss [\d,]+ payment attempts?$/ })
  await dismiss.waitFor()
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await dismiss.click()
  await panel.getByText('Finished.').waitFor()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await panel.getByRole('heading', { name: /^Undo: Dismiss/ }).waitFor()
  await panel.getByText('Finished.').waitFor()
  await page.goto(address)
  await hydrated(page)
  expect(await page.locator('[data-row]').count()).toBe(open)

  const abandoned = 'filter[reason][eq]=insufficient_funds&filter[status][eq]=abandoned'
  const found = await context.request.get(`/api/paymentAttempts?${abandoned}&limit=25`)
  // The order that the test before opened again, where it ran.
  const [closed] = (await found.json()).data
  if (closed)
    await context.request.delete(`/api/paymentAttempts/${closed.id}/dismissal`, {
      data: {},
      headers: { 'If-Match': String(closed.version) },
    })
  const [standing] = (
    await (await context.request.get('/api/paymentAttempts?filter[status][eq]=open')).json()
  ).data
  await page.goto(`/paymentAttempt?settle=${standing.id}`)
  await hydrated(page)
  await panel.getByRole('button', { name: 'Record result' }).click()
  await panel.getByText('Result is a required field').waitFor()
  await panel.getByLabel('Result').selectOption('notCharged')
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Record result' }).click()
  await panel.getByText('The result of this charge is already known.').waitFor()
  await page.goto('/paymentAttempt?retryMany')
  await hydrated(page)
  await panel.getByLabel('Reason', { exact: true }).selectOption('insufficient_funds')
  await panel.getByRole('button', { name: 'Review charges' }).click()
  await panel
    .getByText(/Charges totaling [\d.,]+ [A-Z]{3}/)
    .first()
    .waitFor()
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: /order/ }).last().click()
  await messageOf(page, /^(Running|Finished): Retry [\d,]+ payments?: /)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

const incidentOf = (page: Page) =>
  page.getByRole('link', {
    name: /account is restricted|access the merchant account/,
  })

test('an incident tells its cause, stores and stakes, leads to its one mend, gets an owner, and is resolved', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/paymentAttempt?incidents')
  const panel = panelOf(page)
  await incidentOf(page).first().click()
  await panel.getByText(/^At stake: /).waitFor()
  const stores = panel.getByRole('table', { name: 'Stores' })
  expect(await stores.getByRole('row').count()).toBeGreaterThan(1)
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByText(/^Fix and test the payment setup, then retry/).waitFor()
  await panel.getByRole('link', { name: 'Show payments' }).click()
  await page.waitForURL(/\/paymentAttempt\?filter\S*reason\S*configuration/)
  await page.locator('[data-row]').first().waitFor()
  await page.goBack()
  await panel.getByRole('link', { name: /^Open \w+ second account$/ }).click()
  await page.waitForURL(/\/payment-setup\/\d+\/details/)
  await page.goBack()

  await panel.getByRole('link', { name: 'Assign' }).click()
  await panel.getByLabel('Assigned to').fill('oper')
  await page.getByRole('listbox').getByRole('option').first().click()
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Assign' }).click()
  await messageOf(page, /^Saved/).waitFor()
  await incidentOf(page).first().click()
  await panel.getByText('Assigned to', { exact: true }).waitFor()

  await panel.getByRole('link', { name: 'Resolve' }).click()
  await panel.getByRole('button', { name: 'Resolve' }).click()
  await panel.getByText('Resolution is a required field').waitFor()
  await panel.getByLabel('Resolution').fill('The key was renewed')
  await panel.getByRole('button', { name: 'Resolve' }).click()
  await messageOf(page, /^Changed the status of/).waitFor()
  await page
    .getByRole('row', { name: /(account is restricted|access the merchant account).*Resolved/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test('without JavaScript, at 360 px: the list, a timeline, and a class that is charged again once it was told what that is', async () => {
  await using first = await stack.visit()
  await signedInAt(first, '/paymentAttempt')
  const storageState = await first.storageState()
  await using plain = await stack.visit({
    javaScriptEnabled: false,
    storageState,
    viewport: { width: 360, height: 800 },
  })
  const { page } = await openPage(plain)
  await page.goto('/paymentAttempt')
  const isWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await isWide()).toBe(false)
  await page.getByRole('link', { name: /^#\d+/ }).first().click()
  await panelOf(page).getByText('Order placed').waitFor()
  expect(await isWide()).toBe(false)
  // As an incident leads there.
  await page.goto('/paymentAttempt?retryMany&begin[reason]=gateway_error')
  expect(await panelOf(page).getByLabel('Reason', { exact: true }).inputValue()).toBe(
    'gateway_error',
  )
  await panelOf(page).getByRole('button', { name: 'Review charges' }).click()
  await panelOf(page)
    .getByText(/No payments that failed for this reason|Charges totaling/)
    .waitFor()
})
