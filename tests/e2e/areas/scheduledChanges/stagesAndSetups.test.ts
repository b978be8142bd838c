import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright'
import { sql } from 'kysely'
import { getRolloutBucket } from '#shared/areas/themes/rollout.ts'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { fetchToken, openSession } from '#tests/api/support/calling.ts'
import { insertFailedPayments } from '#tests/api/support/orders.ts'
import { runSchedules } from '#tests/api/support/schedules.ts'
import { buildSetups } from '#tests/api/support/setups.ts'
import { createStore, insertStoreDefaults } from '#tests/api/support/stores.ts'
import { buildPackage, rollOut, uploadPackage } from '#tests/api/support/themePackages.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { getWorkerBrowser } from '#tests/support/browser/chromium.ts'
import { printPagesOnFailure } from '#tests/support/browser/printPages.ts'
import { startConsole } from '#tests/support/servers/consoleProcess.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import {
  getNotification,
  getPanel,
  openPage,
  waitForHydration,
} from '#tests/support/servers/stack.ts'

const screenshotFolder = process.env['SCREENSHOTS']
const hourMs = 3_600_000
let platform: TestPlatform
let console: Awaited<ReturnType<typeof startConsole>>
let browser: Browser

beforeAll(async () => {
  platform = await startTestPlatform({})
  await insertStoreDefaults(platform)
  console = await startConsole(platform.url, {})
  browser = await getWorkerBrowser()
})
afterAll(async () => {
  await console?.stop()
  await platform?.stop()
})

const db = () => platform.platform.db
const inHours = (hours: number) =>
  new Date(platform.platform.now().getTime() + hours * hourMs).toISOString().slice(0, 16)

async function advance(hours: number) {
  platform.advance(hours * hourMs)
  await runSchedules(platform)
}

async function takeScreenshots(page: Page, name: string) {
  for (const width of screenshotFolder ? [1280, 360] : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${screenshotFolder}/schedule-${name}-${width}.png` })
  }
  if (screenshotFolder) await page.setViewportSize({ width: 1280, height: 800 })
}

async function openConsole() {
  const context = await browser.newContext({ baseURL: console.url, timezoneId: 'UTC' })
  context.setDefaultTimeout(30_000)
  printPagesOnFailure(context)
  const { page, faults } = await openPage(context)
  const visit = async (path: string) => {
    await context.request.post('/api/auth/login', { data: platform.operator })
    await context.request.put('/api/preferences/timeZone', { data: { value: ['UTC'] } })
    await page.goto(path)
    await waitForHydration(page)
  }
  return { page, faults, visit, panel: getPanel(page), close: () => context.close() }
}

/** Creates a theme version that 40 stores may get. */
async function createVersion() {
  const call = await openSession(platform)
  const body = { ...getInitialValues(themes), name: 'Tide', code: 'tide', status: 'published' }
  const themeId = (await call('POST', '/themes', { body })).body.id
  const token = await fetchToken(platform, platform.operator)
  const upload = await uploadPackage(platform, token, await buildPackage('Tide', '1.0.0'))
  const values = { themeId, semver: '1.0.0', package: upload.body.id, changelog: 'New colors' }
  const { id } = (await call('POST', '/themeVersions', { body: values })).body
  const storeIds: number[] = []
  for (let index = 0; index < 40; index += 1)
    storeIds.push((await createStore(call, { themeId, name: `Tide ${index}` })).id)
  return { id: Number(id), storeIds }
}

test('a stage of a rollout starts on schedule, its guard pauses it, and ending it rolls it back', async () => {
  const { id, storeIds } = await createVersion()
  const { page, faults, visit, panel, close } = await openConsole()
  await visit(`/themes?versions&rollout=${id}`)
  await panel.getByLabel('Guarded figure').selectOption('Failed payments')
  await panel.getByLabel('Allowed rise (%)').fill('2000')
  await panel.getByRole('button', { name: 'Roll out to 5%', exact: true }).click()
  await panel.getByText('Enter a whole number from 0 to 1000.').waitFor()
  expect(await panel.getByLabel('Guarded figure').inputValue()).toBe('failedPayments')
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await takeScreenshots(page, 'rollout')
  await rollOut(await openSession(platform), id, 'start')
  await runSchedules(platform)

  await visit(`/themes?versions&rollout=${id}`)
  await panel.getByRole('button', { name: 'Schedule: Roll out to 25%...' }).click()
  await panel.getByRole('heading', { name: 'Schedule this change: 1.0.0' }).waitFor()
  await panel.getByLabel('Start', { exact: true }).fill(inHours(-1))
  await panel.getByLabel('End', { exact: true }).fill(inHours(6))
  await panel.getByLabel('Guarded figure').selectOption('Failed payments')
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await panel.getByText('The start must be in the future.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await takeScreenshots(page, 'stage')
  await panel.getByLabel('Start', { exact: true }).fill(inHours(2))
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await getNotification(page, /^Scheduled/).waitFor()
  await panel.getByRole('heading', { name: 'Roll out Tide 1.0.0 to the next stage' }).waitFor()

  await advance(2.1)
  const inStage = storeIds.find((one) => getRolloutBucket(one, id) < 25) ?? 0
  await insertFailedPayments(platform, inStage, 6)
  await advance(0.2)
  await visit(`/themes?versions&rollout=${id}`)
  await panel.getByText(/^The guard paused this rollout. Failed payments: 6 in/).waitFor()
  await panel.getByText('Rollout status: 25%, paused.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await takeScreenshots(page, 'paused')
  await panel.getByRole('button', { name: 'Roll back', exact: true }).waitFor()

  await visit('/scheduledChanges')
  await page.getByRole('link', { name: 'Roll out Tide 1.0.0 to the next stage' }).click()
  await panel.getByText(/End the change now to restore the previous values, or keep it/).waitFor()
  await panel.getByRole('button', { name: 'End now' }).click()
  await getNotification(page, /Roll out Tide 1.0.0/).waitFor()
  await runSchedules(platform)
  await visit(`/themes?versions&rollout=${id}`)
  await panel.getByText('Rollout status: 5%.').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('a setup is activated on schedule and disabled by itself, and a sticker changes for a while', async () => {
  const call = await openSession(platform)
  const store = await createStore(call)
  const values = buildSetups(store).find(([name]) => name === 'paymentSetups')?.[1]
  const { id } = (await call('POST', '/paymentSetups', { body: values })).body
  await sql`update payment_setups set state = 'verified', proven_version = settings_version
    where id = ${id}`.execute(db())
  const { page, faults, visit, panel, close } = await openConsole()
  await visit(`/payment-setup/${id}/details`)
  await takeScreenshots(page, 'setup')
  await page.getByRole('button', { name: 'Schedule activation...' }).click()
  await panel.getByLabel('Start', { exact: true }).fill(inHours(2))
  await panel.getByLabel('End', { exact: true }).fill(inHours(6))
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await takeScreenshots(page, 'activation')
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await getNotification(page, /^Scheduled/).waitFor()
  const loadState = async () =>
    (await (await openSession(platform))('GET', `/paymentSetups/${id}`)).body.state
  await advance(2.1)
  expect(await loadState()).toBe('active')
  await advance(4)
  expect(await loadState()).toBe('disabled')

  const sticker = await (
    await openSession(platform)
  )('POST', '/stickers', { body: { ...getInitialValues(stickers), name: 'Sale', text: 'Sale' } })
  await visit(`/stickers?edit=${sticker.body.id}`)
  await panel.getByLabel('Text', { exact: true }).fill('Last days')
  await takeScreenshots(page, 'sticker')
  await panel.getByRole('button', { name: 'Schedule...' }).click()
  await panel.getByRole('heading', { name: 'Schedule this change: Sale' }).waitFor()
  await panel.getByText('Last days').waitFor()
  await panel.getByLabel('Start', { exact: true }).fill(inHours(2))
  await panel.getByLabel('End', { exact: true }).fill(inHours(6))
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await panel.getByRole('heading', { name: 'Change Text for Sale' }).waitFor()
  await takeScreenshots(page, 'details')
  expect(faults).toEqual([])
  await close()
})
