import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { storeValues } from '#tests/api/support/stores.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { messageOf, signedInAt, signInBy, withStack } from '#tests/support/stack.ts'

const stack = withStack()
const wearing = (page: Page, theme: string) =>
  page.getByRole('link', { name: new RegExp(`wears? ${theme}$`) }).first()

test('a theme is made, published, and assigned to a store; that is undone, and another theme gives way to it', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  const made = await context.request.post('/api/stores', { data: storeValues({ name: 'Pine' }) })
  expect(made.status()).toBe(201)
  const { page, faults } = await signedInAt(context, '/themes?create')
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Name').fill('Meadow')
  await panel.getByLabel('Code').fill('meadow')
  await panel.getByLabel('Status').selectOption('published')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await messageOf(page, /^Created/).waitFor()
  await panel.waitFor({ state: 'detached' })

  await page.getByLabel('More actions for Meadow').click()
  await page.getByRole('link', { name: 'Assign to stores' }).click()
  await panel.getByLabel(/^Add to Stores/).fill('Pine')
  await page.getByRole('option', { name: /^Pine/ }).click()
  await panel.getByRole('button', { name: 'See what changes' }).click()
  await panel.getByText(/inherited, Harbour, in 1 store: Pine/).waitFor()
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Change 1 store' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => wearing(page, 'Meadow').textContent()).toBe('1')
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.getByRole('button', { name: 'Undo: Assign Meadow' }).click()
  await page
    .getByText(/ · undone/)
    .first()
    .waitFor()

  await expect
    .poll(async () => {
      await page.goto('/themes')
      return wearing(page, 'Meadow').textContent()
    })
    .toBe('0')
  const list = page.getByRole('region', { name: 'themes' })
  await list.getByRole('link', { name: 'Winter Market', exact: true }).click()
  await panel.getByLabel('Replaced by').fill('Meadow')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Only a theme that is deprecated or archived is replaced').waitFor()
  await panel.getByLabel('Status').selectOption('deprecated')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Winter Market.*Deprecated/ }).waitFor()
  expect(faults).toEqual([])
})

test('without JavaScript, at 360 px: stores are named by lines, what that changes is told, and what they are stays', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  for (const name of ['Oak', 'Elm'])
    await context.request.post('/api/stores', { data: storeValues({ name }) })
  await using plain = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const page = await plain.newPage()
  await page.goto('/themes?delete=1')
  await page.getByText(/still in use/).waitFor()
  await page.goto('/themes?assign=2')
  await page.getByRole('textbox', { name: /^Stores/ }).fill('Oak\nElm')
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByText('This changes 2 stores.').waitFor()
  await page.getByRole('button', { name: 'Change 2 stores' }).click()
  await page
    .getByText(/^Running:/)
    .first()
    .waitFor()
})
