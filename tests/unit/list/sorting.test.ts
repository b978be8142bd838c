import { describe, expect, test } from 'vitest'
import { joinSortInputs } from '#client/list/sorting/sortInputs.ts'
import { replaceSort, toggleSortColumn } from '#client/list/sorting/changeSort.ts'
import { formatSort, parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { members } from '#shared/areas/members/members.ts'

const parseSort = (sort: string): Sort =>
  parseListQuery(members, new URLSearchParams({ sort })).query.sort

describe('A heading', () => {
  test.each([
    ['-createdAt', 'name', 'name'],
    ['name', 'name', '-name'],
    ['-name', 'name', 'name'],
    ['name,-createdAt', 'name', 'name'],
    ['name,-createdAt', 'createdAt', 'createdAt'],
  ])('sorts %s by %s alone: %s', (before, column, after) => {
    expect(formatSort(replaceSort(parseSort(before), column))).toBe(after)
  })

  test.each([
    ['name', 'createdAt', 'name,createdAt'],
    ['name,createdAt', 'createdAt', 'name,-createdAt'],
    ['name,-createdAt', 'createdAt', 'name'],
    ['-name', 'name', 'name'],
    ['name,email,active', 'createdAt', 'name,email,active'],
  ])('with Shift turns %s and %s into %s', (before, column, after) => {
    expect(formatSort(toggleSortColumn(parseSort(before), column))).toBe(after)
  })
})

describe('The sort panel', () => {
  test.each([
    ['sort.1=storeId&sort.2=-createdAt&sort.3=', 'storeId,-createdAt'],
    ['sort.2=-name&sort.1=&search=a', '-name'],
    ['sort.1=name&sort.2=-name', 'name'],
    ['sort.1=', ''],
  ])('sends %s as %s', (sent, sort) => {
    expect(joinSortInputs(new URLSearchParams(sent)).get('sort')).toBe(sort)
  })

  test('keeps the rest of the URL', () => {
    const params = joinSortInputs(new URLSearchParams('search=a&sort.1=name'))
    expect(String(params)).toBe('search=a&sort=name')
  })
})
