import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  waitForHydration,
  getPanel,
  openSignedIn,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()

const getRows = (page: Page) => page.locator('tbody tr')

/** Opens the menu of the first row and chooses from it. */
async function chooseAction(page: Page, entry: string) {
  await getRows(page).first().locator('summary').click()
  await getRows(page).first().getByRole('link', { name: entry, exact: true }).click()
}

describe('screens.md, All Stores: the list', () => {
  test("shows each store's status and readiness, and filters by them", async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openSignedIn(context, '/stores')
    const all = await getRows(page).count()
    expect(all).toBeGreaterThan(1)
    expect(
      await getRows(page)
        .locator('td:nth-child(4)')
        .getByText(/^\d+%$/)
        .count(),
    ).toBe(all)
    await page.getByRole('link', { name: /^Active \d/ }).click()
    // The URL changes before the page does.
    await page.locator('a[aria-current=page]', { hasText: /^Active/ }).waitFor()
    await page.getByLabel('Filter', { exact: true }).click()
    await page.locator('#filter-of-readiness > summary').click()
    await page.getByLabel('Readiness (%) to').fill('100')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Readiness (%) is at most 100', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('filter[status][eq]')).toBe('active')
    for (const status of await getRows(page).locator('td:nth-child(3)').allInnerTexts())
      expect(status).toBe('Active')
    expect(faults).toEqual([])
  })

  test('sorts by failed payments and marks the sorted column', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/stores?sort=-failedPayments7d')
    const failed = await getRows(page).locator('td:nth-child(8)').allInnerTexts()
    const numbers = failed.map(Number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    const head = page.getByRole('columnheader', { name: 'Failed payments (7 days)' })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
  })

  test('opens a store on its page, and links to the page for a new one', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/stores')
    await getRows(page).first().getByRole('link').first().click()
    await page.waitForURL(/\/stores\/\d+$/)
    await page.goto('/stores')
    expect(await page.getByRole('link', { name: 'New store' }).getAttribute('href')).toBe(
      '/stores/create',
    )
  })
})

describe('screens.md, All Stores: actions of a row', () => {
  test('suspend a store with a reason and activate it again', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/stores?filter[status][eq]=active')
    const response = await context.request.get('/api/stores?filter[status][eq]=active&limit=100')
    const { data } = await response.json()
    const { name } = data.find(({ paymentState }: AnyRecord) => paymentState === 'active')
    await page.goto(`/stores?search=${encodeURIComponent(name)}`)
    await waitForHydration(page)
    await chooseAction(page, 'Suspend...')
    const panel = getPanel(page)
    await panel.getByRole('button', { name: 'Suspend' }).click()
    await panel.getByText('Reason is a required field').waitFor()
    await panel.getByRole('textbox', { name: 'Reason' }).fill('Invoice overdue')
    await panel.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText(/^Changed the status of /).waitFor()
    await page.goto(`/stores?search=${encodeURIComponent(name)}&columns=name,status,statusReason`)
    await page.getByText('Invoice overdue').waitFor()
    await waitForHydration(page)
    await chooseAction(page, 'Activate...')
    await panel.getByRole('button', { name: 'Activate' }).click()
    await getRows(page).first().getByText('Active', { exact: true }).waitFor()
  })

  test('suspend a store without JavaScript, and keep a rejected reason', async () => {
    const context = await stack.reuseContext()
    const { page: signedInPage } = await openSignedIn(context, '/stores?filter[status][eq]=active')
    const id = await getRows(signedInPage).last().getAttribute('data-row')
    const state = await context.storageState()
    await using plainContext = await stack.visit({ javaScriptEnabled: false, storageState: state })
    const page = await plainContext.newPage()
    await page.goto(`/stores?suspend=${id}`)
    await page.getByRole('textbox', { name: 'Reason' }).fill('x'.repeat(300))
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText(/Reason must be at most/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('x'.repeat(300))
    await page.getByRole('textbox', { name: 'Reason' }).fill('Asked for by the owner')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.waitForURL(/notice=status-changed/)
  })
})

describe('Organizations', () => {
  test('are created, found with their number of stores, changed, and deleted while they have none', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/stores')
    await page.getByRole('link', { name: 'Organizations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor()
    await page.getByRole('link', { name: 'New organization' }).click()
    await getPanel(page).getByLabel('Name').fill('Zephyr Mills')
    await getPanel(page).getByLabel('Contact email').fill('office@zephyr.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await getPanel(page).waitFor({ state: 'detached' })

    await page.goto('/stores?organisations&search=zephyr')
    await waitForHydration(page)
    expect(await page.getByRole('link', { name: '0 stores in Zephyr Mills' }).count()).toBe(1)
    await page.getByRole('main').getByRole('link', { name: 'Zephyr Mills', exact: true }).click()
    await getPanel(page).getByLabel('Notes').fill('First line\nsecond line')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await getPanel(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Delete Zephyr Mills' }).click()
    await getPanel(page)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await getPanel(page).waitFor({ state: 'detached' })
    expect(
      await page.getByRole('main').getByRole('link', { name: 'Zephyr Mills', exact: true }).count(),
    ).toBe(0)
  })

  test("with stores link to them and can't be deleted", async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/stores?organisations&sort=-stores')
    const link = getRows(page)
      .first()
      .getByRole('link', { name: /^[1-9]\d* stores? in/ })
    const count = Number(await link.innerText())
    await link.click()
    await page.waitForURL(/filter/)
    await expect.poll(() => getRows(page).count()).toBe(count)
    await page.goBack()
    await getRows(page)
      .first()
      .getByRole('link', { name: /^Delete/ })
      .click()
    await getPanel(page)
      .getByText(/stores?/)
      .first()
      .waitFor()
    expect(
      await getPanel(page)
        .getByRole('button', { name: /Delete/ })
        .count(),
    ).toBe(0)
  })
})

test('platform defaults suggest themes during typing, reject an unknown theme, and preview the changed stores', async () => {
  const context = await stack.reuseContext()
  const { page } = await openSignedIn(context, '/stores?defaults')
  const theme = page.locator('#field-themeId')
  const before = await theme.inputValue()
  expect(before).not.toBe('')
  // The field is checked even if it is left before its script has loaded.
  await theme.fill('No such theme')
  await theme.press('Tab')
  await page.getByText('Theme: we found nothing named "No such theme"').waitFor()
  expect(await theme.inputValue()).toBe('No such theme')
  await theme.fill('')
  await theme.pressSequentially(before.slice(0, 3))
  expect(await theme.inputValue()).toBe(before.slice(0, 3))
  await getPanel(page)
    .getByRole('option', { name: new RegExp(`^${before} `) })
    .click()
  expect(await theme.inputValue()).toBe(before)
  await getPanel(page).getByLabel('Support email').fill('help@stores.example')
  await getPanel(page).getByLabel('Primary color', { exact: true }).fill('#ffff00')
  await page.keyboard.press('Control+s')
  await page.getByText('Text on the primary color has a contrast of 1.07').first().waitFor()
  await getPanel(page).getByLabel('Primary color', { exact: true }).fill('#1e293b')
  await page.keyboard.press('Control+s')
  await getPanel(page)
    .getByText(/^This affects \d+ stores?\./)
    .waitFor()
  await getPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved /).waitFor()
})

test('platform defaults preview the changed stores and are confirmed without JavaScript', async () => {
  const context = await stack.reuseContext()
  await openSignedIn(context, '/stores')
  const state = await context.storageState()
  await using plainContext = await stack.visit({ javaScriptEnabled: false, storageState: state })
  const page = await plainContext.newPage()
  await page.goto('/stores?defaults')
  const email = getPanel(page).getByLabel('Support email')
  await email.fill('plain@stores.example')
  await getPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await getPanel(page)
    .getByText(/^This affects \d+ stores?\./)
    .waitFor()
  expect(await email.inputValue()).toBe('plain@stores.example')
  await getPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/notice=saved/)
})

test("input typed before hydration counts as unsaved and isn't discarded without a question", async () => {
  const context = await stack.reuseContext()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const scriptGate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scriptGate.promise
    await route.continue()
  })
  await page.goto('/sizes?edit=1', { waitUntil: 'commit' })
  await getPanel(page).getByLabel('Name').fill('Extra small and narrow')
  scriptGate.resolve()
  await getPanel(page).getByText('Unsaved: Name').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving your changes?' }).waitFor()
  expect(faults).toEqual([])
})

test('Escape right after the first change asks, before anything else has run', async () => {
  const context = await stack.reuseContext()
  const { page, faults } = await openSignedIn(context, '/sizes?edit=1')
  await getPanel(page)
    .getByLabel('Name')
    .evaluate(async (input: HTMLInputElement) => {
      input.value = 'Extra small and narrow'
      input.dispatchEvent(new Event('input', { bubbles: true }))
      // React renders the change in a microtask.
      await Promise.resolve()
      input.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
    })
  await page.getByRole('dialog', { name: 'Leave without saving your changes?' }).waitFor()
  expect(faults).toEqual([])
})

describe('The first load', () => {
  test('leaves the stylesheet in the cache, from where the next page takes it', async () => {
    await using context = await stack.visit()
    const { page } = await openSignedIn(context, '/sizes')
    await page.waitForFunction(() => document.cookie.includes('stylesheet='))
    await page.goto('/colors')
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.css'))
        .map((entry) => entry.toJSON().transferSize),
    )
    expect(sizes).toEqual([0])
    expect(await page.locator('style').count()).toBe(0)
  })

  test('of a list with a panel fetches one stylesheet and only the scripts that the page names', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/dashboard')
    const loadedPaths: string[] = []
    page.on('request', (request) => loadedPaths.push(new URL(request.url()).pathname))
    await page.goto('/stores?defaults')
    await waitForHydration(page)
    await getPanel(page).waitFor()
    const namedScripts = await page
      .locator('link[rel=modulepreload], script[src]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src')),
      )
    const scripts = loadedPaths.filter((path) => path.endsWith('.js'))
    expect(scripts.filter((path) => !namedScripts.includes(path))).toEqual([])
    expect(loadedPaths.filter((path) => path.endsWith('.css'))).toHaveLength(1)
  })
})
