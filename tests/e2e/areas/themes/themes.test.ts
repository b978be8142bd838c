import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { buildArchive } from '#tests/api/support/archives.ts'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { buildPackage } from '#tests/api/support/themePackages.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  getNotification,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const getStoreCount = (page: Page, theme: string) =>
  page.getByRole('link', { name: new RegExp(`uses? ${theme}$`) }).first()

test('a theme is created and assigned to a store, the assignment is undone, and the theme replaces a deprecated one', async () => {
  const context = await stack.reuseContext()
  await signInByApi(context)
  const response = await context.request.post('/api/stores', {
    data: buildStoreValues({ name: 'Pine' }),
  })
  expect(response.status()).toBe(201)
  const { page, faults } = await openSignedIn(context, '/themes?create')
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Name').fill('Meadow')
  await panel.getByLabel('Code').fill('meadow')
  await panel.getByLabel('Status').selectOption('published')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()
  await panel.waitFor({ state: 'detached' })

  await page.getByLabel('More actions for Meadow').click()
  await page.getByRole('link', { name: 'Assign to stores' }).click()
  await panel.getByLabel(/^Stores/).fill('Pine')
  await page.getByRole('option', { name: /^Pine/ }).click()
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText('This replaces Harbor (inherited) in 1 store: Pine').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Change 1 store' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => getStoreCount(page, 'Meadow').textContent()).toBe('1')
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.getByRole('button', { name: 'Undo: Assign Meadow' }).click()
  await page
    .getByText(/ · undone/)
    .first()
    .waitFor()

  await expect
    .poll(async () => {
      await page.goto('/themes')
      return getStoreCount(page, 'Meadow').textContent()
    })
    .toBe('0')
  await waitForHydration(page)
  const chooseAction = async (name: string) => {
    await page.getByLabel('More actions for Winter Market').click()
    await page.getByRole('link', { name, exact: true }).click()
  }
  await chooseAction('Publish...')
  await panel.getByRole('button', { name: 'Publish' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Winter Market.*Published/ }).waitFor()
  await chooseAction('Deprecate...')
  await panel.getByLabel('Replaced by').fill('Meadow')
  await panel.getByRole('button', { name: 'Deprecate' }).click()
  await panel.getByText(/^Reason is a required field/).waitFor()
  await panel.getByLabel('Reason').fill('Meadow has its sections too')
  await panel.getByRole('button', { name: 'Deprecate' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Winter Market.*Deprecated/ }).waitFor()
  expect(faults).toEqual([])
})

test('a theme is assigned to stores by name without JavaScript at 360 px, after a preview', async () => {
  const context = await stack.reuseContext()
  await signInByApi(context)
  for (const name of ['Oak', 'Elm'])
    await context.request.post('/api/stores', { data: buildStoreValues({ name }) })
  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const page = await plainContext.newPage()
  await page.goto('/themes?delete=1')
  await page.getByText(/other records depend on it/).waitFor()
  await page.goto('/themes?assign=2')
  await page.getByRole('textbox', { name: /^Stores/ }).fill('Oak\nElm')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('This affects 2 stores.').waitFor()
  await page.getByRole('button', { name: 'Change 2 stores' }).click()
  await page
    .getByText(/^(Running|Finished):/)
    .first()
    .waitFor()
})

test('a version is uploaded, rolled out in stages, paused, resumed, and rolled back', async () => {
  const context = await stack.reuseContext()
  await signInByApi(context)
  const theme = { ...getInitialValues(themes), name: 'Reef', code: 'reef', status: 'published' }
  const { id: themeId } = await (await context.request.post('/api/themes', { data: theme })).json()
  for (let at = 0; at < 8; at++) {
    const data = buildStoreValues({ name: `Reef ${at}`, themeId })
    expect((await context.request.post('/api/stores', { data })).status()).toBe(201)
  }
  const { page, faults } = await openSignedIn(
    context,
    `/themes?versions&filter[themeId][eq]=${themeId}&create`,
  )
  const panel = page.getByRole('dialog')
  expect(await panel.getByLabel('Theme', { exact: true }).inputValue()).toBe('Reef')
  const zip = (buffer: Buffer) => ({ name: 'reef.zip', mimeType: 'application/zip', buffer })
  const packageField = panel.locator('#field-package')
  await packageField.setInputFiles(zip(buildArchive([{ name: '../theme.json' }])))
  await panel.getByText(/The archive contains a path that points outside it/).waitFor()
  await packageField.setInputFiles(zip(await buildPackage('Reef', '1.0.0')))
  await panel.getByRole('link', { name: /reef\.zip/ }).waitFor()
  await panel.getByText('Found in the file: Version 1.0.0, Theme Reef.').waitFor()
  expect(await panel.getByLabel('Version').inputValue()).toBe('1.0.0')
  await panel.getByLabel('Changelog').fill('The first one.')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()
  await panel.waitFor({ state: 'detached' })

  const openRollout = async () => {
    await page.getByLabel('More actions for 1.0.0').first().click()
    await page.getByRole('link', { name: 'View rollout' }).first().click()
    await panel.getByText(/Rollout status:/).waitFor()
  }
  /** Runs a step of the rollout, and confirms it if it changes stores. */
  const runStep = async (button: RegExp) => {
    await openRollout()
    await panel.getByRole('button', { name: button }).click()
    const question = panel.getByText(/This changes \d/)
    const confirm = panel.getByRole('button', { name: button })
    const confirmAndCount = async () => {
      if ((await question.isVisible()) && (await confirm.isVisible())) await confirm.click()
      return panel.count()
    }
    await expect.poll(confirmAndCount).toBe(0)
  }
  await runStep(/^Roll out to 5%/)
  await runStep(/^Pause/)
  await openRollout()
  expect(await panel.getByRole('button', { name: /^To / }).count()).toBe(0)
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Resume' }).click()
  await panel.waitFor({ state: 'detached' })
  await runStep(/^Roll out to 25%/)
  await runStep(/^Roll out to 100%/)
  const countStores = async () =>
    (await (await context.request.get(`/api/themeVersions?filter[themeId][eq]=${themeId}`)).json())
      .data[0].stores
  await expect.poll(countStores).toBe(8)
  await openRollout()
  await panel.getByText('8 of 8 stores').waitFor()
  await panel.getByRole('row', { name: /Reef 7.*No version/ }).waitFor()
  await panel.getByRole('button', { name: 'Roll back' }).click()
  await panel.getByText('Roll back? This changes 8 stores.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Roll back' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(countStores).toBe(0)
  await page.getByRole('row', { name: /1\.0\.0.*Rolled back/ }).waitFor()
  expect(faults).toEqual([])
})

test('a theme offers the colors and fonts of its package, and shows their contrast', async () => {
  const context = await stack.reuseContext()
  await signInByApi(context)
  const theme = { ...getInitialValues(themes), name: 'Fern', code: 'fern', status: 'published' }
  const { id: themeId } = await (await context.request.post('/api/themes', { data: theme })).json()
  const { page, faults } = await openSignedIn(context, `/themes?settings=${themeId}`)
  const panel = page.getByRole('dialog')
  await panel.getByText('No versions yet').waitFor()
  const upload = await context.request.post('/api/files?for=themeVersions.package', {
    headers: { Origin: stack.url() },
    multipart: {
      file: {
        name: 'fern.zip',
        mimeType: 'application/zip',
        buffer: await buildPackage('Fern', '2.0.0'),
      },
    },
  })
  const { id: file } = await upload.json()
  const data = { themeId, semver: '2.0.0', changelog: 'New', package: file }
  const response = await context.request.post('/api/themeVersions', { data })
  expect(await response.json()).toMatchObject({ semver: '2.0.0' })

  await page.goto(`/themes?settings=${themeId}`)
  await waitForHydration(page)
  await panel.getByRole('img', { name: 'Theme preview' }).waitFor()
  await panel.getByText(/Text against Background: contrast 17\.\d+:1, easy to read/).waitFor()
  await panel.getByLabel('Text', { exact: true }).fill('#E5E7EB')
  await panel.getByText(/Text against Background: contrast 1\.\d+:1, hard to read/).waitFor()
  const text = panel.getByLabel('Text', { exact: true })
  const fillSettings = async () => {
    await text.fill('#1E3A8A')
    await panel.getByLabel('Typeface').selectOption('Lora')
  }
  await fillSettings()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo the change to Fern' }).click()
  await getNotification(page, /^Undid the change to/).waitFor()
  await page.goto(`/themes?settings=${themeId}`)
  await waitForHydration(page)
  expect(await text.inputValue()).not.toBe('#1E3A8A')
  await fillSettings()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })

  // Without JavaScript at 360 px: saved values are shown, and an error keeps the input.
  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const plainPage = await plainContext.newPage()
  const form = plainPage.locator('[data-open-panel]')
  await plainPage.goto(`/themes?settings=${themeId}`)
  expect(await form.getByLabel('Text', { exact: true }).inputValue()).toBe('#1E3A8A')
  expect(await form.getByLabel('Typeface').inputValue()).toBe('Lora')
  await form.getByLabel('Text', { exact: true }).fill('blue')
  await form.getByLabel('Typeface').selectOption('Inter')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText(/^Text must be/).waitFor()
  expect(await form.getByLabel('Typeface').inputValue()).toBe('Inter')
  await form.getByLabel('Text', { exact: true }).fill('#111111')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await plainPage
    .getByText(/^Saved/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test('a version is rejected, uploaded, rolled out, and rolled back without JavaScript at 360 px', async () => {
  const context = await stack.reuseContext()
  await signInByApi(context)
  const theme = { ...getInitialValues(themes), name: 'Moss', code: 'moss', status: 'published' }
  const { id: themeId } = await (await context.request.post('/api/themes', { data: theme })).json()
  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const page = await plainContext.newPage()
  const panel = page.locator('[data-open-panel]')
  await page.goto(`/themes?versions&filter[themeId][eq]=${themeId}&create`)
  await panel.getByLabel('Version').fill('1.0.0')
  await panel.getByLabel('Theme', { exact: true }).fill('Moss')
  await panel.getByLabel('Changelog').fill('The first one.')
  const zip = (buffer: Buffer) => ({ name: 'moss.zip', mimeType: 'application/zip', buffer })
  const save = () => panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel
    .locator('#field-package')
    .setInputFiles(zip(buildArchive([{ name: '../theme.json' }])))
  await save()
  await panel.getByText(/The archive contains a path that points outside it/).waitFor()
  expect(await panel.getByLabel('Changelog').inputValue()).toBe('The first one.')
  await panel.locator('#field-package').setInputFiles(zip(await buildPackage('Moss', '1.0.0')))
  await save()
  await page
    .getByText(/^Created/)
    .first()
    .waitFor()

  const { data } = await (
    await context.request.get(`/api/themeVersions?filter[themeId][eq]=${themeId}`)
  ).json()
  const runStep = async (button: RegExp) => {
    await page.goto(`/themes?versions&rollout=${data[0].id}`)
    await panel.getByRole('button', { name: button }).click()
    await page.waitForURL((url) => !url.searchParams.has('rollout'))
  }
  await runStep(/^Roll out to 5%/)
  await runStep(/^Pause/)
  await runStep(/^Resume/)
  await runStep(/^Roll back/)
  const now = await (await context.request.get(`/api/themeVersions/${data[0].id}`)).json()
  expect(now.rollout).toBe('rolledBack')
})
