import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdyen } from '#scripts/mockProviders/adyen.ts'
import { startRuna } from '#scripts/mockProviders/runa.ts'
import { startSmtp } from '#scripts/mockProviders/smtp.ts'
import { startStripe } from '#scripts/mockProviders/stripe.ts'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { getWorkerBrowser } from '#tests/support/browser/chromium.ts'
import {
  findFreePort,
  startConsole,
  startDemoPlatform,
} from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import {
  waitForHydration,
  getNotification,
  openPage,
  getPanel,
  signIn,
} from '#tests/support/servers/stack.ts'

const client = { id: 'console', secret: 'a-secret-of-the-provider' }
/** Signs in at the store's provider. The test reads the domain of the email from the screen. */
const bo = { email: '', verified: true, name: 'Bo Berg' }
const zone: Zone = new Map()
const cleanups: (() => Promise<unknown> | unknown)[] = []
let services: Awaited<ReturnType<typeof startServices>>

/** Starts the providers, a DNS server, and the console with the whole demo data. */
async function startServices() {
  const [adyen, stripe, runa, mail, dns, ssoProvider, port] = await Promise.all([
    startAdyen(),
    startStripe(),
    startRuna({ balances: { EUR: '9000.00', GBP: '9000.00', JPY: '900000', USD: '5.00' } }),
    startSmtp(),
    startDnsServer(zone),
    startOidcProvider({ client, people: { bo } }),
    findFreePort(),
  ])
  const platform = await startDemoPlatform({
    PLATFORM_PORT: String(port),
    STORES_HOST: 'localhost',
    PLATFORM_ORIGIN: `http://localhost:${port}`,
    OUTBOUND_ALLOW: '127.0.0.0/8,::1',
    DNS_SERVERS: dns.address,
    PROVIDER_ENDPOINTS: `adyen=${adyen.url},stripe=${stripe.url}`,
    RUNA_ENDPOINT: runa.url,
  })
  const consoleServer = await startConsole(platform.url)
  cleanups.push(
    () => adyen.stop(),
    () => stripe.stop(),
    () => runa.stop(),
    () => mail.stop(),
    () => dns[Symbol.asyncDispose](),
    () => ssoProvider.stop(),
    () => platform.stop(),
    () => consoleServer.stop(),
  )
  return { adyen, stripe, runa, mail, ssoProvider, consoleServer }
}

beforeAll(async () => {
  services = await startServices()
}, 180_000)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

/** Saves a form and confirms which stores the save affects. */
async function saveWithImpact(page: Page): Promise<void> {
  await pressButton(page, 'Save')
  await page
    .getByText(/^This affects \d+ stores\.|until you test and activate the new settings\.$/)
    .first()
    .waitFor()
  await pressButton(page, 'Save')
}

const runTest = (page: Page) => pressButton(page, /^(Test|Run test)$/)

/** Activates a setup whose test passed, even if the test couldn't check some steps. */
async function activate(page: Page): Promise<void> {
  await pressButton(page, /^Activate( anyway)?$/)
  await getNotification(page, /^Activated/).waitFor()
}

/** Registers a webhook in the provider's portal, with the URL that the setup shows. */
async function registerWebhook(page: Page, register: (url: string) => void): Promise<void> {
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  const webhookUrl = page.locator('code').filter({ hasText: '/webhooks/' }).first()
  register(await webhookUrl.innerText())
}

/** Fixes a check in every store of a list, each through its own Fix link. */
async function fixStores(
  page: Page,
  check: string,
  fix: (page: Page, store: string) => Promise<void>,
): Promise<void> {
  const list = page.url()
  for (;;) {
    await page.goto(list)
    await waitForHydration(page)
    await page.getByRole('heading', { name: 'All Stores', level: 1 }).waitFor()
    const rows = page.locator('[data-row]')
    if ((await rows.count()) === 0) return
    const store = await rows.first().getByRole('link').first().innerText()
    await rows.first().getByRole('link').first().click()
    await page.waitForURL(/\/stores\/\d+/)
    await page.getByRole('link', { name: `Fix: ${check}`, exact: true }).click()
    await page.waitForURL((url) => url.searchParams.has('fix'))
    await waitForHydration(page)
    await fix(page, store)
  }
}

const saveStore = async (page: Page) => {
  await pressButton(page, 'Save')
  await getNotification(page, /^Saved/).waitFor()
}

const approveAll = async (page: Page) => {
  const panel = getPanel(page)
  // Rows of the table only: the dashboard, which stays until the list arrives, lists alerts that wait.
  const rows = page.getByRole('row').filter({ hasText: 'Waiting' })
  await rows.first().waitFor()
  for (let left = await rows.count(); left > 0; left--) {
    await rows
      .first()
      .getByRole('link', { name: /^Approve or reject request: / })
      .click()
    await panel.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(left - 1)
  }
}

/** Dismisses an alert on the dashboard. */
async function dismissAlert(page: Page, title: RegExp): Promise<void> {
  await page.goto('/dashboard')
  await waitForHydration(page)
  const alert = getAlerts(page).filter({ hasText: title }).first()
  await alert.getByLabel(/^More actions for /).click()
  await alert.getByText(/^Dismiss/).click()
  await getPanel(page)
    .getByLabel(/^Reason/)
    .fill('Evidence sent')
  await getPanel(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await getNotification(page, /^Dismissed/).waitFor()
}

/** The fix for each alert of the demo data, by its title on the dashboard. */
const fixes: [alert: RegExp, fix: (page: Page) => Promise<void>][] = [
  [
    /^Payments are failing at /,
    async (page) => {
      await getPanel(page).getByRole('link', { name: 'Open Adyen backup account' }).click()
      await page.waitForURL(/\/payment-setup\/\d+\/details/)
      await registerWebhook(
        page,
        (url) => void services.adyen.state.webhooks.push({ url, active: true }),
      )
      await page.getByRole('link', { name: 'General', exact: true }).click()
      // The provider knows the account's current name.
      await page.getByLabel(/^Merchant account/).fill(services.adyen.state.merchantAccount)
      await saveWithImpact(page)
      await getNotification(page, /^Saved/).waitFor()
      await runTest(page)
      await page.getByText('The webhook points here.').waitFor()
      await activate(page)
    },
  ],
  [
    /^Payments through Stripe backup account are failing/,
    async (page) => {
      await registerWebhook(
        page,
        (url) =>
          void services.stripe.state.webhooks.push({
            url,
            status: 'enabled',
            enabled_events: ['*'],
          }),
      )
      await runTest(page)
      // A setup that was active before needs no new activation.
      await page.getByText('The webhook points here and sends the required events.').waitFor()
      await page.locator('header', { hasText: 'Active' }).first().waitFor()
    },
  ],
  [
    /^Gift cards are failing: the Runa account is out of USD/,
    async (page) => {
      services.runa.state.balances['USD'] = '5000.00'
      await pressButton(page, 'Refresh balance')
      await page.getByRole('row', { name: /USD\s*5,000\.00/ }).waitFor()
    },
  ],
  [
    /^SSO is failing at /,
    async (page) => {
      const getCode = (what: string | RegExp) => page.locator('code').filter({ hasText: what })
      services.ssoProvider.allow(String(await getCode(/\/oidc\/callback$/).textContent()))
      const [record = '', value = ''] = await getCode('store-sign-on').allTextContents()
      zone.set(`TXT ${record}`, [value])
      bo.email = `bo@${record.replace(/^_[^.]+\./, '')}`
      await page
        .getByRole('textbox', { name: 'Issuer', exact: true })
        .fill(services.ssoProvider.issuer)
      await page.getByLabel('Client ID').fill(client.id)
      await page.getByLabel('Client secret').first().fill(client.secret)
      await saveWithImpact(page)
      await getNotification(page, /^Saved/).waitFor()
      await runTest(page)
      await page.locator('li[data-outcome="unknown"]').first().waitFor()
      const [popup] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: 'Test sign-in...' }).click(),
      ])
      await popup.getByLabel('Name').fill('bo')
      await popup.getByRole('button', { name: 'Go on' }).click()
      await popup.getByRole('heading', { name: 'Test sign-in passed' }).waitFor()
      await popup.close()
      await page.getByRole('link', { name: 'Refresh' }).click()
      await activate(page)
    },
  ],
  [
    /^Emails through Campaigns are failing/,
    async (page) => {
      const panel = getPanel(page)
      await panel.getByRole('link', { name: 'Settings', exact: true }).click()
      const { host, port } = parseServerAddress(services.mail.instructions)
      await panel.getByLabel('Host').fill(host)
      await panel.getByLabel('Port', { exact: true }).fill(port)
      await panel.getByLabel('Security').selectOption('none')
      await panel.getByLabel('Username', { exact: true }).fill('shop')
      await panel.getByLabel('Password', { exact: true }).fill('open sesame')
      await panel.getByRole('button', { name: 'Save', exact: true }).click()
      await panel.getByText('This affects 12 stores.').waitFor()
      await panel.getByRole('button', { name: 'Save', exact: true }).click()
      await panel.waitFor({ state: 'detached' })
      await page.getByLabel('More actions for Campaigns').click()
      await page.getByRole('link', { name: 'Test and activate' }).click()
      await panel.getByLabel('Send test to').fill('me@example.com')
      await panel.getByRole('button', { name: /^(Test|Run test)$/ }).click()
      await panel
        .getByText(/The server accepted an email to me@example.com/)
        .first()
        .waitFor()
      await activate(page)
    },
  ],
  [
    /^Charged twice: /,
    async (page) => {
      const panel = getPanel(page)
      await panel.getByRole('link', { name: 'Refund...', exact: true }).click()
      await panel.getByLabel('Reason', { exact: true }).fill('Charged twice')
      await panel.getByRole('button', { name: 'Refund', exact: true }).click()
      await getNotification(page, /: Charged twice$/).waitFor()
    },
  ],
  [
    /^Refund status unknown for order /,
    async (page) => {
      const panel = getPanel(page)
      await panel.getByLabel('Result').selectOption('refunded')
      await panel.getByLabel('Reason').fill('Listed in the dashboard')
      await panel.getByRole('button', { name: 'Record result' }).click()
      await getNotification(page, /^Changed the status of/).waitFor()
    },
  ],
  // Only the bank can decide it, weeks after the evidence was sent at the provider.
  [/^Disputed payment for order /, (page) => dismissAlert(page, /^Disputed payment for order /)],
  [/^Credits at .* need approval/, approveAll],
  [
    /^Live API key for Adyen main account expires in/,
    async (page) => {
      const rotation = page.getByRole('region', { name: 'Rotate credentials' })
      services.adyen.state.key = 'AQE-next-year'
      await rotation.getByLabel(/^New secret key(?! expires)/).fill('AQE-next-year')
      const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
      await rotation.getByLabel(/^New secret key expires/).fill(nextYear)
      await rotation.getByRole('button', { name: 'Rotate credentials' }).click()
      await rotation.getByText(/credentials are accepted until/).waitFor()
    },
  ],
  [
    /^Custom domain not verified/,
    (page) =>
      fixStores(page, 'Custom domain', async () => {
        const readCode = async (what: string) =>
          page.locator('code').filter({ hasText: what }).first().innerText()
        const verification = await readCode('_store-verification.')
        const domain = verification.replace('_store-verification.', '')
        zone.set(`CNAME ${domain}`, ['localhost'])
        zone.set(`TXT ${verification}`, [await readCode('store-verification=')])
        await pressButton(page, 'Verify domain')
        await page.getByText(/^Verified on /).waitFor()
      }),
  ],
  [
    /^Low text contrast on the primary color/,
    (page) =>
      fixStores(page, 'Color contrast', async () => {
        await page.getByLabel('Primary color', { exact: true }).first().fill('#0f766e')
        await page.getByLabel('Text on primary color', { exact: true }).first().fill('#ffffff')
        await saveStore(page)
      }),
  ],
  [
    /^No first admin/,
    (page) =>
      fixStores(page, 'First admin', async (_page, store) => {
        await page.getByLabel('First admin', { exact: true }).fill('Ana Petrov')
        const name = store.toLowerCase().replaceAll(/\W+/g, '.')
        await page.getByLabel('First admin email').fill(`ana@${name}.example`)
        await saveStore(page)
      }),
  ],
  [
    /^No published theme/,
    (page) =>
      fixStores(page, 'Theme', async () => {
        const theme = page.getByRole('combobox', { name: /^Theme/ })
        await theme.fill('Harbor')
        await page
          .getByRole('option', { name: /^Harbor/ })
          .first()
          .click()
        await saveStore(page)
      }),
  ],
]

const parseServerAddress = (output: string) => {
  const [, host = '', port = ''] = /at ([\d.]+):(\d+)/.exec(output) ?? []
  return { host, port }
}

const getAlerts = (page: Page) =>
  page.getByRole('region', { name: /^Needs attention/ }).getByRole('listitem')

/** Expects that the dashboard no longer lists an alert within a few seconds. */
const expectGone = (page: Page, title: string) =>
  expect
    .poll(
      async () => {
        await page.goto('/dashboard')
        await waitForHydration(page)
        return getAlerts(page).filter({ hasText: title }).count()
      },
      { timeout: 10_000, interval: 500 },
    )
    .toBe(0)

test('every alert of the demo data is fixed by its own link, until nothing needs attention', async () => {
  const browser = await getWorkerBrowser()
  await using context = await browser.newContext({
    baseURL: services.consoleServer.url,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(15_000)
  const { page, faults } = await openPage(context)
  await page.goto('/')
  await waitForHydration(page)
  await signIn(page)
  await page.waitForURL('**/dashboard')

  const attention = page.getByRole('region', { name: /^Needs attention/ })
  const alerts = getAlerts(page)
  const fixedTitles: string[] = []
  for (;;) {
    await attention.waitFor()
    await waitForHydration(page)
    if ((await alerts.count()) === 0) break
    const title = (await alerts.first().innerText()).split('\n')[0] ?? ''
    expect(fixedTitles, 'fixed before, and still there').not.toContain(title)
    const [, fix] = fixes.find(([alert]) => alert.test(title)) ?? []
    if (!fix) throw new Error(`Nobody knows how to fix "${title}".`)
    await alerts
      .first()
      .getByRole('link', { name: /^(Fix|Review)/ })
      .click()
    await page.waitForURL((url) => url.pathname !== '/dashboard')
    await waitForHydration(page)
    await fix(page)
    fixedTitles.push(title)
    await expectGone(page, title)
  }
  expect(fixedTitles).toHaveLength(15)
  await attention.getByText('Nothing needs attention').waitFor()
  expect(faults).toEqual([])
}, 180_000)
