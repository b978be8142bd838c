import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildNewSetupUrl, storeIntegrationKinds } from '#shared/engine/integrations/fixUrl.ts'
import { pageFaults } from '#tests/support/browser/axe.ts'
import { browserOfWorker } from '#tests/support/browser/chromium.ts'
import {
  freePort,
  startConsole,
  startReferencePlatform,
} from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { messageOf, signedInAt, signInBy } from '#tests/support/servers/stack.ts'

const appUri = 'com.shop.app:/signed-in'
let provider: OidcProvider
let front: { url: string; stop: () => Promise<void> }
let browser: Browser
/** What was started, to be stopped in reverse. */
const started: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  const ana = { email: 'ana@acme.example', verified: true, name: 'Ana Prins' }
  provider = await startOidcProvider({ client: { id: 'shop-app' }, people: { ana } })
  provider.allow(appUri)
  started.push(provider)
  const port = await freePort()
  const platform = await startReferencePlatform({
    PLATFORM_PORT: String(port),
    STORES_HOST: 'localhost',
    PLATFORM_ORIGIN: `http://localhost:${port}`,
    OUTBOUND_ALLOW: '127.0.0.0/8,::1',
  })
  started.push(platform)
  front = await startConsole(platform.url)
  started.push(front)
  browser = await browserOfWorker()
})
afterAll(async () => {
  for (const running of started.reverse()) await running.stop()
})

const path = '/stores/1/member/mobile-sso/setup'
const visit = (width: number) =>
  browser.newContext({
    baseURL: front.url,
    viewport: { width, height: 800 },
    timezoneId: 'UTC',
  })
const shoot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('the app of a store signs its members in: settings, a test that fetches the files back, a test sign-in, active', async () => {
  const context = await visit(1280)
  const { page, faults } = await signedInAt(context, path)
  await page.getByRole('heading', { name: /^Mobile SSO for / }).waitFor()
  await shoot(page, 'empty')
  expect(await pageFaults(page)).toEqual([])
  await page.getByLabel('App name').fill('Acme app')
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill('shop-app')
  await page.getByLabel('Redirect URIs').fill(appUri)
  await page.getByLabel('Bundle ID (iOS)').fill('com.shop.app')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // Half an app is none.
  await page.getByText('Enter the Apple team ID').first().waitFor()
  await page.getByLabel('Apple team ID').fill('AB12CD34EF')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await messageOf(page, 'Created Acme app').waitFor()

  await page.getByText('"AB12CD34EF.com.shop.app"').waitFor()
  await page.getByText('Enter the Android package and its fingerprints').waitFor()
  await page.getByRole('button', { name: 'Copy apple-app-site-association' }).waitFor()

  const callback = page.locator('code').filter({ hasText: /\/oidc\/member$/ })
  provider.allow(appUri, String(await callback.textContent()))
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const stepOf = (title: string, outcome: string) =>
    page
      .locator('li[data-outcome]')
      .filter({ hasText: title })
      .and(page.locator(`[data-outcome="${outcome}"]`))
  await stepOf('Redirect URIs are registered', 'passed').waitFor()
  await stepOf('apple-app-site-association', 'passed').waitFor()
  await stepOf('Member sign-in', 'unknown').waitFor()
  await shoot(page, 'tested')
  expect(await page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true)

  // Whoever tests signs in at the provider; it shows why nobody would come in, until members are made.
  const signIn = async (ended: string) => {
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Test sign-in...' }).click(),
    ])
    const who = popup.getByLabel('Name')
    const heading = popup.getByRole('heading', { name: ended })
    await who.or(heading).waitFor()
    if (await who.isVisible()) {
      await who.fill('ana')
      await popup.getByRole('button', { name: 'Go on' }).click()
    }
    await heading.waitFor()
    await popup.getByText('ana@acme.example').first().waitFor()
    expect(await pageFaults(popup)).toEqual([])
    await shoot(popup, 'ended')
    await popup.close()
    await page.getByRole('link', { name: 'Refresh' }).click()
  }
  await signIn('Test sign-in failed')
  await stepOf('Member sign-in', 'failed').waitFor()
  await page.getByText('No member matches this sign-in').first().waitFor()
  await page.getByLabel('Create members on first sign-in').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await messageOf(page, 'Saved Acme app').waitFor()
  await signIn('Test sign-in passed')
  await page.getByText('A real sign-in would create the member ana@acme.example').first().waitFor()
  await shoot(page, 'signedIn')
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
  await shoot(page, 'active')
  expect(await pageFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()

  const narrow = await visit(360)
  const { page: phone } = await signedInAt(narrow, path)
  await phone.getByRole('heading', { name: 'App link files' }).waitFor()
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await shoot(phone, 'narrow')
  await narrow.close()
})

test('every kind of integration that nobody set up has a form with the store chosen, without a script too', async () => {
  const context = await browser.newContext({ baseURL: front.url, javaScriptEnabled: false })
  await signInBy(context)
  const read = async (path: string) => (await context.request.get(`/api${path}`)).json()
  const store = await read('/stores/3')
  // Of gift cards there is one account alone.
  for (const { id, state } of (await read('/giftCardSetup')).data) {
    const disable = (reach = '') =>
      context.request.post(`/api/giftCardSetup/${id}/state?reach=${reach}`, {
        data: { event: 'disable' },
      })
    if (state === 'active') await disable((await (await disable()).json()).reach.token)
    const { version } = await read(`/giftCardSetup/${id}`)
    const headers = { 'If-Match': `"${version}"`, 'Content-Type': 'application/json' }
    await context.request.delete(`/api/giftCardSetup/${id}`, { headers })
  }
  const page = await context.newPage()
  for (const kind of storeIntegrationKinds) {
    const to = buildNewSetupUrl(kind, store)
    await page.goto(to)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    const fields = page.locator('form [name="storeIds"], form [name="name"]')
    const values = await fields.evaluateAll((inputs) =>
      inputs.map((input) => ('value' in input ? input.value : '')),
    )
    if (to.startsWith('/stores/'))
      await page.getByRole('heading', { name: store.name }).first().waitFor()
    else expect(values, kind).toContain(kind === 'print' ? store.name : String(store.id))
  }

  // That of mail, to its end: its preset fills in the host, and the next step gives it to the store.
  await page.goto(buildNewSetupUrl('mail', store))
  const chosen = page.getByRole('textbox', { name: 'Stores', exact: true })
  expect(await chosen.inputValue()).toBe(store.name)
  await page.locator('#field-name').fill('Relay of one store')
  await page.locator('#field-preset').selectOption('SendGrid')
  await page.locator('#field-auth').selectOption('None')
  await page.locator('#field-fromAddress').fill('shop@example.com')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Assign Relay of one store to stores' }).waitFor()
  expect(await chosen.inputValue()).toBe(store.name)
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText("This setting isn't active, so emails will be held").waitFor()
  await page.goto('/smtpSettings?search=Relay+of+one')
  await page.getByText('smtp.sendgrid.net:587').first().waitFor()
  await context.close()
})
