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
  account: 236_500,
  alertChannels: 238_500,
  apiKeys: 230_500,
  blueprints: 230_500,
  calendar: 228_500,
  cognito: 237_500,
  colors: 227_000,
  credits: 232_500,
  dashboard: 238_000,
  'dashboard/alert': 231_000,
  email: 240_500,
  giftCards: 231_000,
  'giftCards/setup': 238_500,
  logs: 235_500,
  members: 234_500,
  'members/page': 234_500,
  'payments/attempts': 235_500,
  'payments/setups': 240_000,
  printful: 240_500,
  scheduledChanges: 232_000,
  sizes: 229_000,
  sso: 240_000,
  stickers: 229_000,
  'stores/create': 235_500,
  'stores/details': 236_500,
  'stores/list': 228_500,
  themes: 231_000,
  training: 228_000,
  users: 231_500,
  'users/groups': 231_000,
  'users/permissions': 230_500,
  webhooks: 227_500,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 129_500 : (budgets[area] ?? 226_000)

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
