import { expect, test } from 'vitest'
import {
  waitForHydration,
  getNotification,
  openPage,
  getPanel,
  signIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'
import { findDeadControls, findPageDefects } from '#tests/support/browser/axe.ts'

const stack = withStack()

test('an invited user sets a password and signs in, and a suspension signs them out', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { page, faults } = await openPage(context)
  await page.goto('/users')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Invite users', exact: true }).click()
  const panel = getPanel(page)
  await panel.getByLabel('Users').fill('journey.person@example.com\njourney.other@example.com')
  await panel.getByLabel(/^Groups/).click()
  await panel.getByRole('combobox', { name: /^Groups/ }).fill('Support')
  await page.getByRole('option', { name: /Support/ }).click()
  await panel.getByText('All stores', { exact: true }).click()
  await panel.getByRole('button', { name: 'Invite users' }).click()
  const link = await panel.getByLabel('Link for journey.person@example.com').inputValue()
  const otherLink = await panel.getByLabel('Link for journey.other@example.com').inputValue()
  expect(await findPageDefects(page)).toEqual([])
  await panel.getByRole('link', { name: 'Done' }).click()
  await panel.waitFor({ state: 'detached' })

  await using guestContext = await stack.visit({ javaScriptEnabled: false })
  const guestPage = await guestContext.newPage()
  const { pathname, search } = new URL(link)
  await guestPage.goto(pathname + search)
  expect(await findDeadControls(guestPage)).toEqual([])
  await guestPage.getByLabel('Password', { exact: true }).fill('short')
  await guestPage.getByRole('button', { name: 'Set password' }).click()
  await guestPage
    .getByText(/at least 12 characters/i)
    .first()
    .waitFor()
  await guestPage.getByLabel('Password', { exact: true }).fill('Tall-harbor-4471')
  await guestPage.getByLabel('Confirm password').fill('Tall-harbor-4471')
  await guestPage.getByRole('button', { name: 'Set password' }).click()
  await guestPage.getByText('Your password is set. Sign in with it now.').waitFor()
  await signIn(guestPage, { email: 'journey.person@example.com', password: 'Tall-harbor-4471' })
  await guestPage.goto(pathname + search)
  await guestPage.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()

  await using otherContext = await stack.visit()
  const otherGuest = await openPage(otherContext)
  await otherGuest.page.goto(new URL(otherLink).pathname + new URL(otherLink).search)
  await waitForHydration(otherGuest.page)
  await otherGuest.page.getByLabel('Password', { exact: true }).fill('Wide-garden-9328')
  await otherGuest.page.getByLabel('Confirm password').fill('Wide-garden-9328')
  await otherGuest.page.getByRole('button', { name: 'Set password' }).click()
  await otherGuest.page.getByText('Your password is set. Sign in with it now.').waitFor()
  expect(otherGuest.faults).toEqual([])

  await page.goto('/users?search=journey')
  await waitForHydration(page)
  await page.getByLabel('Actions for Journey Person').click()
  await page.getByRole('link', { name: 'Suspend...', exact: true }).click()
  await panel.getByLabel('Reason').fill('Only came to look')
  await panel.getByRole('button', { name: 'Suspend' }).click()
  await getNotification(page, /Changed the status of/).waitFor()
  await guestPage.goto('/dashboard')
  await guestPage.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual([])
})

test('a user group is duplicated and deleted, and a change shows its impact', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { page, faults } = await openPage(context)
  await page.goto('/userGroups?search=finance')
  await waitForHydration(page)
  await page.getByLabel('Actions for Finance').click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Finance of the journey')
  await page.getByRole('checkbox', { name: 'Stickers: Write' }).check()
  expect(await page.getByRole('checkbox', { name: 'Stickers: Read' }).isChecked()).toBe(true)
  expect(await findPageDefects(page)).toEqual([])
  // Without columns, each checkbox is labeled with its action.
  await page.setViewportSize({ width: 360, height: 780 })
  const exportThemes = page.getByRole('checkbox', { name: 'Themes: Export' })
  await page.locator('label', { has: exportThemes }).getByText('Export').click()
  expect(await exportThemes.isChecked()).toBe(true)
  expect(await findPageDefects(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Create user group' }).click()
  await getNotification(page, /Created/).waitFor()

  // Finance has a user, so a change shows its impact.
  await page.goto('/userGroups?search=finance')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Finance', exact: true }).click()
  const panel = getPanel(page)
  await panel.getByRole('checkbox', { name: 'Gift cards: Export' }).uncheck()
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText(/Permissions lost: Gift cards \(export\)/).waitFor()
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.waitFor({ state: 'detached' })

  await page.getByLabel('Actions for Finance of the journey').click()
  await page.getByRole('link', { name: 'Delete' }).click()
  await panel.getByText('This group has no users.').waitFor()
  await panel.getByRole('button', { name: 'Delete group' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Finance of the journey' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('the permission for a route and the reason for missing access are found without JavaScript', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const page = await context.newPage()
  await page.goto('/permissions')
  await page.getByLabel('Area, page, or API call').fill('DELETE /sizes/5')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const needed = 'Attributes and sizes: delete Needed for DELETE /sizes/5'
  await page.getByRole('heading', { level: 2, name: needed }).waitFor()
  expect(await page.getByRole('link', { name: 'Colors and training' }).count()).toBe(0)
  await page.getByRole('link', { name: 'All permissions for Attributes and sizes' }).click()
  await page.getByRole('row', { name: /Sub Attributes/ }).waitFor()
  await page.getByRole('link', { name: 'Close panel' }).click()
  await page.getByRole('link', { name: 'Check access for a user' }).click()
  await page.locator('#who').fill('felix.bauer@example.com')
  await page.getByLabel('Page or API call', { exact: true }).fill('/sizes')
  await page.getByRole('button', { name: 'Check access' }).click()
  await page
    .getByText(/Felix Bauer doesn't have access\. The permission "Attributes and sizes: read"/)
    .waitFor()
  await page.getByText(/Groups with "Attributes and sizes: read": .*Catalog/).waitFor()
})
