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
  alertChannels: 227_000,
  cognito: 227_000,
  credits: 220_500,
  dashboard: 229_500,
  email: 229_500,
  'giftCards/setup': 228_000,
  logs: 223_000,
  members: 223_000,
  'members/page': 226_500,
  'payments/attempts': 224_000,
  'payments/setups': 229_500,
  printful: 229_500,
  sso: 229_500,
  'stores/create': 224_000,
  'stores/details': 229_500,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 125_000 : (budgets[area] ?? 220_000)

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
