import { expect, test } from 'vitest'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  getPanel,
  openPage,
  openSignedIn,
  signInByApi,
  waitForHydration,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']
const filter = 'filter[plan][in]=enterprise,growth&filter[createdAt][notWithin]=last-7-days'

test('a filtered list of stores becomes the filter of an alert rule', async () => {
  await using context = await stack.visit({ viewport: { width: 1280, height: 800 } })
  const { page, faults } = await openSignedIn(context, `/stores?${filter}&sort=-name`)
  await page.getByRole('region', { name: 'stores' }).waitFor()
  await page.locator('details:has(> summary[aria-label="More"]) > summary').click()
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/alert-on-stores.png` })
  await page.getByRole('link', { name: 'Alert on these stores' }).click()
  const panel = getPanel(page)
  expect(await panel.getByLabel('Stores that match').inputValue()).toBe(filter)
  const words = panel.getByRole('list', { name: 'Filters of stores' }).getByRole('listitem')
  expect(await words.allTextContents()).toEqual([
    'Plan is any of Enterprise, Growth',
    'Created not in the last 7 days',
  ])
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await panel.getByLabel('Stores that match').scrollIntoViewIfNeeded()
    expect(await findPageDefects(page, 'dialog')).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/store-filter-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.getByLabel('Name').fill('Large stores')
  await panel.getByLabel('Channel', { exact: true }).fill('Operations')
  await page.getByRole('option', { name: /^Operations/ }).click()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()

  await page.goto('/alertChannels?rules&columns=name,storeFilter')
  await waitForHydration(page)
  const row = page.getByRole('row', { name: /Large stores/ })
  expect(await row.textContent()).toContain(
    'Plan is any of Enterprise, Growth; Created not in the last 7 days',
  )
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/store-filter-list.png` })
  await row.getByRole('link', { name: 'Large stores' }).click()
  expect(await panel.getByLabel('Stores that match').inputValue()).toBe(filter)
  expect(faults).toEqual([])
})

test('without JavaScript, a filter that names an unknown field is rejected and kept', async () => {
  await using context = await stack.visit({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  })
  await signInByApi(context)
  const { page } = await openPage(context)
  await page.goto('/alertChannels?rules&create')
  const panel = getPanel(page)
  const wrong = '/stores?filter[colour][eq]=red'
  await panel.getByLabel('Name').fill('Red stores')
  await panel.getByLabel('Channel', { exact: true }).fill('Operations')
  await panel.getByLabel('Stores that match').fill(wrong)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel
    .getByText(
      "All Stores can't be filtered like this: filter[colour][eq] isn't a filter in this list.",
    )
    .waitFor()
  expect(await panel.getByLabel('Stores that match').inputValue()).toContain(
    'filter[colour][eq]=red',
  )
  await page.goto(`/alertChannels?rules&create&begin[storeFilter]=${encodeURIComponent(filter)}`)
  await panel.getByText('Plan is any of Enterprise, Growth').waitFor()
})
