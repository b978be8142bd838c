import { describe, expect, test } from 'vitest'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { measureFirstLoad } from '../support/browser/firstLoad.ts'

/**
 * JavaScript of a first load, brotli, in bytes, by the folder of the screen. design.md allows 125 kB
 * for sign-in, and 220 kB in 8 scripts for other pages. These limits keep pages from growing
 * unnoticed, and name the pages that need more (scripts/bench/README.md).
 */
const budgets: Readonly<Record<string, number>> = {
  stores: 228_500,
  giftCards: 230_500,
  users: 227_000,
  members: 232_000,
}

/** These areas load one script more than design.md allows: a chunk that only two areas share. */
const areasWithNineScripts = ['stores', 'printful', 'email']

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 125_500 : (budgets[area] ?? 228_000)

describe.each<Route>([...routes])('$path', (route) => {
  test('loads no more JavaScript than its budget, in few scripts', async () => {
    const { bytes, scripts } = await measureFirstLoad('dist', route)
    expect(bytes).toBeLessThanOrEqual(getBudget(route))
    const most = areasWithNineScripts.includes(route.area ?? '') ? 9 : 8
    expect(scripts.length).toBeLessThanOrEqual(most)
  })

  test('needs no chain of requests longer than 2: the page names every script that its scripts import', async () => {
    const { unnamed } = await measureFirstLoad('dist', route)
    expect(unnamed).toEqual([])
  })
})
