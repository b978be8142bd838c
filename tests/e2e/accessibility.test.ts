import type { BrowserContext } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageFaults } from '#tests/support/axe.ts'
import { hydrated, openPage, signInBy, withStack } from '#tests/support/stack.ts'

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
  '/stores?filter[readiness][gte]=abc',
  '/nowhere',
]

describe.each([1280, 360])('at %i px, axe finds nothing wrong and nothing overflows', (width) => {
  const viewport = { width, height: 800 }
  /** One tab for all pages: what is opened in it anew keeps nothing of the page before. */
  let context: BrowserContext
  let tab: Awaited<ReturnType<typeof openPage>>
  beforeAll(async () => {
    context = await stack.visit({ viewport })
    await signInBy(context)
    tab = await openPage(context)
  })
  afterAll(() => context.close())

  test('on the sign-in page', async () => {
    await using signedOut = await stack.visit({ viewport })
    const { page } = await openPage(signedOut)
    await page.goto('/')
    expect(await pageFaults(page)).toEqual([])
  })

  test.each(pages)('on %s', async (path) => {
    const { page, faults } = tab
    faults.length = 0
    await page.goto(path)
    await hydrated(page)
    expect([...faults, ...(await pageFaults(page))]).toEqual([])
  })
})
