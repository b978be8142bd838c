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
  alertChannels: 230_500,
  blueprints: 222_500,
  cognito: 230_000,
  credits: 224_000,
  dashboard: 233_500,
  'dashboard/alert': 222_500,
  email: 233_000,
  giftCards: 222_500,
  'giftCards/setup': 231_500,
  logs: 226_500,
  members: 226_000,
  'members/page': 229_500,
  'payments/attempts': 227_000,
  'payments/setups': 232_500,
  printful: 233_000,
  scheduledChanges: 224_000,
  sizes: 220_500,
  sso: 233_000,
  stickers: 220_500,
  'stores/create': 227_000,
  'stores/details': 233_500,
  'stores/list': 221_500,
  themes: 222_500,
  users: 223_000,
  'users/groups': 223_500,
  'users/permissions': 222_000,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 126_000 : (budgets[area] ?? 220_000)

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
