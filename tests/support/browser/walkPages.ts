import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, type MenuGroup, type Route } from '#shared/navigation/routes.ts'
import {
  findAxeViolations,
  findAxeViolationsExceptContrast,
  findDeadControls,
  findPageDefects,
  findOverflow,
} from './axe.ts'
import { waitForHydration, openPage, signInByApi, withStack } from '../servers/stack.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }

const unknownPath = '/nowhere'
const panel = 'dialog[data-open-panel]'

/**
 * The file of `tests/e2e/everyPage/` that walks a menu group's pages. The files run in parallel.
 */
const files = {
  Stores: 'stores',
  Catalog: 'catalogue',
  People: 'people',
  Payments: 'further',
  'Gift cards': 'further',
  Settings: 'further',
} as const satisfies Record<MenuGroup, string>
type File = (typeof files)[MenuGroup]

function getFile({ group, parent }: Route): File {
  if (group) return files[group]
  const above = routes.find(({ path }) => path === parent)
  return above ? getFile(above) : 'further'
}

/**
 * Returns the paths that a file walks, with the first demo record for each parameter, and one path
 * without a route. Skips `/`, which redirects a signed-in operator: `further.test.ts` checks it.
 */
const getPaths = (file: File) => [
  ...routes
    .filter((route) => route.path !== '/' && getFile(route) === file)
    .map(({ path }) => path.replaceAll(/:\w+/g, '1')),
  ...(file === 'further' ? [unknownPath] : []),
]

/** Parameters that change the view of a list or the dashboard, but open no panel. */
const viewParams = /^(sort|limit|after|columns|search|unit|range|month|filter\[.*)$/

/**
 * Panels that every list shares (`client/list/panels/listPanels.ts`), and the filter panel with a
 * column chosen. Only the catalog checks them: each panel once, and each column's comparisons once.
 */
const sharedPanels =
  /^\?(choose|views|sorting|lookup|reorder|paste|import|filters(&compare\[column\]=\w+)?)$/

/**
 * Panels that differ only by their words. Axe checks the first one of a file; the test without the
 * script checks all of them.
 */
const panelsWithSameLayout = ['?create', '?delete=1']

/** The store palette is the same on every page. */
const palette = '?find=&among=stores'

/** Limits the rows of a list next to a panel. A page without a panel shows all its rows. */
const fewRows = 'limit=10'

/**
 * Searches that no page links to: a missing record, a search without results, a filter, and an
 * invalid filter. Only the first list of the catalog checks them.
 */
const unusualSearches = [
  '?edit=999999',
  '?search=nothing-like-this',
  '?filter[createdAt][gte]=2020-01-01',
  '?filter[createdAt][gte]=abc',
]

/**
 * Finds a page's links to itself by kind. The walk follows one link of each kind, such as one Edit
 * link and one link to an area of permissions.
 */
async function findOwnUrls(context: BrowserContext, path: string): Promise<Map<string, string>> {
  const answer = await context.request.get(path)
  const hrefs = (await answer.text()).matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)
  return new Map(
    [...hrefs]
      .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), 'http://console'))
      .filter(({ pathname, search }) => pathname === path && search !== '')
      .map(({ search }) => [normalizeSearch(search), path + search] as const)
      .toReversed(),
  )
}

const normalizeSearch = (search: string) =>
  search.replaceAll(/\d+/g, '1').replace(/area=\w+/, 'area=')

/** Measures the columns of a page's widest list in px; 0 if the page has no list. */
const measureWidestList = (page: Page): Promise<number> =>
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

/**
 * Defines the tests that walk one file's pages with their panels and tabs: axe, widths, and what
 * works without the script. Returns the running programs.
 */
export function walkPages(file: File) {
  const stack = withStack()
  describe('Every page of the route table, with its panels and tabs', () => {
    let signedIn: BrowserContext
    let plain: BrowserContext
    /** One tab for all pages: a new page keeps nothing from the last one. */
    let tab: Awaited<ReturnType<typeof openPage>>
    /** The page that checks something that a file checks only once, by kind. */
    const firstPages = new Map<string, string>()
    const isFirst = (kind: string, path: string) => {
      if (!firstPages.has(kind)) firstPages.set(kind, path)
      return firstPages.get(kind) === path
    }
    const paths = getPaths(file)
    let shellUrls: Map<string, string>
    beforeAll(async () => {
      signedIn = await stack.visit({ viewport: narrow })
      await signInByApi(signedIn)
      tab = await openPage(signedIn)
      shellUrls = await findOwnUrls(signedIn, unknownPath)
      const storageState = await signedIn.storageState()
      // A low window paints less, which saves a fifth of the time.
      const viewport = { width: 1280, height: 100 }
      plain = await stack.visit({ javaScriptEnabled: false, storageState, viewport })
    })
    afterAll(async () => {
      await signedIn.close()
      await plain.close()
    })

    /**
     * Finds a page's panels and tabs by its links. The links of the shell belong to `unknownPath`.
     */
    async function findUrls(path: string): Promise<{ kind: string; address: string }[]> {
      const ownUrls = await findOwnUrls(signedIn, path)
      const isList = [...ownUrls.keys()].some((kind) => new URLSearchParams(kind).has('sort'))
      const offered = [...ownUrls].filter(([kind]) => {
        const keys = [...new URLSearchParams(kind).keys()]
        if (
          keys.some((key) => viewParams.test(key)) ||
          (path !== unknownPath && shellUrls.has(kind))
        )
          return false
        if (sharedPanels.test(kind)) return file === 'catalogue' && isFirst(kind, path)
        return kind !== palette || isFirst(kind, path)
      })
      const unusual = isList && file === 'catalogue' && isFirst('gone', path) ? unusualSearches : []
      return [
        { kind: '', address: path },
        ...[...offered, ...unusual.map((search) => [search, path + search] as const)].map(
          ([kind, address]) => ({ kind, address: isList ? `${address}&${fewRows}` : address }),
        ),
      ]
    }

    test.each(paths)('%s has no axe violations and no overflow, narrow and wide', async (path) => {
      const { page, faults } = tab
      const violations: string[] = []
      for (const { kind, address } of await findUrls(path)) {
        if (panelsWithSameLayout.includes(kind) && !isFirst(kind, path)) continue
        await page.setViewportSize(narrow)
        await page.goto(address)
        await waitForHydration(page)
        // Checks only the panel: the page below it was checked before, and more width doesn't
        // change it.
        const isPanel = address !== path && (await page.locator(panel).count()) > 0
        // A wide page shows more. A tab has the colors of its page, so it skips the contrast.
        const isPart = address !== path && !isPanel
        violations.push(
          ...(await (isPart
            ? findAxeViolationsExceptContrast(page)
            : findAxeViolations(page, ...(isPanel ? [panel] : [])))),
          ...(await findOverflow(page)),
        )
        await page.setViewportSize(wide)
        violations.push(...(isPanel ? await findOverflow(page) : await findPageDefects(page)))
      }
      expect([...violations, ...faults.splice(0)]).toEqual([])
    })

    test.each(paths)('%s works without its script', async (path) => {
      const page = await plain.newPage()
      for (const { address } of await findUrls(path)) {
        const answer = await page.goto(address)
        expect(answer?.status(), address).toBeLessThan(500)
        await page.locator('h1').first().waitFor()
        expect(await findDeadControls(page), address).toEqual([])
        // screens.md, "Every list". Includes the widths of a screen's custom cells.
        expect(await measureWidestList(page), address).toBeLessThanOrEqual(980)
      }
      await page.close()
    })
  })
  return stack
}
