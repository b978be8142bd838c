import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { storeValues } from '#tests/api/support/stores.ts'
import { axeFaults, pageFaults } from '../support/browser/axe.ts'
import { hydrated, messageOf, signedInAt, signInBy, withStack } from '../support/servers/stack.ts'

/** Stores whose domains DNS says nothing of take 2 s each: a job that can be watched. */
const zone: Zone = new Map()
const dns = await startDnsServer(zone)
afterAll(() => dns[Symbol.asyncDispose]())
const stack = withStack({}, { DNS_SERVERS: dns.address })

const title = 'Check all stores'
const panelIn = (page: Page) => page.getByRole('region', { name: 'Jobs' })
const bar = (page: Page) => panelIn(page).getByRole('progressbar', { name: title }).first()
const done = async (page: Page) => Number(await bar(page).getAttribute('value'))

test('the checks of all stores are started, watched live, found again after a reload, cancelled and run again; without JavaScript by Refresh', async () => {
  await using context = await stack.visit()
  await signInBy(context)
  for (let at = 0; at < 8; at++) {
    const domain = `silent-${at}.shop-of-tests.net`
    zone.set(`CNAME ${domain}`, 'ETIMEOUT')
    zone.set(`TXT _store-verification.${domain}`, 'ETIMEOUT')
    const made = await context.request.post('/api/stores', { data: storeValues({ domain }) })
    expect(made.status()).toBe(201)
  }
  const { page, faults } = await signedInAt(context, '/stores')
  await page.getByLabel('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Run checks' }).click()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await messageOf(page, /^(Running|Finished):/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Jobs, 1 running' }).waitFor()
  await page.getByRole('link', { name: title, exact: true }).click()
  await bar(page).waitFor()
  expect(await axeFaults(page, 'section[aria-labelledby=jobs]', 'header')).toEqual([])

  // It is told of each row as it is done.
  const before = await done(page)
  await expect.poll(() => done(page), { timeout: 15_000 }).toBeGreaterThan(before)
  await page.reload()
  await hydrated(page)
  await bar(page).waitFor()
  const reloaded = await done(page)
  await expect.poll(() => done(page), { timeout: 15_000 }).toBeGreaterThan(reloaded)

  await page.getByRole('button', { name: `Cancel: ${title}` }).click()
  await panelIn(page)
    .getByText(/ · canceled · .* not started$/)
    .waitFor()
  await page.getByRole('link', { name: 'Jobs', exact: true }).waitFor()
  await page.getByRole('button', { name: `Retry: ${title}` }).click()
  await bar(page).waitFor()
  expect(faults).toEqual([])

  await using plain = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const still = await plain.newPage()
  await still.goto('/sizes?limit=25')
  await still.getByRole('link', { name: 'Jobs, 1 running' }).click()
  await bar(still).waitFor()
  const first = await done(still)
  await expect
    .poll(
      async () => {
        await still.getByRole('link', { name: 'Refresh' }).click()
        return done(still)
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBeGreaterThan(first)
  await still.getByRole('button', { name: `Cancel: ${title}` }).click()
  await panelIn(still)
    .getByText(/ · canceled · /)
    .waitFor()
  expect(new URL(still.url()).search).toMatch(/^\?limit=25&jobs=\d+$/)
  await still.getByRole('link', { name: 'Close jobs' }).click()
  await panelIn(still).waitFor({ state: 'detached' })

  // Who watches on another page learns of it too.
  await panelIn(page)
    .getByText(/ · canceled · /)
    .waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await pageFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panelIn(page).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
