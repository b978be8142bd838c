import { expect, test } from 'vitest'
import { findDefaultView, buildViewUrl } from '#shared/engine/list/views.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'

const savedView: SavedView = {
  id: 1,
  name: 'Swiss',
  address: 'search=ch&columns=name',
  shared: false,
  mine: true,
  isDefault: true,
  count: null,
  why: null,
}
const findView = (
  resource: typeof sizes | typeof organisations,
  search: string,
  view = savedView,
) => findDefaultView(resource, [view], new URLSearchParams(search))

test('a list opens with the default view if its URL has no other parameters', () => {
  expect(findView(sizes, '')).toBe(savedView)
  expect(findView(sizes, 'limit=50')).toBeUndefined()
  expect(findView(sizes, '', { ...savedView, isDefault: false })).toBeUndefined()
})

test("a list behind a route's parameter opens with its default view", () => {
  expect(findView(organisations, 'organisations')).toBe(savedView)
  expect(buildViewUrl(organisations, savedView)).toBe(
    '/stores?organisations&search=ch&columns=name',
  )
  expect(findView(organisations, 'organisations&search=x')).toBeUndefined()
})

test('a default view without parameters does not redirect', () => {
  expect(findView(sizes, '', { ...savedView, address: '' })).toBeUndefined()
})
