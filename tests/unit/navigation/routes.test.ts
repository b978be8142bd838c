import { describe, expect, test } from 'vitest'
import { buildBreadcrumbs } from '#shared/navigation/breadcrumbs.ts'
import { menuGroups, findRoute, routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'

/** The table of spec.md section 2. We decide what it marks as "not shown". */
const specification = `
| / | none | hidden |
| /dashboard | ordersRead | shown |
| /alerts/{link} | ordersRead | hidden |
| /calendar | ordersRead | shown |
| /scheduledChanges | ordersRead | shown |
| /stores | storesRead | shown |
| /stores/create | storesRead | hidden |
| /stores/compare | storesRead | hidden |
| /blueprints | storesRead | shown |
| /stores/{storeId} | storesRead | hidden |
| /stores/{storeId}/adminSso/setup | storesRead | hidden |
| /stores/{storeId}/member/mobile-sso/setup | storesRead | hidden |
| /stores/{storeId}/logs | storesRead | hidden |
| /themes | modulesRead | shown |
| /smtpSettings | smtpSettings | shown |
| /members/groups | dashboardRead | shown |
| /members/{memberId} | dashboardRead | hidden |
| /credits | dashboardRead | shown |
| /users | users | shown |
| /userGroups | usersGroups | hidden |
| /userGroups/create | not shown | hidden |
| /attributes | Sizes | shown |
| /attributes/{parentAttributeId}/subAttributes | not shown | hidden |
| /sizes | Sizes | shown |
| /stickers | Stickers | shown |
| /colors | Colors | shown |
| /training | Colors | shown |
| /training/{categoryId}/content | not shown | hidden |
| /permissions | none set | hidden |
| /wegift/templates | not shown | not shown |
| /paymentAttempt | not shown | not shown |
| /cognitoSetup | not shown | not shown |
| /printfulSetup | not shown | not shown |
| /alertChannels | not shown | not shown |
| /apiKeys | not shown | not shown |
| /webhookSubscriptions | not shown | not shown |
| /apiKeys/create | not shown | hidden |
| /apiKeys/{keyId} | not shown | hidden |
| /account | not shown | hidden |
| /notifications | not shown | hidden |
| /giftCardSetup | not shown | not shown |
| /payment-setup | not shown | not shown |
| /payment-setup/{id}/details | not shown | hidden |
`

const specifiedRoutes = specification
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '', permission = '', menu = ''] = line.split('|').slice(1, -1)
    return { path: path.trim(), permission: permission.trim(), menu: menu.trim() }
  })

const toPattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

describe('spec.md section 2: the route table', () => {
  test.each(specifiedRoutes)(
    '$path: permission $permission, menu $menu',
    ({ path, permission, menu }) => {
      const route = findRoute(toPattern(path))
      expect(route).toBeDefined()
      if (permission !== 'not shown')
        expect(route?.permission ?? 'none').toBe(permission.replace('none set', 'none'))
      if (menu !== 'not shown') expect(route?.menu).toBe(menu === 'shown')
    },
  )

  test('the console has these routes and no others, each once', () => {
    expect(routes.map(({ path }) => path).toSorted()).toEqual(
      specifiedRoutes.map(({ path }) => toPattern(path)).toSorted(),
    )
  })
})

describe.each<Route>([...routes])('the route $path', (route) => {
  test('has a title', () => {
    expect(route.title).toMatch(/^[A-Z]\S*( \S+)*$/)
  })

  test('has an existing route as its parent', () => {
    expect(findRoute(route.parent ?? '/dashboard')).toBeDefined()
  })

  test("repeats the names of its parent's parameters, so that breadcrumbs can fill them in", () => {
    const findParameters = (path = '') => path.match(/:\w+/g) ?? []
    expect(findParameters(route.path)).toEqual(
      expect.arrayContaining([...findParameters(route.parent)]),
    )
  })

  test('is reached from the Dashboard', () => {
    const trail = buildBreadcrumbs(route.path, { storeId: '1', id: '1' })
    expect(trail.at(0)).toEqual({ title: 'Dashboard', to: '/dashboard' })
    expect(trail.at(-1)?.title).toBe(route.title)
  })

  test('is not in the menu if its path has parameters, which a menu cannot fill in', () => {
    expect(route.menu && route.path.includes(':')).toBe(false)
  })
})

test('an unknown path has no route', () => {
  expect(findRoute('/nothing')).toBeUndefined()
})

test('every menu heading has routes', () => {
  const all: readonly Route[] = routes
  for (const heading of menuGroups)
    expect(all.filter(({ menu, group }) => menu && group === heading)).not.toEqual([])
})
