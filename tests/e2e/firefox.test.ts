import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startConsole, startReferencePlatform } from '../support/servers/consoleProcess.ts'
import {
  findButton,
  findLink,
  goTo,
  launchFirefox,
  openFirefoxPage,
  readApi,
  readValue,
  signInWithFirefox,
  waitForText,
} from '../support/browser/firefox.ts'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'

/** The path of Firefox, or "" on a machine without it. The run then skips these tests. */
const firefox = await getPrerequisite('firefox')

describe.skipIf(firefox === '')('An operator in Firefox', () => {
  let url: string
  let browser: Browser
  let context: BrowserContext
  const cleanups: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const platform = await startReferencePlatform()
    cleanups.push(() => platform.stop())
    const consoleServer = await startConsole(platform.url)
    cleanups.push(() => consoleServer.stop())
    url = consoleServer.url
    browser = await launchFirefox(firefox)
    cleanups.push(() => browser.close())
    context = await browser.createBrowserContext()
    const { page, faults } = await openFirefoxPage(context)
    await signInWithFirefox(page, url)
    expect(faults).toEqual([])
    await page.close()
  })

  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })

  /** Opens a page of the console in a new tab, runs the steps, and expects no errors on the page. */
  async function visit(path: string, steps: (page: Page) => Promise<void>) {
    const { page, faults } = await openFirefoxPage(context)
    await goTo(page, url + path)
    await steps(page)
    expect(faults).toEqual([])
    await page.close()
  }

  test('searches a list and opens a record', () =>
    visit('/sizes', async (page) => {
      await page.locator('#search').fill('Youth extra large')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => location.search.startsWith('?search='))
      await findLink(page, 'Youth extra large').click()
      await page.waitForSelector('dialog #field-name')
      expect(await readValue(page, 'dialog #field-name')).toBe('Youth extra large')
    }))

  test('edits an amount, and the API stores it in the smallest unit of its currency', () =>
    visit('/payment-setup', async (page) => {
      const setup = (await readApi(page, '/api/paymentSetups?search=invoice')).data[0]
      await findLink(page, setup.name).click()
      await findLink(page, 'Methods and rules').click()
      for (const { currency, typed, shown, stored } of [
        { currency: 'HUF', typed: '500', shown: '500', stored: 500 },
        { currency: 'KWD', typed: '1.250', shown: '1.250', stored: 1250 },
        { currency: 'JPY', typed: '1,500', shown: '1,500', stored: 1500 },
        { currency: 'EUR', typed: '12.5', shown: '12.50', stored: 1250 },
      ]) {
        const { version } = await readApi(page, `/api/paymentSetups/${setup.id}`)
        await page.locator('#field-limitCurrency').fill(currency)
        await page.locator('#field-minAmount').fill(typed)
        await findButton(page, 'Save').click()
        await expect
          .poll(() => readApi(page, `/api/paymentSetups/${setup.id}`))
          .toMatchObject({
            limitCurrency: currency,
            minAmount: stored,
            version: version + 1,
          })
        await goTo(page, page.url())
        expect(await readValue(page, '#field-minAmount'), currency).toBe(shown)
      }
    }))

  test('selects two rows and previews a bulk change', () =>
    visit('/colors?limit=25', async (page) => {
      const names: string[] = (await readApi(page, '/api/colors?limit=25&sort=name')).data
        .slice(0, 2)
        .map(({ name }: { name: string }) => name)
      for (const name of names) await page.locator(`[aria-label="Select ${name}"]`).click()
      await waitForText(page, '2 selected')
      await findLink(page, 'Change a field...').click()
      await page.locator('#bulk-field').fill('family')
      await page.locator('#bulk-family').fill('green')
      await findButton(page, 'Preview changes').click()
      await findButton(page, 'Change Family for 2 colors').wait()
      const plan = await page.$eval('dialog', ({ innerText }) => innerText)
      for (const name of names) expect(plan).toContain(name)
    }))

  test('uploads a CSV file, maps its columns, and previews the import', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'firefox-'))
    const file = join(folder, 'sizes.csv')
    await writeFile(file, 'Name;Short;Group\nGröße 1;GR1;Adult\nBad;TOOLONGCODE;Adult\n')
    await visit('/sizes?import', async (page) => {
      const input = await page.waitForSelector('dialog input[type=file]')
      await input?.uploadFile(file)
      await waitForText(page, 'Uploaded sizes.csv')
      await findButton(page, 'Upload file').click()
      await waitForText(page, '2 rows, UTF-8, semicolon-separated')
      await page.locator('#import-code').fill('1')
      await findButton(page, 'Check').click()
      await waitForText(page, 'Row 3: Code must be at most 8 characters')
      await findButton(page, 'Import 1 row').wait()
      expect((await readApi(page, '/api/sizes?search=GR1')).data).toEqual([])
    })
    await rm(folder, { recursive: true })
  })
})
