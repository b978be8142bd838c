import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openPage, signedInAt, withStack } from '#tests/support/stack.ts'

const stack = withStack()

const pages = [
  '/dashboard',
  '/sizes',
  '/sizes?create',
  '/sizes?edit=1',
  '/sizes?edit=999999',
  '/sizes?delete=1',
  '/sizes?paste',
  '/sizes?run',
  '/sizes?reorder',
  '/sizes?search=nothing-like-this',
  '/stores',
  '/nowhere',
]

describe.each([1280, 360])('at %i px', (width) => {
  test('axe finds nothing wrong on the sign-in page, and nothing overflows', async () => {
    await using context = await stack.visit({ viewport: { width, height: 800 } })
    const { page } = await openPage(context)
    await page.goto('/')
    expect(await faultsOf(page)).toEqual([])
  })

  test('axe finds nothing wrong on any page, and nothing overflows', async () => {
    await using context = await stack.visit({ viewport: { width, height: 800 } })
    const { page, faults } = await signedInAt(context, '/dashboard')
    for (const path of pages) {
      await page.goto(path)
      faults.push(...(await faultsOf(page)))
    }
    expect(faults).toEqual([])
  })
})

/** What axe finds, and by how many pixels the page is wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  return overflow > 0 ? [...found, `${page.url()} is ${overflow} px too wide`] : found
}
