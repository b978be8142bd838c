import { expect, test } from 'vitest'
import { openPage, panelOf, signIn, withStack } from '#tests/support/stack.ts'

const stack = withStack()

test('without JavaScript: sign in, find, create, be refused, edit, delete, sign out', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const { page } = await openPage(context)
  await page.goto('/sizes')
  await signIn(page, { email: 'operator@example.com', password: 'wrong' })
  await page.getByRole('alert').waitFor()
  await signIn(page)
  await page.waitForURL('**/sizes')

  await page.getByRole('link', { name: 'New size' }).click()
  await panelOf(page).getByLabel('Name', { exact: true }).fill('Plain form')
  await panelOf(page).getByLabel('Code', { exact: true }).fill('FARTOOLONG')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Code must be at most 8 characters').waitFor()
  expect(await panelOf(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Plain form')
  await panelOf(page).getByLabel('Code', { exact: true }).fill('PLAIN')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Created.').waitFor()

  await page.getByRole('searchbox', { name: 'Search sizes' }).fill('plain fo')
  await page.getByRole('button', { name: 'Apply' }).last().click()
  await page.getByRole('link', { name: 'Plain form', exact: true }).click()
  await panelOf(page).getByLabel('Equivalents').fill('EU 40')
  await panelOf(page).getByLabel('Active', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'Plain form', exact: true }).click()
  expect(await panelOf(page).getByLabel('Equivalents').inputValue()).toBe('EU 40')
  expect(await panelOf(page).getByLabel('Active', { exact: true }).isChecked()).toBe(false)

  await page.goto('/sizes?search=Plain+form')
  await page.getByRole('link', { name: 'Delete Plain form' }).click()
  await panelOf(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted.').waitFor()

  await page.getByLabel('User menu').click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await context.cookies()).toEqual([])
})
