import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()

test('a quiz in a new category is published once its questions are valid, and previewed', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/training?create')
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Title').fill('Fire drill')
  await panel.getByLabel('Slug').fill('fire-drill')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()
  await page.getByRole('link', { name: '0 content items in Fire drill' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fire drill' }).waitFor()

  await page.getByRole('link', { name: /^New content item/ }).click()
  await panel.getByLabel('Title').fill('Where is the exit?')
  await panel.getByLabel('Type').selectOption('quiz')
  await panel.getByLabel('Duration (minutes)').fill('2')
  await panel.getByLabel(/^Questions/).fill('Which way?\n* Down\n* Up')
  await panel.getByLabel(/^Passing score/).fill('100')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })

  const menu = page.getByLabel('More actions for Where is the exit?')
  await menu.click()
  await page.getByRole('link', { name: 'Publish...', exact: true }).click()
  await panel.getByRole('button', { name: 'Publish' }).click()
  await panel.getByText('Line 1: Start only one answer with *.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('link', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })

  const list = page.getByRole('region', { name: 'content items' })
  await list.getByRole('link', { name: 'Where is the exit?', exact: true }).click()
  await panel.getByLabel(/^Questions/).fill('Which way?\n* Down\n- Up')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await menu.click()
  await page.getByRole('link', { name: 'Publish...', exact: true }).click()
  await panel.getByRole('button', { name: 'Publish' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Where is the exit\?.*Published/ }).waitFor()

  await menu.click()
  await page.getByRole('link', { name: 'Preview as a member' }).click()
  await panel.getByRole('radio', { name: 'Down' }).check()
  await panel.getByRole('button', { name: 'Submit answers' }).click()
  await panel.getByText('Passed with 100%.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  expect(faults).toEqual([])
})

test('a quiz is scored, completion is shown, and a category is duplicated without JavaScript at 360 px', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const page = await plainContext.newPage()
  await page.goto('/training/1/content?preview=3')
  await page.getByRole('radio', { name: '14 days' }).check()
  await page.getByRole('radio', { name: 'Printed items' }).check()
  await page.getByRole('button', { name: 'Submit answers' }).click()
  await page.getByText('Passed with 50%. The passing score is 50%.').waitFor()
  await page.goto('/training?completion=1')
  await page.getByText(/Completed by .* members/).waitFor()
  await page.goto('/training?duplicate=1')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('link', { name: 'Welcome (copy)' }).first().waitFor()
})
