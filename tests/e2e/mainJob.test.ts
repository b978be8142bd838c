import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Page } from 'playwright'
import { Client } from 'pg'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdyen } from '#scripts/standIns/adyen.ts'
import { browserOfWorker } from '#tests/support/chromium.ts'
import { startConsole, startReferencePlatform } from '#tests/support/consoleProcess.ts'
import type { FloodReport } from '#tests/support/floodConsole.ts'
import { need } from '#tests/support/need.ts'
import { newDatabase } from '#tests/support/newDatabase.ts'
import { hydrated, messageOf, openPage, panelOf, signIn } from '#tests/support/stack.ts'

const merchantAccount = 'StandInMended'
const endings: (() => Promise<unknown>)[] = []
let front: Awaited<ReturnType<typeof startConsole>>
let adyen: Awaited<ReturnType<typeof startAdyen>>
let broken: { id: number; name: string; orders: number[] }

beforeAll(async () => {
  const address = await newDatabase('demo')
  const failed = await failBrokenStore(address)
  broken = failed.store
  adyen = await startAdyen({ merchantAccount, cards: failed.cards })
  endings.push(async () => adyen.stop())
  const platform = await startReferencePlatform({
    DATABASE_URL: address,
    PROVIDER_ENDPOINTS: `adyen=${adyen.url}`,
    OUTBOUND_ALLOW: '127.0.0.0/8',
  })
  endings.push(() => platform.stop())
  front = await startConsole(platform.url)
  endings.push(() => front.stop())
})
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

/**
 * Lets the open payments of the demo's broken store fail by an outage: a configuration that was refused can't be charged
 * again. Answers the store, its failed orders, and the cards that the provider keeps for them.
 */
async function failBrokenStore(address: string) {
  const database = new Client({ connectionString: address })
  await database.connect()
  const { rows } = await database.query<{
    storeId: string
    name: string
    orderId: string
    card: string | null
  }>(`
    update payment_attempts as failed set reason = 'gateway_error', raw_code = '9', retryable = 'yes',
      reference = 'failed-' || failed.id
    from stores where stores.id = failed.store_id and failed.status = 'open' and failed.gateway = 'adyen'
      and failed.reason = 'configuration'
    returning stores.id as "storeId", stores.name, order_id as "orderId", card_last4 as card`)
  await database.end()
  const [first] = rows
  if (!first) throw new Error('The demo data has a store whose Adyen setup is refused')
  const own = rows.filter(({ storeId }) => storeId === first.storeId)
  const orders = [...new Set(own.map(({ orderId }) => Number(orderId)))]
  return {
    store: { id: Number(first.storeId), name: first.name, orders },
    cards: [...new Set(own.flatMap(({ card }) => card ?? []))],
  }
}

/** Floods the console from a process of its own; the answered function stops it and tells what came back. */
function startFlood(url: string): () => Promise<FloodReport> {
  const child = fork(resolve('tests/support/floodConsole.ts'), [url], { execArgv: [] })
  endings.push(async () => child.kill())
  return async () => {
    const reported = once(child, 'message')
    child.send('stop')
    // The program sends its parent nothing else.
    const [report] = (await reported) as [FloodReport]
    return report
  }
}

async function expectHealth() {
  const { statusCode, body } = await request(`${front.url}/healthz`)
  await body.dump()
  expect(statusCode, front.said()).toBe(200)
}

async function fixPaymentSetup(page: Page) {
  await page.getByRole('link', { name: /^Fix Payment/ }).click()
  await page.waitForURL(/\/payment-setup\/\d+\/details/)
  await page.getByRole('link', { name: 'General', exact: true }).click()
  await page.getByLabel(/^Merchant account/).fill(merchantAccount)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^Change \d+ stores?$/ }).click()
  await messageOf(page, /^Saved/).waitFor()
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByText(/^It takes payments by/).waitFor()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Activate all the same' }).click()
  await messageOf(page, /^Activated/).waitFor()
}

async function retryPayments(page: Page) {
  const panel = panelOf(page)
  await page.goto('/paymentAttempt?retryMany&begin[reason]=gateway_error')
  await hydrated(page)
  await panel.getByRole('button', { name: 'See what is charged' }).click()
  await panel
    .getByText(/is charged/)
    .first()
    .waitFor()
  await panel.getByRole('button', { name: /order/ }).last().click()
  await messageOf(page, /^(Running|Ended): Charge \d+ orders? again/)
    .first()
    .waitFor()
}

/** The failed payments are prepared in PostgreSQL; a machine without it skips the test. */
const hasPostgres = (await need('postgres')) !== ''

test.skipIf(!hasPostgres)(
  'the main job succeeds while strangers flood the console: a broken store is found and fixed, its payments are retried, and its log proves it',
  async () => {
    const browser = await browserOfWorker()
    await using context = await browser.newContext({
      baseURL: front.url,
      viewport: { width: 1280, height: 800 },
      timezoneId: 'UTC',
    })
    context.setDefaultTimeout(30_000)
    const { page, faults } = await openPage(context)
    const stopFlood = startFlood(front.url)
    await page.goto('/')
    await hydrated(page)
    await signIn(page)
    await page.waitForURL('**/dashboard')
    const degraded = page.locator('dl > div', { hasText: 'Degraded integrations' })
    await degraded.getByRole('link').first().click()
    await page.waitForURL('**/stores?filter*')
    await page
      .locator('[data-row]')
      .getByRole('link', { name: broken.name, exact: true })
      .first()
      .click()
    await fixPaymentSetup(page)
    await expectHealth()

    const charged = adyen.charged.size
    await retryPayments(page)
    const recovered = `/api/paymentAttempts?filter[storeId][eq]=${broken.id}&filter[status][eq]=recovered&limit=100`
    await expect
      .poll(
        async () => {
          const { data } = await (await context.request.get(recovered)).json()
          return data.map(({ orderId }: { orderId: number }) => orderId)
        },
        { timeout: 30_000 },
      )
      .toEqual(expect.arrayContaining(broken.orders))
    expect(adyen.charged.size - charged).toBe(broken.orders.length)

    await page.goto(`/stores/${broken.id}/logs?verify`)
    await hydrated(page)
    await page.getByText(/^All [\d,]+ entries are as they were written/).waitFor()
    for (const order of broken.orders)
      await page
        .getByRole('row', { name: new RegExp(`Paid order of payment attempt #${order} `) })
        .waitFor()
    // One setup serves many stores: its changes stand in the platform's log.
    await page.goto('/users?log&verify')
    await hydrated(page)
    await page.getByText(/^All [\d,]+ entries are as they were written/).waitFor()
    await page
      .getByRole('row', { name: /Changed payment setup/ })
      .first()
      .waitFor()

    const { sent, statuses } = await stopFlood()
    expect(sent).toBeGreaterThan(100)
    expect(
      Object.keys(statuses).filter((status) => status.startsWith('5') && status !== '503'),
    ).toEqual([])
    await expectHealth()
    expect(front.isAlive(), front.said()).toBe(true)
    expect(faults).toEqual([])
  },
)
