import { expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { buildPackage } from '#tests/api/support/themePackages.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  getPanel,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()

test("a rollout starts with pilot stores, and a stage that can't start shows why before a click", async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const theme = { ...getInitialValues(themes), name: 'Lagoon', code: 'lagoon', status: 'published' }
  const { id: themeId } = await (await context.request.post('/api/themes', { data: theme })).json()
  for (const at of [1, 2, 3]) {
    const data = buildStoreValues({ name: `Lagoon ${at}`, code: `lagoon-${at}`, themeId })
    expect((await context.request.post('/api/stores', { data })).status()).toBe(201)
  }
  const upload = await context.request.post('/api/files?for=themeVersions.package', {
    headers: { Origin: stack.url() },
    multipart: {
      file: {
        name: 'lagoon.zip',
        mimeType: 'application/zip',
        buffer: await buildPackage('Lagoon', '1.0.0'),
      },
    },
  })
  const data = { themeId, changelog: 'New', package: (await upload.json()).id }
  const version = await (await context.request.post('/api/themeVersions', { data })).json()
  const rolloutUrl = `/themes?versions&rollout=${version.id}`

  const { page, faults } = await openSignedIn(context, rolloutUrl)
  const panel = getPanel(page)
  const startButton = panel.getByRole('button', { name: 'Start with pilot stores', exact: true })
  expect(await startButton.isDisabled()).toBe(true)
  await panel.getByText('No pilot stores are selected. Select some first.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('link', { name: 'Select pilot stores' }).click()

  await panel.getByRole('link', { name: 'Assign to stores...' }).click()
  await panel.getByLabel('Store codes').fill('lagoon-1\nlagoon-2')
  await panel
    .getByRole('region', { name: 'By code' })
    .getByRole('button', { name: 'Preview changes' })
    .click()
  await panel.getByRole('button', { name: 'Add 2 stores' }).click()
  await panel.getByText('2 stores', { exact: true }).waitFor()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(rolloutUrl)
  await waitForHydration(page)
  await startButton.click()
  await panel.getByText('Start with pilot stores? This changes 2 stores.').waitFor()
  await startButton.click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /1\.0\.0.*Lagoon.*Pilot stores/ }).waitFor()
  const countRunning = async () =>
    (await (await context.request.get(`/api/themeVersions/${version.id}/rollout`)).json()).pilots
      .running
  await expect.poll(countRunning).toBe(2)

  await page.goto(`/themes?deprecate=${themeId}`)
  await waitForHydration(page)
  await panel.getByLabel('Replaced by').fill('Harbor')
  await panel.getByLabel('Reason').fill('Its license ended')
  await panel.getByRole('button', { name: 'Deprecate' }).click()
  const question = panel.getByText(/This affects \d/)
  const confirm = panel.getByRole('button', { name: 'Deprecate' })
  const confirmAndCount = async () => {
    if ((await question.isVisible()) && (await confirm.isVisible())) await confirm.click()
    return panel.count()
  }
  await expect.poll(confirmAndCount).toBe(0)
  await page.goto(rolloutUrl)
  await waitForHydration(page)
  await panel.getByText(/The status of Lagoon is Deprecated, so publish it first/).waitFor()
  const nextStageButton = panel.getByRole('button', { name: 'Roll out to 25%', exact: true })
  expect(await nextStageButton.isDisabled()).toBe(true)
  await panel.getByRole('link', { name: 'Publish Lagoon' }).click()
  await panel.getByRole('button', { name: 'Publish' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.goto(rolloutUrl)
  await waitForHydration(page)
  expect(await nextStageButton.isEnabled()).toBe(true)
  expect(faults).toEqual([])
})
