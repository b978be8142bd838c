import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdyen, defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { getWorkerBrowser } from '../support/browser/chromium.ts'
import { fixPaymentSetup } from '../support/browser/fixPaymentSetup.ts'
import { startConsole, startReferencePlatform } from '../support/servers/consoleProcess.ts'
import type { FloodReport } from '../support/attacks/floodConsole.ts'
import {
  waitForHydration,
  getNotification,
  openPage,
  getPanel,
  signIn,
} from '../support/servers/stack.ts'

const cleanups: (() => Promise<unknown>)[] = []
let consoleServer: Awaited<ReturnType<typeof startConsole>>
let adyen: Awaited<ReturnType<typeof startAdyen>>

beforeAll(async () => {
  adyen = await startAdyen()
  cleanups.push(async () => adyen.stop())
  // An embedded database with the demo data of every new platform.
  const platform = await startReferencePlatform({
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

/** Floods the console from another process. The returned function stops it and returns a report. */
function startFlood(url: string): () => Promise<FloodReport> {
  const child = fork(resolve('tests/support/attacks/floodConsole.ts'), [url], { execArgv: [] })
  cleanups.push(async () => child.kill())
  return async () => {
    const reportMessage = once(child, 'message')
    child.send('stop')
    // The child sends no other message.
    const [report] = (await reportMessage) as [FloodReport]
    return report
  }
}

async function expectHealth() {
  const { statusCode, body } = await request(`${consoleServer.url}/healthz`)
  await body.dump()
  expect(statusCode, consoleServer.getOutput()).toBe(200)
}

/** Retries the payments of the incident that the fix resolved, and returns their number. */
async function retryPayments(page: Page): Promise<number> {
  const panel = getPanel(page)
  await page.goto('/paymentAttempt?incidents&filter[reason][eq]=configuration')
  await waitForHydration(page)
  await page
    .getByRole('link', { name: /^The Adyen API key can't access its merchant account/ })
    .click()
  await panel.getByText(/is working again\.$/).waitFor()
  const retryLink = panel.getByRole('link', { name: /^Retry \d+ payments?\.\.\.$/ })
  const buttonName = (await retryLink.innerText()).replace(/\.+$/, '')
  await retryLink.click()
  await panel.getByText(/^This charges members/).waitFor()
  await panel.getByRole('button', { name: buttonName }).click()
  await getNotification(page, /^(Running|Finished): Retry \d+ failed payments?/)
    .first()
    .waitFor()
  return Number(/\d+/.exec(buttonName)?.[0])
}

/** Orders of a store whose last payment failed because of the setup and can still be paid. */
async function findFailedOrders(context: BrowserContext, storeId: number): Promise<number[]> {
  const failedUrl = `/api/paymentAttempts?filter[storeId][eq]=${storeId}&filter[reason][eq]=configuration&filter[status][eq]=open&limit=100`
  const { data } = await (await context.request.get(failedUrl)).json()
  return [...new Set<number>(data.map(({ orderId }: { orderId: number }) => orderId))]
}

test('the main job succeeds while strangers flood the console: a broken store is found and fixed, its payments are retried, and its log proves it', async () => {
  const browser = await getWorkerBrowser()
  await using context = await browser.newContext({
    baseURL: consoleServer.url,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(30_000)
  const { page, faults } = await openPage(context)
  const stopFlood = startFlood(consoleServer.url)
  await page.goto('/')
  await waitForHydration(page)
  await signIn(page)
  await page.waitForURL('**/dashboard')
  const failingIntegrations = page.locator('dl > div', { hasText: 'Failing integrations' })
  await failingIntegrations.getByRole('link').first().click()
  await page.waitForURL('**/stores?filter*')
  const failingUrl = '/api/stores?limit=1&sort=-failedPayments7d&filter[failing][eq]=1'
  const [broken] = (await (await context.request.get(failingUrl)).json()).data
  const orders = await findFailedOrders(context, broken.id)
  expect(orders.length).toBeGreaterThan(0)
  await page
    .locator('[data-row]')
    .getByRole('link', { name: broken.name, exact: true })
    .first()
    .click()
  await fixPaymentSetup(page)
  await expectHealth()

  expect(await retryPayments(page)).toBe(orders.length)
  const recoveredUrl = `/api/paymentAttempts?filter[storeId][eq]=${broken.id}&filter[status][eq]=recovered&limit=100`
  await expect
    .poll(
      async () => {
        const { data } = await (await context.request.get(recoveredUrl)).json()
        return data.map(({ orderId }: { orderId: number }) => orderId)
      },
      { timeout: 30_000 },
    )
    .toEqual(expect.arrayContaining(orders))
  expect(adyen.charges.size).toBe(orders.length)

  // The store's log lists the changed setup, its activation, and the charged orders.
  await page.goto(`/stores/${broken.id}/logs?verify`)
  await waitForHydration(page)
  await page.getByText(/^All [\d,]+ entries are intact/).waitFor()
  for (const entry of [
    ...orders.map((order) => new RegExp(`Charged order .*#${order} `)),
    /Changed payment setup .*Adyen backup account/,
    /Activated payment setup .*Adyen backup account/,
  ])
    await page.getByRole('row', { name: entry }).first().waitFor()
  await page.goto(`/stores/${broken.id}/logs?filter[event][contains]=paymentSetups.updated`)
  await waitForHydration(page)
  await page
    .locator('[data-row]')
    .getByText(/^Changed payment setup/)
    .first()
    .click()
  await getPanel(page).getByText('MerchandiseOldECOM').waitFor()
  await getPanel(page).getByText(defaultAdyenState.merchantAccount, { exact: true }).waitFor()

  const { sent, statuses } = await stopFlood()
  expect(sent).toBeGreaterThan(100)
  expect(
    Object.keys(statuses).filter((status) => status.startsWith('5') && status !== '503'),
  ).toEqual([])
  await expectHealth()
  expect(consoleServer.isAlive(), consoleServer.getOutput()).toBe(true)
  expect(faults).toEqual([])
})
