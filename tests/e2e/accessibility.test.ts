import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hydrated, openPage, signedInAt, withStack } from '#tests/support/stack.ts'

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

/** The cookies of one sign-in, for every page. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>
beforeAll(async () => {
  await using context = await stack.visit()
  await signedInAt(context, '/dashboard')
  session = await context.storageState()
})

describe.each([1280, 360])('at %i px, axe finds nothing wrong and nothing overflows', (width) => {
  const viewport = { width, height: 800 }

  test('on the sign-in page', async () => {
    await using context = await stack.visit({ viewport })
    const { page } = await openPage(context)
    await page.goto('/')
    expect(await faultsOf(page)).toEqual([])
  })

  test.each(pages)('on %s', async (path) => {
    await using context = await stack.visit({ viewport, storageState: session })
    const { page, faults } = await openPage(context)
    await page.goto(path)
    await hydrated(page)
    expect([...faults, ...(await faultsOf(page))]).toEqual([])
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
