import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findAxeViolations } from '../support/browser/axe.ts'
import { waitForHydration, openSignedIn, signInByApi, withStack } from '../support/servers/stack.ts'

const stack = withStack()

const expectFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)

test('stores selected by keyboard stay selected after a reload, are suspended as previewed, and are active again after Undo', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  for (const name of ['Quill 1', 'Quill 2', 'Quill 3']) {
    const response = await context.request.post('/api/stores', { data: buildStoreValues({ name }) })
    const { id } = await response.json()
    if (name !== 'Quill 3')
      await context.request.post(`/api/stores/${id}/status`, {
        data: { change: 'activate' },
        headers: { 'If-Match': '1' },
      })
  }
  const { page, faults } = await openSignedIn(context, '/stores?search=quill')
  const checkboxes = page.locator('[data-row] input[type=checkbox]')
  await page.getByRole('link', { name: 'Quill 1', exact: true }).focus()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.getByRole('link', { name: 'Quill 3', exact: true }).focus()
  await page.keyboard.press('Shift+X')
  await page.getByText('3 selected').waitFor()
  await page.getByRole('link', { name: 'Clear selection' }).click()
  expect(await checkboxes.first().isChecked()).toBe(false)
  await page.keyboard.press('Control+a')
  await page.getByText('3 selected').waitFor()
  await page.reload()
  await page.getByText('3 selected').waitFor()
  expect(await checkboxes.nth(2).isChecked()).toBe(true)
  // Sorting keeps the selection.
  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await page.waitForURL(/sort=-name/)
  await page.getByText('3 selected').waitFor()

  await page.getByRole('link', { name: 'Suspend...', exact: true }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText('Reason is a required field').waitFor()
  await panel.getByLabel('Reason').fill('Unpaid')
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText(`You can't choose "Suspend" while the store's status is Draft.`).waitFor()
  await expectFocus(panel.getByRole('group', { name: 'Preview of changes' }))
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Suspend 2 stores' }).click()
  await panel.getByText('Finished.').waitFor()
  await panel.getByRole('heading', { name: '2 done' }).waitFor()
  await panel
    .getByRole('region', { name: '1 rejected' })
    .getByText(/while the store's status is Draft/)
    .waitFor()
  const resultsLink = panel.getByRole('link', { name: 'Download results' })
  const rows = await context.request.get((await resultsLink.getAttribute('href')) ?? '')
  expect(await rows.text()).toMatch(
    /Quill 3,\d+,refused,,,,[^,]+,Unpaid,"You can't choose ""Suspend""/,
  )
  await expectFocus(panel.getByRole('status').filter({ hasText: 'Finished.' }))
  await panel.getByRole('button', { name: 'Undo' }).click()
  await panel.getByRole('heading', { name: 'Undo: Suspend 2 stores' }).waitFor()
  await panel.getByRole('heading', { name: '2 done' }).waitFor()
  await panel.getByRole('link', { name: 'Close', exact: true }).last().click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('row', { name: /Quill.*Active/ }).count()).toBe(2)
  // The selection is still there for the next action.
  await page.getByText('3 selected').waitFor()
  expect(faults).toEqual([])
})

test('the selection bar replaces the toolbar without moving the rows, stays visible, and gives way to search', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  for (const at of Array.from({ length: 12 }, (_, n) => n + 1))
    await context.request.post('/api/colors', {
      data: { name: `Place ${at}`, code: `PLACE-${at}`, hex: '#335533', active: true },
    })
  const { page, faults } = await openSignedIn(context, '/colors?search=place')
  const bar = page.getByText(/^\d+ selected$/).locator('..')
  const checkboxes = page.locator('[data-row] input[type=checkbox]')
  const getTop = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().top)
  /** Returns whether the element is on top at its own position. */
  const isOnTop = (element: Locator) =>
    element.evaluate((one) => {
      const { left, top: y, height } = one.getBoundingClientRect()
      const shown = document.elementFromPoint(left + 20, y + height / 2)
      return one === shown || one.contains(shown)
    })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 480 })
    await page.goto('/colors?search=place')
    await waitForHydration(page)
    const search = page.getByRole('searchbox')
    const positionsBefore = [await getTop(checkboxes.first()), await getTop(search)]
    await checkboxes.first().click()
    await page.getByText('1 selected').waitFor()
    expect([await getTop(checkboxes.first()), await getTop(bar)]).toEqual(positionsBefore)
    expect(await isOnTop(search)).toBe(false)
    await checkboxes.last().scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await isOnTop(bar)).toBe(true)
    await page.keyboard.press('/')
    expect(await isOnTop(search)).toBe(true)
    await checkboxes.last().click()
    await page.getByText('2 selected').waitFor()
    expect(await isOnTop(search)).toBe(false)
    await page.getByRole('link', { name: 'Find more' }).click()
    await expectFocus(search)
    expect(await isOnTop(search)).toBe(true)
  }
  expect(faults).toEqual([])
})

test('the focus stays in the list when the pressed control disappears', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  for (const code of ['FERN', 'PINE', 'REED'])
    await context.request.post('/api/colors', {
      data: { name: `Focus ${code}`, code, hex: '#335533', active: true },
    })
  const { page, faults } = await openSignedIn(context, '/colors?search=focus&limit=25')
  const filter = page.getByRole('search').getByLabel('Filter', { exact: true })
  const familyFilter = page.locator('#filter-of-family')
  await filter.click()
  await familyFilter.locator('summary').click()
  await familyFilter.getByRole('textbox').first().fill('green')
  await page.keyboard.press('Enter')
  await page.waitForURL(/filter\[family\]/)
  await expectFocus(filter)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.waitForURL((url) => !url.search.includes('filter'))
  await expectFocus(page.getByRole('searchbox'))
  await page.goto('/colors?search=focus&limit=25')
  await waitForHydration(page)
  await filter.click()
  await familyFilter.locator('summary').click()
  await familyFilter.getByRole('textbox').first().fill('green')
  await familyFilter.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/filter\[family\]/)
  await expectFocus(filter)

  await page.goto('/colors?search=focus&chosen=all&bulk=change')
  await waitForHydration(page)
  const fieldSelect = page.getByLabel('Field to change')
  await fieldSelect.focus()
  for (const at of [1, 2]) {
    await page.keyboard.press('ArrowDown')
    const name = await fieldSelect.locator('option').nth(at).getAttribute('value')
    await page.waitForURL((url) => url.searchParams.get('field') === name)
    await page.getByRole('dialog').locator(`#bulk-${name}`).waitFor()
    await expectFocus(fieldSelect)
  }
  expect(faults).toEqual([])
})

test('a bulk change works without JavaScript and can be undone', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  await context.request.post('/api/colors', {
    data: { name: 'Moss', code: 'MOSS', hex: '#335533', active: true },
  })
  const page = await context.newPage()
  // The cards of a narrow screen have checkboxes too.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/colors?search=moss')
  await page.locator('[data-row] input[type=checkbox]').first().check()
  await page.getByRole('button', { name: 'Show bulk actions' }).click()
  await page.getByText('1 selected').waitFor()
  await page.locator('summary').filter({ hasText: 'Actions' }).click()
  await page.getByRole('link', { name: 'Change a field...' }).click()
  await page.getByLabel('Field to change').selectOption({ label: 'Family' })
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Family').fill('green')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('green').first().waitFor()
  await page.getByRole('button', { name: 'Change Family for 1 color' }).click()
  await page.getByRole('heading', { name: 'Change Family for 1 color' }).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('dialog').getByText('Finished.').count()
    })
    .toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: /^Undo/ }).waitFor()
})
