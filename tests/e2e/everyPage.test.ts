import type { BrowserContext } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#shared/routes.ts'
import { deadParts, pageFaults } from '#tests/support/axe.ts'
import { hydrated, openPage, signInBy, withStack } from '#tests/support/stack.ts'

const stack = withStack()
const [wide, narrow] = [
  { width: 1280, height: 800 },
  { width: 360, height: 800 },
]

/** The table's routes, with the first record of the demo data where one is asked for, and an address that is none. */
const paths = [...routes.map(({ path }) => path.replaceAll(/:\w+/g, '1')), '/nowhere']

/** What says how a list is looked at, not what stands beside it. */
const ofView = /^(sort|limit|after|columns|search|filter\[.*)$/

/** What no page offers and anybody can ask for: a record that is gone, a search in vain, a filter that is none. */
const astray = ['?edit=999999', '?search=nothing-like-this', '?filter[id][gte]=abc']

/**
 * The page, and by the links that it has to itself its panels and tabs: one of a kind, so that of the links to edit each
 * row one is gone to. A new panel is found because the page offers it.
 */
async function addressesOf(context: BrowserContext, path: string): Promise<string[]> {
  const answer = await context.request.get(path)
  const kinds = new Map([['', path]])
  for (const [, href = ''] of (await answer.text()).matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)) {
    const { pathname, search, searchParams } = new URL(href.replaceAll('&amp;', '&'), stack.url())
    const isOwn = pathname === path && [...searchParams.keys()].every((key) => !ofView.test(key))
    const kind = search.replaceAll(/\d+/g, '1')
    if (isOwn && !kinds.has(kind)) kinds.set(kind, path + search)
  }
  const isList = [...kinds.keys()].some((kind) => kind.startsWith('?edit'))
  return [...kinds.values(), ...(isList ? astray.map((search) => path + search) : [])]
}

describe('every page of the route table, with each panel and tab it leads to', () => {
  let signedIn: BrowserContext
  let plain: BrowserContext
  /** One tab for all pages: what is opened in it anew keeps nothing of the page before. */
  let tab: Awaited<ReturnType<typeof openPage>>
  let planned: string | undefined
  beforeAll(async () => {
    signedIn = await stack.visit({ viewport: narrow })
    await signInBy(signedIn)
    tab = await openPage(signedIn)
    const storageState = await signedIn.storageState()
    plain = await stack.visit({ javaScriptEnabled: false, storageState })
  })
  afterAll(async () => {
    await signedIn.close()
    await plain.close()
  })

  test.each(paths)(
    '%s: axe finds nothing wrong, narrow and wide, and nothing overflows',
    async (path) => {
      const { page, faults } = tab
      const found: string[] = []
      for (const address of await addressesOf(signedIn, path)) {
        console.log(address, performance.now())
        await page.setViewportSize(narrow)
        await page.goto(address)
        await hydrated(page)
        // Screens that are not built yet are one screen.
        if (await page.getByText('Not built yet').count()) {
          planned ??= path
          if (planned !== path) return
        }
        found.push(...(await pageFaults(page)))
        await page.setViewportSize(wide)
        found.push(...(await pageFaults(page)))
      }
      expect([...found, ...faults.splice(0)]).toEqual([])
    },
  )

  test.each(paths)('%s works before and without its script', async (path) => {
    const page = await plain.newPage()
    for (const address of await addressesOf(signedIn, path)) {
      const answer = await page.goto(address)
      expect(answer?.status(), address).toBeLessThan(500)
      await page.locator('h1').first().waitFor()
      expect(await deadParts(page), address).toEqual([])
    }
    await page.close()
  })
})
