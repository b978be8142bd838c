import { describe, expect, test } from 'vitest'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { measureFirstLoad } from '../support/browser/firstLoad.ts'

/**
 * JavaScript of a first load, brotli, in bytes, by the area of the route. design.md allows 125 kB
 * for sign-in, and 220 kB in 8 scripts for other pages. These limits keep pages from growing
 * unnoticed, and name the pages that need more (scripts/bench/README.md).
 */
const budgets: Readonly<Record<string, number>> = {
  alertChannels: 227_500,
  cognito: 227_000,
  credits: 221_000,
  dashboard: 230_000,
  email: 230_000,
  'giftCards/setup': 228_500,
  logs: 223_500,
  members: 223_500,
  'members/page': 227_000,
  'payments/attempts': 224_500,
  'payments/setups': 230_000,
  printful: 230_000,
  sso: 230_000,
  'stores/create': 224_000,
  'stores/details': 230_000,
  users: 220_500,
  'users/groups': 220_500,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 125_100 : (budgets[area] ?? 220_000)

/** A store's page shares one chunk more than design.md allows with other areas. */
const getScriptLimit = ({ area }: Route): number => (area === 'stores/details' ? 9 : 8)

describe.each<Route>([...routes])('$path', (route) => {
  test('loads no more JavaScript than its budget, in few scripts', async () => {
    const { bytes, scripts } = await measureFirstLoad('dist', route)
    expect(bytes).toBeLessThanOrEqual(getBudget(route))
    expect(scripts.length).toBeLessThanOrEqual(getScriptLimit(route))
  })

  test('needs no chain of requests longer than 2: the page names every script that its scripts import', async () => {
    const { unnamed } = await measureFirstLoad('dist', route)
    expect(unnamed).toEqual([])
  })
})
