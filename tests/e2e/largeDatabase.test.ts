import type { APIRequestContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdyen } from '#scripts/mockProviders/adyen.ts'
import { getWorkerBrowser } from '../support/browser/chromium.ts'
import { fixPaymentSetup } from '../support/browser/fixPaymentSetup.ts'
import { getPrerequisite } from '../support/getPrerequisite.ts'
import { startConsole } from '../support/servers/consoleProcess.ts'
import { startLargePlatform } from '../support/servers/largePlatform.ts'
import { getPanel, openSignedIn } from '../support/servers/stack.ts'

const hasPostgres = (await getPrerequisite('postgres')) !== ''

const journeyLimitMs = 60_000

/** Finds the store whose payments its provider rejects, as a member would report it. */
async function findBrokenStore(request: APIRequestContext): Promise<{ id: number; name: string }> {
  const path = '/api/stores?limit=1&sort=-failedPayments7d&filter[failingIntegrations][has]=payment'
  const { data } = await (await request.get(path)).json()
  return data[0]
}

const leaveOutThirdLetter = (word: string) => word.slice(0, 2) + word.slice(3)

/** Filters the list for stores with failing integrations, in the panel of filters. */
async function filterFailing(page: Page): Promise<void> {
  await page.getByLabel('Filter', { exact: true }).click()
  await page.getByRole('link', { name: 'More filters' }).click()
  const panel = getPanel(page)
  await panel.getByRole('link', { name: 'Failing integrations', exact: true }).click()
  await panel.getByLabel('Value', { exact: true }).selectOption({ label: 'Yes' })
  await panel.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**/stores?*filter*failing*')
}

describe.skipIf(!hasPostgres)('The main job among 5,000 stores', () => {
  const cleanups: (() => Promise<unknown>)[] = []
  let consoleServer: Awaited<ReturnType<typeof startConsole>>

  beforeAll(async () => {
    const adyen = await startAdyen()
    cleanups.push(async () => adyen.stop())
    const platform = await startLargePlatform({
      PROVIDER_ENDPOINTS: `adyen=${adyen.url}`,
      OUTBOUND_ALLOW: '127.0.0.0/8',
    })
    cleanups.push(() => platform.stop())
    consoleServer = await startConsole(platform.url)
    cleanups.push(() => consoleServer.stop())
  })
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })

  test('the broken store among 5,000 is found by a word with a typo, fixed, and right everywhere, in less than a minute', async () => {
    const browser = await getWorkerBrowser()
    await using context = await browser.newContext({
      baseURL: consoleServer.url,
      viewport: { width: 1280, height: 800 },
      timezoneId: 'UTC',
    })
    context.setDefaultTimeout(30_000)
    const { page, faults } = await openSignedIn(context, '/dashboard')
    const broken = await findBrokenStore(context.request)
    const [brand = ''] = broken.name.split(' ')
    const alert = page.getByText(`Payments are failing at ${broken.name}`, { exact: true })
    const row = page.locator('[data-row]', { hasText: broken.name })
    await page.getByText('of 5,000 stores').waitFor()
    await alert.waitFor()
    const startedAt = performance.now()

    // The brand has some 180 stores. The palette shows five, and a link to all of them.
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump to' })
    await page.keyboard.type(leaveOutThirdLetter(brand.toLowerCase()))
    await palette
      .getByRole('option', { name: new RegExp(`^${brand} `) })
      .first()
      .waitFor()
    await palette.getByRole('option', { name: /^All stores that match/ }).click()
    await page.waitForURL('**/stores?search=*')
    await filterFailing(page)
    await row.getByRole('link', { name: 'Payments failing' }).waitFor()
    const filteredUrl = page.url()
    await row.getByRole('link', { name: broken.name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: broken.name }).waitFor()
    await fixPaymentSetup(page)

    await page.goto(filteredUrl)
    await page.getByRole('heading', { level: 1, name: 'All Stores' }).waitFor()
    expect(await row.count()).toBe(0)
    await page
      .getByRole('link', { name: /^Dashboard/ })
      .first()
      .click()
    await page.getByText('of 5,000 stores').waitFor()
    await expect.poll(() => alert.count()).toBe(0)
    await page.goto(`/stores/${broken.id}/logs`)
    for (const entry of [/Changed payment setup .*Adyen/, /Activated payment setup .*Adyen/])
      await page.getByRole('row', { name: entry }).first().waitFor()
    expect(performance.now() - startedAt).toBeLessThan(journeyLimitMs)
    expect(faults).toEqual([])
  })
})
