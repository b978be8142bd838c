import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { findAxeViolations, findOverflow } from '../support/browser/axe.ts'
import {
  getPanel,
  openPage,
  openSignedIn,
  signInByApi,
  withStack,
} from '../support/servers/stack.ts'

const stack = withStack()

/** Adds a filter in the panel: its field, its comparison, and what `enter` enters. */
async function addFilter(
  page: Page,
  field: string,
  comparison: string,
  enter: (panel: ReturnType<typeof getPanel>) => Promise<unknown>,
) {
  const panel = getPanel(page)
  await panel.getByRole('link', { name: field, exact: true }).click()
  await panel.getByLabel('Comparison').selectOption({ label: comparison })
  await enter(panel)
}

const openFilters = async (page: Page) => {
  await page.getByLabel('Filter', { exact: true }).click()
  await page.getByRole('link', { name: 'More filters' }).click()
}

test('active stores with failed payments and no verified domain are found by filters, changed together, and exported', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { page, faults } = await openSignedIn(context, '/stores')
  const chips = page.getByRole('list', { name: 'Filters' })
  await openFilters(page)
  await addFilter(page, 'Status', 'is any of', (panel) => panel.getByLabel('Active').check())
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await getPanel(page).getByRole('button', { name: 'Apply' }).click()
  await openFilters(page)
  await addFilter(page, 'Failed payments (7 days)', 'is over', (panel) =>
    panel.getByLabel('Value', { exact: true }).fill('0'),
  )
  await getPanel(page).getByRole('button', { name: 'Apply' }).click()
  await openFilters(page)
  await addFilter(page, 'Verified domain', 'is', (panel) =>
    panel.getByLabel('Value', { exact: true }).selectOption({ label: 'No' }),
  )
  await getPanel(page).getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(
    '**/stores?filter[status][in]=active&filter[failedPayments7d][gt]=0&filter[domainVerified][eq]=0',
  )
  await expect
    .poll(() => chips.getByRole('listitem').allTextContents())
    .toEqual(['Verified domain: No', 'Status is Active', 'Failed payments (7 days) is over 0'])
  const { search } = new URL(page.url())
  const { data, page: counted } = await (
    await context.request.get(`/api/stores${search}&limit=100`)
  ).json()
  expect(counted.total).toBeGreaterThan(0)
  for (const store of data) expect(store).toMatchObject({ status: 'active', domainVerified: false })

  const csv = await context.request.get(`/api/stores/export${search}&columns=code`)
  expect((await csv.text()).trim().split('\n')).toHaveLength(counted.total + 1)

  await page.goto(`/stores${search}&chosen=all`)
  await page.getByRole('link', { name: 'Suspend...', exact: true }).click()
  await getPanel(page).getByLabel('Reason').fill('Payments fail')
  await getPanel(page).getByRole('button', { name: 'Preview changes' }).click()
  const stores = counted.total === 1 ? '1 store' : `${counted.total} stores`
  await getPanel(page)
    .getByRole('button', { name: `Suspend ${stores}` })
    .waitFor()
  expect(faults).toEqual([])
})

test('without JavaScript, at 360 px, filters have alternatives, and pasted codes find their records', async () => {
  await using context = await stack.visit({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  await signInByApi(context)
  const { page } = await openPage(context)
  await page.goto('/sizes?filters')
  await addFilter(page, 'Group', 'is any of', async (panel) => {
    expect(await panel.getByLabel('Values', { exact: true }).count()).toBe(0)
    await panel.getByLabel('Youth').check()
  })
  expect(await findOverflow(page)).toEqual([])
  await getPanel(page).getByRole('button', { name: 'Add alternative' }).click()
  await getPanel(page).getByText('A record must match at least one of these.').waitFor()
  await addFilter(page, 'Created', 'is in', async (panel) => {
    await panel.getByLabel('Time').selectOption('the next')
    await panel.getByLabel('Number').fill('0')
    expect(await panel.getByLabel('Date', { exact: true }).isVisible()).toBe(false)
  })
  await getPanel(page).getByRole('button', { name: 'Apply' }).click()
  await getPanel(page).getByText('Enter a whole number from 1 to 999.').waitFor()
  expect(await getPanel(page).getByLabel('Time').inputValue()).toBe('next')
  await getPanel(page).getByLabel('Number').fill('7')
  await getPanel(page).getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**/sizes?any[1][group][in]=youth&any[1][createdAt][within]=next-7-days')

  await page.goto('/sizes?limit=25')
  const codes = await page.locator('[data-row]').count()
  expect(codes).toBeGreaterThan(2)
  await page.goto('/sizes?lookup')
  await getPanel(page).getByLabel('Find by').selectOption('ID')
  await getPanel(page).getByLabel('One per line').fill('1\n2\n999999')
  await getPanel(page).getByRole('button', { name: 'Find' }).click()
  await getPanel(page).getByText('2 of 3 found').waitFor()
  await getPanel(page).getByRole('link', { name: 'Show 2 sizes' }).click()
  await page.waitForURL('**/sizes?filter[id][in]=1,2')
  expect(await page.locator('[data-row]').count()).toBe(2)
})
