import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  openSignedIn,
  signInByApi,
  waitForHydration,
  withStack,
} from '#tests/support/servers/stack.ts'

const screenshotFolder = process.env['SCREENSHOTS']
const stack = withStack()

async function takeScreenshots(page: Page, name: string): Promise<void> {
  for (const width of screenshotFolder ? [1280, 360] : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${screenshotFolder}/apiKeys-${name}-${width}.png` })
  }
  if (screenshotFolder) await page.setViewportSize({ width: 1280, height: 800 })
}

test('an operator creates a key, a program uses it, and after its revocation it is rejected', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/account?section=apiKeys')
  await takeScreenshots(page, 'account')
  await page.getByRole('link', { name: 'Create API key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Size report')
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Expires').fill(inAMonth)
  await page.getByLabel('Attributes and sizes: Read').check()
  await takeScreenshots(page, 'create')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('heading', { name: 'Created Size report' }).waitFor()
  await takeScreenshots(page, 'created')
  const key = (await page.getByText(/^sck_/).textContent()) ?? ''

  const callPlatform = async (path: string) => {
    const headers = { Authorization: `Bearer ${key}` }
    return (await fetch(stack.platformUrl() + path, { headers })).status
  }
  expect(await callPlatform('/sizes')).toBe(200)
  expect(await callPlatform('/colors')).toBe(403)

  await page.getByRole('link', { name: 'Open API key' }).click()
  await page.getByRole('heading', { name: 'Size report' }).waitFor()
  await page.getByText('from 127.0.0.0/24').waitFor()
  await page.getByText('sizes (', { exact: false }).click()
  await page.getByText('GET /sizes', { exact: true }).click()
  expect(await page.getByText(/^curl 'https?:\/\/[^/']*\/sizes'/).textContent()).toContain(
    'Authorization: Bearer $API_KEY',
  )
  await takeScreenshots(page, 'page')
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Rotate API key' }).click()
  const newKey = (await page.getByText(/^sck_/).textContent()) ?? ''
  expect(newKey).not.toBe(key)
  expect(await callPlatform('/sizes')).toBe(200)
  await takeScreenshots(page, 'rotated')
  await page.getByRole('button', { name: 'Revoke API key' }).click()
  await getNotification(page, /^Revoked/).waitFor()
  expect(await callPlatform('/sizes')).toBe(401)

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/account?section=apiKeys')
  const ownKeys = page.getByRole('region', { name: 'Your API keys' })
  await ownKeys
    .getByText(/^Last used .* from 127.0.0.0\/24$/)
    .first()
    .waitFor()
  const hidden = await ownKeys.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden, 'the table fits 360 px').toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto('/apiKeys')
  await waitForHydration(page)
  await page
    .getByRole('row', { name: /Size report/ })
    .getByText('Revoked')
    .waitFor()
  await takeScreenshots(page, 'list')
  expect(await findAxeViolations(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a key is created, rotated, and revoked without JavaScript', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const page = await context.newPage()
  await page.goto('/apiKeys/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Plain form')
  await page.getByLabel('Expires').fill('2020-01-01T00:00')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByText('Enter a date in the future.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Plain form')
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Expires').fill(inAMonth)
  await page.getByLabel('Stickers: Read').check()
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByText(/^sck_/).waitFor()
  await page.getByRole('link', { name: 'Open API key' }).click()
  await page.getByRole('button', { name: 'Revoke API key' }).click()
  await page.getByText('Revoked', { exact: true }).filter({ visible: true }).first().waitFor()
})
