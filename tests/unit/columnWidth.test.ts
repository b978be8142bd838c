import { describe, expect, test } from 'vitest'
import { columnWidth, edgeWidths } from '#client/list/columnWidth.ts'
import { resources } from '#shared/resources/index.ts'
import { creditEntries } from '#shared/stores/storeCredits.ts'
import { sizes } from '#shared/resources/sizes.ts'

const lists = resources.filter(({ single }) => !single)

describe.each(lists.map((resource) => ({ resource, name: resource.name })))(
  'the list of $name',
  ({ resource }) => {
    test('screens.md, "Every list": its default columns fit 980 px', () => {
      const columns = resource.columns.map((column, at) => columnWidth(resource, column, at))
      const edges = edgeWidths.select + edgeWidths.actions
      expect(columns.reduce((sum, one) => sum + one, edges)).toBeLessThanOrEqual(980)
    })
  },
)

test('the column that names the records has the most room, one of numbers little', () => {
  expect(columnWidth(sizes, 'name', 0)).toBe(240)
  expect(columnWidth(sizes, 'chest', 1)).toBe(76)
})

test('a choice is as wide as its longest words, an instant in front no wider than behind', () => {
  // 'Redeemed' and '11/21/2026 05:58 PM' in a wide font, and the padding of their cells.
  expect(columnWidth(creditEntries, 'type', 2)).toBeGreaterThanOrEqual(76 + 20)
  expect(columnWidth(creditEntries, 'enteredAt', 0)).toBeGreaterThanOrEqual(147 + 20)
  expect(columnWidth(creditEntries, 'enteredAt', 0)).toBe(
    columnWidth(creditEntries, 'enteredAt', 3),
  )
})

test('a head that is longer than its values is shown whole', () => {
  expect(columnWidth(sizes, 'podSize', 4)).toBeGreaterThan('Print-on-demand size'.length * 6.5)
})
