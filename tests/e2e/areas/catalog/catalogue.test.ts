import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  waitForHydration,
  getNotification,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const getOpenPanel = (page: Page) => page.locator('[data-open-panel]')
const readNames = (page: Page) => page.locator('tr[data-row] td:nth-child(2)').allInnerTexts()

test('attributes link to their values, which can be pasted and ordered, but not deleted while products use them', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/attributes')
  await page.getByRole('link', { name: '4 values for Fit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fit' }).waitFor()

  await page.goto('/attributes/2/subAttributes?paste')
  await waitForHydration(page)
  await page.getByLabel(/^One per line/).fill('Boxy\nTall cut,tall')
  await page.getByRole('button', { name: 'Create all' }).click()
  await getNotification(page, /^2 attribute values|^Created/).waitFor()
  await getOpenPanel(page).waitFor({ state: 'detached' })

  await page.goto('/attributes/2/subAttributes?reorder')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Move Boxy up' }).click()
  await expect
    .poll(() => page.locator('tbody tr td:nth-child(2)').allInnerTexts())
    .toEqual(['Regular', 'Slim', 'Relaxed', 'Boxy', 'Oversized', 'Tall cut'])

  await page.goto('/attributes/1/subAttributes')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Delete Cotton', exact: true }).click()
  await page
    .getByText(
      "You can't delete Cotton while other records depend on it. Change or delete those first.",
    )
    .waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^\d+ products?(: |, including )/ })
    .waitFor()
  await page.getByRole('link', { name: /^Merge instead/ }).waitFor()
  expect(faults).toEqual([])
})

test('near-duplicate colors are merged by a job that can be undone', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/colors?near')
  await page.getByRole('link', { name: 'Keep Navy and merge Midnight into it' }).click()
  await getOpenPanel(page)
    .getByText('Everything that uses Midnight will use the color that you merge it into')
    .waitFor()
  expect(await getOpenPanel(page).getByLabel('Merge into').inputValue()).toBe('Navy')
  await getOpenPanel(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await getNotification(page, /^(Running|Finished):/)
    .first()
    .waitFor()
  await getOpenPanel(page).waitFor({ state: 'detached' })
  await page.waitForURL(/\/colors\?near$/)
  const title = 'Merge Midnight into Navy'
  await page.getByRole('link', { name: title, exact: true }).click()
  const undo = page.getByRole('button', { name: `Undo: ${title}` })
  await undo.waitFor()
  await using otherContext = await stack.visit({ storageState: await context.storageState() })
  const listPage = await otherContext.newPage()
  await listPage.goto('/colors?sort=hue')
  expect(await readNames(listPage)).not.toContain('Midnight')

  await undo.click()
  await expect
    .poll(
      async () => {
        await listPage.goto('/colors?search=Midnight')
        return readNames(listPage)
      },
      { timeout: 20_000 },
    )
    .toEqual(['Midnight'])
  expect(faults).toEqual([])
})

test("a sticker's form previews its card and the stickers in the same position, and its times set its status", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/stickers?edit=2')
  const ranks = getOpenPanel(page).getByRole('listitem')
  await ranks.filter({ hasText: 'New: hidden because Sale is in the same position' }).waitFor()
  await getOpenPanel(page).getByLabel('Priority').fill('900')
  await getOpenPanel(page).getByText('New: Top left').first().waitFor()
  await getOpenPanel(page).getByLabel('Background color', { exact: true }).fill('#FDE68A')
  await getOpenPanel(page).getByText('hard to read').waitFor()
  await getOpenPanel(page).getByRole('button', { name: 'Save' }).click()
  await getNotification(page, /^Saved New/).waitFor()
  await page.getByRole('link', { name: /^Live/ }).click()
  await page.waitForURL(/status/)
  expect((await readNames(page))[0]).toBe('New')

  // Without JavaScript the card shows the saved values.
  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const plainPage = await plainContext.newPage()
  await plainPage.goto('/stickers?edit=2')
  await plainPage.getByText('New: Top left').first().waitFor()
  expect(faults).toEqual([])
})

test("a sticker starts at a time in the operator's time zone without JavaScript", async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const page = await context.newPage()
  await page.goto('/stickers?timeZone')
  const zoneDialog = page.getByRole('dialog', { name: 'Time zone' })
  await zoneDialog.getByLabel('Show times in').selectOption('America/New_York')
  await zoneDialog.getByRole('button', { name: 'Save' }).click()
  await getNotification(page, /^Times are now shown/).waitFor()

  await page.goto('/stickers?edit=2')
  const startsField = getOpenPanel(page).getByLabel('Starts')
  const name = getOpenPanel(page).getByLabel('Name', { exact: true })
  const save = () => getOpenPanel(page).getByRole('button', { name: 'Save' }).click()
  await startsField.fill('2031-01-05T20:30')
  await name.fill('')
  await save()
  await page.getByText('Name is a required field').waitFor()
  expect(await startsField.inputValue(), 'what was typed is kept').toBe('2031-01-05T20:30')
  await name.fill('New')
  await save()
  await getNotification(page, /^Saved/).waitFor()
  const saved = await (await context.request.get('/api/stickers/2')).json()
  expect(saved.startsAt).toBe('2031-01-06T01:30:00.000Z')
  await page.goto('/stickers?edit=2')
  expect(await startsField.inputValue()).toBe('2031-01-05T20:30')
})
