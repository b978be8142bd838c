import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright'
import { sql } from 'kysely'
import { startSlack, slackSettings } from '#scripts/mockProviders/slack.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { sendDueMessages } from '#server/platform/areas/alertChannels/sendDueMessages.ts'
import { runScheduledChanges } from '#server/platform/areas/scheduledChanges/runScheduledChanges.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { toDay, addDays } from '#shared/format/dates.ts'
import { toInstant } from '#shared/format/localTime.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { createStore, insertStoreDefaults } from '#tests/api/support/stores.ts'
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
const zone = 'America/Toronto'
const storeCount = 37
const loopback = parseNetwork('127.0.0.0/8')
const slack = await startSlack()
let platform: TestPlatform
let console: Awaited<ReturnType<typeof startConsole>>
let browser: Browser

beforeAll(async () => {
  platform = await startTestPlatform({ exceptions: loopback ? [loopback] : [] })
  platform.platform.endpoints = { slack: slack.url }
  console = await startConsole(platform.url, {})
  browser = await getWorkerBrowser()
})
afterAll(async () => {
  await console?.stop()
  await platform?.stop()
  await slack.stop()
})

const db = () => platform.platform.db

/** Creates active stores of three organizations, and a Slack channel that gets incidents. */
async function prepare() {
  await insertStoreDefaults(platform)
  const call = await openSession(platform)
  const ids: number[] = []
  for (const name of ['Quill', 'Reed', 'Stylus']) {
    const { body } = await call('POST', '/organisations', { body: { name } })
    const count = name === 'Quill' ? storeCount - 24 : 12
    for (let at = 1; at <= count; at += 1) {
      const values = { name: `${name} ${at}`, organisationId: body.id }
      ids.push((await createStore(call, values)).id)
    }
  }
  await sql`update stores set status = 'active' where id = any(${ids}::int[])`.execute(db())
  const channel = await call('POST', '/alertChannels', {
    body: {
      ...getInitialValues(alertChannels),
      name: 'Operations',
      type: 'slackApp',
      botToken: slackSettings.token,
      slackChannel: slackSettings.channel,
    },
  })
  await sql`update alert_channels set state = 'active' where id = ${channel.body.id}`.execute(db())
  const rule = {
    ...getInitialValues(alertRules),
    name: 'Incidents',
    channelId: channel.body.id,
    kinds: ['incident'],
  }
  expect((await call('POST', '/alertRules', { body: rule })).status).toBe(201)
  return ids
}

/** Runs what is due: changes, their jobs, alerts, and messages. */
async function runDueWork() {
  await runScheduledChanges(platform.platform)
  const { rows } = await sql<{ id: number }>`
    select id from jobs where status in ('waiting', 'running') order by id`.execute(db())
  for (const { id } of rows) await runProductJob(platform, id)
  await runScheduledChanges(platform.platform)
  await refreshAlerts(platform.platform)
  await sendDueMessages(platform.platform)
}

async function countStatuses() {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from stores group by status order by status`.execute(db())
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

async function takeScreenshots(page: Page, name: string) {
  for (const width of screenshotFolder ? [1280, 360] : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${screenshotFolder}/schedule-${name}-${width}.png` })
  }
  if (screenshotFolder) await page.setViewportSize({ width: 1280, height: 800 })
}

test('37 stores of three organizations go into maintenance tonight and come back; one that was changed is reported', async () => {
  const ids = await prepare()
  await using context = await browser.newContext({ baseURL: console.url, timezoneId: zone })
  context.setDefaultTimeout(30_000)
  printPagesOnFailure(context)
  const { page, faults } = await openPage(context)
  const visit = async (path: string) => {
    await context.request.post('/api/auth/login', { data: platform.operator })
    await context.request.put('/api/preferences/timeZone', { data: { value: [zone] } })
    await page.goto(path)
    await waitForHydration(page)
  }
  const panel = getPanel(page)
  const today = toDay(platform.platform.now(), zone)
  const startsAt = `${addDays(today, 1)}T22:00`
  const endsAt = `${addDays(today, 2)}T02:00`

  await visit('/stores?chosen=all&bulk=startMaintenance')
  await panel.getByLabel('Message for members').fill("We're moving to a new server.")
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByRole('link', { name: 'Schedule...' }).click()
  await panel.getByLabel('Start', { exact: true }).fill(startsAt)
  await panel.getByLabel('End', { exact: true }).fill(`${today}T02:00`)
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await panel.getByText('The end must be after the start.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await takeScreenshots(page, 'form')
  expect(await panel.getByLabel('Start', { exact: true }).inputValue()).toBe(startsAt)
  await panel.getByLabel('End', { exact: true }).fill(endsAt)
  expect(await panel.getByLabel('Time zone').inputValue()).toBe(zone)
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
  await getNotification(page, /^Scheduled/).waitFor()
  await panel.getByText('Start maintenance for 37 stores').first().waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await takeScreenshots(page, 'scheduled')

  const call = await openSession(platform)
  const [changed = 0] = ids
  const suspension = { change: 'suspend', reason: 'Unpaid' }
  const { body: store } = await call('GET', `/stores/${changed}`)
  await call('POST', `/stores/${changed}/status`, { body: suspension, ifMatch: store.version })
  await runDueWork()
  expect(await countStatuses()).toEqual({ active: 36, suspended: 1 })

  const advanceTo = (local: string) =>
    platform.advance(Date.parse(toInstant(local, zone)) - platform.platform.now().getTime())
  advanceTo(startsAt)
  await runDueWork()
  expect(await countStatuses()).toEqual({ maintenance: 36, suspended: 1 })
  await visit('/scheduledChanges')
  await page.getByRole('link', { name: 'Start maintenance for 37 stores' }).click()
  const start = panel.getByRole('region', { name: 'At the start' })
  await start.getByText('1 skipped, 36 done').waitFor()
  await start.getByText('Status changed after this was scheduled.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await takeScreenshots(page, 'inEffect')

  advanceTo(endsAt)
  await runDueWork()
  expect(await countStatuses()).toEqual({ active: 36, suspended: 1 })
  await visit('/scheduledChanges')
  await page
    .getByRole('row', { name: /Start maintenance/ })
    .getByText('Done')
    .waitFor()
  await takeScreenshots(page, 'done')
  platform.advance(60_000)
  await runDueWork()
  const texts = slack.state.messages.map(({ text }) => text)
  expect(texts).toEqual(['Warning: Scheduled change incomplete: Start maintenance for 37 stores'])
  expect(faults).toEqual([])
})
