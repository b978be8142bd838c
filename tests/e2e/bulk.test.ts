import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { storeValues } from '#tests/api/support/stores.ts'
import { axeFaults } from '../support/browser/axe.ts'
import { hydrated, signedInAt, signInBy, withStack } from '../support/servers/stack.ts'

const stack = withStack()

const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)

test('stores are chosen by keys, outlast a reload, are suspended as the plan showed, and come back by undo', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  for (const name of ['Quill 1', 'Quill 2', 'Quill 3']) {
    const made = await context.request.post('/api/stores', { data: storeValues({ name }) })
    const { id } = await made.json()
    if (name !== 'Quill 3')
      await context.request.post(`/api/stores/${id}/status`, {
        data: { change: 'activate' },
        headers: { 'If-Match': '1' },
      })
  }
  const { page, faults } = await signedInAt(context, '/stores?search=quill')
  const boxes = page.locator('[data-row] input[type=checkbox]')
  await page.getByRole('link', { name: 'Quill 1', exact: true }).focus()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.getByRole('link', { name: 'Quill 3', exact: true }).focus()
  await page.keyboard.press('Shift+X')
  await page.getByText('3 selected').waitFor()
  await page.getByRole('link', { name: 'Clear selection' }).click()
  expect(await boxes.first().isChecked()).toBe(false)
  await page.keyboard.press('Control+a')
  await page.getByText('3 selected').waitFor()
  await page.reload()
  await page.getByText('3 selected').waitFor()
  expect(await boxes.nth(2).isChecked()).toBe(true)
  // Another order keeps them.
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
  await hasFocus(panel.getByRole('group', { name: 'Preview of changes' }))
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Suspend 2 stores' }).click()
  await panel.getByText('Finished.').waitFor()
  await panel.getByRole('heading', { name: '2 done' }).waitFor()
  await panel
    .getByRole('region', { name: '1 rejected' })
    .getByText(/while the store's status is Draft/)
    .waitFor()
  const file = panel.getByRole('link', { name: 'Download results' })
  const rows = await context.request.get((await file.getAttribute('href')) ?? '')
  expect(await rows.text()).toMatch(
    /Quill 3,\d+,refused,,,,[^,]+,Unpaid,"You can't choose ""Suspend""/,
  )
  await hasFocus(panel.getByRole('status').filter({ hasText: 'Finished.' }))
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

test('the bar stands in the place of the toolbar: nothing moves, it stays in sight, and search shows where it is used', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  for (const at of Array.from({ length: 12 }, (_, n) => n + 1))
    await context.request.post('/api/colors', {
      data: { name: `Place ${at}`, code: `PLACE-${at}`, hex: '#335533', active: true },
    })
  const { page, faults } = await signedInAt(context, '/colors?search=place')
  const bar = page.getByText(/^\d+ selected$/).locator('..')
  const boxes = page.locator('[data-row] input[type=checkbox]')
  const top = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().top)
  /** Whether it is what shows where it is. */
  const shows = (element: Locator) =>
    element.evaluate((one) => {
      const { left, top: y, height } = one.getBoundingClientRect()
      const shown = document.elementFromPoint(left + 20, y + height / 2)
      return one === shown || one.contains(shown)
    })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 480 })
    await page.goto('/colors?search=place')
    await hydrated(page)
    const search = page.getByRole('searchbox')
    const before = [await top(boxes.first()), await top(search)]
    await boxes.first().click()
    await page.getByText('1 selected').waitFor()
    expect([await top(boxes.first()), await top(bar)]).toEqual(before)
    expect(await shows(search)).toBe(false)
    await boxes.last().scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await shows(bar)).toBe(true)
    await page.keyboard.press('/')
    expect(await shows(search)).toBe(true)
    await boxes.last().click()
    await page.getByText('2 selected').waitFor()
    expect(await shows(search)).toBe(false)
    await page.getByRole('link', { name: 'Find more' }).click()
    await hasFocus(search)
    expect(await shows(search)).toBe(true)
  }
  expect(faults).toEqual([])
})

test('what is pressed in a list and goes leaves the focus in it', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  for (const code of ['FERN', 'PINE', 'REED'])
    await context.request.post('/api/colors', {
      data: { name: `Focus ${code}`, code, hex: '#335533', active: true },
    })
  const { page, faults } = await signedInAt(context, '/colors?search=focus&limit=25')
  const filter = page.getByRole('search').getByLabel('Filter', { exact: true })
  const part = page.locator('#filter-of-family')
  await filter.click()
  await part.locator('summary').click()
  await part.getByRole('textbox').first().fill('green')
  await page.keyboard.press('Enter')
  await page.waitForURL(/filter\[family\]/)
  await hasFocus(filter)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.waitForURL((url) => !url.search.includes('filter'))
  await hasFocus(page.getByRole('searchbox'))
  await page.goto('/colors?search=focus&limit=25')
  await hydrated(page)
  await filter.click()
  await part.locator('summary').click()
  await part.getByRole('textbox').first().fill('green')
  await part.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/filter\[family\]/)
  await hasFocus(filter)

  await page.goto('/colors?search=focus&chosen=all&bulk=change')
  await hydrated(page)
  const choice = page.getByLabel('Field to change')
  await choice.focus()
  for (const at of [1, 2]) {
    await page.keyboard.press('ArrowDown')
    const name = await choice.locator('option').nth(at).getAttribute('value')
    await page.waitForURL((url) => url.searchParams.get('field') === name)
    await page.getByRole('dialog').locator(`#bulk-${name}`).waitFor()
    await hasFocus(choice)
  }
  expect(faults).toEqual([])
})

test('without JavaScript boxes and a button do the same', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInBy(context)
  await context.request.post('/api/colors', {
    data: { name: 'Moss', code: 'MOSS', hex: '#335533', active: true },
  })
  const page = await context.newPage()
  // As cards they have boxes too.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/colors?search=moss')
  await page.locator('[data-row] input[type=checkbox]').first().check()
  await page.getByRole('button', { name: 'Use selected rows' }).click()
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
