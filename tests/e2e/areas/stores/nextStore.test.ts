import { expect, test } from 'vitest'
import { axeFaults } from '#tests/support/browser/axe.ts'
import { signedInAt, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()
const shots = process.env['SCREENSHOTS']

test('issue 35: a store whose payments work leads on to the store whose payments stopped working', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/stores')
  const find = async (filter: string): Promise<{ id: number; paymentState: string }[]> => {
    const path = `/api/stores?limit=100&filter[status][eq]=active&filter[held][eq]=0&${filter}`
    return (await (await context.request.get(path)).json()).data
  }
  const [failing, ...more] = await find('filter[failingIntegrations][has]=payment')
  expect(more).toEqual([])
  expect(await find('filter[missing][has]=payment')).toEqual([])
  const fixed = (await find('')).find(({ paymentState }) => paymentState === 'active')

  await page.goto(`/stores/${fixed?.id}?tab=integrations&fix=payment`)
  const next = page.getByRole('link', { name: 'Next: 1 more store with this problem' })
  await next.waitFor()
  expect(await axeFaults(page)).toEqual([])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    if (shots) await page.screenshot({ path: `${shots}/next${width}.png` })
  }
  await next.click()
  await page.waitForURL((url) => url.searchParams.get('of') === String(failing?.id))
  expect(new URL(page.url()).searchParams.get('fix')).toBe('payment')
  if (shots) await page.screenshot({ path: `${shots}/fix1280.png` })
  expect(faults).toEqual([])
})
