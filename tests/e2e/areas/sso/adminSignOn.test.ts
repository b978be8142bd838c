import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { storeValues } from '#tests/api/support/stores.ts'
import { pageFaults } from '#tests/support/browser/axe.ts'
import { browserOfWorker } from '#tests/support/browser/chromium.ts'
import {
  freePort,
  startConsole,
  startReferencePlatform,
} from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { startSamlProvider } from '#tests/support/sso/samlProvider.ts'
import { messageOf, signedInAt, signInBy } from '#tests/support/servers/stack.ts'

const person = {
  nameId: 'ana@acme.example',
  claims: { email: 'ana@acme.example', firstName: 'Ana', groups: ['staff'] },
}
const zone: Zone = new Map()
let provider: Awaited<ReturnType<typeof startSamlProvider>>
let front: { url: string; stop: () => Promise<void> }
let browser: Browser
/** Of two stores that have no sign-on yet. */
let paths: string[] = []
/** What was started, to be stopped in reverse. */
const started: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  const dns = await startDnsServer(zone)
  started.push({ stop: () => dns[Symbol.asyncDispose]() })
  provider = await startSamlProvider({ ana: person })
  started.push(provider)
  const port = await freePort()
  const platform = await startReferencePlatform({
    PLATFORM_PORT: String(port),
    STORES_HOST: 'localhost',
    PLATFORM_ORIGIN: `http://localhost:${port}`,
    OUTBOUND_ALLOW: '127.0.0.0/8,::1',
    DNS_SERVERS: dns.address,
  })
  started.push(platform)
  front = await startConsole(platform.url)
  started.push(front)
  browser = await browserOfWorker()
  const context = await visit()
  await signInBy(context)
  paths = await Promise.all(
    ['Acme', 'Globex'].map(async (name) => {
      const made = await context.request.post('/api/stores', { data: storeValues({ name }) })
      return `/stores/${(await made.json()).id}/adminSso/setup`
    }),
  )
  await context.close()
})
afterAll(async () => {
  for (const running of started.reverse()) await running.stop()
})

const visit = (more: object = {}) =>
  browser.newContext({
    baseURL: front.url,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
    ...more,
  })

const stepOf = (page: Page, title: string) =>
  page.locator('li[data-outcome]').filter({ hasText: title })
const atProvider = async (page: Page) => {
  await page.getByLabel('Name').fill('ana')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Back to the store' }).click()
}

test('a store signs its admins on: from nothing to active, by a test sign-in, and an admin comes in', async () => {
  const context = await visit()
  const { page, faults } = await signedInAt(context, String(paths[0]))
  await page.getByRole('heading', { name: /^Store admin SSO for / }).waitFor()
  expect(await pageFaults(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Acme login')
  await page.getByLabel('Email domains').fill('acme.example')
  await page.getByLabel('Create accounts on first sign-in').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await messageOf(page, 'Created Acme login').waitFor()

  // What the provider publishes is read, and said where it is none.
  await page.getByLabel('Metadata URL').last().fill(`${provider.origin}/nothing`)
  await page.getByRole('button', { name: 'Read metadata' }).click()
  await page.getByText('This URL returned 404 instead of metadata. Check the URL.').waitFor()
  await page.getByLabel('Metadata URL').last().fill(provider.issuer)
  await page.getByRole('button', { name: 'Read metadata' }).click()
  await page.getByText("The provider's certificate expires on").first().waitFor()
  expect(await page.getByLabel('Entity ID', { exact: true }).inputValue()).toBe(provider.issuer)

  // The test tells what is missing; the domain's owner adds it.
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await stepOf(page, 'Email domains are verified')
    .and(page.locator('[data-outcome="failed"]'))
    .waitFor()
  const [name = '', value = ''] = await page
    .locator('code')
    .filter({ hasText: 'store-sign-on' })
    .allTextContents()
  zone.set(`TXT ${name}`, [value])
  await page.getByRole('button', { name: 'Run again' }).click()
  await stepOf(page, 'Provider accepts our request')
    .and(page.locator('[data-outcome="passed"]'))
    .waitFor()
  await stepOf(page, 'Signature, audience').and(page.locator('[data-outcome="unknown"]')).waitFor()

  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Test sign-in...' }).click(),
  ])
  await atProvider(popup)
  await popup.getByRole('heading', { name: 'Test sign-in passed' }).waitFor()
  expect(await pageFaults(popup)).toEqual([])
  await popup.close()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page
    .getByText('A real sign-in would create the account ana@acme.example (Ana).')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
  expect(await pageFaults(page)).toEqual([])

  // An admin of the store, in a browser of their own.
  const start = await page
    .locator('code')
    .filter({ hasText: /\/sign-on$/ })
    .textContent()
  const other = await visit()
  const admin = await other.newPage()
  await admin.goto(String(start))
  await atProvider(admin)
  await admin.getByText("You're signed in as ana@acme.example.").waitFor()
  expect((await other.cookies()).map((cookie) => cookie.name)).toEqual(['storeAdminToken'])
  await other.close()
  expect(faults).toEqual([])
  await context.close()
})

test('a store signs its admins on by OpenID Connect: tested, activated, and an admin comes in', async () => {
  const client = { id: 'console', secret: 'a-secret-of-the-provider' }
  const people = { bo: { email: 'bo@globex.example', verified: true, name: 'Bo Berg' } }
  const openId = await startOidcProvider({ client, people })
  started.push(openId)
  const context = await visit()
  const { page, faults } = await signedInAt(context, String(paths[1]))
  await page.getByLabel('Name', { exact: true }).fill('Globex login')
  await page.getByLabel('Protocol').first().selectOption('oidc')
  await page.getByLabel('Issuer').fill(openId.issuer)
  await page.getByLabel('Client ID').fill(client.id)
  await page.getByLabel('Client secret').first().fill(client.secret)
  await page.getByLabel('Email domains').fill('globex.example')
  await page.getByLabel('Create accounts on first sign-in').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await messageOf(page, 'Created Globex login').waitFor()
  const told = (what: string | RegExp) => page.locator('code').filter({ hasText: what })
  openId.allow(String(await told(/\/oidc\/callback$/).textContent()))
  const [name = '', value = ''] = await told('store-sign-on').allTextContents()
  zone.set(`TXT ${name}`, [value])

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('link', { name: 'Test sign-in...' }).waitFor()
  await page.locator('li[data-outcome="unknown"]').first().waitFor()
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Test sign-in...' }).click(),
  ])
  const atOpenId = async (at: Page) => {
    await at.getByLabel('Name').fill('bo')
    await at.getByRole('button', { name: 'Go on' }).click()
  }
  await atOpenId(popup)
  await popup.getByRole('heading', { name: 'Test sign-in passed' }).waitFor()
  await popup.close()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()

  const start = await told(/\/sign-on$/).textContent()
  const other = await visit()
  const admin = await other.newPage()
  await admin.goto(String(start))
  await atOpenId(admin)
  await admin.getByText("You're signed in as bo@globex.example.").waitFor()
  await other.close()
  expect(faults).toEqual([])
  await context.close()
})

test('the page stands at 360 px, and tests without JavaScript', async () => {
  const narrow = { viewport: { width: 360, height: 800 } }
  const context = await visit(narrow)
  const { page, faults } = await signedInAt(context, String(paths[0]))
  expect(await pageFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()

  const plain = await visit({ ...narrow, javaScriptEnabled: false })
  await signInBy(plain)
  const bare = await plain.newPage()
  await bare.goto(String(paths[0]))
  // A preset tells which claims are read, where none are entered.
  await bare.getByLabel('Provider', { exact: true }).selectOption('Entra ID')
  await bare.getByRole('button', { name: 'Save', exact: true }).click()
  await bare
    .getByText(
      /^Until you test and activate these settings again, admins can sign in only with a pass.* 1 store: /,
    )
    .waitFor()
  await bare.getByRole('button', { name: 'Change 1 store' }).click()
  await bare
    .getByText('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', {
      exact: true,
    })
    .waitFor()
  await bare.getByRole('button', { name: 'Run again' }).click()
  await bare.getByText(/^It is running|Running: /).waitFor()
  await plain.close()
})
