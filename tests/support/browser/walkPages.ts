import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, type MenuGroup, type Route } from '#shared/navigation/routes.ts'
import { axeFaults, axeFaultsButContrast, deadParts, pageFaults, widthFaults } from './axe.ts'
import { hydrated, openPage, signInBy, withStack } from '../servers/stack.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }

const nowhere = '/nowhere'
const panel = 'dialog[data-open-panel]'

/** Which file of `tests/e2e/everyPage/` walks the pages under a heading of the menu: files run side by side. */
const files = {
  Stores: 'stores',
  Catalog: 'catalogue',
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

/**
 * The table's routes that a file walks, with the first record of the demo data where one is asked for; and an address that is none.
 * Who is signed in is led from `/` to the dashboard: `further.test.ts` looks at it signed out.
 */
const pathsOf = (file: File) => [
  ...routes
    .filter((route) => route.path !== '/' && fileOf(route) === file)
    .map(({ path }) => path.replaceAll(/:\w+/g, '1')),
  ...(file === 'further' ? [nowhere] : []),
]

/** What says how a list or the dashboard is looked at, not what stands beside it. */
const ofView = /^(sort|limit|after|columns|search|unit|range|filter\[.*)$/

/** Panels of every list that are the same code and words for each (`client/list/panels/listPanels.ts`): those of the catalogue stand for all. */
const ofEveryList = ['?choose', '?views', '?reorder', '?paste', '?import']

/** Panels that differ from page to page by words alone: axe looks at the first one of a file. Without the script each is looked at. */
const byWordsAlone = ['?create', '?delete=1']

/** The palette of stores is the same on each page. */
const palette = '?find=&among=stores'

/** So many rows are looked at where a panel stands beside a list, or another list in its place; a page as it opens has all of its own. */
const fewRows = 'limit=10'

/**
 * What no page offers and anybody can ask for: a record that is gone, a search in vain, a filter, and one that is none. The first list
 * of the catalogue stands for all.
 */
const astray = [
  '?edit=999999',
  '?search=nothing-like-this',
  '?filter[createdAt][gte]=2020-01-01',
  '?filter[createdAt][gte]=abc',
]

/**
 * The addresses that a page links to of itself by what kind they are, so that of the links to edit each row one is gone to, and one
 * of those to each area of rights.
 */
async function ownAddresses(context: BrowserContext, path: string): Promise<Map<string, string>> {
  const answer = await context.request.get(path)
  const hrefs = (await answer.text()).matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)
  return new Map(
    [...hrefs]
      .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), 'http://console'))
      .filter(({ pathname, search }) => pathname === path && search !== '')
      .map(({ search }) => [kindOf(search), path + search] as const)
      .toReversed(),
  )
}

const kindOf = (search: string) => search.replaceAll(/\d+/g, '1').replace(/area=\w+/, 'area=')

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
      // What is read of it is not painted: a window that is low saves a fifth.
      const viewport = { width: 1280, height: 100 }
      plain = await stack.visit({ javaScriptEnabled: false, storageState, viewport })
    })
    afterAll(async () => {
      await signedIn.close()
      await plain.close()
    })

    /** The page with its panels and tabs, found because it offers them; what the shell offers is walked at `nowhere`. */
    async function addressesOf(path: string): Promise<{ kind: string; address: string }[]> {
      const own = await ownAddresses(signedIn, path)
      const isList = [...own.keys()].some((kind) => new URLSearchParams(kind).has('sort'))
      const offered = [...own].filter(([kind]) => {
        const keys = [...new URLSearchParams(kind).keys()]
        if (keys.some((key) => ofView.test(key)) || (path !== nowhere && ofShell.has(kind)))
          return false
        if (ofEveryList.includes(kind)) return file === 'catalogue' && isFirst(kind, path)
        return kind !== palette || isFirst(kind, path)
      })
      const gone = isList && file === 'catalogue' && isFirst('gone', path) ? astray : []
      return [
        { kind: '', address: path },
        ...[...offered, ...gone.map((search) => [search, path + search] as const)].map(
          ([kind, address]) => ({ kind, address: isList ? `${address}&${fewRows}` : address }),
        ),
      ]
    }

    test.each(paths)(
      '%s: axe finds nothing wrong, narrow and wide, and nothing overflows',
      async (path) => {
        const { page, faults } = tab
        const found: string[] = []
        for (const { kind, address } of await addressesOf(path)) {
          if (byWordsAlone.includes(kind) && !isFirst(kind, path)) continue
          await page.setViewportSize(narrow)
          await page.goto(address)
          await hydrated(page)
          // What lies under an open panel was looked at as the page itself; a panel is the same when there is more room beside it.
          const isPanel = address !== path && (await page.locator(panel).count()) > 0
          // More is seen of a page where it is wide; its colours are those of the page that it is a part of.
          const isPart = address !== path && !isPanel
          found.push(
            ...(await (isPart
              ? axeFaultsButContrast(page)
              : axeFaults(page, ...(isPanel ? [panel] : [])))),
            ...(await widthFaults(page)),
          )
          await page.setViewportSize(wide)
          found.push(...(isPanel ? await widthFaults(page) : await pageFaults(page)))
        }
        expect([...found, ...faults.splice(0)]).toEqual([])
      },
    )

    test.each(paths)('%s works before and without its script', async (path) => {
      const page = await plain.newPage()
      for (const { address } of await addressesOf(path)) {
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
