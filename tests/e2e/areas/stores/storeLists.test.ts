import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  getPanel,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const narrow = { width: 360, height: 740 }

test('a setup with many stores is saved, and its stores are assigned by code, searched, and removed', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const createdCodes = Array.from({ length: limits.listEntries + 1 }, (_, at) => `long-list-${at}`)
  for (const code of createdCodes) {
    const data = buildStoreValues({ name: code, code })
    expect((await context.request.post('/api/stores', { data })).status()).toBe(201)
  }
  const giftCardSetups = await (await context.request.get('/api/giftCardSetup')).json()
  const liveSetup = giftCardSetups.data.find(
    ({ environment }: { environment: string }) => environment === 'live',
  )
  const { page, faults } = await openSignedIn(context, '/giftCardSetup?environment=live')
  await page.getByRole('link', { name: 'View stores' }).click()
  const panel = getPanel(page)
  await panel.getByRole('link', { name: 'Assign to stores...' }).click()
  await panel.getByLabel('Store codes').fill(createdCodes.join('\n'))
  await panel
    .getByRole('region', { name: 'By code' })
    .getByRole('button', { name: 'Preview changes' })
    .click()
  await panel.getByRole('button', { name: `Add ${createdCodes.length} stores` }).click()
  const storeCount = `${createdCodes.length + liveSetup.storeIds.length} stores`
  await panel.getByText(storeCount, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  // The list is too long for a form to send as chips, but another field is saved.
  await page.getByLabel('Code prefix').fill('MANY')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`This affects ${storeCount}.`).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Saved/).waitFor()
  await page.getByRole('link', { name: 'View stores' }).click()
  await panel.getByRole('list', { name: 'Stores' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await panel.getByRole('listitem').count()).toBe(25)
  await panel.getByRole('link', { name: 'Next' }).click()
  await panel.getByText(/^26–50 of/).waitFor()
  await page.setViewportSize(narrow)
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  const stores = await (await context.request.get('/api/stores?limit=100')).json()
  const setups = await (await context.request.get('/api/paymentSetups?limit=100')).json()
  const assignedIds = new Set(setups.data.flatMap((one: { storeIds: number[] }) => one.storeIds))
  const unassignedStores = stores.data.filter((one: { id: number }) => !assignedIds.has(one.id))
  const [store] = unassignedStores.length > 0 ? unassignedStores : stores.data
  const setup = setups.data.find(({ storeIds }: { storeIds: number[] }) => storeIds.length > 1)
  await page.goto(`/payment-setup/${setup.id}/details?tab=stores`)
  await page.getByRole('link', { name: 'View stores' }).click()
  await panel.getByRole('link', { name: 'Assign to stores...' }).click()
  await panel.getByLabel('Store codes').fill(`${store.code}\nno-such-code`)
  await panel
    .getByRole('region', { name: 'By code' })
    .getByRole('button', { name: 'Preview changes' })
    .click()
  await panel.getByText('No store has the code "no-such-code".').waitFor()
  await panel.getByText('Row 2').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize(narrow)
  await panel.getByRole('link', { name: 'Back to stores' }).click()
  await panel.getByLabel('Search stores').fill('zzzz')
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  await panel.getByText('No stores match "zzzz".').waitFor()
  await panel.getByRole('link', { name: 'Clear search' }).click()
  const removeButtons = panel.getByRole('button', { name: /^Remove / })
  const count = setup.storeIds.length
  await removeButtons.first().waitFor()
  expect(await removeButtons.count()).toBe(count)
  await removeButtons.first().click()
  await panel.getByRole('button', { name: 'Remove 1 store' }).click()
  const remaining = count === 2 ? '1 store' : `${count - 1} stores`
  await panel.getByText(remaining, { exact: true }).waitFor()
  expect(await removeButtons.count()).toBe(count - 1)
  expect(await findAxeViolations(page)).toEqual([])
  expect(faults).toEqual([])
})

test('stores are assigned by pasted codes without JavaScript at 360 px', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false, viewport: narrow })
  await signInByApi(context)
  const page = await context.newPage()
  await page.goto('/stickers')
  const { data } = await (await context.request.get('/api/stickers?limit=1')).json()
  const stores = await (await context.request.get('/api/stores?limit=2')).json()
  await page.goto(`/stickers?stores=${data[0].id}`)
  const panel = getPanel(page)
  await panel.getByRole('link', { name: 'Assign to stores...' }).click()
  const codes = stores.data.map(({ code }: { code: string }) => code)
  await panel.getByLabel('Store codes').fill(codes.join('\n'))
  await panel
    .getByRole('region', { name: 'By code' })
    .getByRole('button', { name: 'Preview changes' })
    .click()
  await panel.getByRole('group', { name: 'Preview of changes' }).waitFor()
  const addButton = panel.getByRole('button', { name: /^Add \d+ stores?$/ })
  if (await addButton.isVisible()) await addButton.click()
  else await panel.getByRole('link', { name: 'Back to stores' }).click()
  await panel.getByRole('link', { name: 'Assign to stores...' }).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
