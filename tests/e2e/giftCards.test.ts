import { afterAll, expect, test } from 'vitest'
import { startRuna } from '#scripts/standIns/runa.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { operator } from '#tests/support/consoleProcess.ts'
import { messageOf, panelOf, signedInAt, withStack } from '#tests/support/stack.ts'

const runa = await startRuna()
afterAll(() => runa.stop())
const stack = withStack({}, { RUNA_ENDPOINT: runa.url, OUTBOUND_ALLOW: '127.0.0.0/8' })

test('an account at Runa is set up, tested, its balance read and all of it frozen', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/giftCardSetup?environment=sandbox')
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  await page.getByLabel('API key').first().fill('wgkeyofthelivesidelivelive')
  await page.getByLabel('Name').first().fill('Playground')
  await press('Save')
  await messageOf(page, /^(Saved|Created)/).waitFor()
  await press(/^(Test|Run again)$/)
  await page.getByText('Keys of sandbox begin with XX; this one is for live.').first().waitFor()

  await page.getByLabel('API key').first().fill(runa.state.apiKey)
  await press('Save')
  await press(/^(Test|Run again)$/)
  await page.getByText('There are products to order.').waitFor()
  await press('Refresh balance')
  const balances = page.getByRole('region', { name: 'Balance' }).first()
  await balances.getByRole('row', { name: /JPY\s*45,000/ }).waitFor()
  await press('Activate')
  await messageOf(page, /^Activated/).waitFor()

  await press('Freeze all')
  await page.getByText('Reason: Say why, so that others know').first().waitFor()
  await page.getByLabel('Reason').fill('Stolen codes')
  await press('Freeze all')
  await page.getByText('Frozen: nothing is sent. Stolen codes').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await press('Lift the freeze')
  await page.getByRole('button', { name: 'Freeze all', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Live' }).click()
  await page.getByText('api.runa.io').waitFor()
  // Previews are framed, which the document of another page forbids: this one is loaded whole.
  await page.getByRole('link', { name: 'Gift card templates', exact: true }).click()
  await page.locator('html[data-hydrated]:not([data-frameless])').waitFor({ state: 'attached' })
  expect(faults).toEqual([])
})

test('a template is made, looked at, sent as a test, copied and paused', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/wegift/templates?sync')
  const panel = panelOf(page)
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await press('Synchronise catalogue')
  await messageOf(page, /^Running/).waitFor()
  await expect
    .poll(async () => {
      await page.goto('/wegift/templates?catalogue&filter[environment][eq]=sandbox&search=BOOK-DE')
      return page.getByRole('row', { name: /Bookshop/ }).count()
    })
    .toBeGreaterThan(0)

  await page.goto('/wegift/templates?create')
  await panel.getByLabel('Name', { exact: true }).fill('Thanks')
  await panel.getByLabel('Code', { exact: true }).fill('thanks')
  await panel.getByLabel(/^Add to Products/).fill('Bookshop')
  await page
    .getByRole('option', { name: /BOOK-DE/ })
    .first()
    .click()
  await panel.getByRole('textbox', { name: /^Amounts/ }).fill('25.00')
  await panel.getByRole('textbox', { name: /^Amounts/ }).press('Enter')
  await panel.getByLabel('Sender').fill('Acme')
  await panel.getByLabel('Subject').fill('For {{who}}')
  await panel
    .getByRole('textbox', { name: 'Mail', exact: true })
    .fill('Dear <b>you</b>, {{amount}}: {{link}}')
  await press('Save')
  await panel.getByText(/\{\{who\}\} is not known/).waitFor()
  await panel.getByLabel('Subject').fill('A gift of {{amount}}')
  await panel.getByText('Preview', { exact: true }).click()
  const mail = panel.frameLocator('iframe[title=Mail]')
  await mail.getByText('A gift of EUR 25.00').waitFor()
  await press('Save')
  await messageOf(page, /^Created/).waitFor()

  const choose = async (name: string) => {
    await page.getByLabel('More actions for Thanks', { exact: true }).click()
    await page.getByRole('link', { name, exact: true }).click()
  }
  await choose('Preview')
  await mail.getByText('Dear <b>you</b>, EUR 25.00').waitFor()
  expect(await mail.locator('b').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  await page.goto('/wegift/templates?search=Thanks')
  await choose('Send a test')
  await press('Send a test')
  await panel
    .getByText(/Send to.*required|Send to is a required field/)
    .first()
    .waitFor()
  await panel.getByLabel('Send to').fill('alex@example.com')
  await panel.getByLabel('Amount').selectOption('2500')
  await press('Send a test')
  await messageOf(page, /^Running/).waitFor()
  await expect.poll(() => runa.state.made).toBe(1)
  await expect
    .poll(async () => {
      await page.goto('/wegift/templates?cards&search=alex@example.com')
      return page.getByRole('row', { name: /alex@example.com.*Sent/ }).count()
    })
    .toBe(1)

  await page.goto('/wegift/templates?search=Thanks')
  await choose('Duplicate')
  await press('Duplicate')
  await messageOf(page, /^Created/).waitFor()
  await page.goto('/wegift/templates?search=thanks')
  await choose('Pause')
  await press('Pause')
  await panel.getByText('Reason of the pause: Say why, so that others know').first().waitFor()
  await panel.getByLabel(/^Reason of the pause/).fill('Terms are checked')
  await press('Pause')
  await messageOf(page, /^Changed the status/).waitFor()
  await page
    .getByRole('row', { name: /Thanks.*Paused/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
}, 120_000)

test('without JavaScript a template is paused, and a test says why it cannot be sent', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await context.request.post('/api/auth/login', { data: operator })
  const page = await context.newPage()
  await page.goto('/wegift/templates?search=Playground&columns=name,status')
  await page.getByRole('link', { name: 'Playground' }).first().click()
  const id = new URL(page.url()).searchParams.get('edit')
  await page.goto(`/wegift/templates?preview=${id}`)
  await page.frameLocator('iframe[title=Mail]').getByText('A gift of EUR').first().waitFor()
  await page.goto(`/wegift/templates?pause=${id}`)
  await page.locator('#pause-pauseReason').fill('Terms')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page
    .getByText('The status was changed')
    .or(page.getByText('Changed the status of'))
    .first()
    .waitFor()
})
