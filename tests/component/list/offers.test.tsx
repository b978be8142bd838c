import { cleanup, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { loadScreen, routes as clientRoutes } from '#client/router.tsx'
import { isRouteHandle } from '#client/runtime/pageTitle.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { permissions } from '#shared/permissions/permissions.ts'
import { resources } from '#shared/areas/index.ts'
import { findRoute } from '#shared/navigation/routes.ts'
import { createFullPlatform } from '#tests/support/servers/fullPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import type { RouteObject } from 'react-router'

/**
 * Panels that only show a record or change how its list looks, and comments, which everyone who can
 * read a record can write.
 */
const readOnlyPanels = new Set([
  'choose',
  'filters',
  'lookup',
  'sorting',
  'history',
  'failed',
  'views',
  'record',
  'stores',
  'comments',
])

const flattenRoutes = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...flattenRoutes(route.children ?? [])])

type Kind = { kind: string; reaches: boolean; button: boolean; reads: boolean }
type List = { path: string; kinds: Kind[] }

/** Every list with its own URL, and all panels that open from it. */
const lists: List[] = (
  await Promise.all(
    flattenRoutes(clientRoutes).map(async ({ handle }): Promise<List[]> => {
      if (!isRouteHandle(handle)) return []
      const { path } = handle.route
      // The sign-in page and the kit have no list.
      if (path === '/' || path.includes(':') || !findRoute(path)) return []
      const { panels } = await loadScreen(handle.route)
      const kinds = Object.entries(panels ?? {}).map(([kind, { of, button, reads = false }]) => ({
        kind,
        reads: reads || readOnlyPanels.has(kind),
        // A panel within a store affects only that store.
        reaches: of?.api.impact !== undefined && of.relations.scope === undefined,
        button: button !== undefined,
      }))
      return kinds.length > 0 ? [{ path, kinds }] : []
    }),
  )
)
  .flat()
  .concat(
    resources
      .filter(({ path, api: { single } }) => path.includes('?') && !single)
      .map((resource) => ({
        path: resource.path,
        kinds: getOfferedPanels(resource).map((kind) => ({
          kind,
          reads: readOnlyPanels.has(kind),
          reaches: false,
          button: false,
        })),
      })),
  )

const buildUrl = (path: string, param: string) => `${path}${path.includes('?') ? '&' : '?'}${param}`

const allKeys = Object.keys(permissions)
const readKeys = allKeys.flatMap((key) => [key, `${key}:read`])

/**
 * Returns what a page offers: panels it links to, routes that need more than reading, and forms.
 */
async function loadOffers(address: string, access: { permissions: string[]; allStores?: boolean }) {
  cleanup()
  await renderConsole(address, {
    platform: createFullPlatform(),
    facts: { enforcePermissions: true },
    ...access,
  })
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].map(
    ({ href }) => new URL(href),
  )
  return {
    panels: new Set(links.flatMap(({ searchParams }) => [...searchParams.keys()])),
    routes: links.map(({ pathname }) => pathname).filter((path) => findRoute(path)?.action),
    forms: document.querySelectorAll('main form[method="post"]').length,
  }
}

test('the lists include those with parameters, and some panels affect all stores', () => {
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/stores', '/sizes', '/colors', '/stores?organisations']),
  )
  expect(lists.flatMap(({ kinds }) => kinds).some(({ reaches }) => reaches)).toBe(true)
})

describe.each(lists)('Offers of $path with permissions enforced', ({ path, kinds }) => {
  const writePanels = kinds.filter(({ reads }) => !reads)

  test('a read-only operator is offered no writes', async () => {
    const { panels, routes, forms } = await loadOffers(path, { permissions: readKeys })
    expect(writePanels.filter(({ kind }) => panels.has(kind))).toEqual([])
    expect({ routes, forms }).toEqual({ routes: [], forms: 0 })
  })

  test.each(writePanels.map(({ kind }) => kind))(
    'a read-only operator gets no form at ?%s',
    async (kind) => {
      const { forms } = await loadOffers(buildUrl(path, `${kind}=1`), { permissions: readKeys })
      expect(forms).toBe(0)
    },
  )

  test('an operator with all permissions is offered each panel that has a button', async () => {
    const { panels } = await loadOffers(path, { permissions: allKeys })
    expect(
      kinds
        .filter(({ kind, button }) => button && !readOnlyPanels.has(kind) && !panels.has(kind))
        .map(({ kind }) => kind),
    ).toEqual([])
  })

  test('an account limited to some stores is offered nothing that affects all stores', async () => {
    const limited = { permissions: allKeys, allStores: false }
    const { panels } = await loadOffers(path, limited)
    for (const { kind, reads } of kinds.filter(({ reaches }) => reaches)) {
      // Panels for reading stay available.
      if (!reads) expect(panels).not.toContain(kind)
      expect((await loadOffers(buildUrl(path, kind), limited)).forms).toBe(0)
    }
  })
})

const guardedRoutes = flattenRoutes(clientRoutes).flatMap(({ handle }) =>
  isRouteHandle(handle) && handle.route.action ? [handle.route] : [],
)

test.each(guardedRoutes)(
  '$path names the permission it needs and who can grant it',
  async (route) => {
    const permission = `${route.permission}:${route.action}`
    await renderConsole(route.path, {
      platform: createFullPlatform(),
      permissions: readKeys,
      facts: { enforcePermissions: true },
    })
    expect(await screen.findByText(new RegExp(`You need ${permission}`))).toBeVisible()
    expect(screen.getByText(/^Ask someone who has this permission .+\.$/)).toBeVisible()
  },
)
