import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findAxeViolations, findPageDefects } from '../support/browser/axe.ts'
import {
  waitForHydration,
  getNotification,
  openSignedIn,
  signInByApi,
  withStack,
} from '../support/servers/stack.ts'

/** A domain without a DNS answer takes 2 s, so a job that checks eight of them can be watched. */
const zone: Zone = new Map()
const dns = await startDnsServer(zone)
afterAll(() => dns[Symbol.asyncDispose]())
const stack = withStack({}, { DNS_SERVERS: dns.address })

const title = 'Check all stores'
const getJobsPanel = (page: Page) => page.getByRole('region', { name: 'Jobs' })
const getProgressBar = (page: Page) =>
  getJobsPanel(page).getByRole('progressbar', { name: title }).first()
const readProgress = async (page: Page) => Number(await getProgressBar(page).getAttribute('value'))

test('a job that checks all stores shows its progress, survives a reload, and can be canceled and retried, also without JavaScript', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  for (let at = 0; at < 8; at++) {
    const domain = `silent-${at}.shop-of-tests.net`
    zone.set(`CNAME ${domain}`, 'ETIMEOUT')
    zone.set(`TXT _store-verification.${domain}`, 'ETIMEOUT')
    const response = await context.request.post('/api/stores', {
      data: buildStoreValues({ domain }),
    })
    expect(response.status()).toBe(201)
  }
  const { page, faults } = await openSignedIn(context, '/stores')
  await page.getByLabel('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Run checks' }).click()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await getNotification(page, /^(Running|Finished):/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Jobs, 1 running' }).waitFor()
  await page.getByRole('link', { name: title, exact: true }).click()
  await getProgressBar(page).waitFor()
  expect(await findAxeViolations(page, 'section[aria-labelledby=jobs]', 'header')).toEqual([])

  // The stream reports each finished row.
  const progress = await readProgress(page)
  await expect.poll(() => readProgress(page), { timeout: 15_000 }).toBeGreaterThan(progress)
  await page.reload()
  await waitForHydration(page)
  await getProgressBar(page).waitFor()
  const reloaded = await readProgress(page)
  await expect.poll(() => readProgress(page), { timeout: 15_000 }).toBeGreaterThan(reloaded)

  await page.getByRole('button', { name: `Cancel: ${title}` }).click()
  await getJobsPanel(page)
    .getByText(/ · canceled · .* not started$/)
    .waitFor()
  await page.getByRole('link', { name: 'Jobs', exact: true }).waitFor()
  await page.getByRole('button', { name: `Retry: ${title}` }).click()
  await getProgressBar(page).waitFor()
  expect(faults).toEqual([])

  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const plainPage = await plainContext.newPage()
  await plainPage.goto('/sizes?limit=25')
  await plainPage.getByRole('link', { name: 'Jobs, 1 running' }).click()
  await getProgressBar(plainPage).waitFor()
  const progressBefore = await readProgress(plainPage)
  await expect
    .poll(
      async () => {
        await plainPage.getByRole('link', { name: 'Refresh' }).click()
        return readProgress(plainPage)
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBeGreaterThan(progressBefore)
  await plainPage.getByRole('button', { name: `Cancel: ${title}` }).click()
  await getJobsPanel(plainPage)
    .getByText(/ · canceled · /)
    .waitFor()
  expect(new URL(plainPage.url()).search).toMatch(/^\?limit=25&jobs=\d+$/)
  await plainPage.getByRole('link', { name: 'Close jobs' }).click()
  await getJobsPanel(plainPage).waitFor({ state: 'detached' })

  // The page with JavaScript receives the cancellation too.
  await getJobsPanel(page)
    .getByText(/ · canceled · /)
    .waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findPageDefects(page)).toEqual([])
  await page.keyboard.press('Escape')
  await getJobsPanel(page).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
