import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildNewSetupUrl, storeIntegrationKinds } from '#shared/engine/integrations/fixUrl.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { getWorkerBrowser } from '#tests/support/browser/chromium.ts'
import {
  findFreePort,
  startConsole,
  startReferencePlatform,
} from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { getNotification, openSignedIn, signInByApi } from '#tests/support/servers/stack.ts'

const appUri = 'com.shop.app:/signed-in'
let provider: OidcProvider
let consoleServer: { url: string; stop: () => Promise<void> }
let browser: Browser
/** The started programs, which are stopped in reverse order. */
const startedPrograms: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins' }
  provider = await startOidcProvider({ client: { id: 'shop-app' }, people: { ana } })
  provider.allow(appUri)
  startedPrograms.push(provider)
  const port = await findFreePort()
  const platform = await startReferencePlatform({
    PLATFORM_PORT: String(port),
    STORES_HOST: 'localhost',
    PLATFORM_ORIGIN: `http://localhost:${port}`,
    OUTBOUND_ALLOW: '127.0.0.0/8,::1',
  })
  startedPrograms.push(platform)
  consoleServer = await startConsole(platform.url)
  startedPrograms.push(consoleServer)
  browser = await getWorkerBrowser()
})
afterAll(async () => {
  for (const program of startedPrograms.reverse()) await program.stop()
})

const path = '/stores/1/member/mobile-sso/setup'
const openContext = (width: number) =>
  browser.newContext({
    baseURL: consoleServer.url,
    viewport: { width, height: 800 },
    timezoneId: 'UTC',
  })
const takeScreenshot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('a store sets up mobile SSO, tests its app link files and a sign-in, and activates it', async () => {
  const context = await openContext(1280)
  const { page, faults } = await openSignedIn(context, path)
  await page.getByRole('heading', { name: /^Mobile SSO for / }).waitFor()
  await takeScreenshot(page, 'empty')
  expect(await findPageDefects(page)).toEqual([])
  await page.getByLabel('App name').fill('Acme app')
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill('shop-app')
  await page.getByLabel('Redirect URIs').fill(appUri)
  await page.getByLabel('Bundle ID (iOS)').fill('com.shop.app')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // An iOS app needs both its bundle ID and its team ID.
  await page.getByText('Enter the Apple team ID').first().waitFor()
  await page.getByLabel('Apple team ID').fill('AB12CD34EF')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, 'Created Acme app').waitFor()

  await page.getByText('"AB12CD34EF.com.shop.app"').waitFor()
  await page.getByText('Enter the Android package and its fingerprints').waitFor()
  await page.getByRole('button', { name: 'Copy apple-app-site-association' }).waitFor()

  const callback = page.locator('code').filter({ hasText: /\/oidc\/member$/ })
  provider.allow(appUri, String(await callback.textContent()))
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const getStep = (title: string, outcome: string) =>
    page
      .locator('li[data-outcome]')
      .filter({ hasText: title })
      .and(page.locator(`[data-outcome="${outcome}"]`))
  await getStep('Redirect URIs are registered', 'passed').waitFor()
  await getStep('apple-app-site-association', 'passed').waitFor()
  await getStep('Member sign-in', 'unknown').waitFor()
  await takeScreenshot(page, 'tested')
  expect(await page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true)

  // The test sign-in fails until the setup creates members.
  const runTestSignIn = async (expectedHeading: string) => {
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Test sign-in...' }).click(),
    ])
    const nameField = popup.getByLabel('Name')
    const heading = popup.getByRole('heading', { name: expectedHeading })
    await nameField.or(heading).waitFor()
    if (await nameField.isVisible()) {
      await nameField.fill('ana')
      await popup.getByRole('button', { name: 'Go on' }).click()
    }
    await heading.waitFor()
    await popup.getByText('ana@acme.example').first().waitFor()
    expect(await findPageDefects(popup)).toEqual([])
    await takeScreenshot(popup, 'ended')
    await popup.close()
    await page.getByRole('link', { name: 'Refresh' }).click()
  }
  await runTestSignIn('Test sign-in failed')
  await getStep('Member sign-in', 'failed').waitFor()
  await page.getByText('No member matches this sign-in').first().waitFor()
  await page.getByLabel('Create members on first sign-in').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, 'Saved Acme app').waitFor()
  await runTestSignIn('Test sign-in passed')
  await page.getByText('A real sign-in would create the member ana@acme.example').first().waitFor()
  await takeScreenshot(page, 'signedIn')
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
  await takeScreenshot(page, 'active')
  expect(await findPageDefects(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()

  const narrowContext = await openContext(360)
  const { page: narrowPage } = await openSignedIn(narrowContext, path)
  await narrowPage.getByRole('heading', { name: 'App link files' }).waitFor()
  const width = await narrowPage.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await takeScreenshot(narrowPage, 'narrow')
  await narrowContext.close()
})

test('every kind of integration has a setup form with the store selected, also without JavaScript', async () => {
  const context = await browser.newContext({ baseURL: consoleServer.url, javaScriptEnabled: false })
  await signInByApi(context)
  const load = async (path: string) => (await context.request.get(`/api${path}`)).json()
  const store = await load('/stores/3')
  // Gift cards have only one account, so its setup is deleted first.
  for (const { id, state } of (await load('/giftCardSetup')).data) {
    const disable = (reach = '') =>
      context.request.post(`/api/giftCardSetup/${id}/state?reach=${reach}`, {
        data: { event: 'disable' },
      })
    if (state === 'active') await disable((await (await disable()).json()).reach.token)
    const { version } = await load(`/giftCardSetup/${id}`)
    const headers = { 'If-Match': `"${version}"`, 'Content-Type': 'application/json' }
    await context.request.delete(`/api/giftCardSetup/${id}`, { headers })
  }
  const page = await context.newPage()
  for (const kind of storeIntegrationKinds) {
    const url = buildNewSetupUrl(kind, store)
    await page.goto(url)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    const fields = page.locator('form [name="storeIds"], form [name="name"]')
    const values = await fields.evaluateAll((inputs) =>
      inputs.map((input) => ('value' in input ? input.value : '')),
    )
    if (url.startsWith('/stores/'))
      await page.getByRole('heading', { name: store.name }).first().waitFor()
    else expect(values, kind).toContain(kind === 'print' ? store.name : String(store.id))
  }

  // The email form is completed: its preset fills in the host, and the next step assigns the store.
  await page.goto(buildNewSetupUrl('mail', store))
  const storesField = page.getByRole('textbox', { name: 'Stores', exact: true })
  expect(await storesField.inputValue()).toBe(store.name)
  await page.locator('#field-name').fill('Relay of one store')
  await page.locator('#field-preset').selectOption('SendGrid')
  await page.locator('#field-auth').selectOption('None')
  await page.locator('#field-fromAddress').fill('shop@example.com')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Assign Relay of one store to stores' }).waitFor()
  expect(await storesField.inputValue()).toBe(store.name)
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText("This setting isn't active, so emails will be held").waitFor()
  await page.goto('/smtpSettings?search=Relay+of+one')
  await page.getByText('smtp.sendgrid.net:587').first().waitFor()
  await context.close()
})
