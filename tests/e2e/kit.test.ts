import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBuilt } from '#scripts/build.mjs'
import { builtFiles, createBundler } from '#scripts/bundles.mjs'
import { startBarePlatform } from '#tests/support/barePlatform.ts'
import { launchBrowser } from '#tests/support/chromium.ts'
import { startConsole } from '#tests/support/consoleProcess.ts'
import { hydrated, openPage, signIn } from '#tests/support/stack.ts'

/** The kit is part of development builds alone, so this file makes one, in the folder that `node_modules` is found from. */
let out: string
let platform: Awaited<ReturnType<typeof startBarePlatform>>
let console: Awaited<ReturnType<typeof startConsole>>
let browser: Browser

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'kit-'))
  const bundler = createBundler({ out, production: false })
  const bundles = await bundler.bundle(['client', 'style', 'server'])
  await bundler.dispose()
  const { assets, programs } = builtFiles(bundles, out)
  await Promise.all([...assets, ...programs].map(writeBuilt))
  platform = await startBarePlatform()
  ;[console, browser] = await Promise.all([startConsole(platform.url, {}, out), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await console.stop()
  await platform.stop()
  await rm(out, { recursive: true })
})

async function openKit(width: number) {
  const context = await browser.newContext({
    baseURL: console.url,
    viewport: { width, height: 800 },
  })
  context.setDefaultTimeout(10_000)
  const { page, faults } = await openPage(context)
  await page.goto('/?next=%2Fkit')
  await signIn(page, platform.account)
  await page.getByRole('heading', { name: 'Shared elements' }).waitFor()
  await page.reload()
  await hydrated(page)
  return { context, page, faults }
}

describe.each([1280, 360])('the kit at %i px', (width) => {
  test('shows every element without a fault, and axe finds nothing wrong', async () => {
    const { context, page, faults } = await openKit(width)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    expect([...faults, ...found]).toEqual([])
    const picture = await page.screenshot({ fullPage: true })
    expect(picture.length).toBeGreaterThan(20_000)
    await context.close()
  })
})

describe('in a real browser', () => {
  const message = (page: Page, id: string) => page.locator(`#${id}-error`)

  test('a tooltip shows on hover and on focus, 10 px away, and hides on leave, blur and Escape', async () => {
    const { context, page } = await openKit(1280)
    const control = page.getByRole('button', { name: 'teal', exact: true })
    const bubble = page.locator('[role=tooltip]', { hasText: 'Explains in teal' })
    expect(await bubble.isVisible()).toBe(false)
    await control.hover()
    await expect.poll(() => bubble.isVisible()).toBe(true)
    const [above, below] = [await bubble.boundingBox(), await control.boundingBox()]
    expect(Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))).toBe(10)
    await page.mouse.move(0, 0)
    await expect.poll(() => bubble.isVisible()).toBe(false)
    await control.focus()
    await expect.poll(() => bubble.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => bubble.isVisible()).toBe(false)
    await context.close()
  })

  test('fields take rules as object, string or function; they speak on change and blur, not on input', async () => {
    const { context, page } = await openKit(1280)
    for (const [id, wrong, said] of [
      ['kit-object', 'too long', 'Object rules must be at most 5 characters'],
      ['kit-string', 'no address', 'String rules is not valid.'],
      ['kit-function', 'no', 'Function rules is not valid.'],
    ] as const) {
      await page.locator(`#${id}`).pressSequentially(wrong)
      expect(await message(page, id).count()).toBe(0)
      await page.locator(`#${id}`).blur()
      expect(await message(page, id).innerText()).toBe(said)
    }
    await context.close()
  })

  test('a combobox finds by typing, chooses by key, and sends the value', async () => {
    const { context, page } = await openKit(1280)
    const box = page.getByRole('combobox', { name: 'Store' })
    await box.pressSequentially('bor')
    await page.getByRole('option', { name: 'Borealis Gifts' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe('Borealis Gifts')
    expect(await page.locator('input[type=hidden][name=combobox]').inputValue()).toBe('1')
    await box.fill('nothing like it')
    await page.getByText('Nothing found').waitFor()
    await context.close()
  })

  test('a modal takes the focus, closes on Escape and gives the focus back', async () => {
    const { context, page } = await openKit(1280)
    const opener = page.getByRole('button', { name: 'Open modal' })
    await opener.click()
    await page.getByRole('dialog', { name: 'A modal' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await context.close()
  })
})
