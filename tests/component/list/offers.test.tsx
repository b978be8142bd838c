import { cleanup, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { routes as clientRoutes } from '#client/router.tsx'
import { isRouteHandle } from '#client/runtime/pageTitle.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { permissions } from '#shared/permissions/permissions.ts'
import { resources } from '#shared/areas/index.ts'
import { findRoute } from '#shared/navigation/routes.ts'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { defaultsRecord } from '#tests/support/servers/storePlatform.ts'
import type { RouteObject } from 'react-router'

/** Panels that change nothing of a record: what is told of it, and how its list looks. */
const reading = new Set(['choose', 'history', 'failed', 'views', 'record', 'stores'])

const everyRoute = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...everyRoute(route.children ?? [])])

type Kind = { kind: string; reaches: boolean; button: boolean; reads: boolean }
type List = { path: string; kinds: Kind[] }

/** Every list that stands at an address of its own, with all that opens beside it. */
const lists: List[] = (
  await Promise.all(
    everyRoute(clientRoutes).map(async ({ handle }): Promise<List[]> => {
      if (!isRouteHandle(handle) || !handle.route || handle.route.path.includes(':')) return []
      const { panels } = await handle.load()
      const kinds = Object.entries(panels ?? {}).map(([kind, { of, button, reads = false }]) => ({
        kind,
        reads: reads || reading.has(kind),
        // What belongs to a store reaches it alone.
        reaches: of?.impact !== undefined && of.scope === undefined,
        button: button !== null,
      }))
      return kinds.length > 0 ? [{ path: handle.route.path, kinds }] : []
    }),
  )
)
  .flat()
  .concat(
    resources
      .filter(({ path, single }) => path.includes('?') && !single)
      .map((resource) => ({
        path: resource.path,
        kinds: getOfferedPanels(resource).map((kind) => ({
          kind,
          reads: reading.has(kind),
          reaches: false,
          button: false,
        })),
      })),
  )

const addressOf = (path: string, asked: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${asked}`

/** A platform that has one record of everything. */
function everything() {
  const platform = memoryPlatform()
  const ok = (path: string, body: unknown) =>
    platform.replies.set(`GET ${path}`, { status: 200, body })
  for (const { name, label, single } of resources) {
    const record = single ? defaultsRecord : { id: 1, ...stamp, [label]: 'The one' }
    ok(`/${name}`, { data: [record] })
    ok(`/${name}/1`, record)
    ok(`/${name}/1/uses`, { data: [] })
    ok(`/${name}/1/history`, { data: [] })
  }
  ok('/stores/1/readiness', { percent: 100, checks: [] })
  return platform
}

const keys = Object.keys(permissions)
const reader = keys.flatMap((key) => [key, `${key}:read`])

/** What a page offers: the panels that its links lead to, its routes for which reading is not enough, and its forms. */
async function offers(address: string, who: { permissions: string[]; allStores?: boolean }) {
  cleanup()
  await renderConsole(address, {
    platform: everything(),
    facts: { enforcePermissions: true },
    ...who,
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

test('there are lists to look at, and panels that write', () => {
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/stores', '/sizes', '/colors', '/stores?organisations']),
  )
  expect(lists.flatMap(({ kinds }) => kinds).some(({ reaches }) => reaches)).toBe(true)
})

describe.each(lists)('where permissions are enforced, $path', ({ path, kinds }) => {
  const writing = kinds.filter(({ reads }) => !reads)

  test('offers whoever may only read nothing but to read', async () => {
    const { panels, routes, forms } = await offers(path, { permissions: reader })
    expect(writing.filter(({ kind }) => panels.has(kind))).toEqual([])
    expect({ routes, forms }).toEqual({ routes: [], forms: 0 })
  })

  test.each(writing.map(({ kind }) => kind))(
    'opens no form for whoever may only read at ?%s',
    async (kind) => {
      const { forms } = await offers(addressOf(path, `${kind}=1`), { permissions: reader })
      expect(forms).toBe(0)
    },
  )

  test('offers whoever may do all each panel that has a button', async () => {
    const { panels } = await offers(path, { permissions: keys })
    expect(
      kinds
        .filter(({ kind, button }) => button && !reading.has(kind) && !panels.has(kind))
        .map(({ kind }) => kind),
    ).toEqual([])
  })

  test('offers an account of some stores nothing that reaches all', async () => {
    const some = { permissions: keys, allStores: false }
    const { panels } = await offers(path, some)
    for (const { kind, reads } of kinds.filter(({ reaches }) => reaches)) {
      // Whoever may read looks at it.
      if (!reads) expect(panels).not.toContain(kind)
      expect((await offers(addressOf(path, kind), some)).forms).toBe(0)
    }
  })
})

const guardedRoutes = everyRoute(clientRoutes).flatMap(({ handle }) =>
  isRouteHandle(handle) && handle.route?.action ? [handle.route] : [],
)

test.each(guardedRoutes)('$path says which right it needs, and who grants it', async (route) => {
  const right = `${route.permission}:${route.action}`
  await renderConsole(route.path, {
    platform: everything(),
    permissions: reader,
    facts: { enforcePermissions: true },
  })
  expect(await screen.findByText(new RegExp(`You need ${right}`))).toBeVisible()
  expect(screen.getByText(/^Ask someone who has this permission .+\.$/)).toBeVisible()
})
