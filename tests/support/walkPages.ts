import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, type MenuGroup, type Route } from '#shared/routes.ts'
import { deadParts, pageFaults, widthFaults } from './axe.ts'
import { hydrated, openPage, signInBy, withStack } from './stack.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }

const nowhere = '/nowhere'
const panel = 'dialog[data-open-panel]'

/** Which file of `tests/e2e/everyPage/` walks the pages under a heading of the menu: files run side by side. */
const files = {
  Stores: 'stores',
  Catalogue: 'catalogue',
  People: 'people',
  Payments: 'further',
  'Gift cards': 'further',
  Settings: 'further',
} as const satisfies Record<MenuGroup, string>
type File = (typeof files)[MenuGroup]

function fileOf({ group, parent }: Route): File {
  if (group) return files[group]
  const above = routes.find(({ path }) => path === parent)
  return above ? fileOf(above) : 'further'
}

/** The table's routes that a file walks, with the first record of the demo data where one is asked for; and an address that is none. */
const pathsOf = (file: File) => [
  ...routes
    .filter((route) => fileOf(route) === file)
    .map(({ path }) => path.replaceAll(/:\w+/g, '1')),
  ...(file === 'further' ? [nowhere] : []),
]

/** What says how a list is looked at, not what stands beside it. */
const ofView = /^(sort|limit|after|columns|search|unit|filter\[.*)$/

/** Panels of every list that are the same code and words for each (`client/list/listPanels.ts`): one list of a file stands for all. */
const ofEveryList = ['?choose', '?views', '?reorder', '?paste', '?import']

/**
 * What no page offers and anybody can ask for: a record that is gone, a search in vain, a filter, and one that is none. The first list
 * of a file stands for all.
 */
const astray = [
  '?edit=999999',
  '?search=nothing-like-this',
  '?filter[createdAt][gte]=2020-01-01',
  '?filter[createdAt][gte]=abc',
]

/** The addresses that a page links to of itself by what kind they are, so that of the links to edit each row one is gone to. */
async function ownAddresses(context: BrowserContext, path: string): Promise<Map<string, string>> {
  const answer = await context.request.get(path)
  const hrefs = (await answer.text()).matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)
  return new Map(
    [...hrefs]
      .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), 'http://console'))
      .filter(({ pathname, search }) => pathname === path && search !== '')
      .map(({ search }) => [search.replaceAll(/\d+/g, '1'), path + search] as const)
      .toReversed(),
  )
}

/** What the columns of a page's widest list take, in px; 0 where it has none. */
const widestList = (page: Page): Promise<number> =>
  page
    .locator('colgroup')
    .evaluateAll((groups) =>
      Math.max(
        0,
        ...groups.map((group) =>
          [...group.children].reduce((sum, col) => sum + Number(col.getAttribute('width')), 0),
        ),
      ),
    )

/** Walks the pages of one file, each with the panels and tabs that it leads to: axe, widths, and what works without the script. Answers the programs it walks. */
export function walkPages(file: File) {
  const stack = withStack()
  describe('every page of the route table, with each panel and tab it leads to', () => {
    let signedIn: BrowserContext
    let plain: BrowserContext
    /** One tab for all pages: what is opened in it anew keeps nothing of the page before. */
    let tab: Awaited<ReturnType<typeof openPage>>
    /** By what is looked at once a file: the page that it is looked at on. */
    const looked = new Map<string, string>()
    const isFirst = (kind: string, path: string) => {
      if (!looked.has(kind)) looked.set(kind, path)
      return looked.get(kind) === path
    }
    const paths = pathsOf(file)
    let ofShell: Map<string, string>
    beforeAll(async () => {
      signedIn = await stack.visit({ viewport: narrow })
      await signInBy(signedIn)
      tab = await openPage(signedIn)
      ofShell = await ownAddresses(signedIn, nowhere)
      const storageState = await signedIn.storageState()
      plain = await stack.visit({ javaScriptEnabled: false, storageState })
    })
    afterAll(async () => {
      await signedIn.close()
      await plain.close()
    })

    /** The page with its panels and tabs, found because it offers them; what the shell offers is walked at `nowhere`. */
    async function addressesOf(path: string): Promise<string[]> {
      const own = await ownAddresses(signedIn, path)
      const panels = [...own].filter(([kind]) => {
        const keys = [...new URLSearchParams(kind).keys()]
        return keys.every((key) => !ofView.test(key)) && (path === nowhere || !ofShell.has(kind))
      })
      const isList = [...own.keys()].some((kind) => new URLSearchParams(kind).has('sort'))
      const offered = panels.filter(([kind]) => !ofEveryList.includes(kind) || isFirst(kind, path))
      const gone = isList && isFirst('gone', path) ? astray.map((search) => path + search) : []
      return [path, ...offered.map(([, address]) => address), ...gone]
    }

    test.each(paths)(
      '%s: axe finds nothing wrong, narrow and wide, and nothing overflows',
      async (path) => {
        const { page, faults } = tab
        const found: string[] = []
        for (const address of await addressesOf(path)) {
          await page.setViewportSize(narrow)
          await page.goto(address)
          await hydrated(page)
          // What lies under an open panel was looked at as the page itself; a panel is the same when there is more room beside it.
          const isPanel = address !== path && (await page.locator(panel).count()) > 0
          found.push(...(await pageFaults(page, ...(isPanel ? [panel] : []))))
          await page.setViewportSize(wide)
          found.push(...(isPanel ? await widthFaults(page) : await pageFaults(page)))
        }
        expect([...found, ...faults.splice(0)]).toEqual([])
      },
    )

    test.each(paths)('%s works before and without its script', async (path) => {
      const page = await plain.newPage()
      for (const address of await addressesOf(path)) {
        const answer = await page.goto(address)
        expect(answer?.status(), address).toBeLessThan(500)
        await page.locator('h1').first().waitFor()
        expect(await deadParts(page), address).toEqual([])
        // screens.md, "Every list": with the widths that a screen's own cells want, too.
        expect(await widestList(page), address).toBeLessThanOrEqual(980)
      }
      await page.close()
    })
  })
  return stack
}
