import { expect, test } from 'vitest'
import { findDefaultView, buildViewUrl } from '#shared/engine/list/views.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'

const kept: SavedView = {
  id: 1,
  name: 'Swiss',
  address: 'search=ch&columns=name',
  shared: false,
  mine: true,
  isDefault: true,
  count: null,
  why: null,
}
const first = (resource: typeof sizes | typeof organisations, search: string, view = kept) =>
  findDefaultView(resource, [view], new URLSearchParams(search))

test('a list begins with the view that was chosen where its address asks for nothing else', () => {
  expect(first(sizes, '')).toBe(kept)
  expect(first(sizes, 'limit=50')).toBeUndefined()
  expect(first(sizes, '', { ...kept, isDefault: false })).toBeUndefined()
})

test('so does one behind a parameter of its route', () => {
  expect(first(organisations, 'organisations')).toBe(kept)
  expect(buildViewUrl(organisations, kept)).toBe('/stores?organisations&search=ch&columns=name')
  expect(first(organisations, 'organisations&search=x')).toBeUndefined()
})

test('a view of all leads nowhere else', () => {
  expect(first(sizes, '', { ...kept, address: '' })).toBeUndefined()
})
