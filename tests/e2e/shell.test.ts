import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { formatInstant } from '#shared/format/dates.ts'
import { findAxeViolations, findPageDefects } from '../support/browser/axe.ts'
import {
  waitForHydration,
  openPage,
  getPanel,
  openSignedIn,
  signInByApi,
  withStack,
} from '../support/servers/stack.ts'

const stack = withStack()

test('screens.md, "The shell": opened groups of the side menu stay open after a reload and in server-rendered HTML', async () => {
  const context = await stack.reuseContext()
  const { page, faults } = await openSignedIn(context, '/sizes')
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByText('Payment setup')
  const fetchHtml = async () => (await context.request.get('/sizes')).text()
  expect(await fetchHtml()).not.toContain('"opened"')
  for (const isOpen of [true, false]) {
    await page.getByLabel('Payments', { exact: true }).click()
    await link.waitFor({ state: isOpen ? 'visible' : 'hidden' })
    await page.reload()
    await waitForHydration(page)
    expect(await link.isVisible()).toBe(isOpen)
    expect((await fetchHtml()).match(/<details open/g)).toHaveLength(isOpen ? 2 : 1)
  }
  expect(faults).toEqual([])
})

describe('screens.md, "The shell": the time zone', () => {
  const createFormatter = (zone: string) => (iso: string | null) => formatInstant(String(iso), zone)
  const readCreated = async (page: Page) => {
    const cell = page.getByRole('main').getByRole('table').locator('time').first()
    await cell.waitFor()
    return [await cell.textContent(), await cell.getAttribute('datetime')] as const
  }

  test("is the browser's if none is saved, then the one chosen in the user menu", async () => {
    await using context = await stack.visit({ timezoneId: 'America/New_York' })
    const { page, faults } = await openSignedIn(context, '/sizes?columns=name,createdAt')
    const saveTimeZone = (value: string[] | null) =>
      page.evaluate(async (chosen) => {
        const headers = {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        }
        const body = JSON.stringify({ value: chosen })
        await fetch('/api/preferences/timeZone', { method: 'PUT', headers, body })
      }, value)
    await page.waitForLoadState('networkidle')
    await saveTimeZone(null)
    await page.reload()
    const menu = page.getByLabel('User menu')
    await menu.click()
    await page.getByRole('link', { name: 'Time zone: America/New_York' }).waitFor()
    const [first, firstIso] = await readCreated(page)
    expect(first).toBe(createFormatter('America/New_York')(firstIso))

    // The server renders times in this zone from now on.
    await expect
      .poll(async () => (await context.request.get('/sizes?columns=name,createdAt')).text())
      .toContain(`>${first}</time>`)

    await page.getByRole('link', { name: 'Time zone: America/New_York' }).click()
    const dialog = page.getByRole('dialog', { name: 'Time zone' })
    expect(await findAxeViolations(page, 'dialog')).toEqual([])
    await dialog.getByLabel('Show times in').selectOption('Asia/Tokyo')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Times are now shown in your time zone.').waitFor()
    await expect
      .poll(async () => {
        const [text, iso] = await readCreated(page)
        return text === createFormatter('Asia/Tokyo')(iso)
      })
      .toBe(true)
    expect(new URL(page.url()).search).toContain('columns=name,createdAt')
    await waitForHydration(page)

    await page.locator('time').first().hover()
    await page.locator('time[title*="Asia/Tokyo"][title*="UTC"]').first().waitFor()
    await saveTimeZone(['UTC'])
    expect(faults).toEqual([])
  })

  test('can be chosen without JavaScript, and filters count days in it', async () => {
    await using context = await stack.visit({ javaScriptEnabled: false })
    await signInByApi(context)
    const { page } = await openPage(context)
    await page.goto('/sizes?limit=25')
    const choose = async (zone: string) => {
      await page.getByLabel('User menu').click()
      await page.getByRole('link', { name: /^Time zone: / }).click()
      await page.getByLabel('Show times in').selectOption(zone)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Times are now shown in your time zone.').waitFor()
    }
    await choose('Europe/Berlin')
    await page.goto(
      '/sizes?filter[createdAt][gte].day=2026-03-29&filter[createdAt][lte].day=2026-03-29',
    )
    await page.waitForURL((url) => !url.search.includes('.day'))
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('filter[createdAt][gte]')).toBe('2026-03-28T23:00:00.000Z')
    expect(searchParams.get('filter[createdAt][lte]')).toBe('2026-03-29T21:59:59.999Z')
    await page.getByRole('link', { name: 'Created is on or after 03/29/2026' }).first().waitFor()
    await choose('UTC')
  })
})

describe('screens.md, "The shell": the palette', () => {
  test('opens with Ctrl+K, finds a store by two words, opens it with Enter, and switches stores', async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openSignedIn(context, '/sizes')
    await waitForHydration(page)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump to' })
    await palette.waitFor()
    expect(await findAxeViolations(page, 'dialog')).toEqual([])
    const name = await page.evaluate(async () => {
      const response = await fetch('/api/stores?limit=1')
      return String((await response.json()).data[0].name)
    })
    const words = name.split(' ').toReversed().join(' ').toLowerCase()
    await page.keyboard.type(words)
    const option = palette.getByRole('option', { name, exact: false }).first()
    await option.waitFor()
    expect(await option.locator('mark').count()).toBeGreaterThan(1)
    expect(await findAxeViolations(page, 'dialog')).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/stores\/\d+$/)
    expect(await palette.count()).toBe(0)
    await page.getByRole('heading', { level: 1, name }).waitFor()

    await page.getByRole('link', { name: 'Integrations', exact: true }).first().click()
    await page.waitForURL(/tab=integrations/)
    const before = page.url()
    await page.getByRole('link', { name: 'Switch store' }).click()
    await page.getByRole('dialog', { name: 'Switch store' }).getByRole('option').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.href !== before && url.search === '?tab=integrations')
    expect(faults).toEqual([])
  })

  test('closes on Escape and returns the focus', async () => {
    await using context = await stack.visit({ viewport: { width: 360, height: 740 } })
    const { page } = await openSignedIn(context, '/sizes')
    await waitForHydration(page)
    const button = page.getByRole('link', { name: 'Search or jump to...' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    expect(await findPageDefects(page)).toEqual([])
    await page.keyboard.type('siz')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('is a form and a list of links on the same page without JavaScript', async () => {
    await using context = await stack.visit({ javaScriptEnabled: false })
    await signInByApi(context)
    const { page } = await openPage(context)
    await page.goto('/sizes?limit=25')
    await page.getByRole('link', { name: 'Search or jump to...' }).click()
    await page.waitForURL('**/sizes?limit=25&find=')
    const palette = page.getByRole('dialog')
    await palette.getByRole('textbox').fill('colors')
    await palette.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/sizes?limit=25&find=colors')
    await palette.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL('**/sizes?limit=25')
    await page.goto('/sizes?find=colors')
    await palette.getByRole('link', { name: /^Colors/ }).click()
    await page.waitForURL('**/colors')
  })
})

test.each([
  '/stores',
  '/stores/1',
  '/training/1/content',
  '/payment-setup/1/details',
  '/stores/1/adminSso/setup',
])(
  'the header of %s takes at most 160 px at 360 px, and its sticky part is one row',
  async (path) => {
    const { page } = await stack.openTab(path, { width: 360, height: 740 })
    const heading = page.getByRole('heading', { level: 1 })
    const { text, parts, cut, rows } = await heading.evaluate((title) => {
      const header = title.closest('header')
      // The space below the header belongs to the page.
      const boxes = [...(header?.children ?? [])]
        .filter((part) => part.textContent !== '')
        .map((part) => part.getBoundingClientRect())
      return {
        text: title.textContent,
        parts:
          Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)),
        rows: [...(title.parentElement?.parentElement?.children ?? [])].filter(
          (part) =>
            part.getBoundingClientRect().top >= title.getBoundingClientRect().bottom &&
            part.textContent,
        ).length,
        cut: title.scrollHeight > title.clientHeight || title.scrollWidth > title.clientWidth,
      }
    })
    expect(parts).toBeGreaterThan(0)
    expect(parts).toBeLessThanOrEqual(160)
    expect(rows).toBe(0)
    expect({ text, cut: text.length <= maxTitleLetters && cut }).toEqual({ text, cut: false })
  },
)

/** The number of letters that fit in two lines beside the buttons. */
const maxTitleLetters = 28

test('the side menu with all groups open fits in 800 px, with entries of 28 to 30 px', async () => {
  const context = await stack.reuseContext()
  const { page } = await openSignedIn(context, '/sizes')
  await waitForHydration(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  expect(await menu.locator('details[open]').count()).toBe(1)
  const closed = menu.locator('details:not([open]) > summary')
  for (let remaining = await closed.count(); remaining > 0; remaining--) {
    await closed.first().click()
    await expect.poll(() => closed.count()).toBe(remaining - 1)
  }
  expect(await menu.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  const heights = await menu
    .locator('a, summary')
    .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(20)
  for (const height of heights) expect([28, 29, 30]).toContain(height)
})

test('the notification about a change can undo it', async () => {
  const context = await stack.reuseContext()
  const { page, faults } = await openSignedIn(context, '/sizes')
  await waitForHydration(page)
  await page.locator('tbody').getByRole('link').first().click()
  const name = getPanel(page).getByLabel('Name', { exact: true })
  const before = await name.inputValue()
  await name.fill(`${before} anew`)
  await page.keyboard.press('Control+s')
  const messages = page.getByRole('region', { name: 'Notifications' })
  const undo = messages.getByRole('button', { name: `Undo the change to ${before} anew` })
  await undo.waitFor()
  expect(await findAxeViolations(page, '[aria-label=Notifications]')).toEqual([])
  await undo.click()
  await messages.getByText(`Undid the change to ${before}`, { exact: true }).waitFor()
  await page.locator('tbody').getByRole('link', { name: before, exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('the focus moves to main or back to its button when the focused element disappears', async () => {
  const context = await stack.reuseContext()
  const { page, faults } = await openSignedIn(context, '/stores')
  await waitForHydration(page)
  const getFocusedHtml = () =>
    page.evaluate(() => document.activeElement?.outerHTML.slice(0, 60) ?? '')
  // The first key press starts what restores the focus.
  await page.keyboard.press('Tab')
  await page.locator('tbody a').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/stores\/\d+/)
  await expect.poll(getFocusedHtml).toMatch(/^<main /)

  await page.locator('summary', { hasText: 'PO' }).focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('dialog', { name: 'Reset Password' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(getFocusedHtml).toMatch(/^<summary /)
  expect(faults).toEqual([])
})
