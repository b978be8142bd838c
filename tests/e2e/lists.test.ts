import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { findPageDefects } from '../support/browser/axe.ts'
import {
  getPanel,
  openPage,
  openSignedIn,
  signInByApi,
  withStack,
  waitForHydration,
} from '../support/servers/stack.ts'

const stack = withStack()

/** Returns the texts of a column's cells, from its place in the row. */
const readColumn = (page: Page, place: number) =>
  page.locator(`tbody tr > td:nth-child(${place})`).allInnerTexts()

const readWidth = async (page: Page, name: string) =>
  Math.round(
    (await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0,
  )

const isSorted = (texts: string[]) =>
  texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') <= text)

test('stores are sorted by organization, then name, and a dragged width is kept', async () => {
  await using context = await stack.visit({ viewport: { width: 1280, height: 800 } })
  const { page, faults } = await openSignedIn(
    context,
    '/stores?columns=name,organisationId,status,createdAt',
  )
  await page.getByRole('link', { name: 'Organization', exact: true }).click()
  const heading = page.getByRole('columnheader', { name: 'Organization', exact: true })
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('link', { name: 'Name', exact: true }).click({ modifiers: ['Shift'] })
  await page.getByRole('link', { name: /^Name.* Sort column 2 of 2, ascending$/ }).waitFor()
  // Shift+Enter reverses the column that has the focus.
  await page.getByRole('link', { name: /^Name/ }).press('Shift+Enter')
  await expect.poll(() => page.url()).toContain('sort=organisationId,-name')
  expect(await heading.getAttribute('aria-sort')).toBe('ascending')
  const organizations = (await readColumn(page, 3)).filter((text) => text !== '–')
  expect(organizations.length).toBeGreaterThan(5)
  expect(isSorted(organizations.map((text) => text.toLowerCase()))).toBe(true)
  expect(await findPageDefects(page)).toEqual([])

  // The default columns keep their widths for this operator.
  await page.goto('/stores')
  const before = await readWidth(page, 'Status')
  const separator = page.getByRole('separator', { name: 'Width of Name' })
  const box = await separator.boundingBox()
  if (!box) throw new Error('The separator is not visible')
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
  expect(await findCoveredTargets(page)).toEqual([])
  await separator.hover()
  const saved = page.waitForResponse((response) =>
    response.url().includes('/preferences/columns.stores'),
  )
  // Until the code runs, a drag changes nothing.
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + 4, box.y + 10)
      await page.mouse.down()
      await page.mouse.move(box.x + 64, box.y + 10, { steps: 3 })
      await page.mouse.up()
      return page.locator('table[data-dragged]').count()
    })
    .toBe(1)
  await saved
  const width = await readWidth(page, 'Name')
  expect(await readWidth(page, 'Status')).toBe(before)
  const reloaded = await page.reload()
  expect(await reloaded?.text()).toContain('data-dragged')
  await waitForHydration(page)
  expect(await readWidth(page, 'Name')).toBe(width)
  // Until the code runs, a key changes nothing.
  await expect
    .poll(async () => {
      await separator.press('ArrowRight')
      return readWidth(page, 'Name')
    })
    .toBeGreaterThan(width)
  expect(((await readWidth(page, 'Name')) - width) % 16).toBe(0)
  expect(faults).toEqual([])
})

/**
 * Finds separators of which another element covers an edge, and sort links that they cover by more
 * than a few pixels. Pinned columns cover others while a table scrolls, so none may be scrolled.
 */
const findCoveredTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const table = document.querySelector('table')
    const findTop = (x: number, y: number) => document.elementFromPoint(x, y)
    const separators = [...(table?.querySelectorAll('[role=separator]') ?? [])].filter((one) => {
      const { left, right, top, height } = one.getBoundingClientRect()
      const y = top + height / 2
      return findTop(left + 1, y) !== one || findTop(right - 1, y) !== one
    })
    const links = [...(table?.querySelectorAll('th a') ?? [])].filter((one) => {
      const { left, right, top, height } = one.getBoundingClientRect()
      const y = top + height / 2
      return [left + 1, right - 6].some((x) => !one.contains(findTop(x, y)))
    })
    return [...separators, ...links].map(
      (one) => one.getAttribute('aria-label') ?? one.textContent ?? '',
    )
  })

test('a selection is saved, opened as a tab, and shown alone', async () => {
  await using context = await stack.visit({ viewport: { width: 1280, height: 800 } })
  const { page, faults } = await openSignedIn(context, '/colors')
  for (const box of (await page.locator('tbody input[type=checkbox]').all()).slice(0, 3))
    await box.check()
  await page.getByRole('link', { name: 'Show selected' }).first().click()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
  expect(await findPageDefects(page)).toEqual([])
  await page.getByRole('link', { name: 'Save selection...' }).first().click()
  const panel = getPanel(page)
  await panel.getByLabel('Name').first().fill('Pilot')
  expect(await findPageDefects(page)).toEqual([])
  await panel.getByRole('button', { name: 'Save selection' }).click()
  await expect.poll(() => page.url()).toContain('/colors?selection=')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
  await expect.poll(() => page.getByRole('link', { name: /^Pilot/ }).count()).toBe(2)
  expect(faults).toEqual([])
})

test('without JavaScript at 360 px, a list is sorted by several columns in its panel', async () => {
  await using context = await stack.visit({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  })
  await signInByApi(context)
  const { page } = await openPage(context)
  await page.goto('/stores?sorting')
  const panel = getPanel(page)
  await panel
    .getByLabel('Sort by', { exact: true })
    .selectOption({ label: 'Organization, descending' })
  await panel.getByLabel('Then by').first().selectOption({ label: 'Name, ascending' })
  await panel.getByRole('button', { name: 'Sort rows' }).click()
  expect(new URL(page.url()).search).toBe('?sort=-organisationId,name')
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(5)
})
