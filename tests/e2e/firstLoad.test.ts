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
  stores: 226_000,
  giftCards: 227_000,
  users: 224_000,
}

const getBudget = ({ path, area = '' }: Route): number =>
  path === '/' ? 125_000 : (budgets[area] ?? 225_000)

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
