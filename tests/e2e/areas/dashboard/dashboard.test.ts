import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { getLastDays } from '#shared/areas/dashboard/dayRange.ts'
import { addDays, toDay, formatDay } from '#shared/format/dates.ts'
import { axeFaultsButContrast, pageFaults, widthFaults } from '#tests/support/browser/axe.ts'
import { startBarePlatform } from '#tests/support/servers/barePlatform.ts'
import { startConsole } from '#tests/support/servers/consoleProcess.ts'
import {
  hydrated,
  messageOf,
  openPage,
  panelOf,
  signIn,
  signInBy,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const today = toDay(new Date())
const custom = (from: string, to: string) => `/dashboard?range=custom&from=${from}&to=${to}`

/** The page goes on by itself: it is looked at until it is so, or for ten seconds. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 10_000 })
const addressOf = (page: Page) => page.url().replace(stack.url(), '')
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first()
const chart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })

/** Where everything of the page stands. */
const placesOf = (page: Page) =>
  page
    .locator('main :is(h2, p, a, input, label, button, figure, svg, details)')
    .evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return `${one.tagName} ${x} ${y} ${width} ${height}`
      }),
    )

/** What the platform answers the page's browser for these days. */
const answered = (page: Page, { from, to } = getLastDays(30, today)) =>
  page.evaluate(async (path) => {
    const answer = await fetch(path)
    return answer.json()
  }, `/api/dashboard?from=${from}&to=${to}`)

describe('the range', () => {
  test('stands in the address: links, own days, the switch, Back and reload give the same view', async () => {
    const { page, faults } = await stack.tabAt('/dashboard')
    const { orders } = await answered(page)
    expect(await figure(page, 'Orders').innerText()).toBe(orders.now.toLocaleString('en-US'))

    await page.getByRole('link', { name: '7 days' }).click()
    await page.waitForURL('**/dashboard?range=7')
    const week = await answered(page, getLastDays(7, today))
    await expect
      .poll(() => figure(page, 'Orders').innerText())
      .toBe(week.orders.now.toLocaleString('en-US'))

    await page.getByRole('switch', { name: 'Compare with the previous period' }).click()
    await page.waitForURL('**/dashboard?range=7&compare=0')
    await eventually(() => page.getByText(/compared with/).count()).toBe(0)

    const [from, to] = [addDays(today, -5), addDays(today, -4)]
    await page.getByLabel('From').fill(from)
    await page.getByLabel('To', { exact: true }).fill(to)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(`${formatDay(from)} to ${formatDay(to)}`).waitFor()
    expect(addressOf(page)).toBe(`${custom(from, to)}&compare=0`)
    await page.reload()
    await hydrated(page)
    expect(await page.getByLabel('From').inputValue()).toBe(from)

    await page.goBack()
    await page.waitForURL('**/dashboard?range=7&compare=0')
    await eventually(() => page.getByLabel('To', { exact: true }).inputValue()).toBe(today)
    await page.goBack()
    await page.waitForURL('**/dashboard?range=7')
    await eventually(() => page.getByRole('switch').isChecked()).toBe(true)
    await page.goBack()
    await page.waitForURL('**/dashboard')
    expect(faults).toEqual([])
  })

  test('of its own is refused with a sentence at the field, which takes the focus', async () => {
    const { page } = await stack.tabAt('/dashboard')
    await page.getByLabel('To', { exact: true }).fill(addDays(today, -60))
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Enter a date on or after the start date.').waitFor()
    const to = page.getByLabel('To', { exact: true })
    await eventually(() => to.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await to.inputValue()).toBe(addDays(today, -60))
  })
})

describe('figures', () => {
  test('lead to the lists they count', async () => {
    const { page } = await stack.tabAt('/dashboard')
    for (const [label, address] of [
      ['Active stores', '/stores?filter[status][eq]=active'],
      ['Failing integrations', '/stores?filter[failing][eq]=1'],
      [
        'Orders',
        `/paymentAttempt?orders&filter[placedAt][gte]=${addDays(today, -29)}&filter[placedAt][lte]=${today}`,
      ],
      [
        'Failed payments',
        `/paymentAttempt?filter[attemptedAt][gte]=${addDays(today, -29)}&filter[attemptedAt][lte]=${today}`,
      ],
    ] as const) {
      await figure(page, label).getByRole('link').click()
      await page.waitForURL((url) => url.pathname === address.split('?')[0])
      expect(decodeURIComponent(addressOf(page))).toBe(address)
      await page.goBack()
      await page.waitForURL('**/dashboard')
    }
  })
})

describe('charts', () => {
  test('hold the same numbers in a table behind a toggle', async () => {
    const { page } = await stack.tabAt('/dashboard?range=7')
    const { ordersByDay } = await answered(page, getLastDays(7, today))
    const orders = chart(page, 'Orders by day')
    expect(await orders.getByRole('table').isVisible()).toBe(false)
    await orders.getByText('Show as a table').click()
    const numbers = await orders
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)),
      )
    expect(numbers).toEqual(
      ordersByDay.now.map((now: number, at: number) => [`${now}`, `${ordersByDay.before[at]}`]),
    )
  })

  test('are drawn by the server, without styles in the markup, and nothing moves when the script comes', async () => {
    const { page, context } = await stack.tabAt('/sizes')
    const html = await (await page.goto('/dashboard'))?.text()
    expect(html?.match(/<path d="M/g)?.length).toBeGreaterThan(1)
    expect(html).not.toMatch(/\sstyle=/)
    await hydrated(page)
    await using plain = await stack.visit({
      storageState: await context.storageState(),
      javaScriptEnabled: false,
    })
    const { page: unscripted } = await openPage(plain)
    await unscripted.goto('/dashboard')
    const places = await placesOf(page)
    expect(places.length).toBeGreaterThan(50)
    expect(places).toEqual(await placesOf(unscripted))
  })

  test.each([1280, 360])('have labels that do not touch at %i px, for a year', async (width) => {
    const { page } = await stack.tabAt(custom(addDays(today, -365), today), { width, height: 800 })
    const boxes = await chart(page, 'Orders by day')
      .locator('svg[role="img"] > text')
      .evaluateAll((texts) =>
        texts
          .map((text) => text.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ left, right }) => ({ left, right })),
      )
    expect(boxes.length).toBeGreaterThan(2)
    for (const [at, { left }] of boxes.slice(1).entries())
      expect(left).toBeGreaterThan((boxes[at]?.right ?? 0) + 4)
  })
})

describe('what needs attention', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
  const countOf = async (page: Page) => {
    const entry = page.getByRole('link', { name: /^Dashboard, [\d,]+/ }).first()
    return Number((await entry.getAttribute('aria-label'))?.match(/\d+/)?.[0])
  }

  test('leads to its mend, is taken, snoozed, and goes when it is fixed; the menu counts it', async () => {
    const { page, faults } = await stack.tabAt('/dashboard')
    const before = await countOf(page)
    const first = section(page).locator('ol > li').first()
    const cause = await first.locator('span').first().innerText()
    expect(cause).toMatch(/account is restricted|access the merchant account/)
    const more = (item: Locator) => item.getByLabel(/^More actions for /)
    await more(first).click()
    await first.getByRole('button', { name: 'Assign to me' }).click()
    await messageOf(page, /^Assigned to you: /).waitFor()
    await first.getByText('Assigned to you', { exact: true }).waitFor()
    await more(first).click()
    await first.getByRole('button', { name: 'Unassign' }).waitFor()
    await first.getByRole('link', { name: /^Fix: / }).click()
    await page.waitForURL(/\/paymentAttempt\?incidents&incident=\d+/)
    const panel = panelOf(page)
    await panel.getByRole('link', { name: 'Resolve' }).click()
    await panel.getByLabel('Resolution').fill('The key was renewed')
    await panel.getByRole('button', { name: 'Resolve' }).click()
    await messageOf(page, /^Changed the status of/).waitFor()
    await page.goto('/dashboard')
    await expect
      .poll(async () => {
        await page.reload()
        return section(page).getByText(cause, { exact: true }).count()
      })
      .toBe(0)
    // The setup fails all the same: its own alert takes the place of the incident's.
    const failing = section(page).getByText(/^Payments are failing at /)
    await expect
      .poll(async () => {
        await page.reload()
        return failing.count()
      })
      .toBe(1)
    await hydrated(page)
    expect(await countOf(page)).toBe(before)

    const title = await first.locator('span').first().innerText()
    await more(first).focus()
    await page.keyboard.press('Enter')
    await first.getByRole('button', { name: 'Snooze for 1 day' }).press('Enter')
    await eventually(() => section(page).getByText(title, { exact: true }).count()).toBe(0)
    // The keys go on at the item that stands in its place now.
    await eventually(() => more(first).evaluate((one) => one === document.activeElement)).toBe(true)
    await eventually(() => countOf(page)).toBe(before - 1)
    await page.goto('/dashboard?attention&filter[state][eq]=snoozed')
    await page.getByRole('link', { name: title }).first().waitFor()
    expect(faults).toEqual([])
  })

  test('without JavaScript is dismissed with a reason, and is in the list of dismissed alerts', async () => {
    await using context = await stack.visit({ javaScriptEnabled: false })
    await signInBy(context)
    const { page } = await openPage(context)
    await page.goto('/dashboard')
    const last = section(page).locator('ol > li').last()
    const title = await last.locator('span').first().innerText()
    await last.getByLabel(/^More actions for /).click()
    await last.getByRole('link', { name: 'Dismiss...' }).click()
    await panelOf(page).getByLabel('Reason').fill('Known, and planned for May')
    await panelOf(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText(`Dismissed ${title}`).first().waitFor()
    expect(await section(page).getByText(title, { exact: true }).count()).toBe(0)
    await page.goto('/dashboard?attention&filter[state][eq]=resolved')
    await page.getByRole('link', { name: title }).first().waitFor()
  })
})

test('without JavaScript: choose days, be refused, look at a table, stop comparing', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const { page } = await openPage(context)
  await page.goto('/dashboard')
  await signIn(page)
  await page.waitForURL('**/dashboard')
  await chart(page, 'Orders by day').getByRole('img').waitFor()
  await page.getByRole('link', { name: '90 days' }).click()
  await page.waitForURL('**/dashboard?range=90')

  await page.getByLabel('From').fill(addDays(today, 1))
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Enter a date on or after the start date.').waitFor()
  expect(await page.getByLabel('From').inputValue()).toBe(addDays(today, 1))
  await page.getByLabel('From').fill(addDays(today, -2))
  await page.getByRole('switch').uncheck()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(`**${custom(addDays(today, -2), today)}&compare=0`)

  const orders = chart(page, 'Orders by day')
  await orders.getByText('Show as a table').click()
  expect(await orders.getByRole('row').count()).toBe(4)
})

describe('at 360 and 1280 px, axe finds nothing wrong and nothing overflows', () => {
  // As it opens the page is walked with all others (`everyPage`).
  test.each([
    [
      'for one day, without comparison',
      `${custom(addDays(today, -1), addDays(today, -1))}&compare=0`,
    ],
    ['for a year', custom(addDays(today, -365), today)],
    ['where nothing happened', custom('2001-01-01', '2001-01-07')],
    ['with days that are not right', custom(today, addDays(today, -1))],
  ])('%s', async (_what, path) => {
    const { page, faults } = await stack.tabAt(path, { width: 360, height: 800 })
    // Axe looks at each cell: a month or a year of them takes it long, and says no more than a week.
    const isShort = path.includes('compare=0') || path.includes('2001')
    const toggles = isShort ? await page.locator('main summary:visible').all() : []
    for (const toggle of toggles) await toggle.click()
    // Contrast is measured once, where more is seen.
    const narrow = [...(await axeFaultsButContrast(page)), ...(await widthFaults(page))]
    await page.setViewportSize({ width: 1280, height: 800 })
    expect([...faults, ...narrow, ...(await pageFaults(page))]).toEqual([])
  })
})

test('a platform that has no figures leaves the page standing with a sentence', async () => {
  const platform = await startBarePlatform()
  const console = await startConsole(platform.url)
  try {
    await using context = await stack.visit({ baseURL: console.url })
    const { page, faults } = await openPage(context)
    await page.goto('/')
    await signIn(page, platform.account)
    await page.getByText("This platform doesn't support dashboard figures.").waitFor()
    await page.getByRole('heading', { name: 'Totals' }).waitFor()
    expect(faults).toEqual([])
  } finally {
    await console.stop()
    await platform.stop()
  }
})
