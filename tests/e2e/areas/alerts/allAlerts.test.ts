import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdyen } from '#scripts/standIns/adyen.ts'
import { startRuna } from '#scripts/standIns/runa.ts'
import { startSmtp } from '#scripts/standIns/smtp.ts'
import { startStripe } from '#scripts/standIns/stripe.ts'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { browserOfWorker } from '#tests/support/browser/chromium.ts'
import { freePort, startConsole, startDemoPlatform } from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { hydrated, messageOf, openPage, panelOf, signIn } from '#tests/support/servers/stack.ts'

const client = { id: 'console', secret: 'a-secret-of-the-provider' }
/** Signs on at the provider of the store, whose domain the test reads from the screen. */
const bo = { email: '', verified: true, name: 'Bo Berg' }
const zone: Zone = new Map()
const endings: (() => Promise<unknown> | unknown)[] = []
let world: Awaited<ReturnType<typeof startWorld>>

/** Whoever an operator turns to: providers, the owner of domains, and the console on the whole demo data. */
async function startWorld() {
  const [adyen, stripe, runa, mail, dns, signOn, port] = await Promise.all([
    startAdyen(),
    startStripe(),
    startRuna({ balances: { EUR: '9000.00', GBP: '9000.00', JPY: '900000', USD: '5.00' } }),
    startSmtp(),
    startDnsServer(zone),
    startOidcProvider({ client, people: { bo } }),
    freePort(),
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
  const front = await startConsole(platform.url)
  endings.push(
    () => adyen.stop(),
    () => stripe.stop(),
    () => runa.stop(),
    () => mail.stop(),
    () => dns[Symbol.asyncDispose](),
    () => signOn.stop(),
    () => platform.stop(),
    () => front.stop(),
  )
  return { adyen, stripe, runa, mail, signOn, front }
}

beforeAll(async () => {
  world = await startWorld()
}, 180_000)
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

const testAgain = (page: Page) => press(page, /^(Test|Run again)$/)

/** Activates a setup whose test passed. Steps that only time can prove are asked about once. */
async function activate(page: Page): Promise<void> {
  await press(page, 'Activate')
  // The step after a test offers the same words, so this is the answer to "Activate" only.
  const despite = page.getByRole('alert').getByRole('button', { name: 'Activate anyway' })
  const activated = messageOf(page, /^Activated/)
  await despite.or(activated).first().waitFor()
  if (await despite.isVisible()) await despite.click()
  await activated.waitFor()
}

/** Registers a webhook in the provider's portal, at the address that the setup shows. */
async function registerWebhook(page: Page, register: (url: string) => void): Promise<void> {
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  const address = page.locator('code').filter({ hasText: '/webhooks/' }).first()
  register(await address.innerText())
}

/** The stores of a list, one after the other, each by its own link "Fix" for what it lacks. */
async function fixStores(
  page: Page,
  check: string,
  fix: (page: Page, store: string) => Promise<void>,
): Promise<void> {
  const list = page.url()
  for (;;) {
    await page.goto(list)
    await hydrated(page)
    await page.getByRole('heading', { name: 'All Stores', level: 1 }).waitFor()
    const rows = page.locator('[data-row]')
    if ((await rows.count()) === 0) return
    const store = await rows.first().getByRole('link').first().innerText()
    await rows.first().getByRole('link').first().click()
    await page.waitForURL(/\/stores\/\d+/)
    await page.getByRole('link', { name: `Fix: ${check}`, exact: true }).click()
    await page.waitForURL((url) => url.searchParams.has('fix'))
    await hydrated(page)
    await fix(page, store)
  }
}

const saveStore = async (page: Page) => {
  await press(page, 'Save')
  await messageOf(page, /^Saved/).waitFor()
}

const approveAll = async (page: Page) => {
  const panel = panelOf(page)
  const rows = page.locator('[data-row]').filter({ hasText: 'Waiting' })
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

/** What an operator does about each alert of the demo data, by what the dashboard calls it. */
const fixes: [alert: RegExp, fix: (page: Page) => Promise<void>][] = [
  [
    /^The Adyen key can't access the merchant account/,
    async (page) => {
      await panelOf(page).getByRole('link', { name: 'Open Adyen second account' }).click()
      await page.waitForURL(/\/payment-setup\/\d+\/details/)
      await registerWebhook(
        page,
        (url) => void world.adyen.state.webhooks.push({ url, active: true }),
      )
      await page.getByRole('link', { name: 'General', exact: true }).click()
      // The provider says what the account is called by now.
      await page.getByLabel(/^Merchant account/).fill(world.adyen.state.merchantAccount)
      await press(page, 'Save')
      await press(page, /^Change \d+ stores?$/)
      await messageOf(page, /^Saved/).waitFor()
      await testAgain(page)
      await page.getByText('The webhook points here.').waitFor()
      await activate(page)
    },
  ],
  [
    /^Payments through Stripe second account are failing/,
    async (page) => {
      await registerWebhook(
        page,
        (url) =>
          void world.stripe.state.webhooks.push({ url, status: 'enabled', enabled_events: ['*'] }),
      )
      await testAgain(page)
      // What worked before and works again needs no activation.
      await page.getByText('The webhook points here and sends the required events.').waitFor()
      await page.locator('header', { hasText: 'Active' }).first().waitFor()
    },
  ],
  [
    /^Gift cards are failing: Runa is out of funds in USD/,
    async (page) => {
      world.runa.state.balances['USD'] = '5000.00'
      await press(page, 'Refresh balance')
      await page.getByRole('row', { name: /USD\s*5,000\.00/ }).waitFor()
    },
  ],
  [
    /^SSO is failing at /,
    async (page) => {
      const told = (what: string | RegExp) => page.locator('code').filter({ hasText: what })
      world.signOn.allow(String(await told(/\/oidc\/callback$/).textContent()))
      const [record = '', proof = ''] = await told('store-sign-on').allTextContents()
      zone.set(`TXT ${record}`, [proof])
      bo.email = `bo@${record.replace(/^_[^.]+\./, '')}`
      await page.getByRole('textbox', { name: 'Issuer', exact: true }).fill(world.signOn.issuer)
      await page.getByLabel('Client ID').fill(client.id)
      await page.getByLabel('Client secret').first().fill(client.secret)
      await press(page, 'Save')
      await press(page, 'Change 1 store')
      await messageOf(page, /^Saved/).waitFor()
      await testAgain(page)
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
      const panel = panelOf(page)
      await panel.getByRole('link', { name: 'Settings', exact: true }).click()
      const { host, port } = relayOf(world.mail.told)
      await panel.getByLabel('Host').fill(host)
      await panel.getByLabel('Port', { exact: true }).fill(port)
      await panel.getByLabel('Security').selectOption('none')
      await panel.getByLabel('Username', { exact: true }).fill('shop')
      await panel.getByLabel('Password', { exact: true }).fill('open sesame')
      await panel.getByRole('button', { name: 'Save', exact: true }).click()
      await panel.getByRole('button', { name: /^Change 12 stores$/ }).click()
      await panel.waitFor({ state: 'detached' })
      await page.getByLabel('More actions for Campaigns').click()
      await page.getByRole('link', { name: 'Test and activate' }).click()
      await panel.getByLabel('Send test to').fill('me@example.com')
      await panel.getByRole('button', { name: /^(Test|Run again)$/ }).click()
      await panel
        .getByText(/The server accepted an email to me@example.com/)
        .first()
        .waitFor()
      await activate(page)
    },
  ],
  [/^Credits at .* need approval/, approveAll],
  [
    /^Live secret key for Adyen main account expires in/,
    async (page) => {
      const rotation = page.getByRole('region', { name: 'Rotate credentials' })
      world.adyen.state.key = 'AQE-next-year'
      await rotation.getByLabel(/^New secret key/).fill('AQE-next-year')
      const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
      await rotation.getByLabel(/^New key expires/).fill(nextYear)
      await rotation.getByRole('button', { name: 'Rotate credentials' }).click()
      await rotation.getByText(/credentials are accepted until/).waitFor()
    },
  ],
  [
    /^Custom domain not verified/,
    (page) =>
      fixStores(page, 'Custom domain', async () => {
        const told = async (what: string) =>
          page.locator('code').filter({ hasText: what }).first().innerText()
        const verification = await told('_store-verification.')
        const domain = verification.replace('_store-verification.', '')
        zone.set(`CNAME ${domain}`, ['localhost'])
        zone.set(`TXT ${verification}`, [await told('store-verification=')])
        await press(page, 'Verify domain')
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

const relayOf = (told: string) => {
  const [, host = '', port = ''] = /at ([\d.]+):(\d+)/.exec(told) ?? []
  return { host, port }
}

const alertsOf = (page: Page) =>
  page.getByRole('region', { name: /^Needs attention/ }).getByRole('listitem')

/** Returns to the dashboard, which no longer lists an alert within a few seconds. */
const expectGone = (page: Page, title: string) =>
  expect
    .poll(
      async () => {
        await page.goto('/dashboard')
        await hydrated(page)
        return alertsOf(page).filter({ hasText: title }).count()
      },
      { timeout: 10_000, interval: 500 },
    )
    .toBe(0)

test('every alert of the demo data is fixed by its own link, until nothing needs attention', async () => {
  const browser = await browserOfWorker()
  await using context = await browser.newContext({
    baseURL: world.front.url,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(15_000)
  const { page, faults } = await openPage(context)
  await page.goto('/')
  await hydrated(page)
  await signIn(page)
  await page.waitForURL('**/dashboard')

  const attention = page.getByRole('region', { name: /^Needs attention/ })
  const alerts = alertsOf(page)
  const fixed: string[] = []
  for (;;) {
    await attention.waitFor()
    await hydrated(page)
    if ((await alerts.count()) === 0) break
    const title = (await alerts.first().innerText()).split('\n')[0] ?? ''
    expect(fixed, 'fixed before, and still there').not.toContain(title)
    const [, fix] = fixes.find(([alert]) => alert.test(title)) ?? []
    if (!fix) throw new Error(`Nobody knows how to fix "${title}".`)
    await alerts.first().getByRole('link', { name: /^Fix/ }).click()
    await page.waitForURL((url) => url.pathname !== '/dashboard')
    await hydrated(page)
    await fix(page)
    fixed.push(title)
    await expectGone(page, title)
  }
  expect(fixed).toHaveLength(12)
  await attention.getByText('Nothing needs attention').waitFor()
  expect(faults).toEqual([])
}, 180_000)
