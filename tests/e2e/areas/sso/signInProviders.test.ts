import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerCallbackPath } from '#shared/areas/signIn/providerPaths.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { findFreePort, operator } from '#tests/support/servers/consoleProcess.ts'
import {
  getNotification,
  getPanel,
  openPage,
  signInByApi,
  waitForHydration,
  withStack,
} from '#tests/support/servers/stack.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'

const port = String(await findFreePort())
const origin = `http://127.0.0.1:${port}`
const stack = withStack(
  { PORT: port, PUBLIC_ORIGIN: origin },
  { PUBLIC_ORIGIN: origin, OUTBOUND_ALLOW: '127.0.0.0/8,::1' },
)
const client = { id: 'console-client', secret: 'console-client-secret', basic: true }
const people = {
  operator: { email: operator.email, verified: true },
  stranger: { email: 'stranger@example.com', verified: true },
}
const screenshotFolder = process.env['SCREENSHOTS']

let provider: OidcProvider
beforeAll(async () => {
  provider = await startOidcProvider({ client, people })
  provider.allow(origin + providerCallbackPath)
})
afterAll(() => provider.stop())

/** Checks the page at both widths, and takes pictures of it if a folder is named. */
async function checkPage(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page)).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/${name}-${width}.png`, fullPage: true })
  }
}

async function signInAtProvider(page: Page, name: keyof typeof people) {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
}

test('an operator sets up a provider, tests it, activates it, and signs in with it', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { page, faults } = await openPage(context)
  await page.goto('/users')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Sign-in providers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign-in providers' }).waitFor()
  await checkPage(page, 'providersEmpty')
  await page.getByRole('link', { name: 'New sign-in provider' }).first().click()
  const form = getPanel(page)
  await form.getByText(origin + providerCallbackPath).waitFor()
  await form.getByLabel('Name', { exact: true }).fill('Okta')
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Client ID').fill(client.id)
  await form.getByLabel('Client secret', { exact: true }).fill(client.secret)
  await form.getByLabel('Email domains').fill('example.com')
  await checkPage(page, 'providerForm')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, 'Created Okta').waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Okta', exact: true }).click()
  await getPanel(page).getByRole('button', { name: 'Test', exact: true }).click()
  await getPanel(page).getByText('The provider accepts the client').waitFor()
  await checkPage(page, 'providerTested')
  await getPanel(page).getByRole('button', { name: 'Test sign-in' }).click()
  await signInAtProvider(page, 'operator')
  await getPanel(page)
    .getByText(`A real sign-in would sign in ${operator.email}.`, { exact: false })
    .waitFor()
  await waitForHydration(page)
  await getPanel(page).getByRole('button', { name: 'Activate' }).click()
  await getPanel(page).getByText('Active', { exact: true }).first().waitFor()

  await context.clearCookies()
  await expect
    .poll(async () => {
      await page.goto('/?next=%2Fsizes')
      return page.getByRole('button', { name: 'Sign in with Okta' }).count()
    })
    .toBe(1)
  await checkPage(page, 'signIn')
  await page.getByRole('button', { name: 'Sign in with Okta' }).click()
  await signInAtProvider(page, 'operator')
  await page.waitForURL('**/sizes')
  await page.getByLabel('User menu').waitFor()
  expect(faults).toEqual([])

  // Without JavaScript, and at another person's browser.
  await using plain = await stack.visit({ javaScriptEnabled: false })
  const { page: plainPage } = await openPage(plain)
  await plainPage.goto('/sizes')
  await plainPage.getByRole('button', { name: 'Sign in with Okta' }).click()
  await signInAtProvider(plainPage, 'stranger')
  await plainPage
    .getByText("You don't have an account here yet. Ask an admin to invite you.")
    .waitFor()
  expect(new URL(plainPage.url()).searchParams.get('next')).toBe('/sizes')
  await plain.clearCookies()
  await plainPage.goto('/sizes')
  await plainPage.getByRole('button', { name: 'Sign in with Okta' }).click()
  await signInAtProvider(plainPage, 'operator')
  await plainPage.waitForURL('**/sizes')
})
