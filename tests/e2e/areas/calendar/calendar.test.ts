import { expect, test } from 'vitest'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import {
  getPanel,
  openSignedIn,
  openPage,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']

test('the calendar shows a month with the filters of the list, at every width', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/calendar')
  const { data } = await (await context.request.get('/api/deadlines?limit=25')).json()
  const [first] = data
  const month = first.at.slice(0, 7)

  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await page.getByRole('link', { name: 'This month' }).waitFor()
  await page.goto(`/calendar?month=${month}`)
  const link = page.getByRole('table').getByRole('link', { name: first.title }).first()
  expect(await link.getAttribute('href')).toBe(first.link)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page)).toEqual([])
    if (screenshotFolder)
      await page.screenshot({
        path: `${screenshotFolder}/calendar-month-${width}.png`,
        fullPage: true,
      })
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  const exportUrl = new URL(
    (await page.locator('a[download]').first().getAttribute('href')) ?? '',
    page.url(),
  )
  const [from = '', to = ''] = ['gte', 'lte'].map((op) =>
    String(exportUrl.searchParams.get(`filter[at][${op}]`)),
  )
  expect(from <= first.at && Date.parse(to) - Date.parse(from) < 32 * 86_400_000).toBe(true)
  const file = await (await context.request.get(exportUrl.href)).text()
  const shown = data.filter(({ at }: { at: string }) => from <= at && at <= to)
  expect(file.trimEnd().split('\r\n')).toHaveLength(1 + shown.length)
  expect(shown.length).toBeLessThan(data.length)
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.waitForURL((url) => url.searchParams.get('month') !== month)
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.getByRole('link', { name: first.title }).first().waitFor()
  expect(faults).toEqual([])
})

test("a store's tab shows only its own deadlines", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const { data } = await (await context.request.get('/api/deadlines?limit=100')).json()
  const [one] = data.filter(({ storeIds }: { storeIds: number[] }) => storeIds.length > 0)
  const [storeId] = one.storeIds
  await page.goto(`/stores/${storeId}?tab=calendar`)
  await page.getByRole('link', { name: one.title }).first().waitFor()
  const { page: counted } = await (
    await context.request.get(`/api/deadlines?filter[storeIds][eq]=${storeId}`)
  ).json()
  expect(await page.getByRole('table').locator('tbody tr').count()).toBe(counted.total)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page)).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/calendar-store-${width}.png` })
  }
  expect(faults).toEqual([])
})

test('an operator subscribes to the calendar with a link, which another app reads', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/calendar?subscribe')
  await getPanel(page).getByRole('button', { name: 'Create link' }).click()
  const link = getPanel(page).locator('code')
  await link.waitFor()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page, 'dialog')).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/calendar-subscribe-${width}.png` })
  }
  const { pathname, search } = new URL((await link.textContent()) ?? '')
  const readCalendar = () => fetch(new URL(pathname + search, page.url()))
  const answer = await readCalendar()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ])
  expect(await answer.text()).toContain('BEGIN:VEVENT')
  await getPanel(page).getByRole('button', { name: 'Turn off link' }).click()
  await getPanel(page).getByText("You don't have a calendar link.").waitFor()
  expect((await readCalendar()).status).toBe(404)

  await page.goto('/calendar?alerts')
  await getPanel(page).getByRole('checkbox', { name: '60 days ahead' }).check()
  expect(await findPageDefects(page, 'dialog')).toEqual([])
  if (screenshotFolder)
    await page.screenshot({ path: `${screenshotFolder}/calendar-alerts-360.png` })
  await getPanel(page).getByRole('textbox', { name: 'Reason' }).fill('Policy 12')
  await getPanel(page).getByRole('button', { name: 'Save' }).click()
  await page.waitForURL((url) => !url.searchParams.has('alerts'))
  expect(faults).toEqual([])
})

test('the month works without JavaScript', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const { page } = await openPage(context)
  await page.goto('/calendar?month=2026-12&filter[kind][eq]=dispute')
  await page.getByRole('heading', { level: 1, name: 'December 2026' }).waitFor()
  await page.getByRole('link', { name: 'Previous month' }).click()
  await page.getByRole('heading', { level: 1, name: 'November 2026' }).waitFor()
  expect(new URL(page.url()).searchParams.get('filter[kind][eq]')).toBe('dispute')
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
})
