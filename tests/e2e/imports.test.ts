import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findAxeViolations, findPageDefects } from '../support/browser/axe.ts'
import { openSignedIn, withStack } from '../support/servers/stack.ts'

const stack = withStack()
const createCsvFile = (text: string) => ({
  name: 'sizes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'latin1'),
})
const screenshotFolder = process.env['SHOTS']

test('a list is exported as CSV, and a file with guessed columns is checked row by row, imported, and undone', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/sizes')
  const panel = page.locator('[data-open-panel]')
  const takeScreenshot = async (name: string) => {
    if (!screenshotFolder) return
    await page.screenshot({ path: `${screenshotFolder}/${name}_1280.png` })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.screenshot({ path: `${screenshotFolder}/${name}_360.png` })
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const openMenu = () =>
    page.getByRole('group').filter({ hasText: 'Import CSV' }).locator('summary').click()
  await openMenu()
  await takeScreenshot('menu')
  const [exportDownload] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(exportDownload.suggestedFilename()).toMatch(/^sizes-.*\.csv$/)
  expect(await readFile(await exportDownload.path(), 'utf8')).toContain('Extra large,XL,Adult')

  await openMenu()
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await panel.getByText('Select file').waitFor()
  expect(await findAxeViolations(page, '[data-open-panel]')).toEqual([])
  await panel
    .locator('#import-file')
    .setInputFiles(
      createCsvFile(
        'Name;Kürzel;Group\nGröße 1;GR1;Adult\nExtra large;XL;Adult\nBad;TOOLONGCODE;Adult\n',
      ),
    )
  await panel.getByText('Uploaded sizes.csv').waitFor()
  await panel.getByRole('button', { name: 'Upload file' }).click()
  await panel.getByText('3 rows, Windows-1252, semicolon-separated').waitFor()
  expect(await panel.getByLabel(/^Group/).inputValue()).toBe('2')
  await panel.getByRole('button', { name: 'Check file', exact: true }).click()
  await panel.getByText('Code is a required field').waitFor()
  await panel.getByLabel(/^Code/).selectOption('Kürzel')
  await takeScreenshot('mapping')
  await panel.getByRole('button', { name: 'Check file', exact: true }).click()

  const importButton = panel.getByRole('button', { name: 'Import 1 row', exact: true })
  await importButton.waitFor({ timeout: 20_000 })
  await panel.getByText('Row 4: Code must be at most 8 characters').waitFor()
  expect(await findPageDefects(page)).toEqual([])
  await takeScreenshot('ready')
  const [rejectedRowsDownload] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download rejected rows with reasons' }).click(),
  ])
  expect(await readFile(await rejectedRowsDownload.path(), 'utf8')).toContain(
    'Bad,TOOLONGCODE,Adult,4,',
  )

  await importButton.click()
  const undoButton = panel.getByRole('button', { name: 'Undo' })
  await undoButton.waitFor({ timeout: 20_000 })
  await takeScreenshot('ended')
  const findNames = async () => {
    const { data } = await (await context.request.get('/api/sizes?search=GR1')).json()
    return data.map(({ name }: { name: string }) => name)
  }
  expect(await findNames()).toEqual(['Größe 1'])
  await undoButton.click()
  await expect.poll(findNames, { timeout: 20_000 }).toEqual([])
  expect(faults).toEqual([])
})

test('a file is imported in the same steps without JavaScript', async () => {
  await using scripted = await stack.visit()
  await openSignedIn(scripted, '/dashboard')
  await using context = await stack.visit({
    javaScriptEnabled: false,
    storageState: await scripted.storageState(),
  })
  const page = await context.newPage()
  await page.goto('/colors?import')
  const panel = page.locator('[data-open-panel]')
  await panel
    .locator('input[type="file"]')
    .setInputFiles({ ...createCsvFile('Name,Code,Color\nPlain,PLN,#123456\n'), name: 'colors.csv' })
  await panel.getByRole('button', { name: 'Upload file' }).click()
  await panel.getByRole('button', { name: 'Check file', exact: true }).click()
  const importButton = panel.getByRole('button', { name: 'Import 1 row', exact: true })
  await expect
    .poll(async () => (await page.reload()) && (await importButton.count()), { timeout: 20_000 })
    .toBe(1)
  await importButton.click()
  const undoButton = panel.getByRole('button', { name: 'Undo' })
  await expect
    .poll(async () => (await page.reload()) && (await undoButton.count()), { timeout: 20_000 })
    .toBe(1)
  const { data } = await (await context.request.get('/api/colors?search=PLN')).json()
  expect(data[0]).toMatchObject({ name: 'Plain', hex: '#123456' })
})
