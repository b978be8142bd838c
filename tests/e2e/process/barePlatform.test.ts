import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright'
import { startBarePlatform } from '#tests/support/servers/barePlatform.ts'
import { getWorkerBrowser } from '#tests/support/browser/chromium.ts'
import { startConsole } from '#tests/support/servers/consoleProcess.ts'
import { waitForHydration, openPage, getPanel, signIn } from '#tests/support/servers/stack.ts'

let platform: Awaited<ReturnType<typeof startBarePlatform>>
let console: Awaited<ReturnType<typeof startConsole>>
let browser: Browser

beforeAll(async () => {
  platform = await startBarePlatform()
  console = await startConsole(platform.url)
  browser = await getWorkerBrowser()
})
afterAll(async () => {
  await console.stop()
  await platform.stop()
})

test('the console works with a platform that supports only the eight calls', async () => {
  await using context = await browser.newContext({ baseURL: console.url })
  const { page, faults } = await openPage(context)
  await page.goto('/')
  await signIn(page, platform.account)
  await page.waitForURL('**/dashboard')

  // The four lists; the failure of one is silently ignored (spec.md section 7).
  await expect
    .poll(() => page.getByRole('definition').allInnerTexts())
    .toEqual(['2', '–', '2', '0'])
  await page.getByText("This platform doesn't support recent changes.").waitFor()

  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Catalog').click()
  await page.getByRole('link', { name: 'Sizes' }).first().click()
  await page.getByRole('link', { name: 'Small', exact: true }).waitFor()
  await page.getByRole('link', { name: 'New size' }).click()
  await getPanel(page).getByLabel('Name', { exact: true }).fill('Medium')
  await getPanel(page).getByLabel('Code', { exact: true }).fill('M')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText("This platform doesn't support").waitFor()
  expect(await getPanel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Medium')
  expect(faults).toEqual([])

  await page.goto('/dashboard')
  const call = platform.calls.findLast(({ path }) => path === '/users/roles/details')
  expect(call?.headers).toMatchObject({
    authorization: 'Bearer bare-token-1',
    userid: 'u-7',
    storeid: 's-1',
    domain: '127.0.0.1',
  })
})

test('a password change sends exactly the fields of the table', async () => {
  await using context = await browser.newContext({ baseURL: console.url })
  const { page } = await openPage(context)
  await page.goto('/')
  await signIn(page, platform.account)
  await page.waitForURL('**/dashboard')
  await waitForHydration(page)
  await page.getByLabel('User menu').click()
  await page.getByRole('link', { name: 'Change Password' }).click()
  await page.getByLabel('Enter Current password').fill('old one')
  await page.getByLabel('Enter password').fill('new one')
  await page.getByLabel('Enter Confirm password').fill('new one')
  await page.getByRole('button', { name: 'Change Password' }).last().click()
  await page.getByText('Your password was changed.').waitFor()
  expect(platform.calls.findLast(({ method }) => method === 'PUT')).toMatchObject({
    path: '/users/changePassword',
    body: {
      id: 'u-7',
      currentPassword: 'old one',
      new_password: 'new one',
      confirmPassword: 'new one',
    },
  })
})

test('a 401 from any call signs the operator out', async () => {
  await using context = await browser.newContext({ baseURL: console.url })
  const { page } = await openPage(context)
  await page.goto('/')
  await signIn(page, platform.account)
  await page.waitForURL('**/dashboard')
  await waitForHydration(page)
  platform.revokeToken()
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Catalog').click()
  await page.getByRole('link', { name: 'Sizes' }).first().click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  // The side menu's cookie stays, but no session cookie does.
  const cookieNames = (await context.cookies()).map(({ name }) => name)
  for (const name of ['apiToken', 'storeId', 'userId']) expect(cookieNames).not.toContain(name)
})
