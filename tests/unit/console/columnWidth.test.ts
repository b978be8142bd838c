import { describe, expect, test } from 'vitest'
import {
  computeColumnWidth,
  computeColumnWidths,
  edgeWidths,
} from '#client/list/table/columnWidths.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { resources } from '#shared/areas/index.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { users } from '#shared/areas/users/users.ts'
import { stores } from '#shared/areas/stores/stores.ts'

const lists = resources.filter(({ single }) => !single)

describe.each(lists.map((resource) => ({ resource, name: resource.name })))(
  'the list of $name',
  ({ resource }) => {
    test('screens.md, "Every list": its default columns fit 980 px', () => {
      const { parent: field, path, appendOnly: entries } = resource
      // What stands within a record shows all but that one.
      const here = field === undefined ? resource : nestResource(resource, { field, id: 7, path })
      const columns = here.columns.map((column, at) => computeColumnWidth(here, column, at))
      const edges = entries ? 0 : edgeWidths.select + edgeWidths.actions
      expect(columns.reduce((sum, one) => sum + one, edges)).toBeLessThanOrEqual(980)
    })
  },
)

test('the column that names the records has the most room, one of numbers little', () => {
  expect(computeColumnWidth(sizes, 'name', 0)).toBe(240)
  expect(computeColumnWidth(sizes, 'chest', 1)).toBe(76)
})

test('that column takes what the others leave of 980 px, where names are long', () => {
  const edges = edgeWidths.select + edgeWidths.actions
  const widthOf = (columns: readonly string[], own = {}) =>
    computeColumnWidths(stores, columns, own, edges)
  const usual = widthOf(stores.columns)
  expect(usual[0]).toBeGreaterThan(240)
  expect(usual.reduce((sum, one) => sum + one, edges)).toBe(980)
  expect(widthOf(['name', 'status'])[0], 'half of 80 letters').toBe(320)
  expect(widthOf(Object.keys(stores.fields))[0], 'more columns than fit').toBe(240)
  expect(widthOf(['name', 'status'], { name: 300 })[0], "the screen's own").toBe(300)
  expect(computeColumnWidths(sizes, ['name', 'code'], {}, edges)[0], 'of at most 40 letters').toBe(
    240,
  )
})

test('the store that tells records apart has room for its name beside theirs', () => {
  const edges = edgeWidths.select + edgeWidths.actions
  const widthsOf = (resource: Resource, own = {}) =>
    computeColumnWidths(resource, resource.columns, own, edges)
  const groups = widthsOf(memberGroups)
  expect(groups.slice(0, 2)).toEqual([180, 231])
  const ledger = widthsOf(creditEntries, { memberId: 132, reason: 136 })
  expect(ledger[2]).toBeGreaterThanOrEqual(240)
  for (const widths of [groups, ledger])
    expect(widths.reduce((sum, one) => sum + one, edges)).toBeLessThanOrEqual(980)
  const here = nestResource(memberGroups, { field: 'storeId', id: 7, path: '/here' })
  expect(computeColumnWidths(here, ['name', 'type'], {}, edges)[0], 'of one store').toBe(320)
})

test('e-mail addresses have room before names do', () => {
  const edges = edgeWidths.select + edgeWidths.actions
  const widthOf = (resource: Resource, column: string) =>
    computeColumnWidths(resource, resource.columns, {}, edges)[resource.columns.indexOf(column)]
  const letters = 'amara.okafor@example.com'.length
  expect(widthOf(users, 'email')).toBeGreaterThanOrEqual(letters * 7.5 + 20)
  for (const resource of lists.filter(({ appendOnly: entries }) => !entries)) {
    const widths = computeColumnWidths(resource, resource.columns, {}, edges)
    expect(
      widths.reduce((sum, one) => sum + one, edges),
      resource.name,
    ).toBeLessThanOrEqual(980)
  }
})

test('a choice is as wide as its longest words, an instant in front no wider than behind', () => {
  // 'Redeem' and '11/21/2026 05:58 PM' in a wide font, and the padding of their cells.
  expect(computeColumnWidth(creditEntries, 'type', 2)).toBeGreaterThanOrEqual(66 + 20)
  expect(computeColumnWidth(creditEntries, 'enteredAt', 0)).toBeGreaterThanOrEqual(147 + 20)
  expect(computeColumnWidth(creditEntries, 'enteredAt', 0)).toBe(
    computeColumnWidth(creditEntries, 'enteredAt', 3),
  )
})

test('a head that is longer than its values is shown whole', () => {
  expect(computeColumnWidth(sizes, 'podSize', 4)).toBeGreaterThan(
    'Print-on-demand size'.length * 6.5,
  )
})
