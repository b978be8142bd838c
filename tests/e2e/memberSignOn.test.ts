import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageFaults } from '#tests/support/axe.ts'
import { launchBrowser } from '#tests/support/chromium.ts'
import { freePort, startConsole, startReferencePlatform } from '#tests/support/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/oidcProvider.ts'
import { messageOf, signedInAt } from '#tests/support/stack.ts'

const appUri = 'com.shop.app:/signed-in'
let provider: OidcProvider
let front: { url: string; stop: () => Promise<void> }
let browser: Browser
/** What was started, to be stopped in reverse. */
const started: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  provider = await startOidcProvider({ client: { id: 'shop-app' }, people: {} })
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
  browser = await launchBrowser()
  started.push({ stop: () => browser.close() })
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

test('the app of a store signs its members in: settings, a test that fetches the files back, active', async () => {
  const context = await visit(1280)
  const { page, faults } = await signedInAt(context, path)
  await page.getByRole('heading', { name: /^Mobile sign-on for members of / }).waitFor()
  await shoot(page, 'empty')
  expect(await pageFaults(page)).toEqual([])
  await page.getByLabel('App name').fill('Acme app')
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client id').fill('shop-app')
  await page.getByLabel('Redirect URIs').fill(appUri)
  await page.getByLabel('Bundle id (iOS)').fill('com.shop.app')
  await page.getByRole('button', { name: 'Save' }).click()
  // Half an app is none.
  await page.getByText('Enter the Apple team id').first().waitFor()
  await page.getByLabel('Apple team id').fill('AB12CD34EF')
  await page.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Created Acme app').waitFor()

  await page.getByText('"AB12CD34EF.com.shop.app"').waitFor()
  await page.getByText('Enter the Android package and its fingerprints').waitFor()
  await page.getByRole('button', { name: 'Copy apple-app-site-association' }).waitFor()

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const stepOf = (title: string, outcome: string) =>
    page
      .locator('li[data-outcome]')
      .filter({ hasText: title })
      .and(page.locator(`[data-outcome="${outcome}"]`))
  await stepOf('Redirect URIs are registered', 'passed').waitFor()
  await stepOf('apple-app-site-association', 'passed').waitFor()
  await stepOf('A member signs in with the app', 'unknown').waitFor()
  await shoot(page, 'tested')
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('alert').getByText('Only a member at the app can prove this').waitFor()
  await page.getByRole('alert').getByRole('button').click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
  await shoot(page, 'active')
  expect(await pageFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()

  const narrow = await visit(360)
  const { page: phone } = await signedInAt(narrow, path)
  await phone.getByRole('heading', { name: 'Files for phones' }).waitFor()
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await shoot(phone, 'narrow')
  await narrow.close()
})
