import { afterAll, expect, test } from 'vitest'
import { startRuna } from '#scripts/mockProviders/runa.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { operator } from '#tests/support/servers/consoleProcess.ts'
import { getNotification, getPanel, openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const runa = await startRuna()
afterAll(() => runa.stop())
const stack = withStack({}, { RUNA_ENDPOINT: runa.url, OUTBOUND_ALLOW: '127.0.0.0/8' })

test('a Runa account is set up, tested, and activated, its balance is refreshed, and its gift cards are frozen', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/giftCardSetup?environment=sandbox')
  const pressButton = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('main').getByLabel('API key').first().fill('wgkeyofthelivesidelivelive')
  await page.getByLabel('Name').first().fill('Playground')
  await pressButton('Save')
  await getNotification(page, /^(Saved|Created)/).waitFor()
  // The notification of the failed test appears before the page has reloaded its data.
  const canReload = Promise.withResolvers<void>()
  await page.route(/\/api\/giftCardSetup\?/, async (route) => {
    await canReload.promise
    await route.fallback()
  })
  await pressButton(/^(Test|Run test)$/)
  await page
    .getByText(
      'This is a live key, but this setup is for the sandbox environment. Paste a sandbox key, which starts with XX.',
    )
    .first()
    .waitFor()

  await page.getByRole('main').getByLabel('API key').first().fill(runa.state.apiKey)
  // The test is pressed during the save, and tests the new settings.
  await pressButton('Save')
  await pressButton(/^(Test|Run test)$/)
  canReload.resolve()
  await page.getByText('The account can order products.').waitFor()
  await pressButton('Refresh balance')
  const balances = page.getByRole('region', { name: 'Balance' }).first()
  await balances.getByRole('row', { name: /JPY\s*45,000/ }).waitFor()
  await pressButton('Activate')
  await getNotification(page, /^Activated/).waitFor()

  await pressButton('Freeze gift cards')
  await page.getByText('Enter a reason so others know why gift cards are frozen.').first().waitFor()
  await page.getByLabel('Reason').fill('Stolen codes')
  await pressButton('Freeze gift cards')
  await page.getByText(/^Stops gift cards in all stores \([\d,]+ active templates?: /).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await pressButton(/^Freeze [\d,]+ active templates?$/)
  await page.getByText("Gift cards are frozen and can't be sent. Reason: Stolen codes").waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto('/wegift/templates')
  await page.getByText(/^Sandbox: gift cards are frozen/).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Open gift card setup' }).click()
  await pressButton('Unfreeze gift cards')
  await page.getByRole('button', { name: 'Freeze gift cards', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Live' }).click()
  await page.getByText('api.runa.io').waitFor()
  // Previews need frames, which the documents of other pages forbid, so this page loads a new one.
  await page.getByRole('link', { name: 'Gift card templates', exact: true }).click()
  await page.locator('html[data-hydrated]:not([data-frameless])').waitFor({ state: 'attached' })
  expect(faults).toEqual([])
})

test('a template is created, previewed, sent as a test, duplicated, and paused', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/wegift/templates?sync')
  const panel = getPanel(page)
  const pressButton = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await pressButton('Sync catalog')
  await getNotification(page, /^(Running|Finished)/)
    .first()
    .waitFor()
  await expect
    .poll(async () => {
      await page.goto('/wegift/templates?catalogue&filter[environment][eq]=sandbox&search=BOOK-DE')
      return page.getByRole('row', { name: /Bookshop/ }).count()
    })
    .toBeGreaterThan(0)

  await page.goto('/wegift/templates?create')
  await panel.getByLabel('Name', { exact: true }).fill('Thanks')
  await panel.getByLabel('Code', { exact: true }).fill('thanks')
  await panel.getByLabel(/^Products/).fill('Bookshop')
  await page
    .getByRole('option', { name: /BOOK-DE/ })
    .first()
    .click()
  await panel.getByRole('textbox', { name: /^Amounts/ }).fill('25.00')
  await panel.getByRole('textbox', { name: /^Amounts/ }).press('Enter')
  await panel.getByLabel('Sender').fill('Acme')
  await panel.getByLabel('Subject').fill('For {{who}}')
  await panel
    .getByRole('textbox', { name: 'Email body', exact: true })
    .fill('Dear <b>you</b>, {{amount}}: {{link}}')
  await pressButton('Save')
  await panel.getByText(/\{\{who\}\} isn't a variable/).waitFor()
  await panel.getByLabel('Subject').fill('A gift of {{amount}}')
  await panel.getByText('Preview', { exact: true }).click()
  const emailPreview = panel.frameLocator('iframe[title=Email]')
  await emailPreview.getByText('A gift of 25.00 EUR').waitFor()
  await pressButton('Save')
  await getNotification(page, /^Created/).waitFor()

  const chooseAction = async (name: string) => {
    await page.getByLabel('More actions for Thanks', { exact: true }).click()
    await page.getByRole('link', { name, exact: true }).click()
  }
  await chooseAction('Preview')
  await emailPreview.getByText('Dear <b>you</b>, 25.00 EUR').waitFor()
  expect(await emailPreview.locator('b').count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto('/wegift/templates?search=Thanks')
  await chooseAction('Send test...')
  await pressButton('Send test')
  await panel
    .getByText(/Send to.*required|Send to is a required field/)
    .first()
    .waitFor()
  await panel.getByLabel('Send to').fill('alex@example.com')
  await panel.getByLabel('Amount').selectOption('2500')
  await pressButton('Send test')
  await getNotification(page, /^(Running|Finished)/)
    .first()
    .waitFor()
  await expect.poll(() => runa.state.orderCount).toBe(1)
  await expect
    .poll(async () => {
      await page.goto('/wegift/templates?cards&search=alex@example.com')
      return page.getByRole('row', { name: /alex@example.com.*Sent/ }).count()
    })
    .toBe(1)

  await page.goto('/wegift/templates?search=Thanks')
  await chooseAction('Duplicate...')
  await pressButton('Duplicate')
  await getNotification(page, /^Created/).waitFor()
  await page.goto('/wegift/templates?search=thanks')
  await chooseAction('Pause...')
  await pressButton('Pause')
  await panel
    .getByText('Enter a reason so others know why the template is paused.')
    .first()
    .waitFor()
  await panel.getByLabel(/^Pause reason/).fill('Terms are checked')
  await pressButton('Pause')
  await getNotification(page, /^Changed the status/).waitFor()
  await page
    .getByRole('row', { name: /Thanks.*Paused/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
}, 120_000)

test('a template is previewed and paused without JavaScript', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await context.request.post('/api/auth/login', { data: operator })
  const page = await context.newPage()
  await page.goto('/wegift/templates?search=Sandbox&columns=name,status')
  await page.getByRole('link', { name: 'Sandbox test' }).first().click()
  const id = new URL(page.url()).searchParams.get('edit')
  await page.goto(`/wegift/templates?preview=${id}`)
  await page
    .frameLocator('iframe[title=Email]')
    .getByText(/You received a [\d.,]+ EUR gift card/)
    .first()
    .waitFor()
  await page.goto(`/wegift/templates?pause=${id}`)
  await page.locator('#pause-pauseReason').fill('Terms')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page
    .getByText('Status changed')
    .or(page.getByText('Changed the status of'))
    .first()
    .waitFor()
})
