import { expect, test } from 'vitest'
import { viewLifetimeMs } from '#server/platform/core/auth/views.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { withClockStack } from '#tests/support/servers/clockStack.ts'
import { openPage, signInByApi, waitForHydration } from '#tests/support/servers/stack.ts'

const screenshotFolder = process.env['SCREENSHOTS']
const stack = withClockStack({ seed: true })

type Page = Awaited<ReturnType<typeof openPage>>['page']

/** Checks the page at both widths, and takes pictures of it if a folder is named. */
async function checkPage(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page)).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/${name}-${width}.png`, fullPage: true })
  }
}

test.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('an operator changes their name and ends another session, %s', async (_what, javaScript) => {
  const platform = stack.platform()
  const account = await platform.addAccount([])
  const other = await openSession(platform, account)
  await using context = await stack.visit({ javaScriptEnabled: javaScript })
  await signInByApi(context, account)
  const { page, faults } = await openPage(context)
  await page.goto('/permissions')
  if (javaScript) await waitForHydration(page)
  await page.getByLabel('User menu').click()
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByLabel('First name').fill('Ana')
  if (javaScript) await checkPage(page, 'profile')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved profile').waitFor()
  await page.getByLabel('User menu').click()
  await page.getByText('Ana User').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('This session').waitFor()
  if (javaScript) await checkPage(page, 'sessions')
  await page.getByRole('button', { name: 'End session: ' }).click()
  await page.getByText('Session ended', { exact: true }).waitFor()
  expect((await other('GET', '/account')).status).toBe(401)
  await page.getByText("You aren't signed in anywhere else.").waitFor()

  await page.getByRole('link', { name: 'Security events' }).click()
  await page.getByText('Ended another session').waitFor()
  if (javaScript) {
    await checkPage(page, 'securityEvents')
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await page.getByRole('link', { name: 'Change Password' }).last().click()
    await page.getByRole('dialog', { name: 'Reset Password' }).waitFor()
  }
  expect(faults).toEqual([])
})

test.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('an admin sees the console as another user, %s', async (_what, javaScript) => {
  const platform = stack.platform()
  const viewed = await platform.addAccount(['Sizes'])
  await using context = await stack.visit({ javaScriptEnabled: javaScript })
  await signInByApi(context, platform.operator)
  const { page, faults } = await openPage(context)
  await page.goto(`/users?viewAs=${viewed.id}`)
  if (javaScript) await checkPage(page, 'viewAs')
  await page.getByRole('button', { name: 'View as Second User' }).click()
  const banner = page.getByText("You're viewing as Second User and can't change anything.")
  await banner.waitFor()
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'viewToken')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  })
  await page.goto('/sizes')
  await banner.waitFor()
  if (javaScript) {
    await page.getByText('15 minutes left.').waitFor()
    await checkPage(page, 'viewing')
  }
  expect(await page.getByRole('link', { name: 'New size' }).count()).toBe(0)
  expect(await page.getByRole('cell').count()).toBeGreaterThan(0)
  await page.goto('/colors')
  await page
    .getByText(/permission/)
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await page.getByText('You stopped viewing as another user.').waitFor()
  expect(await banner.count()).toBe(0)
  await page.goto('/colors')
  await page.getByRole('heading', { name: 'Colors', level: 1 }).waitFor()

  // A view that ends by itself leads back to the own session, too.
  await page.goto(`/users?viewAs=${viewed.id}`)
  await page.getByRole('button', { name: 'View as Second User' }).click()
  await banner.waitFor()
  platform.advance(viewLifetimeMs)
  await page.goto('/sizes')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await banner.count()).toBe(0)
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'viewToken' }))
  expect(faults).toEqual([])
})
