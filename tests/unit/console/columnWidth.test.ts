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

const lists = resources.filter(({ api: { single } }) => !single)

describe.each(lists.map((resource) => ({ resource, name: resource.name })))(
  'the list of $name',
  ({ resource }) => {
    test('screens.md, "Every list": its default columns fit 980 px', () => {
      const { path } = resource
      const { parent: field } = resource.relations
      const { appendOnly: entries } = resource.api
      // A nested list doesn't show its parent's column.
      const shownResource =
        field === undefined ? resource : nestResource(resource, { field, id: 7, path })
      const columns = shownResource.list.columns.map((column, at) =>
        computeColumnWidth(shownResource, column, at),
      )
      const edges = entries ? 0 : edgeWidths.select + edgeWidths.actions
      expect(columns.reduce((sum, one) => sum + one, edges)).toBeLessThanOrEqual(980)
    })
  },
)

test('the name column is the widest, and a number column is narrow', () => {
  expect(computeColumnWidth(sizes, 'name', 0)).toBe(240)
  expect(computeColumnWidth(sizes, 'chest', 1)).toBe(76)
})

test('the name column takes the rest of the 980 px if names are long', () => {
  const edges = edgeWidths.select + edgeWidths.actions
  const getWidths = (columns: readonly string[], ownWidths = {}) =>
    computeColumnWidths(stores, columns, ownWidths, edges)
  const defaultWidths = getWidths(stores.list.columns)
  expect(defaultWidths[0]).toBeGreaterThan(240)
  expect(defaultWidths.reduce((sum, one) => sum + one, edges)).toBe(980)
  expect(getWidths(['name', 'status'])[0], 'half of 80 letters').toBe(320)
  expect(getWidths(Object.keys(stores.fields))[0], 'more columns than fit').toBe(240)
  expect(getWidths(['name', 'status'], { name: 300 })[0], "the screen's own").toBe(300)
  expect(computeColumnWidths(sizes, ['name', 'code'], {}, edges)[0], 'of at most 40 letters').toBe(
    240,
  )
})

test('the name column has room for the store that distinguishes records', () => {
  const edges = edgeWidths.select + edgeWidths.actions
  const getWidths = (resource: Resource, ownWidths = {}) =>
    computeColumnWidths(resource, resource.list.columns, ownWidths, edges)
  const groups = getWidths(memberGroups)
  expect(groups.slice(0, 2)).toEqual([180, 234])
  const ledger = getWidths(creditEntries, { memberId: 132, reason: 136 })
  expect(ledger[2]).toBeGreaterThanOrEqual(240)
  for (const widths of [groups, ledger])
    expect(widths.reduce((sum, one) => sum + one, edges)).toBeLessThanOrEqual(980)
  const nestedGroups = nestResource(memberGroups, { field: 'storeId', id: 7, path: '/here' })
  expect(computeColumnWidths(nestedGroups, ['name', 'type'], {}, edges)[0], 'of one store').toBe(
    320,
  )
})

test('email columns get their room before name columns', () => {
  const edges = edgeWidths.select + edgeWidths.actions
  const getWidth = (resource: Resource, column: string) =>
    computeColumnWidths(resource, resource.list.columns, {}, edges)[
      resource.list.columns.indexOf(column)
    ]
  const letters = 'amara.okafor@example.com'.length
  expect(getWidth(users, 'email')).toBeGreaterThanOrEqual(letters * 7.5 + 20)
  for (const resource of lists.filter(({ api: { appendOnly: entries } }) => !entries)) {
    const widths = computeColumnWidths(resource, resource.list.columns, {}, edges)
    expect(
      widths.reduce((sum, one) => sum + one, edges),
      resource.name,
    ).toBeLessThanOrEqual(980)
  }
})

test('a choice column fits its longest label, and a time column has one width in any position', () => {
  // The widths of 'Redeem' and '11/21/2026 05:58 PM' in a wide font, plus cell padding.
  expect(computeColumnWidth(creditEntries, 'type', 2)).toBeGreaterThanOrEqual(66 + 20)
  expect(computeColumnWidth(creditEntries, 'enteredAt', 0)).toBeGreaterThanOrEqual(147 + 20)
  expect(computeColumnWidth(creditEntries, 'enteredAt', 0)).toBe(
    computeColumnWidth(creditEntries, 'enteredAt', 3),
  )
})

test("a heading's spaces and parentheses count as half a letter", () => {
  const letters = 'Orders30d'.length + ' ( )'.length / 2
  expect(computeColumnWidth(stores, 'orders30d', 5)).toBe(Math.round(letters * 7.2 + 20 + 14))
})

test('a heading longer than its values is shown whole', () => {
  expect(computeColumnWidth(sizes, 'podSize', 4)).toBeGreaterThan(
    'Print-on-demand size'.length * 6.5,
  )
})
