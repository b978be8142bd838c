import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { hydrated, panelOf, signedInAt, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()

const rows = (page: Page) => page.locator('tbody tr')

/** Opens the menu of the first row and chooses from it. */
async function choose(page: Page, entry: string) {
  await rows(page).first().locator('summary').click()
  await rows(page).first().getByRole('link', { name: entry, exact: true }).click()
}

describe('screens.md, All Stores: the list', () => {
  test('shows status, readiness and integrations in words, and filters by them', async () => {
    await using context = await stack.visit()
    const { page, faults } = await signedInAt(context, '/stores')
    const all = await rows(page).count()
    expect(all).toBeGreaterThan(1)
    expect(
      await rows(page)
        .locator('td:nth-child(4)')
        .getByText(/^\d+%$/)
        .count(),
    ).toBe(all)
    await page.getByRole('link', { name: /^Active \d/ }).click()
    // The address changes before the page does.
    await page.locator('a[aria-current=page]', { hasText: /^Active/ }).waitFor()
    await page.getByLabel('Filter', { exact: true }).click()
    await page.locator('#filter-of-readiness > summary').click()
    await page.getByLabel('Readiness (%) to').fill('100')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Readiness (%): at most 100', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('filter[status][eq]')).toBe('active')
    for (const status of await rows(page).locator('td:nth-child(3)').allInnerTexts())
      expect(status).toBe('Active')
    expect(faults).toEqual([])
  })

  test('sorts by what needs attention, and the address says so', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/stores?sort=-failedPayments7d')
    const failed = await rows(page).locator('td:nth-child(8)').allInnerTexts()
    const numbers = failed.map(Number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    const head = page.getByRole('columnheader', { name: 'Failed (7d)' })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
  })

  test('opens a store on its page, and makes one on a page', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/stores')
    await rows(page).first().getByRole('link').first().click()
    await page.waitForURL(/\/stores\/\d+$/)
    await page.goto('/stores')
    expect(await page.getByRole('link', { name: 'New store' }).getAttribute('href')).toBe(
      '/stores/create',
    )
  })
})

describe('screens.md, All Stores: from a row', () => {
  test('a store is suspended with a reason, and activated again', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/stores?filter[status][eq]=active')
    const found = await context.request.get('/api/stores?filter[status][eq]=active&limit=100')
    const { data } = await found.json()
    const { name } = data.find(({ paymentState }: AnyRecord) => paymentState === 'active')
    await page.goto(`/stores?search=${encodeURIComponent(name)}`)
    await hydrated(page)
    await choose(page, 'Suspend...')
    const panel = panelOf(page)
    await panel.getByRole('button', { name: 'Suspend' }).click()
    await panel.getByText('Reason is a required field').waitFor()
    await panel.getByRole('textbox', { name: 'Reason' }).fill('Invoice overdue')
    await panel.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText(/^Changed the status of /).waitFor()
    await page.goto(`/stores?search=${encodeURIComponent(name)}&columns=name,status,statusReason`)
    await page.getByText('Invoice overdue').waitFor()
    await hydrated(page)
    await choose(page, 'Activate...')
    await panel.getByRole('button', { name: 'Activate' }).click()
    await rows(page).first().getByText('Active', { exact: true }).waitFor()
  })

  test('without JavaScript: suspended from a link, with the reason kept when it is refused', async () => {
    await using context = await stack.visit()
    const { page: signedIn } = await signedInAt(context, '/stores?filter[status][eq]=active')
    const id = await rows(signedIn).last().getAttribute('data-row')
    const state = await context.storageState()
    await using plain = await stack.visit({ javaScriptEnabled: false, storageState: state })
    const page = await plain.newPage()
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

describe('organisations', () => {
  test('are made, found with their stores, changed, and deleted while they have none', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/stores')
    await page.getByRole('link', { name: 'Organizations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor()
    await page.getByRole('link', { name: 'New organization' }).click()
    await panelOf(page).getByLabel('Name').fill('Zephyr Mills')
    await panelOf(page).getByLabel('Contact email').fill('office@zephyr.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await panelOf(page).waitFor({ state: 'detached' })

    await page.goto('/stores?organisations&search=zephyr')
    await hydrated(page)
    expect(await page.getByRole('link', { name: '0 stores in Zephyr Mills' }).count()).toBe(1)
    await page.getByRole('main').getByRole('link', { name: 'Zephyr Mills', exact: true }).click()
    await panelOf(page).getByLabel('Notes').fill('First line\nsecond line')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await panelOf(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Delete Zephyr Mills' }).click()
    await panelOf(page)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await panelOf(page).waitFor({ state: 'detached' })
    expect(
      await page.getByRole('main').getByRole('link', { name: 'Zephyr Mills', exact: true }).count(),
    ).toBe(0)
  })

  test('with stores lead to them and cannot be deleted', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/stores?organisations&sort=-stores')
    const link = rows(page)
      .first()
      .getByRole('link', { name: /^[1-9]\d* stores? in/ })
    const count = Number(await link.innerText())
    await link.click()
    await page.waitForURL(/filter/)
    await expect.poll(() => rows(page).count()).toBe(count)
    await page.goBack()
    await rows(page)
      .first()
      .getByRole('link', { name: /^Delete/ })
      .click()
    await panelOf(page)
      .getByText(/stores?/)
      .first()
      .waitFor()
    expect(
      await panelOf(page)
        .getByRole('button', { name: /Delete/ })
        .count(),
    ).toBe(0)
  })
})

test('platform defaults: the theme is chosen by its name, found while typing, and one that is none is refused', async () => {
  await using context = await stack.visit()
  const { page } = await signedInAt(context, '/stores?defaults')
  const theme = page.locator('#field-themeId')
  const before = await theme.inputValue()
  expect(before).not.toBe('')
  // Left before its script can have come, it is checked anyway.
  await theme.fill('No such theme')
  await theme.press('Tab')
  await page.getByText('Theme: we found nothing named "No such theme"').waitFor()
  expect(await theme.inputValue()).toBe('No such theme')
  await theme.fill('')
  await theme.pressSequentially(before.slice(0, 3))
  expect(await theme.inputValue()).toBe(before.slice(0, 3))
  await panelOf(page)
    .getByRole('option', { name: new RegExp(`^${before} `) })
    .click()
  expect(await theme.inputValue()).toBe(before)
  await panelOf(page).getByLabel('Support email').fill('help@stores.example')
  await panelOf(page).getByLabel('Primary color', { exact: true }).fill('#ffff00')
  await page.keyboard.press('Control+s')
  await page.getByText('Text on the primary color has a contrast of 1.07').first().waitFor()
  await panelOf(page).getByLabel('Primary color', { exact: true }).fill('#1e293b')
  await page.keyboard.press('Control+s')
  await panelOf(page)
    .getByText(/^This changes \d+ stores?\./)
    .waitFor()
  await panelOf(page)
    .getByRole('button', { name: /^Change \d+ stores?$/ })
    .click()
  await page.getByText(/^Saved /).waitFor()
})

test('without JavaScript: platform defaults say what they reach, and are sent again', async () => {
  await using context = await stack.visit()
  await signedInAt(context, '/stores')
  const state = await context.storageState()
  await using plain = await stack.visit({ javaScriptEnabled: false, storageState: state })
  const page = await plain.newPage()
  await page.goto('/stores?defaults')
  const email = panelOf(page).getByLabel('Support email')
  await email.fill('plain@stores.example')
  await panelOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await panelOf(page)
    .getByText(/^This changes \d+ stores?\./)
    .waitFor()
  expect(await email.inputValue()).toBe('plain@stores.example')
  await panelOf(page)
    .getByRole('button', { name: /^Change \d+ stores?$/ })
    .click()
  await page.waitForURL(/notice=saved/)
})

test('what is typed before the script has come is unsaved as soon as it is there, and is not left unasked', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/dashboard')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/sizes?edit=1', { waitUntil: 'commit' })
  await panelOf(page).getByLabel('Name').fill('Extra small and narrow')
  held.resolve()
  await panelOf(page).getByText('Unsaved: Name').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving your changes?' }).waitFor()
  expect(faults).toEqual([])
})

describe('the first load', () => {
  test('of a list, with a panel or without, fetches one stylesheet and the scripts that the page itself names', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/dashboard')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto('/stores?defaults')
    await hydrated(page)
    await panelOf(page).waitFor()
    const named = await page
      .locator('link[rel=modulepreload], script[src]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src')),
      )
    const scripts = loaded.filter((path) => path.endsWith('.js'))
    expect(scripts.filter((path) => !named.includes(path))).toEqual([])
    expect(loaded.filter((path) => path.endsWith('.css'))).toHaveLength(1)
  })
})
