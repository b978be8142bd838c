import { beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'
import { explainStoreFilter } from '#shared/areas/alertChannels/explainStoreFilter.ts'
import { storeFilterPattern } from '#shared/areas/alertChannels/storeFilter.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'

describe("The filter of an alert rule's stores", () => {
  beforeAll(() => registerResources(resources))

  test.each([
    ['filters', 'filter[status][in]=draft,active', 'filter[status][in]=draft,active'],
    ['a pasted URL', 'https://console.example.com/stores?search=acme#list', 'search=acme'],
    [
      'encoded brackets',
      `/stores?${new URLSearchParams({ 'filter[plan][eq]': 'growth' })}`,
      'filter[plan][eq]=growth',
    ],
    [
      'a URL without how its list looks',
      '/stores?filter[plan][eq]=growth&sort=-name&limit=25&columns=name,plan&choose&chosen=1,2',
      'filter[plan][eq]=growth',
    ],
    [
      'alternatives and relative dates',
      'any[1][status][eq]=draft&any[1][createdAt][within]=last-7-days',
      'any[1][status][eq]=draft&any[1][createdAt][within]=last-7-days',
    ],
    ['a question mark in a value', 'filter[name][contains]=why?', 'filter[name][contains]=why%3F'],
  ])('saves %s', (_, typed, saved) => {
    const filter = storeFilterPattern.normalize?.(typed) ?? ''
    expect(filter).toBe(saved)
    expect(storeFilterPattern.normalize?.(filter)).toBe(saved)
    expect(explainStoreFilter(filter)).toBeNull()
  })

  test.each([
    [
      'filter[colour][eq]=red',
      "All Stores can't be filtered like this: filter[colour][eq] isn't a filter in this list.",
    ],
    [
      '/stores?filter[plan][eq]=gold&sort=name',
      "All Stores can't be filtered like this: filter[plan][eq] must be one of the available options.",
    ],
    [
      '/sizes?material=wool',
      "All Stores can't be filtered like this: material isn't supported by this list.",
    ],
    [
      '/stores?selection=4',
      "A saved selection isn't a filter. Choose its stores in the field Stores.",
    ],
    ['/stores?sort=-name', 'Paste the URL of a filtered list of stores.'],
    ['/stores', 'Paste the URL of a filtered list of stores.'],
  ])('rejects %s and keeps it', (typed, sentence) => {
    const text = storeFilterPattern.normalize?.(typed) ?? ''
    expect(explainStoreFilter(text)).toBe(sentence)
    expect(text).toContain(typed.split(/[?&]/).find((part) => part.includes('=')) ?? typed)
  })
})
