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

const from = (search: string) => parseSelectedIds(new URLSearchParams(search))

describe('what is chosen in a list', () => {
  it('is read from an address and from boxes alike', () => {
    expect(from('chosen=3,5,9')).toEqual([3, 5, 9])
    expect(from('chosen=3&chosen=5&chosen=3')).toEqual([3, 5])
    expect(from('chosen=all&chosen=5')).toBe('all')
  })

  it('is nothing where nothing can be read', () => {
    for (const search of ['', 'chosen=', 'chosen=x', 'chosen=-1,0,1.5,99999999999'])
      expect(from(search)).toBe(null)
  })

  it('is 200 one by one, and how many more there were is known', () => {
    const ids = Array.from({ length: 230 }, (_, at) => at + 1)
    const params = new URLSearchParams(`chosen=${ids.join(',')}`)
    expect(parseSelectedIds(params)).toEqual(ids.slice(0, 200))
    expect(countExcessIds(params)).toBe(30)
    expect(countExcessIds(new URLSearchParams('chosen=all&chosen=5'))).toBe(0)
  })

  it('is written as it is read', () => {
    for (const text of ['all', '3,5,9']) {
      const chosen = from(`chosen=${text}`)
      expect(chosen && formatSelectedIds(chosen)).toBe(text)
    }
  })

  it('is told to the platform as ids, or as the query of the list without order and page', () => {
    const params = new URLSearchParams('search=xl&filter[group][eq]=adult&sort=-name&limit=100')
    const { query } = parseListQuery(sizes, params)
    const place = { field: 'storeId', id: 7 }
    expect(toSelection(sizes, query, [3, 5])).toEqual({ ids: [3, 5] })
    const all = toSelection({ ...sizes, parentFilter: place }, query, 'all')
    const told = new URLSearchParams('query' in all ? all.query : '')
    expect([...told]).toEqual([
      ['search', 'xl'],
      ['filter[group][eq]', 'adult'],
      ['filter[storeId][eq]', '7'],
    ])
  })

  it('is either ids or a query', () => {
    expect(is({ ids: [1], action: 'x' }, Selection)).toBe(true)
    expect(is({ query: '' }, Selection)).toBe(true)
    for (const wrong of [{}, { ids: [] }, { ids: [0] }, { ids: [1.5] }, { ids: [1], query: '' }])
      expect(is(wrong, Selection)).toBe(false)
  })
})
