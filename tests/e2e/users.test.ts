import { expect, test } from 'vitest'
import {
  hydrated,
  messageOf,
  openPage,
  panelOf,
  signIn,
  signInBy,
  withStack,
} from '#tests/support/stack.ts'
import { deadParts, pageFaults } from '#tests/support/axe.ts'

const stack = withStack()

test('somebody is invited, comes in, is seen, and is kept out again', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  const { page, faults } = await openPage(context)
  await page.goto('/users')
  await hydrated(page)
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const panel = panelOf(page)
  await panel.getByLabel('People').fill('journey.person@example.com')
  await panel.getByRole('combobox', { name: /Groups/ }).fill('Support')
  await page.getByRole('option', { name: /Support/ }).click()
  await panel.getByText('All stores').click()
  await panel.getByRole('button', { name: 'Invite' }).click()
  const link = await panel.getByLabel('Link for journey.person@example.com').inputValue()
  expect(await pageFaults(page)).toEqual([])
  await panel.getByRole('link', { name: 'Done' }).click()
  await panel.waitFor({ state: 'detached' })

  await using theirs = await stack.visit({ javaScriptEnabled: false })
  const guest = await theirs.newPage()
  const { pathname, search } = new URL(link)
  await guest.goto(pathname + search)
  expect(await deadParts(guest)).toEqual([])
  await guest.getByLabel('Password', { exact: true }).fill('short')
  await guest.getByRole('button', { name: 'Set password' }).click()
  await guest
    .getByText(/at least 10/i)
    .first()
    .waitFor()
  await guest.getByLabel('Password', { exact: true }).fill('Journey-pass-1')
  await guest.getByLabel('Password, once more').fill('Journey-pass-1')
  await guest.getByRole('button', { name: 'Set password' }).click()
  await guest.getByText('Your password is set. Sign in with it.').waitFor()
  await signIn(guest, { email: 'journey.person@example.com', password: 'Journey-pass-1' })
  await guest.goto(pathname + search)
  await guest.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()

  await page.goto('/users?search=journey')
  await hydrated(page)
  await page.getByLabel('Actions for journey.person@example.com').click()
  await page.getByRole('link', { name: 'Suspend', exact: true }).click()
  await panel.getByLabel('Reason').fill('Only came to look')
  await panel.getByRole('button', { name: 'Suspend' }).click()
  await messageOf(page, /Changed the status of/).waitFor()
  await guest.goto('/dashboard')
  await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual([])
})
