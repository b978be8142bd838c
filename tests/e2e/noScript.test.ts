import { expect, test } from 'vitest'
import { operator } from '../support/servers/consoleProcess.ts'
import {
  waitForHydration,
  openPage,
  getPanel,
  signIn,
  signInByApi,
  withStack,
  getNotification,
} from '../support/servers/stack.ts'

const stack = withStack()

test('an operator without JavaScript signs in, creates, finds, edits, and deletes a size, sees its errors, and signs out', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const { page } = await openPage(context)
  await page.goto('/sizes')
  await signIn(page, { email: 'operator@example.com', password: 'wrong' })
  await page.getByRole('alert').waitFor()
  await signIn(page)
  await page.waitForURL('**/sizes')

  await page.getByRole('link', { name: 'New size' }).click()
  await getPanel(page).getByLabel('Name', { exact: true }).fill('Plain form')
  await getPanel(page).getByLabel('Code', { exact: true }).fill('FARTOOLONG')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Code must be at most 8 characters').waitFor()
  expect(await getPanel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Plain form')
  await getPanel(page).getByLabel('Code', { exact: true }).fill('PLAIN')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created /).waitFor()

  await page.getByRole('searchbox', { name: 'Search sizes' }).fill('plain fo')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Plain form', exact: true }).click()
  await getPanel(page).getByLabel('Equivalents').fill('EU 40')
  await getPanel(page).getByLabel('Active', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved /).waitFor()
  // The message links to the panel that undoes the change.
  await page.getByRole('link', { name: 'Undo the change to Plain form' }).click()
  await getPanel(page).getByRole('button', { name: /^Undo/ }).first().waitFor()
  await page.goBack()
  const row = page.getByRole('main').getByRole('link', { name: 'Plain form', exact: true })
  await row.click()
  expect(await getPanel(page).getByLabel('Equivalents').inputValue()).toBe('EU 40')
  expect(await getPanel(page).getByLabel('Active', { exact: true }).isChecked()).toBe(false)

  await page.goto('/sizes?search=Plain+form')
  await page.getByRole('link', { name: 'Delete Plain form' }).click()
  await getPanel(page).getByRole('button', { name: 'Delete' }).click()
  await getNotification(page, 'Deleted Plain form').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: /^Sizes/ }).waitFor()
  expect(await getNotification(page, /^Deleted/).allTextContents(), 'told once').toEqual([
    'Deleted',
  ])

  await page.getByLabel('User menu').click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  // The device cookie stays.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['device'])
})

test('the Reset Password modal works without JavaScript: it opens by URL, generates a password, rejects a wrong one, and changes it', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const { page } = await openPage(context)
  await page.goto('/sizes?sort=-name')
  await signIn(page)
  await page.waitForURL('**/sizes?sort=-name')
  await page.getByLabel('User menu').click()
  await page.getByRole('link', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  const field = (label: string) => dialog.getByLabel(label)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL((url) => url.search === '?sort=-name')
  expect(await dialog.count()).toBe(0)

  await page.goto('/sizes?sort=-name&password')
  await field('Enter Current password').fill('not mine')
  await dialog.getByRole('button', { name: 'Generate Password' }).click()
  const password = await field('Enter password').inputValue()
  expect(password).toHaveLength(15)
  expect(await field('Enter password').getAttribute('type')).toBe('text')
  expect(await field('Enter Confirm password').inputValue()).toBe(password)
  expect(await field('Enter Current password').inputValue()).toBe('')
  await field('Enter Current password').fill('not mine')

  await field('Enter Confirm password').fill('another')
  await field('Enter Confirm password').press('Enter')
  await dialog.getByText("The passwords don't match.").waitFor()
  // The response contains no typed password.
  expect(await page.content()).not.toContain('not mine')
  const fillPasswords = async (current: string) => {
    await field('Enter Current password').fill(current)
    await field('Enter password').fill(password)
    await field('Enter Confirm password').fill(password)
  }
  await fillPasswords('not mine')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await dialog.getByText("The current password isn't correct.").waitFor()
  expect(await field('Enter Confirm password').inputValue()).toBe('')

  await fillPasswords(operator.password)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await page.getByText('Your password was changed.').waitFor()
  expect(await dialog.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?sort=-name&notice=password-changed')

  // Restores the password so that other tests can sign in.
  await page.goto('/sizes?password')
  await field('Enter Current password').fill(password)
  await field('Enter password').fill(operator.password)
  await field('Enter Confirm password').fill(operator.password)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await page.getByText('Your password was changed.').waitFor()
})

test('a modal that the server renders stays open after hydration, and Escape closes it', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { page, faults } = await openPage(context)
  await page.goto('/stickers?password')
  await waitForHydration(page)
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.waitForURL('**/stickers')
  expect(await dialog.count()).toBe(0)
  expect(faults).toEqual([])
})
