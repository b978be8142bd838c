import { afterAll, expect, test } from 'vitest'
import { startPrintful, buildPrintfulState } from '#scripts/mockProviders/printful.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  getNotification,
  openPage,
  getPanel,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

/** The stores of the first account in the demo data. */
const stores = ['Merchandise Europe', 'Event kits', 'Onboarding boxes', 'Samples']
const printful = await startPrintful({
  stores: stores.map((name, at) => ({ id: 4_210_001 + at, type: 'native', name })),
})
afterAll(() => printful.stop())
const stack = withStack(
  {},
  {
    PRINTFUL_ENDPOINT: printful.url,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    PLATFORM_ORIGIN: 'https://print.example.com',
  },
)

test('an account is refreshed, its stores are mapped, its webhooks and colors are set up, and it is activated', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/printfulSetup?edit=1')
  const panel = getPanel(page)
  const pressButton = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await panel.getByLabel('Token', { exact: true }).fill(buildPrintfulState().token)
  await pressButton('Save')
  await getNotification(page, /^Saved/).waitFor()

  await page.goto('/printfulSetup?account=1')
  await waitForHydration(page)
  await panel.getByText('Missing: file_library/read').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await pressButton('Refresh from Printful')
  await panel.getByText('All required scopes').waitFor()
  await panel.getByText('No webhook is registered.').first().waitFor()
  await pressButton('Set up webhooks')
  await panel.getByText('The webhook points here and sends the required events.').first().waitFor()
  expect(Object.keys(printful.state.webhooks)).toHaveLength(3)
  await panel.getByLabel('Onboarding boxes (4210003)').fill('')
  await pressButton('Save mapping')
  await panel.getByText('Not mapped to any of your stores.').nth(1).waitFor()

  await page.goto('/printfulSetup?test=1')
  await waitForHydration(page)
  await pressButton('Test')
  await panel.getByText(/^Printful sends events to/).waitFor()
  await panel.locator('#test').getByRole('button', { name: 'Activate', exact: true }).click()
  await getNotification(page, /^Activated/).waitFor()

  await page.goto('/printfulSetup?match=1')
  await waitForHydration(page)
  await pressButton('Sync catalog')
  await getNotification(page, /^(Running|Finished)/)
    .first()
    .waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      return panel.getByLabel('Burgundy (BRG)').inputValue()
    })
    .toBe('Maroon')
  await waitForHydration(page)
  expect(await findAxeViolations(page)).toEqual([])
  await panel.getByLabel('Burgundy (BRG)').fill('Puce')
  await pressButton('Save color matches')
  await panel.getByText('Printful has no color named "Puce". Choose another one.').waitFor()
  await panel.getByLabel('Burgundy (BRG)').fill('Maroon')
  await pressButton('Save color matches')
  await getNotification(page, /^Saved/).waitFor()
  await panel.getByLabel('Burgundy (BRG)').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('an account is refreshed, a foreign webhook is replaced, a store is mapped by name, and the catalog is synced without JavaScript', async () => {
  await using context = await stack.visit({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  await signInByApi(context)
  const { page } = await openPage(context)
  const panel = getPanel(page)
  await page.goto('/printfulSetup?edit=2')
  await panel.getByLabel('Token', { exact: true }).fill(buildPrintfulState().token)
  await panel.getByLabel('Access level').selectOption('account')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Saved/).waitFor()
  await page.goto('/printfulSetup?account=2')
  await panel.getByRole('button', { name: 'Refresh from Printful' }).click()
  await getNotification(page, /^Refreshed/).waitFor()
  await panel.getByLabel('Samples (4210004)').fill('nothing is called like this')
  await panel.getByRole('button', { name: 'Save mapping' }).click()
  await panel.locator('[aria-invalid=true]').waitFor()
  await panel.getByLabel('Samples (4210004)').fill('')
  await panel.getByRole('button', { name: 'Save mapping' }).click()
  await getNotification(page, /^Saved/).waitFor()

  const storeList = await (await context.request.get('/api/stores?limit=1')).json()
  await panel.getByLabel('Samples (4210004)').fill(storeList.data[0].name)
  await panel.getByRole('button', { name: 'Save mapping' }).click()
  await panel.getByText('Webhook URL:').first().waitFor()
  const foreignWebhook = { expires_at: null, events: [], public_key: 'theirs', secret: 'theirs' }
  printful.state.webhooks = {
    '4210004': { ...foreignWebhook, default_url: 'https://elsewhere.example.com/hook' },
  }
  await panel.getByRole('button', { name: 'Set up webhooks' }).click()
  await panel
    .getByText('Events from Samples currently go to https://elsewhere.example.com')
    .waitFor()
  await panel.getByRole('button', { name: 'Replace webhooks (1 store)' }).click()
  await getNotification(page, /^Saved/).waitFor()
  expect(printful.state.webhooks['4210004']?.default_url).toMatch(/^https:\/\/print\.example/)
  await page.goto('/printfulSetup?match=2')
  await panel.getByRole('button', { name: 'Sync catalog' }).click()
  await getNotification(page, /^(Running|Finished)/)
    .first()
    .waitFor()
})
