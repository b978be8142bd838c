import { describe, expect, test } from 'vitest'
import {
  formatColumnWidths,
  isWidthEntry,
  parseColumnWidths,
} from '#shared/engine/list/columnWidths.ts'
import { buildListUrl, getShownColumns, parseListView } from '#shared/engine/list/listView.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'

describe('Dragged column widths', () => {
  test.each([
    [['name', 'name:220', 'status:90'], { name: 220, status: 90 }],
    [['name:9999', 'status:1'], { name: 800, status: 48 }],
    [['name', 'name:', ':90', 'name:90px'], null],
    [[], null],
  ])('of %j are %j', (entries, widths) => {
    expect(parseColumnWidths(entries)).toEqual(widths)
  })

  test('are entries of the same list as the columns', () => {
    expect(formatColumnWidths({ name: 220 })).toEqual(['name:220'])
    expect(['name', 'name:220'].filter(isWidthEntry)).toEqual(['name:220'])
  })

  test("don't change which columns are shown", () => {
    const view = parseListView(sizes, new URLSearchParams())
    expect(getShownColumns(sizes, view, ['name:220'])).toEqual(sizes.list.columns)
    expect(getShownColumns(sizes, view, ['name', 'code', 'code:90'])).toEqual(['name', 'code'])
  })

  test.each(['columns=name,code,name:220', 'columns=name:220'])('stay in the URL %s', (search) => {
    const view = parseListView(sizes, new URLSearchParams(search))
    expect(view.widths).toEqual({ name: 220 })
    expect(view.ignoredParams).toEqual([])
    expect(buildListUrl(sizes, view)).toBe(`/sizes?${search}`)
  })
})
