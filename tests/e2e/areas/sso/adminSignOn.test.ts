import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { getWorkerBrowser } from '#tests/support/browser/chromium.ts'
import {
  findFreePort,
  startConsole,
  startReferencePlatform,
} from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { startSamlProvider } from '#tests/support/sso/samlProvider.ts'
import { getNotification, openSignedIn, signInByApi } from '#tests/support/servers/stack.ts'

const person = {
  nameId: 'ana@acme.example',
  claims: { email: 'ana@acme.example', firstName: 'Ana', groups: ['staff'] },
}
const zone: Zone = new Map()
let provider: Awaited<ReturnType<typeof startSamlProvider>>
let consoleServer: { url: string; stop: () => Promise<void> }
let browser: Browser
/** The setup pages of two stores without SSO. */
let paths: string[] = []
/** The started programs, which are stopped in reverse order. */
const startedPrograms: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  const dns = await startDnsServer(zone)
  startedPrograms.push({ stop: () => dns[Symbol.asyncDispose]() })
  provider = await startSamlProvider({ ana: person })
  startedPrograms.push(provider)
  const port = await findFreePort()
  const platform = await startReferencePlatform({
    PLATFORM_PORT: String(port),
    STORES_HOST: 'localhost',
    PLATFORM_ORIGIN: `http://localhost:${port}`,
    OUTBOUND_ALLOW: '127.0.0.0/8,::1',
    DNS_SERVERS: dns.address,
  })
  startedPrograms.push(platform)
  consoleServer = await startConsole(platform.url)
  startedPrograms.push(consoleServer)
  browser = await getWorkerBrowser()
  const context = await openContext()
  await signInByApi(context)
  paths = await Promise.all(
    ['Acme', 'Globex'].map(async (name) => {
      const response = await context.request.post('/api/stores', {
        data: buildStoreValues({ name }),
      })
      return `/stores/${(await response.json()).id}/adminSso/setup`
    }),
  )
  await context.close()
})
afterAll(async () => {
  for (const program of startedPrograms.reverse()) await program.stop()
})

const openContext = (options: object = {}) =>
  browser.newContext({
    baseURL: consoleServer.url,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'UTC',
    ...options,
  })

const getStep = (page: Page, title: string) =>
  page.locator('li[data-outcome]').filter({ hasText: title })
const signInAtProvider = async (page: Page) => {
  await page.getByLabel('Name').fill('ana')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Back to the store' }).click()
}

test('a store sets up SAML for its admins, activates it after a test sign-in, and an admin signs in', async () => {
  const context = await openContext()
  const { page, faults } = await openSignedIn(context, String(paths[0]))
  await page.getByRole('heading', { name: /^Store admin SSO for / }).waitFor()
  expect(await findPageDefects(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme login')
  await page.getByLabel('Email domains').fill('acme.example')
  await page.getByLabel('Create accounts on first sign-in').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, 'Created Acme login').waitFor()

  // Metadata is read, and a URL without any gets an error.
  await page.getByLabel('Metadata URL').last().fill(`${provider.origin}/nothing`)
  await page.getByRole('button', { name: 'Read metadata' }).click()
  await page.getByText('This URL returned 404 instead of metadata. Check the URL.').waitFor()
  await page.getByLabel('Metadata URL').last().fill(provider.issuer)
  await page.getByRole('button', { name: 'Read metadata' }).click()
  await page.getByText("The provider's certificate expires on").first().waitFor()
  expect(await page.getByLabel('Entity ID', { exact: true }).inputValue()).toBe(provider.issuer)

  // The test shows the missing DNS record, and the domain's owner adds it.
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await getStep(page, 'Email domains are verified')
    .and(page.locator('[data-outcome="failed"]'))
    .waitFor()
  const [name = '', value = ''] = await page
    .locator('code')
    .filter({ hasText: 'store-sign-on' })
    .allTextContents()
  zone.set(`TXT ${name}`, [value])
  await page.getByRole('button', { name: 'Run test' }).click()
  await getStep(page, 'Provider accepts our request')
    .and(page.locator('[data-outcome="passed"]'))
    .waitFor()
  await getStep(page, 'Signature, audience').and(page.locator('[data-outcome="unknown"]')).waitFor()

  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Test sign-in...' }).click(),
  ])
  await signInAtProvider(popup)
  await popup.getByRole('heading', { name: 'Test sign-in passed' }).waitFor()
  expect(await findPageDefects(popup)).toEqual([])
  await popup.close()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page
    .getByText('A real sign-in would create the account ana@acme.example (Ana).')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
  expect(await findPageDefects(page)).toEqual([])

  // An admin of the store signs in with another browser.
  const signInUrl = await page
    .locator('code')
    .filter({ hasText: /\/sign-on$/ })
    .textContent()
  const adminContext = await openContext()
  const admin = await adminContext.newPage()
  await admin.goto(String(signInUrl))
  await signInAtProvider(admin)
  await admin.getByText("You're signed in as ana@acme.example.").waitFor()
  expect((await adminContext.cookies()).map((cookie) => cookie.name)).toEqual(['storeAdminToken'])
  await adminContext.close()
  expect(faults).toEqual([])
  await context.close()
})

test('a store sets up OpenID Connect for its admins, activates it after a test sign-in, and an admin signs in', async () => {
  const client = { id: 'console', secret: 'a-secret-of-the-provider' }
  const people = { bo: { email: 'bo@globex.example', verified: true, name: 'Bo Berg' } }
  const oidcProvider = await startOidcProvider({ client, people })
  startedPrograms.push(oidcProvider)
  const context = await openContext()
  const { page, faults } = await openSignedIn(context, String(paths[1]))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Globex login')
  await page.getByLabel('Protocol').first().selectOption('oidc')
  await page.getByLabel('Issuer').fill(oidcProvider.issuer)
  await page.getByLabel('Client ID').fill(client.id)
  await page.getByLabel('Client secret').first().fill(client.secret)
  await page.getByLabel('Email domains').fill('globex.example')
  await page.getByLabel('Create accounts on first sign-in').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, 'Created Globex login').waitFor()
  const getCode = (what: string | RegExp) => page.locator('code').filter({ hasText: what })
  oidcProvider.allow(String(await getCode(/\/oidc\/callback$/).textContent()))
  const [name = '', value = ''] = await getCode('store-sign-on').allTextContents()
  zone.set(`TXT ${name}`, [value])

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('link', { name: 'Test sign-in...' }).waitFor()
  await page.locator('li[data-outcome="unknown"]').first().waitFor()
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Test sign-in...' }).click(),
  ])
  const signInAtOpenId = async (providerPage: Page) => {
    await providerPage.getByLabel('Name').fill('bo')
    await providerPage.getByRole('button', { name: 'Go on' }).click()
  }
  await signInAtOpenId(popup)
  await popup.getByRole('heading', { name: 'Test sign-in passed' }).waitFor()
  await popup.close()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()

  const signInUrl = await getCode(/\/sign-on$/).textContent()
  const adminContext = await openContext()
  const admin = await adminContext.newPage()
  await admin.goto(String(signInUrl))
  await signInAtOpenId(admin)
  await admin.getByText("You're signed in as bo@globex.example.").waitFor()
  await adminContext.close()
  expect(faults).toEqual([])
  await context.close()
})

test('the setup page passes axe at 360 px and starts tests without JavaScript', async () => {
  const narrow = { viewport: { width: 360, height: 800 } }
  const context = await openContext(narrow)
  const { page, faults } = await openSignedIn(context, String(paths[0]))
  expect(await findPageDefects(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()

  const plainContext = await openContext({ ...narrow, javaScriptEnabled: false })
  await signInByApi(plainContext)
  const plainPage = await plainContext.newPage()
  await plainPage.goto(String(paths[0]))
  // A preset sets the claims if none are entered.
  await plainPage.getByLabel('Provider', { exact: true }).selectOption('Entra ID')
  await plainPage.getByRole('button', { name: 'Save', exact: true }).click()
  await plainPage
    .getByText(/^(After you save, a|A)dmins of .* until you test and activate the new settings\.$/)
    .waitFor()
  await plainPage.getByRole('button', { name: 'Save', exact: true }).click()
  await plainPage
    .getByText('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', {
      exact: true,
    })
    .waitFor()
  await plainPage.getByRole('button', { name: 'Run test' }).click()
  await plainPage.getByText(/^It is running|Testing /).waitFor()
  await plainContext.close()
})
