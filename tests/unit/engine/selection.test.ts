import { describe, expect, it } from 'vitest'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import {
  countExcessIds,
  parseSelectedIds,
  formatSelectedIds,
} from '#shared/engine/list/selectedIds.ts'
import { Selection, toSelection } from '#shared/engine/list/selection.ts'
import { is } from '#shared/engine/is.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'

const parse = (search: string) => parseSelectedIds(new URLSearchParams(search))

describe('Selection in a list', () => {
  it('is parsed from a URL and from checkboxes', () => {
    expect(parse('chosen=3,5,9')).toEqual([3, 5, 9])
    expect(parse('chosen=3&chosen=5&chosen=3')).toEqual([3, 5])
    expect(parse('chosen=all&chosen=5')).toBe('all')
  })

  it('is empty if nothing valid was sent', () => {
    for (const search of ['', 'chosen=', 'chosen=x', 'chosen=-1,0,1.5,99999999999'])
      expect(parse(search)).toBe(null)
  })

  it('has at most 200 IDs, and the rest is counted', () => {
    const ids = Array.from({ length: 230 }, (_, at) => at + 1)
    const params = new URLSearchParams(`chosen=${ids.join(',')}`)
    expect(parseSelectedIds(params)).toEqual(ids.slice(0, 200))
    expect(countExcessIds(params)).toBe(30)
    expect(countExcessIds(new URLSearchParams('chosen=all&chosen=5'))).toBe(0)
  })

  it('is formatted as it is parsed', () => {
    for (const text of ['all', '3,5,9']) {
      const selection = parse(`chosen=${text}`)
      expect(selection && formatSelectedIds(selection)).toBe(text)
    }
  })

  it("is sent as IDs, or as the list's query without sort and page", () => {
    const params = new URLSearchParams('search=xl&filter[group][eq]=adult&sort=-name&limit=100')
    const { query } = parseListQuery(sizes, params)
    const parent = { field: 'storeId', id: 7 }
    expect(toSelection(sizes, query, [3, 5])).toEqual({ ids: [3, 5] })
    const all = toSelection({ ...sizes, parentFilter: parent }, query, 'all')
    const sentParams = new URLSearchParams('query' in all ? all.query : '')
    expect([...sentParams]).toEqual([
      ['search', 'xl'],
      ['filter[group][eq]', 'adult'],
      ['filter[storeId][eq]', '7'],
    ])
  })

  it('is either IDs or a query', () => {
    expect(is({ ids: [1], action: 'x' }, Selection)).toBe(true)
    expect(is({ query: '' }, Selection)).toBe(true)
    for (const wrong of [{}, { ids: [] }, { ids: [0] }, { ids: [1.5] }, { ids: [1], query: '' }])
      expect(is(wrong, Selection)).toBe(false)
  })
})
