import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  getPanel,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']

/** Looks at the page at both widths. */
async function checkAtEveryWidth(page: Page, name: string, ...parts: string[]) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page, ...parts)).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/${name}-${width}.png` })
  }
}

test('a store that drifts from its blueprint is found, compared, and brought in line', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const createStore = async (name: string, code: string) => {
    const data = buildStoreValues({ name, code, type: 'points', plan: 'starter' })
    return (await (await context.request.post('/api/stores', { data })).json()).id
  }
  const codes = ['drift-one', 'drift-two', 'drift-three']
  const [model, , drifting] = [
    await createStore('Drift one', 'drift-one'),
    await createStore('Drift two', 'drift-two'),
    await createStore('Drift three', 'drift-three'),
  ]
  const { page, faults } = await openSignedIn(context, `/stores/${model}`)

  // A blueprint from a store.
  await page.getByText('Actions', { exact: true }).first().click()
  await page.getByRole('link', { name: 'Create blueprint' }).click()
  const panel = getPanel(page)
  await panel.getByLabel('Name', { exact: true }).fill('Drift test')
  await checkAtEveryWidth(page, 'form', 'dialog')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /Drift test/).waitFor()

  // Three stores.
  const { data } = await (await context.request.get('/api/blueprints?search=Drift')).json()
  const [{ id }] = data
  await page.goto(`/blueprints?stores=${id}&assign`)
  await panel.getByLabel('Store codes').fill(codes.join('\n'))
  await panel
    .getByRole('region', { name: 'By code' })
    .getByRole('button', { name: 'Preview changes' })
    .click()
  await panel.getByRole('button', { name: 'Add 3 stores' }).click()
  await panel.getByText('3 stores', { exact: true }).waitFor()

  // One drifts.
  await page.goto(`/stores/${drifting}?tab=general`)
  await page.getByLabel('Plan').selectOption('enterprise')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Saved/).waitFor()
  await page.goto(`/stores/${drifting}`)
  await page.getByText('Differs from Drift test in 1 setting.').waitFor()
  await checkAtEveryWidth(page, 'store')

  // The filter finds it, among the stores of the blueprint.
  await page.goto(`/blueprints?search=Drift`)
  await page.getByRole('link', { name: '3 stores (1 differs)' }).first().waitFor()
  await checkAtEveryWidth(page, 'blueprints')
  await page.getByRole('link', { name: '3 stores (1 differs)' }).first().click()
  await page.getByRole('heading', { name: 'Stores that differ from Drift test' }).waitFor()
  await checkAtEveryWidth(page, 'blueprint-stores')
  await page.getByRole('link', { name: '1 store', exact: true }).click()
  await page.getByRole('link', { name: 'Drift three' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Drift two' }).count()).toBe(0)

  // Its comparison leads to a plan.
  await page.getByRole('link', { name: 'Drift three' }).first().click()
  await page.getByRole('link', { name: 'Compare', exact: true }).first().click()
  await page.getByText('1 difference', { exact: true }).waitFor()
  await checkAtEveryWidth(page, 'compare')
  await page.getByRole('link', { name: 'Show all settings' }).click()
  await page.getByRole('row', { name: /Type/ }).first().waitFor()
  await checkAtEveryWidth(page, 'compare-all')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText('Enterprise').waitFor()
  await checkAtEveryWidth(page, 'plan', 'dialog')
  await panel.getByRole('button', { name: 'Change Plan for 1 store' }).click()
  await panel.getByRole('heading', { name: '1 done' }).waitFor()

  // The drift is gone.
  await page.goto(`/stores/compare?store=${drifting}`)
  await page.getByRole('heading', { name: 'No differences' }).waitFor()
  const list = await context.request.get(
    `/api/stores?filter[blueprintId][eq]=${id}&filter[differsFromBlueprint][eq]=1`,
  )
  expect((await list.json()).page.total).toBe(0)
  await page.goto(`/stores/compare?store=${model}&with=${drifting}`)
  await checkAtEveryWidth(page, 'two-stores')
  expect(faults).toEqual([])
})

test('platform defaults say which stores override them', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/stores?defaults')
  await checkAtEveryWidth(page, 'defaults', 'dialog')
  await page.getByRole('link', { name: 'See which stores override these settings' }).click()
  const panel = getPanel(page)
  await panel.getByRole('list', { name: 'Stores that override this setting' }).waitFor()
  await checkAtEveryWidth(page, 'overrides', 'dialog')
  expect(faults).toEqual([])
})

test('two selected stores are compared without JavaScript', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const { data } = await (await context.request.get('/api/stores?limit=25')).json()
  const [one, other] = data
  const page = await context.newPage()
  await page.goto(`/stores?chosen=${one.id},${other.id}`)
  await page.getByRole('link', { name: 'Compare', exact: true }).first().click()
  await page.getByRole('heading', { name: `${one.name} and ${other.name}` }).waitFor()
  await page.getByLabel('Compare with store').fill(data[2].name)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('heading', { name: `${one.name} and ${data[2].name}` }).waitFor()
  for (const box of await page.getByRole('checkbox', { name: /^Bring in line/ }).all())
    await box.uncheck()
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('Select at least one setting.').waitFor()
  await page
    .getByRole('checkbox', { name: /^Bring in line/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page
    .getByText('Nothing changes until you confirm')
    .or(page.getByRole('dialog'))
    .first()
    .waitFor()
})
