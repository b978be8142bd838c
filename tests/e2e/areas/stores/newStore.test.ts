import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  getPanel,
  openSignedIn,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SHOTS']

const buildCsvFile = (...lines: string[]) => ({
  name: 'members.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
const header = 'Name,Email'
const validRows = ['Mia Berg,mia@acme.example', 'Bo Lind,bo@acme.example']
/** Rows 4 to 8 each have a different error. */
const invalidRows = [
  'Anna Ek,anna.example',
  ',nameless@acme.example',
  'Mia Again,MIA@acme.example',
  `${'x'.repeat(81)},long@acme.example`,
  'Two At,two@@acme.example',
]

async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!screenshotFolder) return
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `${screenshotFolder}/${name}_${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/^Saved /)
    .first()
    .waitFor()
}

/** Uses the first active setup that is offered for a kind. */
const applySetup = (kind: string) => async (page: Page) => {
  const offers = page.getByRole('list', { name: `Existing setups for ${kind}` })
  const active = offers.getByRole('listitem').filter({ hasText: 'Active' })
  await active.first().waitFor()
  await takeScreenshots(page, `setups_${kind.replaceAll(' ', '')}`)
  expect(await findPageDefects(page)).toEqual([])
  await active.first().getByRole('button', { name: /^Use / }).click()
  await page.getByText(`${kind}: fixed.`).waitFor()
}

async function importMembers(page: Page): Promise<void> {
  const panel = getPanel(page)
  const uploadRows = async (...lines: string[]) => {
    await panel.getByText('Select file').waitFor()
    await panel.locator('#import-file').setInputFiles(buildCsvFile(header, ...lines))
    await panel.getByText('Uploaded members.csv').waitFor()
    await panel.getByRole('button', { name: 'Upload file' }).click()
    await panel.getByLabel('For all new members: Invite by email').check()
    await takeScreenshots(page, 'import_columns')
    await panel.getByRole('button', { name: 'Check file', exact: true }).click()
  }
  await uploadRows(...validRows, ...invalidRows)
  for (const reason of [
    'Row 4: "anna.example" isn\'t an email address.',
    'Row 5: Name is a required field',
    'Row 6: Row 2 has the same email.',
    'Row 7: Name must be at most 80 characters',
    'Row 8: "two@@acme.example" isn\'t an email address.',
  ])
    await panel.getByText(reason).waitFor({ timeout: 20_000 })
  await takeScreenshots(page, 'import_errors')
  expect(await findPageDefects(page)).toEqual([])
  await panel.getByRole('link', { name: 'Select a corrected file' }).click()
  await uploadRows(...validRows, 'Anna Ek,anna@acme.example')
  await panel.getByRole('button', { name: 'Import 3 rows' }).click({ timeout: 20_000 })
  await panel.getByRole('heading', { name: 'Result' }).waitFor({ timeout: 20_000 })
  await takeScreenshots(page, 'import_result')
}

/** The fix for each check that has a Fix link. */
const fixes: Record<string, (page: Page) => Promise<void>> = {
  async Organization(page) {
    const field = page.getByRole('combobox', { name: /^Organi[sz]ation/ })
    await field.fill('a')
    await page.getByRole('listbox').getByRole('option').first().click()
    await save(page)
  },
  async 'First admin'(page) {
    await page.getByLabel('First admin', { exact: true }).fill('Ana Petrov')
    await page.getByLabel('First admin email').fill('ana@ready.example')
    await save(page)
    await page.getByText('Invitation not sent yet').waitFor()
    await takeScreenshots(page, 'first_admin')
  },
  Mail: applySetup('Email'),
  Payments: applySetup('Payments'),
  'Gift cards': applySetup('Gift cards'),
  async 'Default member group'(page) {
    await page.getByRole('link', { name: 'New member group' }).first().click()
    const panel = getPanel(page)
    await panel.getByLabel('Name', { exact: true }).fill('Everyone')
    await panel.getByLabel(/^Default/).check()
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/^Created /)
      .first()
      .waitFor()
  },
  Members: importMembers,
}

test('a new store gets to 100% only by its Fix links, with existing setups and a file of members, and is activated', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/stores')
  await page.getByRole('link', { name: 'New store' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ready Rewards')
  const getHeading = (name: string) => page.getByRole('heading', { name, level: 2 })
  for (const step of [
    'Domain',
    'Locale and currency',
    'Brand',
    'Access',
    'First admin',
    'Review',
  ]) {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await getHeading(step).waitFor()
    if (step === 'First admin') await page.getByText('Required to activate').first().waitFor()
  }
  await page.getByRole('button', { name: 'Create store' }).click()
  await page.waitForURL(/\/stores\/\d+/)
  const overview = new URL(page.url()).pathname

  const fixedChecks: string[] = []
  for (;;) {
    await page.goto(overview)
    await waitForHydration(page)
    const links = page.getByRole('link', { name: /^Fix: / })
    await page
      .getByText(/\d+% ready/)
      .first()
      .waitFor()
    // A payment setup in test mode stays amber, but the store still counts as ready.
    if ((await page.getByText('100% ready').count()) > 0) break
    await takeScreenshots(page, `overview_${fixedChecks.length}`)
    const name = ((await links.first().getAttribute('aria-label')) ?? '').replace(/^Fix: /, '')
    expect(fixedChecks, 'fixed before, and still wrong').not.toContain(name)
    const fix = fixes[name]
    if (!fix) throw new Error(`No fix of ${name} is known`)
    await links.first().click()
    await page.waitForURL((url) => url.searchParams.get('fix') !== null)
    await fix(page)
    fixedChecks.push(name)
  }
  expect(fixedChecks).toEqual(expect.arrayContaining(['Payments', 'Gift cards', 'Members']))
  await page.getByText('Actions', { exact: true }).click()
  await page.getByRole('link', { name: /^Activate/ }).click()
  const panel = getPanel(page)
  await panel.getByRole('button', { name: 'Activate' }).click()
  // A setup in test mode needs a confirmation.
  const confirmButton = panel.getByRole('button', { name: 'Activate anyway' })
  const activeHeader = page.locator('header', { hasText: 'Active' }).first()
  await confirmButton.or(activeHeader).first().waitFor()
  if ((await confirmButton.count()) > 0) await confirmButton.click()
  await activeHeader.waitFor()
  const { data } = await (await context.request.get('/api/users?search=ana@ready.example')).json()
  expect(data[0]).toMatchObject({ status: 'invited' })
  expect(faults).toEqual([])
})
