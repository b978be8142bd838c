import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { getLastDays } from '#shared/areas/dashboard/dayRange.ts'
import { addDays, toDay, formatDay } from '#shared/format/dates.ts'
import {
  findAxeViolationsExceptContrast,
  findPageDefects,
  findOverflow,
} from '#tests/support/browser/axe.ts'
import { startBarePlatform } from '#tests/support/servers/barePlatform.ts'
import { startConsole } from '#tests/support/servers/consoleProcess.ts'
import {
  waitForHydration,
  getNotification,
  openPage,
  getPanel,
  signIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const today = toDay(new Date())
const buildCustomPath = (from: string, to: string) =>
  `/dashboard?range=custom&from=${from}&to=${to}`

/** Polls the page for up to ten seconds. */
const expectEventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 10_000 })
const getPath = (page: Page) => page.url().replace(stack.url(), '')
const getFigure = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first()
const getChart = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })

/** Returns the positions and sizes of the page's elements. */
const measureElements = (page: Page) =>
  page
    .locator('main :is(h2, p, a, input, label, button, figure, svg, details)')
    .evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return `${one.tagName} ${x} ${y} ${width} ${height}`
      }),
    )

/** Loads the figures of these days in the page's browser. */
const loadFigures = (page: Page, { from, to } = getLastDays(30, today)) =>
  page.evaluate(async (path) => {
    const response = await fetch(path)
    return response.json()
  }, `/api/dashboard?from=${from}&to=${to}`)

describe('The range of days', () => {
  test('is part of the URL, so that links, custom days, the switch, Back, and a reload keep the view', async () => {
    const { page, faults } = await stack.openTab('/dashboard')
    const { orders } = await loadFigures(page)
    expect(await getFigure(page, 'Orders').innerText()).toBe(orders.now.toLocaleString('en-US'))

    await page.getByRole('link', { name: '7 days' }).click()
    await page.waitForURL('**/dashboard?range=7')
    const weekFigures = await loadFigures(page, getLastDays(7, today))
    await expect
      .poll(() => getFigure(page, 'Orders').innerText())
      .toBe(weekFigures.orders.now.toLocaleString('en-US'))

    await page.getByRole('switch', { name: 'Compare with the previous period' }).click()
    await page.waitForURL('**/dashboard?range=7&compare=0')
    await expectEventually(() => page.getByText(/compared with/).count()).toBe(0)

    const [from, to] = [addDays(today, -5), addDays(today, -4)]
    await page.getByLabel('From').fill(from)
    await page.getByLabel('To', { exact: true }).fill(to)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(`${formatDay(from)} to ${formatDay(to)}`).waitFor()
    expect(getPath(page)).toBe(`${buildCustomPath(from, to)}&compare=0`)
    await page.reload()
    await waitForHydration(page)
    expect(await page.getByLabel('From').inputValue()).toBe(from)

    await page.goBack()
    await page.waitForURL('**/dashboard?range=7&compare=0')
    await expectEventually(() => page.getByLabel('To', { exact: true }).inputValue()).toBe(today)
    await page.goBack()
    await page.waitForURL('**/dashboard?range=7')
    await expectEventually(() => page.getByRole('switch').isChecked()).toBe(true)
    await page.goBack()
    await page.waitForURL('**/dashboard')
    expect(faults).toEqual([])
  })

  test('shows an error at the field, which gets the focus, if it ends before it starts', async () => {
    const { page } = await stack.openTab('/dashboard')
    await page.getByLabel('To', { exact: true }).fill(addDays(today, -60))
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Enter a date on or after the start date.').waitFor()
    const to = page.getByLabel('To', { exact: true })
    await expectEventually(() => to.evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    expect(await to.inputValue()).toBe(addDays(today, -60))
  })
})

describe('Dashboard figures', () => {
  test('link to the lists that they count', async () => {
    const { page } = await stack.openTab('/dashboard')
    for (const [label, path] of [
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
      await getFigure(page, label).getByRole('link').click()
      await page.waitForURL((url) => url.pathname === path.split('?')[0])
      expect(decodeURIComponent(getPath(page))).toBe(path)
      await page.goBack()
      await page.waitForURL('**/dashboard')
    }
  })
})

describe('Dashboard charts', () => {
  test('show the same numbers in a table behind a toggle', async () => {
    const { page } = await stack.openTab('/dashboard?range=7')
    const { ordersByDay } = await loadFigures(page, getLastDays(7, today))
    const orders = getChart(page, 'Orders by day')
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

  test('are rendered by the server without inline styles, and nothing moves after hydration', async () => {
    const { page, context } = await stack.openTab('/sizes')
    const html = await (await page.goto('/dashboard'))?.text()
    expect(html?.match(/<path d="M/g)?.length).toBeGreaterThan(1)
    expect(html).not.toMatch(/\sstyle=/)
    await waitForHydration(page)
    await using plainContext = await stack.visit({
      storageState: await context.storageState(),
      javaScriptEnabled: false,
    })
    const { page: plainPage } = await openPage(plainContext)
    await plainPage.goto('/dashboard')
    const positions = await measureElements(page)
    expect(positions.length).toBeGreaterThan(50)
    expect(positions).toEqual(await measureElements(plainPage))
  })

  test.each([1280, 360])('have labels that do not touch for a year at %i px', async (width) => {
    const { page } = await stack.openTab(buildCustomPath(addDays(today, -365), today), {
      width,
      height: 800,
    })
    const boxes = await getChart(page, 'Orders by day')
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

describe('Alerts', () => {
  const getSection = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
  const readAlertCount = async (page: Page) => {
    const entry = page.getByRole('link', { name: /^Dashboard, [\d,]+/ }).first()
    return Number((await entry.getAttribute('aria-label'))?.match(/\d+/)?.[0])
  }

  test('can be assigned, resolved, and snoozed, and the menu shows how many are left', async () => {
    const { page, faults } = await stack.openTab('/dashboard')
    const before = await readAlertCount(page)
    const first = getSection(page).locator('ol > li').first()
    const cause = await first.locator('span').first().innerText()
    expect(cause).toMatch(/account is restricted|^Payments are failing at /)
    const getMenu = (item: Locator) => item.getByLabel(/^More actions for /)
    await getMenu(first).click()
    await first.getByRole('button', { name: 'Assign to me' }).click()
    await getNotification(page, /^Assigned to you: /).waitFor()
    await first.getByText('Assigned to you', { exact: true }).waitFor()
    await getMenu(first).click()
    await first.getByRole('button', { name: 'Unassign' }).waitFor()
    const fixLink = first.getByRole('link', { name: /^Fix: / })
    const incidentUrl = await fixLink.getAttribute('href')
    await fixLink.click()
    await page.waitForURL(/\/paymentAttempt\?incidents&incident=\d+/)
    const panel = getPanel(page)
    await panel.getByRole('link', { name: 'Resolve' }).click()
    await panel.getByLabel('Resolution').fill('The key was renewed')
    await panel.getByRole('button', { name: 'Resolve' }).click()
    await getNotification(page, /^Changed the status of/).waitFor()
    await page.goto('/dashboard')
    await expect
      .poll(async () => {
        await page.reload()
        return getSection(page).locator(`a[href="${incidentUrl}"]`).count()
      })
      .toBe(0)
    // The setup still fails, so its own alert replaces the incident's.
    const failing = getSection(page).getByText(/^Payments are failing at /)
    await expect
      .poll(async () => {
        await page.reload()
        return failing.count()
      })
      .toBe(1)
    await waitForHydration(page)
    expect(await readAlertCount(page)).toBe(before)

    const title = await first.locator('span').first().innerText()
    await getMenu(first).focus()
    await page.keyboard.press('Enter')
    await first.getByRole('button', { name: 'Snooze for 1 day' }).press('Enter')
    await expectEventually(() => getSection(page).getByText(title, { exact: true }).count()).toBe(0)
    // The focus moves to the alert that takes its place.
    await expectEventually(() =>
      getMenu(first).evaluate((one) => one === document.activeElement),
    ).toBe(true)
    await expectEventually(() => readAlertCount(page)).toBe(before - 1)
    await page.goto('/dashboard?attention&filter[state][eq]=snoozed')
    await page.getByRole('link', { name: title }).first().waitFor()
    expect(faults).toEqual([])
  })

  test('can be dismissed with a reason without JavaScript, and are then listed as dismissed', async () => {
    await using context = await stack.visit({ javaScriptEnabled: false })
    await signInByApi(context)
    const { page } = await openPage(context)
    await page.goto('/dashboard')
    const last = getSection(page).locator('ol > li').last()
    const title = await last.locator('span').first().innerText()
    await last.getByLabel(/^More actions for /).click()
    await last.getByRole('link', { name: 'Dismiss...' }).click()
    await getPanel(page).getByLabel('Reason').fill('Known, and planned for May')
    await getPanel(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText(`Dismissed ${title}`).first().waitFor()
    expect(await getSection(page).getByText(title, { exact: true }).count()).toBe(0)
    await page.goto('/dashboard?attention&filter[state][eq]=resolved')
    await page.getByRole('link', { name: title }).first().waitFor()
  })
})

test('the dashboard works without JavaScript: days, errors, tables, and the comparison', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const { page } = await openPage(context)
  await page.goto('/dashboard')
  await signIn(page)
  await page.waitForURL('**/dashboard')
  await getChart(page, 'Orders by day').getByRole('img').waitFor()
  await page.getByRole('link', { name: '90 days' }).click()
  await page.waitForURL('**/dashboard?range=90')

  await page.getByLabel('From').fill(addDays(today, 1))
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Enter a date on or after the start date.').waitFor()
  expect(await page.getByLabel('From').inputValue()).toBe(addDays(today, 1))
  await page.getByLabel('From').fill(addDays(today, -2))
  await page.getByRole('switch').uncheck()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(`**${buildCustomPath(addDays(today, -2), today)}&compare=0`)

  const orders = getChart(page, 'Orders by day')
  await orders.getByText('Show as a table').click()
  expect(await orders.getByRole('row').count()).toBe(4)
})

describe("The dashboard passes axe and doesn't overflow at 360 and 1280 px", () => {
  // `everyPage` checks the page as it opens.
  test.each([
    [
      'for one day, without comparison',
      `${buildCustomPath(addDays(today, -1), addDays(today, -1))}&compare=0`,
    ],
    ['for a year', buildCustomPath(addDays(today, -365), today)],
    ['for days without data', buildCustomPath('2001-01-01', '2001-01-07')],
    ['with days that are not valid', buildCustomPath(today, addDays(today, -1))],
  ])('%s', async (_what, path) => {
    const { page, faults } = await stack.openTab(path, { width: 360, height: 800 })
    // Axe checks each cell. A month or a year takes long and finds no more than a week.
    const isShort = path.includes('compare=0') || path.includes('2001')
    if (isShort)
      await page.locator('main details').evaluateAll((all) => {
        for (const details of all) details.setAttribute('open', '')
      })
    // Contrast is measured once, on the wider page.
    const narrow = [...(await findAxeViolationsExceptContrast(page)), ...(await findOverflow(page))]
    await page.setViewportSize({ width: 1280, height: 800 })
    expect([...faults, ...narrow, ...(await findPageDefects(page))]).toEqual([])
  })
})

test('the dashboard shows a message if the platform has no figures', async () => {
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
