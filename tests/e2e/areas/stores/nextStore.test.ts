import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']

test('issue 35: a store with working payments links to the next store with failing payments', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/stores')
  const findStores = async (filter: string): Promise<{ id: number; paymentState: string }[]> => {
    const path = `/api/stores?limit=100&filter[status][eq]=active&filter[held][eq]=0&${filter}`
    return (await (await context.request.get(path)).json()).data
  }
  const [failing, ...otherStores] = await findStores('filter[failingIntegrations][has]=payment')
  expect(otherStores).toEqual([])
  expect(await findStores('filter[missing][has]=payment')).toEqual([])
  const workingStore = (await findStores('')).find(({ paymentState }) => paymentState === 'active')

  await page.goto(`/stores/${workingStore?.id}?tab=integrations&fix=payment`)
  const nextLink = page.getByRole('link', { name: 'Next: 1 more store that needs this fix' })
  await nextLink.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/next${width}.png` })
  }
  await nextLink.click()
  await page.waitForURL((url) => url.searchParams.get('of') === String(failing?.id))
  expect(new URL(page.url()).searchParams.get('fix')).toBe('payment')
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/fix1280.png` })
  expect(faults).toEqual([])
})
