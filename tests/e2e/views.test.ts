import { expect, test } from 'vitest'
import { axeFaults } from '#tests/support/axe.ts'
import { messageOf, signedInAt, signInBy, withStack } from '#tests/support/stack.ts'

const stack = withStack()

test('what a list shows is kept as a view, renamed, begun with and deleted', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  const { page, faults } = await signedInAt(context, '/colors?search=blue&sort=-name')
  const panel = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Save view' }).click()
  await panel.getByLabel('Name', { exact: true }).fill('Blue ones')
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Keep' }).click()
  await panel.waitFor({ state: 'detached' })
  const said = messageOf(page, 'Saved Blue ones')
  expect(await said.getByRole('link', { name: 'Blue ones' }).getAttribute('href')).toContain(
    '/colors?search=blue',
  )
  const tabs = page.getByRole('navigation', { name: 'Views' })
  const tab = tabs.getByRole('link', { name: /^Blue ones \d+$/ })
  expect(await tab.getAttribute('aria-current')).toBe('page')
  expect(await page.getByRole('link', { name: 'Save view' }).count()).toBe(0)
  await tabs.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL(/\/colors$/)
  await tab.click()
  await page.waitForURL(/search=blue/)

  await page.goto('/colors?views')
  await panel.getByRole('button', { name: 'Begin with Blue ones' }).click()
  await panel.getByText('Begin with all').waitFor()
  await messageOf(page, 'The list begins with Blue ones').waitFor()
  await panel.getByLabel('Name of Blue ones').fill('All the blue')
  await panel.getByRole('button', { name: 'Rename' }).click()
  await panel.getByLabel('Name of All the blue').waitFor()
  await page.goto('/colors')
  await page.waitForURL(/search=blue/)
  await page.goto('/sizes')
  await page.getByRole('link', { name: 'Colors', exact: true }).click()
  await page.waitForURL(/search=blue/)

  await page.goto('/colors?views')
  await panel.getByRole('button', { name: 'Delete the view All the blue' }).click()
  await messageOf(page, 'Deleted All the blue').waitFor()
  await panel.getByText('No view is kept yet.').waitFor()
  expect(faults).toEqual([])
})
