import { expect, test } from 'vitest'
import { findAxeViolations } from '../support/browser/axe.ts'
import { getNotification, openSignedIn, signInByApi, withStack } from '../support/servers/stack.ts'

const stack = withStack()

test('a view is saved from a list, renamed, set as the default, and deleted', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { page, faults } = await openSignedIn(context, '/colors?search=blue&sort=-name')
  const panel = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Save view' }).click()
  const name = panel.getByLabel('Name', { exact: true })
  await name.fill('B'.repeat(61))
  await name.press('Tab')
  await panel.getByText('Name must be at most 60 characters').waitFor()
  expect(await name.inputValue()).toHaveLength(61)
  await name.fill('Blue ones')
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Save view' }).click()
  await panel.waitFor({ state: 'detached' })
  const notification = getNotification(page, 'Saved Blue ones')
  expect(
    await notification.getByRole('link', { name: 'Blue ones' }).getAttribute('href'),
  ).toContain('/colors?search=blue')
  const tabs = page.getByRole('navigation', { name: 'Views' })
  const tab = tabs.getByRole('link', { name: /^Blue ones \d+$/ })
  expect(await tab.getAttribute('aria-current')).toBe('page')
  expect(await page.getByRole('link', { name: 'Save view' }).count()).toBe(0)
  await tabs.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL(/\/colors$/)
  await tab.click()
  await page.waitForURL(/search=blue/)

  await page.goto('/colors?views')
  await panel.getByRole('button', { name: 'Set as default: Blue ones' }).click()
  await panel.getByText('Remove as default').waitFor()
  await getNotification(page, 'Blue ones is now your default view.').waitFor()
  await panel.getByLabel('Name for Blue ones').fill('All the blue')
  await panel.getByRole('button', { name: 'Rename' }).click()
  await panel.getByLabel('Name for All the blue').waitFor()
  await page.goto('/colors')
  await page.waitForURL(/search=blue/)
  await page.goto('/sizes')
  await page.getByRole('link', { name: 'Colors', exact: true }).click()
  await page.waitForURL(/search=blue/)

  await page.goto('/colors?views')
  await panel.getByRole('button', { name: 'Delete view All the blue' }).click()
  await getNotification(page, 'Deleted All the blue').waitFor()
  await panel.getByText('No saved views yet').waitFor()
  expect(faults).toEqual([])
})

test('views are saved, ordered, shared, renamed, set as the default, and deleted without JavaScript at 360 px', async () => {
  await using context = await stack.visit({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  await signInByApi(context)
  const page = await context.newPage()
  const panel = page.getByRole('dialog')
  for (const word of ['Blue', 'Red']) {
    await page.goto(`/colors?search=${word}&views`)
    await panel.getByLabel('Name', { exact: true }).fill(`${word} ones`)
    await panel.getByRole('button', { name: 'Save view' }).click()
    const link = getNotification(page, `Saved ${word} ones`).getByRole('link')
    expect(await link.getAttribute('href')).toContain(`/colors?search=${word}`)
  }
  await page.goto('/colors?search=Green&views')
  await panel.getByLabel('Name', { exact: true }).fill('G'.repeat(61))
  await panel.getByRole('button', { name: 'Save view' }).click()
  await panel.getByText('Name must be at most 60 characters').waitFor()
  expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toHaveLength(61)
  await page.goto('/colors?views')
  const readNames = async () =>
    (await panel.getByRole('textbox', { name: /^Name for/ }).all()).map((one) => one.inputValue())
  await panel.getByRole('button', { name: 'Move Red ones up' }).click()
  expect(await Promise.all(await readNames())).toEqual(['Red ones', 'Blue ones'])
  await panel.getByRole('button', { name: 'Share', exact: true }).first().click()
  await getNotification(page, 'Shared Red ones with everyone who can see the list').waitFor()
  await panel.getByRole('button', { name: 'Stop sharing' }).waitFor()
  await panel.getByLabel('Name for Blue ones').fill('All the blue')
  await panel.getByRole('button', { name: 'Rename' }).last().click()
  await getNotification(page, 'Saved All the blue').waitFor()
  await panel.getByRole('button', { name: 'Set as default: Red ones' }).click()
  await getNotification(page, 'Red ones is now your default view.').waitFor()
  await page.goto('/colors')
  expect(new URL(page.url()).search).toContain('search=Red')
  for (const name of ['Red ones', 'All the blue']) {
    await page.goto('/colors?views')
    await panel.getByRole('button', { name: `Delete view ${name}` }).click()
  }
  await panel.getByText('No saved views yet').waitFor()
})
